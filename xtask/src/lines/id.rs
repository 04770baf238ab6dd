//! The name of a requirement line: the letter of its section and its number there.

use std::fmt;
use std::str::FromStr;

/// Such as `T12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineId {
    pub(crate) section: char,
    pub(crate) number: u32,
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.section, self.number)
    }
}

impl FromStr for LineId {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<LineId> {
        match LineId::split_from(text) {
            Some((id, "")) => Ok(id),
            _ => anyhow::bail!("`{text}` is not the name of a line, such as T12"),
        }
    }
}

impl LineId {
    /// The name that `text` begins with, and what follows it.
    pub(super) fn split_from(text: &str) -> Option<(LineId, &str)> {
        let section = text.chars().next().filter(char::is_ascii_uppercase)?;
        let rest = &text[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        // `T01` and `T1a` are something else.
        let is_name = !digits.starts_with('0') && !after.starts_with(char::is_alphanumeric);
        let number = digits.parse().ok().filter(|_| is_name)?;
        Some((LineId { section, number }, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_what_only_looks_like_one() {
        for text in ["T1", "T12", "U305"] {
            assert_eq!(text.parse::<LineId>().unwrap().to_string(), text);
        }
        for text in ["", "T", "t1", "T01", "T1a", "TT1", "1", "T1 ", "É1", "T99999999999"] {
            assert!(text.parse::<LineId>().is_err(), "{text}");
        }
    }
}
