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

/// One JSON value and a line end.
pub(crate) fn json(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::plain;

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
}
