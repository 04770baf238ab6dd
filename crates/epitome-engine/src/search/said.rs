//! What a query names as it is written: identifiers, qualified names, paths.

use std::collections::BTreeSet;

/// The names in a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// Names that look like code, or stand where code stands.
    pub(crate) code: BTreeSet<String>,
    /// Other words, in lower case: any of them may be a name too.
    pub(crate) words: BTreeSet<String>,
    /// `a.b.c` for what is joined by dots, colons or slashes.
    pub(crate) dotted: BTreeSet<String>,
    /// What may be a path, as written.
    pub(crate) paths: BTreeSet<String>,
}

impl Said {
    pub(crate) fn of(text: &str) -> Said {
        let mut said = Said::default();
        let mut is_fenced = false;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
                continue;
            }
            said.line(line, is_fenced);
        }
        said
    }

    fn line(&mut self, line: &str, is_fenced: bool) {
        let mut in_ticks = false;
        let bytes = line.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte == b'`' {
                in_ticks = !in_ticks;
            }
            if !(byte.is_ascii_alphabetic() || byte == b'_') {
                at += 1;
                continue;
            }
            let start = at;
            at = chain_end(bytes, start);
            let is_called = bytes.get(at) == Some(&b'(');
            self.chain(&line[start..at], is_fenced || in_ticks || is_called);
        }
    }

    /// One name, or several that are joined.
    fn chain(&mut self, chain: &str, is_code: bool) {
        let parts: Vec<&str> =
            chain.split(['.', '/', ':']).filter(|part| !part.is_empty()).collect();
        let is_joined = parts.len() > 1;
        if is_joined {
            self.dotted.insert(parts.join("."));
            self.paths.insert(chain.to_owned());
        }
        for part in parts {
            if is_code || is_joined || looks_like_code(part) {
                self.code.insert(part.to_owned());
            } else {
                self.words.insert(part.to_lowercase());
            }
        }
    }

    /// Whether a path of the repository is named, and how surely: whole or by its end, or as a module.
    pub(crate) fn names_path(&self, path: &str) -> f32 {
        let file = path.rsplit('/').next().unwrap_or(path);
        let is_end = |whole: &str, end: &str, joint: char| {
            whole.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with(joint))
        };
        if self
            .paths
            .iter()
            .any(|said| is_end(path, said, '/') || is_end(said, path, '/') || file == *said)
        {
            return 1.0;
        }
        let module = path.rsplit_once('.').map_or(path, |(module, _)| module).replace('/', ".");
        let is_module = |said: &String| {
            *said == module
                || said.strip_prefix(&*module).is_some_and(|rest| rest.starts_with('.'))
                || is_end(&module, said, '.')
        };
        if self.dotted.iter().any(is_module) { 0.5 } else { 0.0 }
    }
}

/// Where a name ends, with those joined to it.
fn chain_end(bytes: &[u8], start: usize) -> usize {
    let is_word =
        |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let mut at = start;
    loop {
        match bytes.get(at) {
            _ if is_word(at) => at += 1,
            Some(b'.' | b'/') if is_word(at + 1) => at += 1,
            Some(b':') if bytes.get(at + 1) == Some(&b':') && is_word(at + 2) => at += 2,
            _ => return at,
        }
    }
}

/// Whether no word of prose is written so: `read_file`, `readFile`, `utf8`.
fn looks_like_code(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let humps = inner.as_bytes().windows(2);
    let has = |what: fn(&u8) -> bool| inner.as_bytes().iter().any(what);
    inner.contains('_')
        || humps.into_iter().any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase())
        || has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &[&str], words: &[&str], dotted: &[&str]) {
        let said = Said::of(text);
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
        assert_eq!(list(&said.code), code, "{text}");
        assert_eq!(list(&said.words), words, "{text}");
        assert_eq!(list(&said.dotted), dotted, "{text}");
    }

    #[test]
    fn names_are_told_from_words() {
        check("how does readFile work", &["readFile"], &["does", "how", "work"], &[]);
        check("call run() now", &["run"], &["call", "now"], &[]);
        check("the `fix` option", &["fix"], &["option", "the"], &[]);
        check("a\n```\nx = y\n```\nb", &["x", "y"], &["a", "b"], &[]);
        check("utf8 HTTP", &["utf8"], &["http"], &[]);
        check(
            "Reader::read and io.open",
            &["Reader", "io", "open", "read"],
            &["and"],
            &["Reader.read", "io.open"],
        );
        check("See it. And go", &[], &["and", "go", "it", "see"], &[]);
    }

    #[test]
    fn paths_are_known_whole_by_their_end_and_as_modules() {
        for (text, path, expected) in [
            ("in src/a/b.py line 3", "src/a/b.py", 1.0),
            ("in a/b.py", "src/a/b.py", 1.0),
            ("in b.py", "src/a/b.py", 1.0),
            ("/usr/lib/src/a/b.py", "src/a/b.py", 1.0),
            ("import src.a.b", "src/a/b.py", 0.5),
            ("src.a.b.run()", "src/a/b.py", 0.5),
            ("a.b", "src/a/b.py", 0.5),
            ("ba/b.py", "a/b.py", 0.0),
            ("c.py", "src/a/b.py", 0.0),
        ] {
            assert!((Said::of(text).names_path(path) - expected).abs() < 1e-6, "{text} {path}");
        }
    }
}
