//! Marks inside a line of documentation: roles, links, tags, emphasis, entities.

/// Prose without markup. Code keeps one pair of backticks.
pub(super) fn cleaned(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '{' => braces(rest, &mut out),
            ':' => role(rest, &mut out),
            '`' => code(rest, &mut out),
            '[' | '!' => link(rest, &mut out),
            '<' => tag(rest, &mut out),
            '&' => entity(rest, &mut out),
            '*' | '_' => emphasis(rest, &out),
            '@' => haddock(rest, &mut out),
            'h' => address(rest),
            _ => 0,
        };
        if taken > 0 {
            rest = &rest[taken..];
            continue;
        }
        if c.is_whitespace() && c != '\n' {
            if !out.ends_with([' ', '\n']) {
                out.push(' ');
            }
        } else if !c.is_control() || c == '\n' {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    let mut tidy = out.trim().to_owned();
    for (wrong, right) in [(" ,", ","), ("( ", "("), (" )", ")"), ("()", ""), ("  ", " ")] {
        if tidy.contains(wrong) {
            tidy = tidy.replace(wrong, right);
        }
    }
    // A space before a full stop goes; one before `.Net` stays.
    while let Some(at) =
        tidy.find(" .").filter(|at| tidy[at + 2..].chars().next().is_none_or(char::is_whitespace))
    {
        tidy.remove(at);
    }
    tidy
}

/// `@code@` of Haddock.
fn haddock(text: &str, out: &mut String) -> usize {
    let Some(end) = text[1..].find('@') else { return 0 };
    let body = &text[1..=end];
    if body.is_empty()
        || body.ends_with(' ')
        || body.len() > 60
        || body.contains(['\n', '.']) && body.contains(' ')
    {
        return 0;
    }
    push_code(out, body);
    end + 2
}

/// `{@link Foo#bar words}`, `{@code x}`.
fn braces(text: &str, out: &mut String) -> usize {
    let Some(rest) = text.strip_prefix("{@") else { return 0 };
    let Some(end) = rest.find('}') else { return 0 };
    let inside = &rest[..end];
    let (kind, body) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    // `#Error(String, Throwable)`: the types of the arguments are no words about it.
    let shortened;
    let body = match (body.find('('), body.find(')')) {
        (Some(open), Some(close)) if open < close => {
            shortened = format!("{}{}", &body[..open], &body[close + 1..]);
            shortened.trim()
        }
        _ => body.trim(),
    };
    match kind {
        "link" | "linkplain" | "see" => match body.split_once([' ', '|']) {
            Some((_, words)) if !words.trim().is_empty() => out.push_str(words.trim()),
            _ => push_code(
                out,
                body.trim_start_matches('#').replace('#', ".").split('(').next().unwrap_or(""),
            ),
        },
        "inheritDoc" => {}
        _ => push_code(out, body),
    }
    end + 3
}

/// `:class:`~a.b.C``.
fn role(text: &str, out: &mut String) -> usize {
    let Some(colon) = text[1..].find(":`") else { return 0 };
    let name = &text[1..=colon];
    let after = &text[colon + 2..];
    if name.is_empty()
        || name.len() > 20
        || !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'-' | b'_'))
        || !after.starts_with('`')
    {
        return 0;
    }
    let Some(end) = after[1..].find('`') else { return 0 };
    let body = &after[1..=end];
    match body.split_once(" <") {
        Some((words, _)) => out.push_str(words),
        None if body.starts_with('~') => {
            push_code(out, body.trim_start_matches('~').rsplit('.').next().unwrap_or(""))
        }
        None => push_code(out, body.trim_start_matches(['!', '.']).trim_end_matches("()")),
    }
    colon + 2 + end + 2
}

/// One, two or three backticks around code.
fn code(text: &str, out: &mut String) -> usize {
    let marks = text.len() - text.trim_start_matches('`').len();
    let Some(end) = text[marks..].find(&text[..marks]) else { return marks };
    let body = &text[marks..marks + end];
    let mut taken = marks + end + marks;
    if body.contains('\n') {
        return marks;
    }
    match body.split_once(" <") {
        // A reST link: `words <address>`_
        Some((words, _)) if body.ends_with('>') => out.push_str(words),
        _ => push_code(out, body.trim()),
    }
    while text[taken..].starts_with('_') {
        taken += 1;
    }
    taken
}

fn push_code(out: &mut String, body: &str) {
    let body = body.trim();
    if body.is_empty() {
        return;
    }
    out.push('`');
    out.extend(body.chars().filter(|c| *c != '`'));
    out.push('`');
}

