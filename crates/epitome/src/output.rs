//! Printing what comes from elsewhere: names and texts in a repository are not ours to trust.

use std::borrow::Cow;
use std::io::{self, Write};

/// Standard output, buffered; colours are dropped where they are not wanted.
pub(crate) fn stdout() -> io::BufWriter<impl Write> {
    io::BufWriter::with_capacity(1 << 16, anstream::stdout())
}

/// Text without what could move the cursor, change colours or turn the line around. Line breaks and
/// tabs become blanks.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if is_unsafe(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.into()
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// A number and what it counts: `1 file`, `2 files`.
pub(crate) fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// One JSON value and a line end.
pub(crate) fn json(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, SafeJson);
    value.serialize(&mut serializer)?;
    writeln!(out)?;
    Ok(())
}

/// Compact JSON that escapes what [`plain`] escapes: JSON is read on terminals too, and says the
/// same either way.
struct SafeJson;

impl serde_json::ser::Formatter for SafeJson {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_unsafe(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::{json, plain};

    #[test]
    fn nothing_reaches_a_terminal_that_could_steer_it() {
        for (text, expected) in [
            ("plain é 日本", "plain é 日本"),
            ("a\u{1b}[31mb", "a\\u{1b}[31mb"),
            ("a\nb\tc", "a b c"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("\u{9b}x", "\\u{9b}x"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn json_says_the_same_without_the_characters() {
        let text = "a\u{202e}b\u{9b}c\u{1b}é\u{7f}";
        let mut out = Vec::new();
        json(&mut out, &text).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out, "\"a\\u202eb\\u009bc\\u001bé\\u007f\"\n");
        assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
    }
}
