//! Whether a text names a symbol (G11), and how such a name is taken out.
//!
//! A name that looks like code (`load_user`, `loadUser`) names its symbol wherever it stands. A
//! plain word (`get`, `update`, `Session`) is first of all English: it names a symbol only where the
//! text marks it as code, by backticks, by a parenthesis or by a qualifier.

/// What stands in the place of a name that was taken out.
const STAND_IN: &str = "other code";

/// Endings of files: in `package.json` nobody names a function `json`.
const FILE_ENDINGS: [&str; 24] = [
    "bash", "c", "cfg", "conf", "cpp", "css", "csv", "env", "go", "h", "html", "ini", "java", "js",
    "json", "lock", "log", "md", "php", "py", "rb", "rs", "toml", "yml",
];

/// The bare name in an id (`src/a.py::Store::load~2`) or a qualified name (`Store.load`).
#[must_use]
pub fn bare_name(id: &str) -> &str {
    let last = id.rsplit("::").next().unwrap_or(id);
    let last = match last.rsplit_once('~') {
        Some((name, ordinal)) if ordinal.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => last,
    };
    match last.rsplit_once(['.', '#']) {
        Some((_, name)) if !name.is_empty() => name,
        _ => last,
    }
}

/// Whether no English word looks like this: `load_user`, `loadUser`, `LoadUser`, `_load`, `a$b`.
///
/// Acronyms (`HTTP`, `URLs`) and words with a number (`sha256`) do not count, since people write
/// them in sentences.
#[must_use]
pub fn looks_like_code(name: &str) -> bool {
    if !name.chars().any(char::is_alphanumeric) {
        return false;
    }
    if name.contains(['_', '$']) {
        return true;
    }
    let acronym = name.strip_suffix("es").or_else(|| name.strip_suffix('s')).unwrap_or(name);
    let humps = acronym.chars().skip(1).any(char::is_uppercase);
    humps && acronym.chars().any(char::is_lowercase)
}

/// Whether `text` names the symbol `name`, which may be an id or a qualified name.
#[must_use]
pub fn mentions(text: &str, name: &str) -> bool {
    find(text, bare_name(name), 0).is_some()
}

/// `text` with every naming of `names` replaced by words that name nobody.
#[must_use]
pub fn redact<S: AsRef<str>>(text: &str, names: &[S]) -> String {
    let mut text = text.to_owned();
    for name in names {
        let name = bare_name(name.as_ref());
        let mut from = 0;
        while let Some(at) = find(&text, name, from) {
            let (start, end) = whole_expression(&text, at, at + name.len());
            let gap = if text[end..].starts_with('(') { " " } else { "" };
            text.replace_range(start..end, &format!("{STAND_IN}{gap}"));
            from = start + STAND_IN.len() + gap.len();
        }
    }
    text
}

/// Where a naming of `name` begins, at `from` or later.
fn find(text: &str, name: &str, from: usize) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let anywhere = looks_like_code(name);
    let mut at = from;
    while let Some(found) = text.get(at..)?.find(name) {
        let start = at + found;
        let end = start + name.len();
        let (before, after) = (&text[..start], &text[end..]);
        if is_whole(name, before, after) && (anywhere || is_marked(text, name, start, end)) {
            return Some(start);
        }
        at = end;
    }
    None
}