/// `[words](address)`, `[`Code`]`, `[Code]`, images.
fn link(text: &str, out: &mut String) -> usize {
    let (skip, image) = match text.strip_prefix("![") {
        Some(_) => (2, true),
        None if text.starts_with('[') => (1, false),
        None => return 0,
    };
    // `Eval[A]` is a type, no link.
    if !image
        && out.ends_with(char::is_alphanumeric)
        && text.find(']').is_some_and(|end| !text[end + 1..].starts_with(['(', '[']))
    {
        return 0;
    }
    // `[[cats.data.Chain]]` of Scala.
    if let Some(inside) = text.strip_prefix("[[")
        && let Some(end) = inside.find("]]").filter(|end| *end < 80)
    {
        let body = inside[..end].split(' ').next().unwrap_or("");
        push_code(out, body.rsplit('.').next().unwrap_or(body));
        return end + 4;
    }
    let Some(end) = text[skip..].find(']') else { return 0 };
    let body = &text[skip..skip + end];
    let mut taken = skip + end + 1;
    let after = &text[taken..];
    let mut is_link = false;
    if after.starts_with('(')
        && let Some(close) = after.find(')')
    {
        taken += close + 1;
        is_link = true;
    } else if after.starts_with('[')
        && let Some(close) = after.find(']')
    {
        taken += close + 1;
        is_link = true;
    }
    if image {
        return taken;
    }
    let bare = body.trim_matches('`');
    if body.starts_with('`') {
        push_code(out, bare.trim_end_matches("()"));
        return taken;
    }
    if is_link
        || body.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'.'))
            && body.bytes().any(|b| b.is_ascii_alphabetic())
    {
        out.push_str(bare);
        return taken;
    }
    0
}

/// `<p>`, `<code>x</code>`, `<see cref="T:X"/>`, addresses in angles.
fn tag(text: &str, out: &mut String) -> usize {
    let Some(end) = text.find('>') else { return 0 };
    let inside = &text[1..end];
    if inside.len() > 120 || inside.contains('\n') {
        return 0;
    }
    let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
    match name {
        "see" | "paramref" | "typeparamref" | "seealso" => {
            let target = inside.split('"').nth(1).unwrap_or("");
            push_code(out, target.rsplit(['.', ':']).next().unwrap_or(""));
            end + 1
        }
        "code" | "tt" | "c" | "p" | "b" | "i" | "em" | "strong" | "br" | "pre" | "ul" | "ol"
        | "li" | "a" | "para" | "h1" | "h2" | "h3" | "h4" | "div" | "span" | "img" | "sup"
        | "sub" | "kbd" | "u" | "dl" | "dt" | "dd" | "blockquote" | "table" | "tr" | "td"
        | "th" | "summary" | "remarks" | "returns" | "value" | "center" | "details" | "picture"
        | "source" | "hr" => {
            if !matches!(
                name,
                "code"
                    | "tt"
                    | "c"
                    | "b"
                    | "i"
                    | "em"
                    | "strong"
                    | "a"
                    | "span"
                    | "sup"
                    | "sub"
                    | "kbd"
                    | "u"
            ) && !out.ends_with([' ', '\n'])
            {
                out.push(' ');
            }
            end + 1
        }
        _ if inside.starts_with("http") || inside.starts_with("!--") => end + 1,
        _ => 0,
    }
}

fn entity(text: &str, out: &mut String) -> usize {
    for (entity, c) in [
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&amp;", '&'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&nbsp;", ' '),
        ("&#42;", '*'),
        ("&#47;", '/'),
    ] {
        if text.starts_with(entity) {
            out.push(c);
            return entity.len();
        }
    }
    0
}

/// Stars and underscores around words; those inside names and sums stay.
fn emphasis(text: &str, out: &str) -> usize {
    let mark = text.as_bytes()[0];
    let run = text.bytes().take_while(|b| *b == mark).count();
    let before = out.chars().last();
    let after = text[run..].chars().next();
    let opens = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | '\''))
        && after.is_some_and(|c| c.is_alphanumeric() || c == '`');
    let closes = before
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '`' | '.' | '!' | '?' | ')'))
        && after.is_none_or(|c| !c.is_alphanumeric() && c != '(' && c != '_');
    if mark == b'_'
        && opens
        && before.is_none_or(char::is_whitespace)
        && !text[run..].split(char::is_whitespace).next().is_some_and(|word| {
            word.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '_').ends_with('_')
        })
    {
        return 0;
    }
    if opens || closes { run } else { 0 }
}

/// A bare address says nothing in a summary.
fn address(text: &str) -> usize {
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return 0;
    }
    let end = text
        .find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | ',' | '"'))
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.').len()
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    fn check(text: &str, expected: &str) {
        assert_eq!(cleaned(text), expected);
    }

    #[test]
    fn marks_go_and_words_stay() {
        check("a **bold** and *slanted* `x * y`", "a bold and slanted `x * y`");
        check("``None`` or :py:meth:`.run`", "`None` or `run`");
        check("see `the docs <http://x>`_ now", "see the docs now");
        check("<p>One <b>two</b> &lt;3", "One two <3");
        check("snake_case and _one_ and 2 * 3", "snake_case and one and 2 * 3");
        check("at https://x.y/z.", "at.");
        check("a [`Foo`] and [bar](x) and [Baz]", "a `Foo` and bar and Baz");
        check("x <see cref=\"T:A.B\"/> y", "x `B` y");
        check("List<String> stays", "List<String> stays");
    }
}
