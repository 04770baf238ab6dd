//! What kind of file this is: source to outline, or skipped, and why.
//!
//! Every delivered file has exactly one [`Class`]. The reasons are a closed list, so a caller that
//! counts or prints them cannot forget one.

use std::fmt;

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Class {
    /// Text that may be outlined.
    Source,
    /// Not outlined, for this reason.
    Skipped(SkipReason),
}

/// Why a file is not outlined. Its `Display` reads as the end of "skipped: …".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// A symbolic link. Links are never followed, wherever they lead.
    Link,
    /// A FIFO, socket or device. These are never opened.
    NotRegular {
        /// What it is, with its article: "a FIFO".
        what: &'static str,
    },
    /// Lies in a folder of other people's code, such as `node_modules`.
    Vendored,
    /// Written for machines: lines far longer than anybody reads.
    Minified,
    /// Written by a program.
    Generated {
        /// What gave it away: a file name pattern or the words in its first lines.
        marker: Box<str>,
    },
    /// Not text.
    Binary,
    /// Larger than the limit.
    TooLarge {
        /// Bytes in the file. While a file grows, the bytes seen so far.
        size: u64,
        /// The limit that was in force.
        limit: u64,
    },
    /// The system refused to let us read it. Folders that cannot be listed appear here too.
    Unreadable {
        /// The system's own words.
        cause: Box<str>,
    },
}

/// A [`SkipReason`] without its details, to count by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkipKind {
    /// [`SkipReason::Link`].
    Link,
    /// [`SkipReason::NotRegular`].
    NotRegular,
    /// [`SkipReason::Vendored`].
    Vendored,
    /// [`SkipReason::Minified`].
    Minified,
    /// [`SkipReason::Generated`].
    Generated,
    /// [`SkipReason::Binary`].
    Binary,
    /// [`SkipReason::TooLarge`].
    TooLarge,
    /// [`SkipReason::Unreadable`].
    Unreadable,
}

impl Class {
    /// The reason, for a skipped file.
    pub fn skip_reason(&self) -> Option<&SkipReason> {
        match self {
            Class::Source => None,
            Class::Skipped(reason) => Some(reason),
        }
    }

    /// Whether only the file's content can tell this class. The other classes are told from the
    /// name, the size or the kind of file, so they are worked out anew in every scan and an older
    /// answer to them is never trusted.
    pub(super) fn needs_content(&self) -> bool {
        matches!(
            self.skip_reason().map(SkipReason::kind),
            None | Some(SkipKind::Minified | SkipKind::Generated | SkipKind::Binary)
        )
    }
}

impl SkipReason {
    /// The reason without its details.
    pub fn kind(&self) -> SkipKind {
        match self {
            SkipReason::Link => SkipKind::Link,
            SkipReason::NotRegular { .. } => SkipKind::NotRegular,
            SkipReason::Vendored => SkipKind::Vendored,
            SkipReason::Minified => SkipKind::Minified,
            SkipReason::Generated { .. } => SkipKind::Generated,
            SkipReason::Binary => SkipKind::Binary,
            SkipReason::TooLarge { .. } => SkipKind::TooLarge,
            SkipReason::Unreadable { .. } => SkipKind::Unreadable,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Source => f.write_str("source"),
            Class::Skipped(reason) => write!(f, "skipped: {reason}"),
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::Link => f.write_str("a symbolic link, and links are not followed"),
            SkipReason::NotRegular { what } => write!(f, "{what}, not a regular file"),
            SkipReason::Vendored => f.write_str("vendored code"),
            SkipReason::Minified => f.write_str("minified"),
            SkipReason::Generated { marker } => write!(f, "generated code ({marker})"),
            SkipReason::Binary => f.write_str("binary"),
            SkipReason::TooLarge { size, limit } => {
                write!(f, "too large ({size} bytes, the limit is {limit})")
            }
            SkipReason::Unreadable { cause } => write!(f, "unreadable: {cause}"),
        }
    }
}

impl fmt::Display for SkipKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SkipKind::Link => "link",
            SkipKind::NotRegular => "not regular",
            SkipKind::Vendored => "vendored",
            SkipKind::Minified => "minified",
            SkipKind::Generated => "generated",
            SkipKind::Binary => "binary",
            SkipKind::TooLarge => "too large",
            SkipKind::Unreadable => "unreadable",
        })
    }
}
