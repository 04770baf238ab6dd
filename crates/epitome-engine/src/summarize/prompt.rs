//! The prompt of symbol summaries: two templates, and which version they are together (D6, O44).

use epitome_llm::PromptPin;

use super::key::SUMMARIZER_PROMPT_VERSION;
use crate::template::{Origin, Template, TemplateError, TemplateKind, Templates};

/// What is sent: the system prompt, the same for all symbols, and the message about each.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Of kind `symbol-system`.
    pub system: Template,
    /// Of kind `symbol-user`.
    pub user: Template,
}

impl Prompt {
    /// The templates of that name; where there is only one of the two, the other is the built-in one.
    pub fn load(templates: &Templates, name: &str) -> Result<Prompt, TemplateError> {
        let usable = |kind| match templates.usable(kind, name) {
            Err(TemplateError::NotFound { .. }) => Ok(None),
            found => found.map(Some),
        };
        let system = usable(TemplateKind::SymbolSystem)?;
        let user = usable(TemplateKind::SymbolUser)?;
        if system.is_none() && user.is_none() {
            let (kind, name) = (TemplateKind::SymbolSystem, name.to_owned());
            return Err(TemplateError::NotFound { kind, name });
        }
        let built_in = |kind| Templates::new(None).usable(kind, crate::template::BUILTIN_NAME);
        Ok(Prompt {
            system: system.map_or_else(|| built_in(TemplateKind::SymbolSystem), Ok)?,
            user: user.map_or_else(|| built_in(TemplateKind::SymbolUser), Ok)?,
        })
    }

    /// The version that stored summaries are known by. An edited template is another version, because
    /// its hash is in the name, so everything is asked again; the old rows stay (O44).
    #[must_use]
    pub fn version(&self) -> String {
        match (&self.system.origin, &self.user.origin) {
            (Origin::BuiltIn, Origin::BuiltIn) => SUMMARIZER_PROMPT_VERSION.to_owned(),
            _ => format!("{}+{}", self.system.label, self.user.label),
        }
    }

    /// The pin that goes with every call.
    #[must_use]
    pub fn pin(&self) -> PromptPin {
        PromptPin::of(&self.system.text)
    }

    /// In pinned mode, refuses templates that are not listed (D6).
    pub fn check_pins(&self, pinned: bool, allowed: &[String]) -> Result<(), TemplateError> {
        self.system.check_pin(pinned, allowed)?;
        self.user.check_pin(pinned, allowed)
    }
}
