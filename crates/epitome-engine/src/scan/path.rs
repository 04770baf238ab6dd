//! Paths below the root, as text.
//!
//! Most names are UTF-8 and are kept as they are. A name that is not gets its stray bytes written
//! as `\xFF`, and the original is kept beside it so that the file can still be opened. The text is
//! unique: a backslash in a real name that would read as such an escape is written `\x5C`.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::display::display_path;

/// A path relative to the scanned root, with `/` between its parts.
///
/// `as_str` is the identity of the file, to store and to compare; it may hold control characters.
/// `Display` is [`display_path`] of it, to show.
#[derive(Clone)]
pub struct RelPath {
    text: Box<str>,
    /// The name on disk, where it differs from the text.
    raw: Option<Box<OsStr>>,
}

impl RelPath {
    /// From a path as the file system spells it.
    pub fn from_os(path: &OsStr) -> RelPath {
        let bytes = path.as_bytes();
        match std::str::from_utf8(bytes) {
            Ok(text) if !has_escape(bytes) => RelPath { text: text.into(), raw: None },
            _ => RelPath { text: escape(bytes).into(), raw: Some(path.into()) },
        }
    }

    /// From what [`RelPath::as_str`] gave, for example out of a cache.
    pub fn from_stored(text: &str) -> RelPath {
        let raw = has_escape(text.as_bytes())
            .then(|| OsStr::from_bytes(&unescape(text.as_bytes())).to_owned().into_boxed_os_str());
        RelPath { text: text.into(), raw }
    }

    /// The path as unique text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The path as the file system spells it.
    pub fn as_os_str(&self) -> &OsStr {
        self.raw.as_deref().unwrap_or_else(|| OsStr::new(&*self.text))
    }

    /// The last part of the path.
    pub fn file_name(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or(&self.text)
    }

    /// Whether every part is an ordinary name: no `..`, no empty part, not absolute, no NUL.
    pub(super) fn stays_below(&self) -> bool {
        let mut parts = self.as_os_str().as_bytes().split(|&b| b == b'/');
        parts.all(|part| !matches!(part, b"" | b"." | b"..") && !part.contains(&0))
    }
}

/// Any path of the file system, relative or not, made safe to show. For messages about a path that
/// the user gave; below a root, use [`RelPath`].
pub fn display_os_path(path: &Path) -> String {
    RelPath::from_os(path.as_os_str()).to_string()
}

/// Whether the bytes hold `\x` and two capital hex digits.
fn has_escape(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', bytes).any(|at| escape_at(&bytes[at..]).is_some())
}

/// The byte that an escape at the start of `bytes` stands for.
fn escape_at(bytes: &[u8]) -> Option<u8> {
    let [b'\\', b'x', high, low, ..] = bytes else { return None };
    let digit = |b: &u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'A'..=b'F' => Some(b - b'A' + 10),
        _ => None,
    };
    Some(digit(high)? * 16 + digit(low)?)
}

fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            if c == '\\' && escape_at(&chunk.valid().as_bytes()[at..]).is_some() {
                text.push_str("\\x5C");
            } else {
                text.push(c);
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        if let Some(byte) = escape_at(&text[at..]) {
            bytes.push(byte);
            at += 4;
        } else {
            bytes.push(text[at]);
            at += 1;
        }
    }
    bytes
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&display_path(&self.text))
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text, f)
    }
}

// The text alone decides, since it is unique: maps of paths can then be searched by `&str`.
impl PartialEq for RelPath {
    fn eq(&self, other: &RelPath) -> bool {
        self.text == other.text
    }
}

impl Eq for RelPath {}

impl Hash for RelPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd for RelPath {
    fn partial_cmp(&self, other: &RelPath) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RelPath {
    fn cmp(&self, other: &RelPath) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Borrow<str> for RelPath {
    fn borrow(&self) -> &str {
        &self.text
    }
}
