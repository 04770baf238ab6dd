//! What a setting may be, and reading it from text.

use serde::Serialize;

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A whole number.
    Count {
        /// The least one.
        least: u64,
    },
    /// A number of things; what is negative counts as 0, and fractions are cut (O35).
    Cap,
    /// Seconds, more than 0.
    Seconds,
    /// An amount of money, or none.
    Amount,
    /// Any text.
    Text,
    /// A text that is never shown.
    Secret,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Texts.
    List,
    /// A path; relative ones start where they are written.
    Path,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Nothing is set, which is allowed.
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Count(u64),
    /// Any number.
    Number(f64),
    /// A text.
    Text(String),
    /// Texts.
    List(Vec<String>),
}

impl Kind {
    /// What it is, for people.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Kind::Bool => "true or false".to_owned(),
            Kind::Count { least: 0 } => "a whole number".to_owned(),
            Kind::Count { least } => format!("a whole number from {least} on"),
            Kind::Cap => "a number".to_owned(),
            Kind::Seconds => "a number above 0".to_owned(),
            Kind::Amount => "a number from 0 on, or empty".to_owned(),
            Kind::Text => "a text".to_owned(),
            Kind::Secret => "a secret text".to_owned(),
            Kind::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                quoted.join(" or ")
            }
            Kind::List => "a list of texts".to_owned(),
            Kind::Path => "a path".to_owned(),
        }
    }

    /// Reads a value from the environment, a flag or the table.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Value> {
        let trimmed = text.trim();
        match self {
            Kind::Bool => trimmed.parse().ok().map(Value::Bool),
            Kind::Count { .. } => self.whole(trimmed.replace('_', "").parse().ok()?),
            Kind::Amount if trimmed.is_empty() => Some(Value::Nothing),
            Kind::Cap | Kind::Seconds | Kind::Amount => self.number(trimmed.parse().ok()?),
            Kind::List => Some(Value::List(
                trimmed
                    .split(',')
                    .map(|part| part.trim().to_owned())
                    .filter(|part| !part.is_empty())
                    .collect(),
            )),
            Kind::Text | Kind::Secret | Kind::Choice(_) | Kind::Path => self.text(text),
        }
    }

    /// A whole number as a value of this kind.
    #[must_use]
    pub fn whole(self, number: i128) -> Option<Value> {
        match self {
            Kind::Count { least } => {
                u64::try_from(number).ok().filter(|n| *n >= least).map(Value::Count)
            }
            _ => self.number(number as f64),
        }
    }

    /// Any number as a value of this kind.
    #[must_use]
    pub fn number(self, number: f64) -> Option<Value> {
        match self {
            Kind::Cap if !number.is_nan() => Some(Value::Count(number.floor().max(0.0) as u64)),
            Kind::Seconds if number.is_finite() && number > 0.0 => Some(Value::Number(number)),
            Kind::Amount if number.is_finite() && number >= 0.0 => Some(Value::Number(number)),
            _ => None,
        }
    }

    /// A text as a value of this kind.
    #[must_use]
    pub fn text(self, text: &str) -> Option<Value> {
        match self {
            Kind::Text | Kind::Secret | Kind::Path => Some(Value::Text(text.to_owned())),
            Kind::Choice(words) => words.contains(&text).then(|| Value::Text(text.to_owned())),
            Kind::Amount if text.is_empty() => Some(Value::Nothing),
            _ => None,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Nothing => Ok(()),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Count(value) => write!(f, "{value}"),
            Value::Number(value) => write!(f, "{value:?}"),
            Value::Text(value) => f.write_str(value),
            Value::List(values) => f.write_str(&values.join(", ")),
        }
    }
}
