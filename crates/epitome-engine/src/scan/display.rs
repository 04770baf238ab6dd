//! Making a path safe to show.
//!
//! A file name may hold anything but `/` and NUL: newlines that forge a second line of output,
//! escape codes that drive the terminal, direction overrides that make `gpj.exe` read `exe.jpg`.
//! Whatever prints a path (terminal, JSON, HTML, mail) prints [`display_path`] of it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The path with every character that is not plainly visible written as `\u{…}`.
///
/// Different paths stay different: a backslash that would itself read as such an escape is
/// written as `\u{5c}`. All other text, in any script, is left alone.
///
/// ```
/// use epitome_engine::scan::display_path;
/// assert_eq!(display_path("src/größe.rs"), "src/größe.rs");
/// assert_eq!(display_path("a\nb\x1b[31m"), r"a\u{a}b\u{1b}[31m");
/// assert_eq!(display_path(r"a\u{a}b"), r"a\u{5c}u{a}b");
/// ```
pub fn display_path(path: &str) -> Cow<'_, str> {
    let Some(first) = path.char_indices().find(|&(at, c)| must_escape(c, &path[at..])) else {
        return Cow::Borrowed(path);
    };
    let (clean, rest) = path.split_at(first.0);
    let mut shown = String::with_capacity(path.len() + 16);
    shown.push_str(clean);
    for (at, c) in rest.char_indices() {
        if must_escape(c, &rest[at..]) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", c as u32);
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn must_escape(c: char, here: &str) -> bool {
    match c {
        '\\' => reads_as_escape(here),
        ' '..='~' => false,
        _ => c.is_control() || is_invisible(c),
    }
}

/// Whether the text starts with something that [`display_path`] might have written.
fn reads_as_escape(text: &str) -> bool {
    let Some(inner) = text.strip_prefix("\\u{") else { return false };
    let digits = inner.bytes().take_while(u8::is_ascii_hexdigit).count();
    (1..=6).contains(&digits) && inner.as_bytes().get(digits) == Some(&b'}')
}

/// Characters that reorder, break or hide text. The joiners U+200C and U+200D are not here: Persian
/// and the scripts of India cannot be written without them, and a lone joiner moves nothing.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}'                        // soft hyphen
        | '\u{61c}' | '\u{200e}' | '\u{200f}' // direction marks
        | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{feff}' // zero width
        | '\u{2028}' | '\u{2029}'       // line and paragraph separators
        | '\u{202a}'..='\u{202e}'       // direction embeddings and overrides
        | '\u{2066}'..='\u{2069}'       // direction isolates
        | '\u{206a}'..='\u{206f}'       // deprecated format characters
        | '\u{fff9}'..='\u{fffb}'       // interlinear annotation
        | '\u{e0000}'..='\u{e0fff}'     // tags and other unseen characters
    )
}
