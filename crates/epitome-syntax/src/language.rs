//! A language: its data, loaded and compiled once.

use std::sync::OnceLock;

use tree_sitter::Language as Grammar;

use crate::plain::PlainFormat;
use crate::rules::LanguageFile;
use crate::rules::compile::LoadError;
use crate::rules::table::Rules;

/// A language ready to outline text.
pub struct Language {
    id: String,
    pub(crate) way: Way,
}

/// How a language is read.
pub(crate) enum Way {
    /// By its grammar and rules.
    Deep { grammar: Grammar, rules: Box<Rules> },
    /// By a scanner of headings and keys.
    Plain { format: PlainFormat, file: Box<LanguageFile> },
}

impl Language {
    /// Loads a language from the text of its `language.toml`. Built-in languages come through here
    /// too, so a folder on disk can be tried without compiling anything.
    pub fn load(id: &str, toml: &str, grammar: Option<Grammar>) -> Result<Language, LoadError> {
        let file: LanguageFile = toml::from_str(toml)?;
        let way = match (grammar, &file.plain) {
            (Some(grammar), _) => {
                let rules = Box::new(Rules::compile(file, &grammar)?);
                Way::Deep { grammar, rules }
            }
            (None, Some(word)) => {
                let format = PlainFormat::from_word(word).ok_or_else(|| {
                    LoadError::UnknownWord { what: "plain format", word: word.clone() }
                })?;
                Way::Plain { format, file: Box::new(file) }
            }
            (None, None) => {
                return Err(LoadError::UnknownWord { what: "grammar", word: id.to_owned() });
            }
        };
        Ok(Language { id: id.to_owned(), way })
    }

    /// The folder's name, such as `python`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name people use, such as `Python`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file().name
    }

    /// Whether functions and classes are outlined, or headings and keys only.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        matches!(self.way, Way::Deep { .. })
    }

    /// File name extensions, without the dot.
    #[must_use]
    pub fn extensions(&self) -> &[String] {
        &self.file().extensions
    }

    /// Whole file names.
    #[must_use]
    pub fn filenames(&self) -> &[String] {
        &self.file().filenames
    }

    /// Programs named in a `#!` line.
    #[must_use]
    pub fn interpreters(&self) -> &[String] {
        &self.file().interpreters
    }

    /// Node kinds that count as a branch in complexity (G33).
    #[must_use]
    pub fn branches(&self) -> &[String] {
        &self.file().branches
    }

    /// The grammar, for those who want to look at trees.
    #[must_use]
    pub fn grammar(&self) -> Option<&Grammar> {
        match &self.way {
            Way::Deep { grammar, .. } => Some(grammar),
            Way::Plain { .. } => None,
        }
    }

    fn file(&self) -> &LanguageFile {
        match &self.way {
            Way::Deep { rules, .. } => &rules.text,
            Way::Plain { file, .. } => file,
        }
    }
}

/// A built-in language that is compiled when it is first asked for: a run over Python files does
/// not pay for the tables of twenty other grammars.
pub struct Builtin {
    pub(crate) id: &'static str,
    pub(crate) toml: &'static str,
    pub(crate) grammar: Option<fn() -> Grammar>,
    pub(crate) loaded: OnceLock<Language>,
}

impl Builtin {
    /// The folder's name.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The text of its `language.toml`.
    #[must_use]
    pub fn toml(&self) -> &'static str {
        self.toml
    }

    /// Whether it has a grammar, so that functions and classes are outlined; told without loading.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        self.grammar.is_some()
    }

    /// Its grammar, for loading another `language.toml` with it.
    #[must_use]
    pub fn new_grammar(&self) -> Option<Grammar> {
        self.grammar.map(|make| make())
    }

    /// The language, loaded at most once.
    ///
    /// # Panics
    /// If the built-in data is wrong, which a test rules out for every language.
    #[must_use]
    pub fn language(&self) -> &Language {
        self.loaded.get_or_init(|| {
            Language::load(self.id, self.toml, self.new_grammar())
                .unwrap_or_else(|error| panic!("built-in language {}: {error}", self.id))
        })
    }
}
