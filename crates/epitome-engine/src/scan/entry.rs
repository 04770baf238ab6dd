//! What the visitor is given, once for each file.

use super::class::Class;
use super::path::RelPath;
use super::stamp::Known;
use super::text::Text;

/// One file below the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it is.
    pub path: RelPath,
    /// What it is.
    pub class: Class,
    /// What to remember and to offer to the next scan. Nothing where no content was needed to tell
    /// the class: such files are told again just as cheaply.
    pub known: Option<Known>,
    /// Its content, where there is reason to hand it over.
    pub body: Body,
}

/// What comes with an [`Entry`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A source file that was read in this scan.
    Fresh(Text),
    /// The file is as the caller knew it, and was not opened. Source or skipped.
    Unchanged,
    /// A skipped file, whose content nobody needs.
    Nothing,
}

impl Entry {
    /// The content of a freshly read source file.
    pub fn text(&self) -> Option<&Text> {
        match &self.body {
            Body::Fresh(text) => Some(text),
            Body::Unchanged | Body::Nothing => None,
        }
    }

    /// BLAKE3 of the raw bytes, where they were read in this scan or are known from another.
    pub fn raw_hash(&self) -> Option<[u8; 32]> {
        self.known.as_ref().map(|known| known.raw_hash)
    }
}
