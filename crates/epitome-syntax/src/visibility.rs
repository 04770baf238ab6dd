//! Who may use a symbol, by each language's own convention.

use epitome_model::outline::Visibility;

use crate::rules::VisibilityRules;
use crate::rules::compile::LoadError;

/// How a language says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// By modifier words (`private`, `pub`, `static` in C).
    Modifiers,
    /// By a leading underscore (Python).
    Underscore,
    /// By a capital first letter (Go).
    Capital,
    /// By an `export` around it; members by their modifiers.
    Export,
}

pub(crate) struct VisibilityTable {
    style: Style,
    default: Visibility,
    member_default: Visibility,
    local_default: Option<Visibility>,
    words: Vec<(String, Visibility)>,
    private_outside_classes: Vec<String>,
}

/// What is known of a symbol when its visibility is asked for.
pub(crate) struct Asked<'a> {
    pub(crate) name: &'a str,
    pub(crate) modifiers: &'a [epitome_model::text::Text],
    pub(crate) exported: bool,
    /// Directly inside a class-like symbol.
    pub(crate) is_member: bool,
    /// Inside a function, in no class of its own.
    pub(crate) is_local: bool,
    /// What the last section mark of the class body said.
    pub(crate) section: Option<Visibility>,
}

impl VisibilityTable {
    pub(crate) fn new(rules: &VisibilityRules) -> Result<Self, LoadError> {
        let style = match rules.style.as_str() {
            "" | "modifiers" => Style::Modifiers,
            "underscore" => Style::Underscore,
            "capital" => Style::Capital,
            "export" => Style::Export,
            word => {
                return Err(LoadError::UnknownWord {
                    what: "visibility style",
                    word: word.to_owned(),
                });
            }
        };
        let default =
            rules.default.as_deref().map_or(Ok(Visibility::Public), visibility_of_word)?;
        let member_default =
            rules.member_default.as_deref().map_or(Ok(default), visibility_of_word)?;
        let local_default = rules.local_default.as_deref().map(visibility_of_word).transpose()?;
        let mut words = Vec::new();
        for (list, visibility) in [
            (&rules.private, Visibility::Private),
            (&rules.protected, Visibility::Protected),
            (&rules.internal, Visibility::Internal),
            (&rules.public, Visibility::Public),
        ] {
            words.extend(list.iter().map(|word| (word.clone(), visibility)));
        }
        let private_outside_classes = rules.private_outside_classes.clone();
        Ok(VisibilityTable {
            style,
            default,
            member_default,
            local_default,
            words,
            private_outside_classes,
        })
    }

    pub(crate) fn of(&self, asked: &Asked<'_>) -> Visibility {
        let by_word = asked.modifiers.iter().find_map(|modifier| self.word(modifier));
        let hidden = |word: &epitome_model::text::Text| {
            self.private_outside_classes.iter().any(|hidden| hidden == word.as_str())
        };
        if !asked.is_member && asked.modifiers.iter().any(hidden) {
            return Visibility::Private;
        }
        let default = match self.local_default {
            Some(local) if asked.is_local => local,
            _ if asked.is_member => self.member_default,
            _ => self.default,
        };
        match self.style {
            Style::Modifiers => by_word.or(asked.section).unwrap_or(default),
            Style::Underscore => {
                let private = asked.name.starts_with('_') && !is_dunder(asked.name);
                if private { Visibility::Private } else { default }
            }
            Style::Capital => {
                let capital = asked.name.chars().next().is_some_and(char::is_uppercase);
                if capital { Visibility::Public } else { Visibility::Internal }
            }
            Style::Export => match by_word {
                Some(visibility) => visibility,
                None if asked.name.starts_with('#') => Visibility::Private,
                None if asked.exported || asked.is_member => Visibility::Public,
                None => default,
            },
        }
    }

    pub(crate) fn is_by_export(&self) -> bool {
        self.style == Style::Export
    }

    /// What a modifier or section mark says, by its first listed word.
    pub(crate) fn word(&self, text: &str) -> Option<Visibility> {
        let text = text.trim_end_matches([':', ' ']);
        self.words
            .iter()
            .find(|(word, _)| match word.strip_suffix('*') {
                // `pub(in*` stands for every `pub(in …)`.
                Some(start) => text.starts_with(start),
                None => word == text,
            })
            .map(|&(_, visibility)| visibility)
    }
}

fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

pub(crate) fn visibility_of_word(word: &str) -> Result<Visibility, LoadError> {
    [Visibility::Public, Visibility::Protected, Visibility::Internal, Visibility::Private]
        .into_iter()
        .find(|visibility| visibility.word() == word)
        .ok_or(LoadError::UnknownWord { what: "visibility", word: word.to_owned() })
}
