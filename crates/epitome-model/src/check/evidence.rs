//! What a summary is held against: the lines it may cite and the names known around them.
//!
//! What is the same for all symbols of a file is prepared once, in [`FileEvidence`].

use super::source::SourceText;
use super::table::hash;
use crate::document::DocumentKind;
use crate::outline::{Digest20, FileOutline, Symbol};

/// What is known of the whole repository.
#[derive(Clone, Copy)]
pub struct Repository<'a> {
    /// Whether a symbol, file or folder of the repository bears this name.
    pub has_name: &'a (dyn Fn(&str) -> bool + Sync),
    /// How many lines a file has; none for a file that is not indexed.
    pub lines_of: &'a (dyn Fn(&str) -> Option<u32> + Sync),
}

impl Repository<'_> {
    /// A repository of which nothing is known.
    pub const UNKNOWN: Repository<'static> =
        Repository { has_name: &|_| false, lines_of: &|_| None };
}

impl std::fmt::Debug for Repository<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Repository")
    }
}

/// Everything one summary is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// What the summary describes.
    pub kind: DocumentKind,
    /// The text that names, numbers and quotations must come from. Above the file this is the text
    /// of the parts' summaries.
    pub source: &'a SourceText<'a>,
    /// First line that may be cited and quoted, doc comment included.
    pub first_line: u32,
    /// Last such line.
    pub last_line: u32,
    /// The symbol itself: its parameters, its own name.
    pub symbol: Option<&'a Symbol>,
    /// The name of the class around it.
    pub owner: Option<&'a str>,
    /// Names known beside the lines.
    pub beside: &'a NameSet,
    /// Ids or names of callers and callees, which must not be named (G11).
    pub neighbours: &'a [&'a str],
    /// How many parts there are, of whatever kind: methods, fields, functions, files, lines.
    pub counts: &'a [u32],
    /// The rest of the repository.
    pub repository: Repository<'a>,
    /// What [`super::lines_hash`] said of each citation when the summary was made; empty where that
    /// is not known.
    pub recorded: &'a [Digest20],
}

/// A set of names.
#[derive(Clone, Debug, Default)]
pub struct NameSet {
    hashes: Vec<u32>,
}

impl NameSet {
    /// Adds a name and, where it is a chain such as `os.path` or a path, its parts.
    pub fn insert(&mut self, name: &str) {
        self.hashes.push(hash(name.as_bytes()));
        for part in name.split(|c: char| !super::source::is_name_char(c)) {
            if part.len() < name.len() && !part.is_empty() {
                self.hashes.push(hash(part.as_bytes()));
            }
        }
    }

    /// Must be called after the last insertion.
    pub fn finish(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
    }

    /// Whether the name was inserted.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.hashes.binary_search(&hash(name.as_bytes())).is_ok()
    }
}

impl<'a> FromIterator<&'a str> for NameSet {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> NameSet {
        let mut set = NameSet::default();
        names.into_iter().for_each(|name| set.insert(name));
        set.finish();
        set
    }
}

/// A file prepared for judging the summaries of everything in it.
#[derive(Debug)]
pub struct FileEvidence<'a> {
    outline: &'a FileOutline,
    source: SourceText<'a>,
    beside: NameSet,
    /// Of the file.
    counts: Vec<u32>,
    /// Of each symbol: functions and types right in it, fields.
    symbol_counts: Vec<[u32; 3]>,
}

