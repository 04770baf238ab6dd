//! The kinds of templates, and what may be filled into each (M30, M33).

/// What a template is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TemplateKind {
    /// The system prompt of digests.
    System,
    /// The user's side of digests.
    Instruction,
    /// The system prompt of symbol summaries, the same for every symbol (O18).
    SymbolSystem,
    /// The message about one symbol (O19).
    SymbolUser,
    /// The prompt for a class (G37).
    Class,
    /// The prompt for a file (G38).
    File,
    /// The prompt for a module (G39).
    Module,
    /// The prompt for the repository.
    Repository,
}

/// A place in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// What stands between the braces.
    pub name: &'static str,
    /// What is put there.
    pub meaning: &'static str,
    /// What happens where a template asks for it and there is no value.
    pub when_absent: WhenAbsent,
}

/// A placeholder without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenAbsent {
    /// The template cannot be used here.
    Refused,
    /// Nothing is put in its place.
    Empty,
}

const fn needs(name: &'static str, meaning: &'static str) -> Placeholder {
    Placeholder { name, meaning, when_absent: WhenAbsent::Refused }
}

const FENCE: Placeholder =
    needs("fence", "a mark that does not occur in the data it stands around");
const HISTORY: &str = "digests sent earlier, joined; only where earlier digests are summed up";

impl TemplateKind {
    /// All kinds.
    pub const ALL: [TemplateKind; 8] = [
        TemplateKind::System,
        TemplateKind::Instruction,
        TemplateKind::SymbolSystem,
        TemplateKind::SymbolUser,
        TemplateKind::Class,
        TemplateKind::File,
        TemplateKind::Module,
        TemplateKind::Repository,
    ];

    /// The word for it: the folder's name, and what users type.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            TemplateKind::System => "system",
            TemplateKind::Instruction => "instruction",
            TemplateKind::SymbolSystem => "symbol-system",
            TemplateKind::SymbolUser => "symbol-user",
            TemplateKind::Class => "class",
            TemplateKind::File => "file",
            TemplateKind::Module => "module",
            TemplateKind::Repository => "repository",
        }
    }

    /// The kind with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<TemplateKind> {
        TemplateKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            TemplateKind::System => "system prompt of digests",
            TemplateKind::Instruction => "what is asked for a digest",
            TemplateKind::SymbolSystem => "system prompt of symbol summaries",
            TemplateKind::SymbolUser => "what is asked for one symbol",
            TemplateKind::Class => "what is asked for a class",
            TemplateKind::File => "what is asked for a file",
            TemplateKind::Module => "what is asked for a folder",
            TemplateKind::Repository => "what is asked for the repository",
        }
    }

    /// Everything a template of this kind may ask for.
    ///
    /// No kind above the symbol can ask for source (G40), and the system prompt of symbols can ask
    /// for nothing, so that it is the same for all of them (O18).
    #[must_use]
    pub fn placeholders(self) -> &'static [Placeholder] {
        match self {
            TemplateKind::System => {
                const { &[needs("language", "the language to write in"), needs("history", HISTORY)] }
            }
            TemplateKind::Instruction => {
                const {
                    &[
                        needs("intent_text", "what the reader asked for"),
                        needs("articles", "the numbered articles"),
                        Placeholder {
                            name: "history",
                            meaning: HISTORY,
                            when_absent: WhenAbsent::Empty,
                        },
                    ]
                }
            }
            TemplateKind::SymbolSystem => &[],
            TemplateKind::SymbolUser => {
                const {
                    &[
                        needs("path", "the file"),
                        needs("owner", "the class around the symbol, or that there is none"),
                        needs("first_line", "the symbol's first line"),
                        needs("last_line", "its last line"),
                        needs("docstring", "its documentation, or that there is none"),
                        needs("source", "its source, each line with its number"),
                        FENCE,
                    ]
                }
            }
            TemplateKind::Class => {
                const {
                    &[
                        needs("name", "the class"),
                        needs("path", "the file it stands in"),
                        needs("docstring", "its documentation, or that there is none"),
                        needs("methods", "summaries of its methods"),
                        FENCE,
                    ]
                }
            }
            TemplateKind::File => {
                const {
                    &[
                        needs("path", "the file"),
                        needs("docstring", "its documentation, or that there is none"),
                        needs("imports", "modules it imports"),
                        needs("globals", "its constants"),
                        needs("classes", "summaries of its classes"),
                        needs("functions", "summaries of functions outside classes"),
                        FENCE,
                    ]
                }
            }
            TemplateKind::Module => {
                const {
                    &[
                        needs("path", "the folder"),
                        needs("readme", "its README, or that there is none"),
                        needs("files", "summaries of its files"),
                        FENCE,
                    ]
                }
            }
            TemplateKind::Repository => {
                const {
                    &[
                        needs("name", "the repository"),
                        needs("readme", "its README, or that there is none"),
                        needs("modules", "summaries of its folders"),
                        FENCE,
                    ]
                }
            }
        }
    }
}
