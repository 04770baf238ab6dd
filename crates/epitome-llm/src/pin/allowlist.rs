//! Which model may be asked with which template.

use std::collections::BTreeSet;

use thiserror::Error;

use super::prompt::PromptPin;

/// Pairs of a model and a template. What is not on it is refused before anything leaves; an empty list
/// refuses everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowlist {
    pairs: BTreeSet<(String, String)>,
}

impl Allowlist {
    /// A list that refuses everything.
    pub fn new() -> Allowlist {
        Allowlist::default()
    }

    /// The list with one more pair.
    pub fn with(mut self, model: impl Into<String>, prompt: &PromptPin) -> Allowlist {
        self.allow(model, prompt);
        self
    }

    /// Adds a pair.
    pub fn allow(&mut self, model: impl Into<String>, prompt: &PromptPin) {
        self.pairs.insert((model.into(), prompt.as_str().to_owned()));
    }

    /// Whether this very model may be asked with this very template. Names are compared byte by byte.
    pub fn check(&self, model: &str, prompt: &str) -> Result<(), PinRefusal> {
        if !self.pairs.iter().any(|(allowed, _)| allowed == model) {
            return Err(PinRefusal::Model { model: model.to_owned() });
        }
        if !self.pairs.contains(&(model.to_owned(), prompt.to_owned())) {
            return Err(PinRefusal::Template {
                model: model.to_owned(),
                prompt: prompt.to_owned(),
            });
        }
        Ok(())
    }
}

/// What is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PinRefusal {
    /// This model, with any template.
    #[error(
        "the model `{model}` is not allowed: add it to the allowlist, or name one that is on it"
    )]
    Model {
        /// The model.
        model: String,
    },
    /// This template, with this model.
    #[error(
        "the template {prompt} is not allowed for `{model}`: it was edited, or never allowed; allow it, or restore it"
    )]
    Template {
        /// The model.
        model: String,
        /// The template's pin.
        prompt: String,
    },
}