/// Whether the neighbours of the found piece are no part of a longer name.
fn is_whole(name: &str, before: &str, after: &str) -> bool {
    let open = |c: Option<char>| !c.is_some_and(is_name_char);
    (!name.starts_with(is_name_char) || open(before.chars().next_back()))
        && (!name.ends_with(is_name_char) || open(after.chars().next()))
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Whether a plain word is marked as code.
fn is_marked(text: &str, name: &str, start: usize, end: usize) -> bool {
    if text[end..].starts_with('(') {
        return true;
    }
    if is_qualified(&text[..start]) {
        return !FILE_ENDINGS.contains(&name);
    }
    match ticks_around(text, start) {
        // An expression holds ordinary words too: `mode == "get"`.
        Some((open, close)) => !text[open..close].contains(char::is_whitespace),
        None => false,
    }
}

/// Whether a name ends right before, with a mark that joins names: `store.`, `Store::`, `store->`.
fn is_qualified(before: &str) -> bool {
    ["::", "->", ".", "#"].iter().any(|mark| {
        before
            .strip_suffix(mark)
            .is_some_and(|owner| owner.ends_with(|c: char| is_name_char(c) || c == ')' || c == ']'))
    })
}

/// The text between the backticks around a place. A run of backticks counts as one, as in
/// reStructuredText.
fn ticks_around(text: &str, place: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut open = None;
    for at in 0..place {
        if bytes[at] == b'`' && bytes.get(at + 1) != Some(&b'`') {
            open = if open.is_some() { None } else { Some(at + 1) };
        }
    }
    let open = open?;
    let close = text[place..].find('`').map(|found| place + found)?;
    Some((open, close))
}

/// The backticks, the qualifier and the argument list that go with a name.
fn whole_expression(text: &str, mut start: usize, mut end: usize) -> (usize, usize) {
    if let Some((open, close)) = ticks_around(text, start)
        && !text[open..close].contains(char::is_whitespace)
    {
        let left = text[..open].trim_end_matches('`').len();
        let right = text.len() - text[close..].trim_start_matches('`').len();
        return (left, right);
    }
    while is_qualified(&text[..start]) {
        let owner = text[..start].trim_end_matches(['.', ':', '-', '>', '#']);
        let shorter = owner.trim_end_matches(is_name_char).len();
        if shorter == owner.len() {
            break;
        }
        start = shorter;
    }
    if let Some(inner) = text[end..].strip_prefix('(')
        && let Some(close) = inner.find([')', '('])
        && inner[close..].starts_with(')')
    {
        end += close + 2;
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, name: &str, expected: bool) {
        assert_eq!(mentions(text, name), expected, "{name:?} in {text:?}");
    }

    // G11
    #[test]
    fn a_name_that_looks_like_code_names_anywhere() {
        check("Loads by load_user.", "load_user", true);
        check("Loads by loadUser and more", "loadUser", true);
        check("Uses UserStore", "UserStore", true);
        check("Uses _load", "_load", true);
        // Only whole names.
        check("Loads by preload_user", "load_user", false);
        check("Loads by load_users", "load_user", false);
        check("Loads the user", "load_user", false);
    }

    // G11
    #[test]
    fn a_plain_word_names_only_where_it_is_marked_as_code() {
        check("Will get and update the user", "get", false);
        check("Calls `get` first", "get", true);
        check("Calls ``get`` first", "get", true);
        check("Calls get() first", "get", true);
        check("Calls get(user) first", "get", true);
        check("Calls store.get first", "get", true);
        check("Calls Store::get first", "get", true);
        check("Calls `Store#get` first", "get", true);
        check("Ends. get the next", "get", false);
        check("Session of the user", "Session", false);
        check("The `user` will get it as `name`", "get", false);
        check("Where `mode == \"get\"`", "get", false);
        check("A sha256 digest", "sha256", false);
        check("A sha256() digest", "sha256", true);
    }

    #[test]
    fn file_names_are_no_qualified_names() {
        check("Reads package.json", "json", false);
        check("Reads `package.json`", "json", false);
        check("Calls body.json()", "json", true);
    }

    #[test]
    fn ids_and_qualified_names_stand_for_their_bare_name() {
        check("Calls load_user", "src/a.py::Store::load_user", true);
        check("Calls load_user", "src/a.py::Store::load_user~2", true);
        check("Calls load_user", "Store.load_user", true);
        check("Calls `valid?`", "lib/a.rb::User::valid?", true);
        check("Is it valid?", "lib/a.rb::User::valid?", false);
        check("Compares by `==`", "==", true);
        check("", "x", false);
        check("x", "", false);
    }

    fn check_redact(text: &str, names: &[&str], expected: &str) {
        assert_eq!(redact(text, names), expected);
    }

    // G11
    #[test]
    fn names_are_taken_out_whole() {
        check_redact("Calls load_user first.", &["load_user"], "Calls other code first.");
        check_redact("Calls `load_user()` first.", &["load_user"], "Calls other code first.");
        check_redact("Calls store.get(id) first.", &["get"], "Calls other code first.");
        check_redact("Calls ``get``, get users.", &["get"], "Calls other code, get users.");
        check_redact("Calls f(g(x)).", &["f", "g"], "Calls other code (other code).");
        check_redact("Says nothing.", &["get"], "Says nothing.");
    }

    proptest! {
        #[test]
        fn nothing_is_named_after_redaction(
            text in "[a-d_`.(): ]{0,40}", name in "[a-d_]{1,3}"
        ) {
            prop_assert!(!mentions(&redact(&text, &[&name]), &name), "{}", redact(&text, &[&name]));
        }

        #[test]
        fn never_panics(text in "\\PC{0,40}", name in "\\PC{0,4}") {
            let _ = redact(&text, &[name]);
        }
    }
}
