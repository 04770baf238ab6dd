//! Which files still are as the indexer saw them.
//!
//! An index has no hashes of the files it speaks of, only places; a few indexers add the text, and
//! then that decides. Otherwise a file fits if the index reads it without a stumble: the name of
//! each defined function and class stands where the index says, and no use begins or ends inside a
//! word. An inserted line or a renamed symbol moves nearly all of that. An edit that moves
//! nothing, such as a word in a comment, leaves everything true that is taken from the index.
//!
//! Times of files are not asked. A fresh checkout makes all files younger than an index that fits,
//! and an archive that is unpacked over them makes them older than one that does not.

use epitome_model::scip::{
    Lines, Occurrence, ScipDocument, ScipIndex, ScipKind, ScipSymbol, Texts,
};

/// How many paths of each sort a report names.
const NAMED: usize = 5;

/// How much of an index can be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FitReport {
    /// Files that fit.
    pub used: usize,
    /// Files that have changed since.
    pub stale: Left,
    /// Files that are gone, or cannot be read.
    pub missing: Left,
}

/// Files whose part of an index is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Left {
    /// How many.
    pub count: usize,
    /// The first of them by path.
    pub first: Vec<String>,
}

impl Left {
    fn add(&mut self, path: &str) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(path.to_owned());
        }
    }
}

/// Leaves out of an index what does not fit the texts.
pub fn fit(index: &mut ScipIndex, texts: &Texts<'_>) -> FitReport {
    let mut report = FitReport::default();
    let symbols = &index.symbols;
    index.documents.retain(|document| match texts(&document.path) {
        None => {
            report.missing.add(&document.path);
            false
        }
        Some(text) => {
            let fits = Check { document, lines: Lines::new(&text), symbols }.fits();
            if fits {
                report.used += 1
            } else {
                report.stale.add(&document.path)
            }
            fits
        }
    });
    report
}

struct Check<'c> {
    document: &'c ScipDocument,
    lines: Lines<'c>,
    symbols: &'c [ScipSymbol],
}

impl Check<'_> {
    fn fits(&self) -> bool {
        if let Some(hash) = self.document.source_hash {
            return *blake3::hash(self.lines.text().as_bytes()).as_bytes() == hash;
        }
        self.document.definitions.iter().all(|definition| self.is_named(definition))
            // A use may have another name: an alias, an operator.
            && self.document.references.iter().all(|reference| {
                self.lines.is_whole(reference.place, self.document.columns)
            })
    }

    /// Only names that are written as they are called can be looked for: no `<constructor>`, no
    /// dotted module.
    fn name(&self, occurrence: &Occurrence) -> Option<&str> {
        let symbol = &self.symbols[occurrence.symbol as usize];
        let plain = symbol.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let known = matches!(symbol.kind, ScipKind::Function | ScipKind::Class);
        (plain && known && !symbol.name.is_empty()).then_some(symbol.name.as_str())
    }

    fn is_named(&self, definition: &Occurrence) -> bool {
        self.name(definition).is_none_or(|name| {
            let found = self.lines.identifier(definition.place, self.document.columns);
            found.is_some_and(|(_, found)| found == name)
        })
    }
}