impl<'a> FileEvidence<'a> {
    /// Reads the file once. `text` is what was outlined.
    #[must_use]
    pub fn new(path: &str, outline: &'a FileOutline, text: &'a str) -> FileEvidence<'a> {
        let mut beside = NameSet::default();
        beside.insert(path);
        path.split('/').for_each(|part| beside.insert(part));
        // `0001_initial.py` may be called by its number.
        path.split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty())
            .for_each(|digits| beside.insert(digits));
        for symbol in &outline.symbols {
            beside.insert(&symbol.name);
            beside.insert(&symbol.qualified_name);
            symbol.bases.iter().for_each(|base| beside.insert(base));
            symbol.fields.iter().for_each(|field| beside.insert(&field.name));
        }
        for import in &outline.imports {
            beside.insert(&import.module);
            import.alias.iter().for_each(|alias| beside.insert(alias));
            for name in &import.names {
                beside.insert(&name.name);
                name.alias.iter().for_each(|alias| beside.insert(alias));
            }
        }
        outline.exports.iter().for_each(|name| beside.insert(name));
        outline.globals.iter().for_each(|global| beside.insert(&global.name));
        beside.finish();
        let source = SourceText::new(text);
        let (counts, symbol_counts) = count_parts(outline, source.lines().max(1));
        FileEvidence { outline, source, beside, counts, symbol_counts }
    }

    /// What the summary of the symbol with this index in the outline is judged by.
    ///
    /// # Panics
    /// Where the outline has no such symbol.
    #[must_use]
    pub fn symbol(
        &'a self,
        index: usize,
        neighbours: &'a [&'a str],
        repository: Repository<'a>,
    ) -> Evidence<'a> {
        let symbol = &self.outline.symbols[index];
        let span = symbol.full_span();
        let owner = symbol
            .parent
            .and_then(|parent| self.outline.symbols.get(parent as usize))
            .map(|owner| owner.name.as_str());
        Evidence {
            kind: if symbol.kind.is_function() {
                DocumentKind::Function
            } else {
                DocumentKind::Class
            },
            source: &self.source,
            first_line: span.start_line,
            last_line: span.end_line,
            symbol: Some(symbol),
            owner,
            beside: &self.beside,
            neighbours,
            counts: &self.symbol_counts[index],
            repository,
            recorded: &[],
        }
    }

    /// What the file's own summary is judged by.
    #[must_use]
    pub fn file(&'a self, neighbours: &'a [&'a str], repository: Repository<'a>) -> Evidence<'a> {
        Evidence {
            kind: DocumentKind::File,
            source: &self.source,
            first_line: 1,
            // An empty file has a first line to point at all the same (O8).
            last_line: self.source.lines().max(1),
            symbol: None,
            owner: None,
            beside: &self.beside,
            neighbours,
            counts: &self.counts,
            repository,
            recorded: &[],
        }
    }
}

/// The counts of a file and of each symbol in it.
fn count_parts(outline: &FileOutline, lines: u32) -> (Vec<u32>, Vec<[u32; 3]>) {
    let mut of_symbols: Vec<[u32; 3]> =
        outline.symbols.iter().map(|symbol| [0, 0, symbol.fields.len() as u32]).collect();
    // Functions and types: right in the file, then all.
    let mut of_file = [0; 4];
    for symbol in &outline.symbols {
        let at = usize::from(!symbol.kind.is_function());
        of_file[2 + at] += 1;
        match symbol.parent.and_then(|parent| of_symbols.get_mut(parent as usize)) {
            Some(held) => held[at] += 1,
            None => of_file[at] += 1,
        }
    }
    let sections = outline.sections.len() as u32;
    let mut counts = vec![lines, sections, outline.imports.len() as u32];
    counts.extend([outline.globals.len() as u32, of_file[0], of_file[1], of_file[2], of_file[3]]);
    (counts, of_symbols)
}

impl<'a> Evidence<'a> {
    /// What the summary of a module or of the repository is judged by: `parts` holds the summaries
    /// of what is in it and its README, `beside` their names, `counts` how many there are.
    #[must_use]
    pub fn module(
        parts: &'a SourceText<'a>,
        beside: &'a NameSet,
        counts: &'a [u32],
        repository: Repository<'a>,
    ) -> Evidence<'a> {
        Evidence {
            kind: DocumentKind::Module,
            source: parts,
            first_line: 1,
            last_line: parts.lines(),
            symbol: None,
            owner: None,
            beside,
            neighbours: &[],
            counts,
            repository,
            recorded: &[],
        }
    }

    /// The text that may be quoted.
    pub(super) fn text(&self) -> &'a str {
        self.source.slice(self.first_line, self.last_line)
    }

    /// Whether a name is in the lines or known around them.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.source.has_name(name, self.first_line, self.last_line)
            || self.beside.has(name)
            || (self.repository.has_name)(name)
    }

    /// Whether the name is the symbol's own, its class's or a parameter's: saying it gives away no
    /// neighbour, even where one is called the same.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.owner == Some(name)
            || self.symbol.is_some_and(|symbol| {
                symbol.name == name || symbol.parameters.iter().any(|p| p.name == name)
            })
    }
}
