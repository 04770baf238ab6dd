//! What a ranking can look at, as a closed list.

/// A list of scores over all documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Signal {
    /// Words of the code.
    Body,
    /// Words of the name.
    Name,
    /// Words of the path and of the names around it.
    Path,
    /// Words of the author's documentation.
    Doc,
    /// Words of the names of what it holds.
    Members,
    /// Words of the summary.
    Summary,
    /// Words of the summary's keywords.
    Keywords,
    /// Nearness of the code's vector.
    CodeVector,
    /// Nearness of the summary's vector.
    SummaryVector,
}

/// One of the four lists that can be evaluated alone (G62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// Words of the code index.
    CodeWords,
    /// Vectors of the code index.
    CodeVectors,
    /// Words of the summary index.
    SummaryWords,
    /// Vectors of the summary index.
    SummaryVectors,
}

/// Whose score it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// That of the document itself, whatever it is: for a list that is asked alone.
    Itself,
    /// That of the function or class itself; nothing for a file, whose score is `File`.
    Own,
    /// That of its file.
    File,
    /// The best of any function or class in its file.
    Best,
}

/// What of the query is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asked {
    /// All of it.
    Text,
    /// Its first line; only a report has more than that.
    Title,
}

/// One thing that counts for or against a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// A score, as a share of the best score for this query.
    Score(Scope, Asked, Signal),
    /// The query names it as code is written; more for rare names.
    Named(Scope),
    /// A plain word of the query is its name.
    NamedByWord(Scope),
    /// The query names it with its class: `Reader.read`.
    Qualified(Scope),
    /// The query names its file.
    PathNamed,
    /// It is a test.
    Test,
    /// It is an example, a benchmark, vendored, legacy.
    Aside,
    /// It is prose.
    Document,
    /// It is a README.
    Readme,
    /// It says what a package is.
    Manifest,
    /// A program or package begins in it.
    Entry,
    /// How many call it, by the logarithm.
    Callers,
    /// How many use its file, by the logarithm.
    FileCallers,
    /// It is a function.
    Function,
    /// It is a class.
    Class,
    /// How long it is, by the logarithm.
    Length,
    /// How deep its file lies.
    Depth,
}

impl Signal {
    /// All of them.
    pub const ALL: [Signal; 9] = [
        Signal::Body,
        Signal::Name,
        Signal::Path,
        Signal::Doc,
        Signal::Members,
        Signal::Summary,
        Signal::Keywords,
        Signal::CodeVector,
        Signal::SummaryVector,
    ];

    /// Which of the four lists it is part of.
    #[must_use]
    pub fn list(self) -> List {
        match self {
            Signal::Body | Signal::Name | Signal::Path | Signal::Doc | Signal::Members => {
                List::CodeWords
            }
            Signal::CodeVector => List::CodeVectors,
            Signal::Summary | Signal::Keywords => List::SummaryWords,
            Signal::SummaryVector => List::SummaryVectors,
        }
    }

    /// What a reader calls it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Signal::Body => "code",
            Signal::Name => "name",
            Signal::Path => "path",
            Signal::Doc => "documentation",
            Signal::Members => "members",
            Signal::Summary => "summary",
            Signal::Keywords => "keywords",
            Signal::CodeVector => "meaning of the code",
            Signal::SummaryVector => "meaning of the summary",
        }
    }
}

impl List {
    /// All of them.
    pub const ALL: [List; 4] =
        [List::CodeWords, List::CodeVectors, List::SummaryWords, List::SummaryVectors];

    /// Its name on the command line and in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            List::CodeWords => "code-words",
            List::CodeVectors => "code-vectors",
            List::SummaryWords => "summary-words",
            List::SummaryVectors => "summary-vectors",
        }
    }
}

impl Feature {
    /// All of them, in a fixed order: the columns that weights are fitted on.
    #[must_use]
    pub fn all() -> Vec<Feature> {
        const SCOPES: [Scope; 3] = [Scope::Own, Scope::File, Scope::Best];
        let mut all = Vec::new();
        for scope in SCOPES {
            for asked in [Asked::Text, Asked::Title] {
                all.extend(Signal::ALL.map(|signal| Feature::Score(scope, asked, signal)));
            }
        }
        all.extend(SCOPES.map(Feature::Named));
        all.extend(SCOPES.map(Feature::NamedByWord));
        all.extend(SCOPES.map(Feature::Qualified));
        all.extend([
            Feature::PathNamed,
            Feature::Test,
            Feature::Aside,
            Feature::Document,
            Feature::Readme,
            Feature::Manifest,
            Feature::Entry,
            Feature::Callers,
            Feature::FileCallers,
            Feature::Function,
            Feature::Class,
            Feature::Length,
            Feature::Depth,
        ]);
        all
    }

    /// The list it comes from; none for what does not depend on a list.
    #[must_use]
    pub fn list(self) -> Option<List> {
        match self {
            Feature::Score(_, _, signal) => Some(signal.list()),
            _ => None,
        }
    }

    /// What a reader calls it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Feature::Score(_, _, signal) => signal.word(),
            Feature::Named(_) | Feature::NamedByWord(_) | Feature::Qualified(_) => "named",
            Feature::PathNamed => "file named",
            Feature::Test => "test",
            Feature::Aside => "aside",
            Feature::Document | Feature::Readme => "prose",
            Feature::Manifest => "manifest",
            Feature::Entry => "entry point",
            Feature::Callers | Feature::FileCallers => "used by others",
            Feature::Function | Feature::Class => "kind",
            Feature::Length => "length",
            Feature::Depth => "depth",
        }
    }
}
