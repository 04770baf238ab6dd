//! Names of templates: a file's name without its ending, and never a way out of the folder (M31).

use std::fmt;

use super::error::TemplateError;

/// The name of the built-in template of each kind.
pub const BUILTIN_NAME: &str = "default";

/// So many characters at most.
const MAX_CHARACTERS: usize = 100;
/// So many bytes at most: file names have 255, and the name of an unfinished file adds up to 37.
const MAX_BYTES: usize = 215;

/// A name that is safe to make a path of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TemplateName(String);

impl TemplateName {
    /// Checks a name.
    pub fn new(name: &str) -> Result<TemplateName, TemplateError> {
        match fault(name) {
            None => Ok(TemplateName(name.to_owned())),
            Some(cause) => Err(TemplateError::Name { name: name.to_owned(), cause }),
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the built-in one's (M44).
    #[must_use]
    pub fn is_builtin(&self) -> bool {
        self.0 == BUILTIN_NAME
    }
}

fn fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("it is empty")
    } else if name.chars().count() > MAX_CHARACTERS {
        Some("it has more than 100 characters")
    } else if name.len() > MAX_BYTES {
        Some("it has more than 215 bytes, which is too much for a file's name")
    } else if name.contains(['/', '\\']) {
        Some("it has a slash or a backslash")
    } else if name.starts_with('.') {
        Some("it begins with a dot")
    } else if name.contains("..") {
        Some("it has two dots in a row")
    } else if name.chars().any(char::is_control) {
        Some("it has a control character")
    } else {
        None
    }
}

impl fmt::Display for TemplateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<&str>) {
        assert_eq!(fault(name), expected, "{name:?}");
    }

    // M31
    #[test]
    fn names_stay_in_their_folder() {
        check("mine", None);
        check("weekly digest (v2)", None);
        check("ünïcode-名前", None);
        check("a.b", None);
        check(&"x".repeat(100), None);
        check("", Some("it is empty"));
        check(&"x".repeat(101), Some("it has more than 100 characters"));
        check(
            &"名".repeat(100),
            Some("it has more than 215 bytes, which is too much for a file's name"),
        );
        check("a/b", Some("it has a slash or a backslash"));
        check("a\\b", Some("it has a slash or a backslash"));
        check(".hidden", Some("it begins with a dot"));
        check("..", Some("it begins with a dot"));
        check("a..b", Some("it has two dots in a row"));
        check("a\0b", Some("it has a control character"));
        check("a\nb", Some("it has a control character"));
    }
}
