//! Which documents may be results: by kind, path and language, combined.

use epitome_model::document::DocumentKind;
use ignore::overrides::{Override, OverrideBuilder};

use super::error::SearchError;
use super::searcher::Searcher;

/// What results are limited to; empty lists limit nothing.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Kinds of documents (G3). Without any, modules are left out: their files say more.
    pub kinds: Vec<DocumentKind>,
    /// Patterns of paths, as in `.gitignore`; one that begins with `!` leaves out.
    pub paths: Vec<String>,
    /// Ids of languages.
    pub languages: Vec<String>,
}

/// A filter that knows each file of an index.
pub(crate) struct Allowed<'s> {
    searcher: &'s Searcher,
    kinds: Vec<DocumentKind>,
    /// For each file and module whether it passes; empty if all do.
    files: Vec<bool>,
}

impl Filter {
    pub(crate) fn resolve<'s>(&self, searcher: &'s Searcher) -> Result<Allowed<'s>, SearchError> {
        let kinds = match self.kinds.as_slice() {
            [] => vec![DocumentKind::Function, DocumentKind::Class, DocumentKind::File],
            kinds => kinds.to_vec(),
        };
        if self.paths.is_empty() && self.languages.is_empty() {
            return Ok(Allowed { searcher, kinds, files: Vec::new() });
        }
        let patterns = self.patterns()?;
        let unknown = self.languages.iter().find(|id| epitome_syntax::language(id).is_none());
        if let Some(language) = unknown {
            return Err(SearchError::Language { language: language.clone() });
        }
        let documents = searcher.documents();
        let modules = documents.modules()?;
        let mut files = Vec::with_capacity(searcher.file_count() as usize + modules.len());
        let speaks = |language: &str| {
            self.languages.is_empty() || self.languages.iter().any(|asked| asked == language)
        };
        for file in documents.files() {
            let (path, range) = file?;
            let by_path = passes(&patterns, path, false);
            let by_language = by_path
                && (self.languages.is_empty()
                    || speaks(&documents.document(range.start)?.language));
            files.push(by_language);
        }
        for at in modules {
            let module = documents.document(at)?;
            files.push(passes(&patterns, &module.file_path, true) && speaks(&module.language));
        }
        Ok(Allowed { searcher, kinds, files })
    }

    fn patterns(&self) -> Result<Override, SearchError> {
        let mut builder = OverrideBuilder::new("");
        for pattern in &self.paths {
            let refused = |error: ignore::Error| SearchError::Pattern {
                pattern: pattern.clone(),
                cause: error.to_string(),
            };
            // A folder stands for what is in it.
            let folder = pattern.trim_end_matches('/');
            builder.add(pattern).map_err(refused)?;
            if !folder.is_empty() && !folder.contains('*') {
                builder.add(&format!("{folder}/**")).map_err(refused)?;
            }
        }
        builder.build().map_err(|error| SearchError::Pattern {
            pattern: self.paths.join(" "),
            cause: error.to_string(),
        })
    }
}

fn passes(patterns: &Override, path: &str, is_folder: bool) -> bool {
    patterns.is_empty() || !patterns.matched(path, is_folder).is_ignore()
}

impl Allowed<'_> {
    pub(crate) fn lets_pass(&self, document: u32) -> bool {
        if !self.kinds.contains(&self.searcher.kind(document)) {
            return false;
        }
        if self.files.is_empty() {
            return true;
        }
        self.searcher
            .file_of(document)
            .is_ok_and(|(file, _)| self.files.get(file as usize).copied().unwrap_or(false))
    }
}
