//! The document that a user means.

use epitome_model::document::{Document, DocumentKind};

use super::{Index, IndexError};
use crate::scan::display_path;

/// So many candidates are named.
const NAMED: usize = 8;

/// A document and how it was found.
#[derive(Debug)]
pub struct Found {
    /// The document.
    pub document: Document,
    /// The line that was asked for, where one was.
    pub line: Option<u32>,
}

/// Why no one document is meant.
#[derive(Debug, thiserror::Error)]
pub enum FindDocumentError {
    /// None has that id, path or name.
    #[error(
        "nothing in the index is called `{}`; give an id such as `src/a.py::Class::method`, a path, `path:line` or a name{}",
        display_path(asked),
        also(close)
    )]
    Nothing {
        /// What was asked for.
        asked: String,
        /// Ids that end much like it.
        close: Vec<String>,
    },
    /// Several symbols have that name.
    #[error(
        "`{}` may be any of {count}: {}; give one of these ids",
        display_path(asked),
        list(first)
    )]
    Several {
        /// What was asked for.
        asked: String,
        /// How many there are.
        count: usize,
        /// The first of them.
        first: Vec<String>,
    },
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
}

fn list(ids: &[String]) -> String {
    ids.iter().map(|id| format!("`{}`", display_path(id))).collect::<Vec<_>>().join(", ")
}

fn also(close: &[String]) -> String {
    if close.is_empty() { String::new() } else { format!("; close: {}", list(close)) }
}

impl Index {
    /// Finds a document by id, path, `path:line`, qualified name or bare name.
    pub fn find(&self, asked: &str) -> Result<Found, FindDocumentError> {
        let asked = asked.strip_prefix("./").unwrap_or(asked);
        let asked = if asked.is_empty() { "." } else { asked };
        let trimmed = asked.trim_end_matches('/');
        let exact = self.documents.get(if trimmed.is_empty() { asked } else { trimmed })?;
        if let Some(document) = exact {
            return Ok(Found { document, line: None });
        }
        if let Some((path, line)) = asked.rsplit_once(':')
            && let Ok(line) = line.parse::<u32>()
            && let Some(document) = self.at_line(path, line)?
        {
            return Ok(Found { document, line: Some(line) });
        }
        self.by_name(asked)
    }

    /// The innermost symbol that holds the line, or the file.
    fn at_line(&self, path: &str, line: u32) -> Result<Option<Document>, IndexError> {
        let mut best: Option<Document> = None;
        for at in self.documents.of_file(path)? {
            let document = self.documents.document(at)?;
            let (Some(start), Some(end)) = (document.start_line, document.end_line) else {
                continue;
            };
            let size = |d: &Document| d.end_line.unwrap_or(0) - d.start_line.unwrap_or(0);
            let holds = start <= line && line <= end;
            let smaller = best.as_ref().is_none_or(|best| {
                document.kind != DocumentKind::File
                    && (best.kind == DocumentKind::File || size(&document) <= size(best))
            });
            if holds && smaller {
                best = Some(document);
            }
        }
        Ok(best)
    }

    fn by_name(&self, asked: &str) -> Result<Found, FindDocumentError> {
        let wanted = asked.replace('.', "::");
        let ending = format!("::{wanted}");
        let bare = wanted.rsplit("::").next().unwrap_or(&wanted).to_lowercase();
        let (mut found, mut close) = (Vec::new(), Vec::new());
        for at in 0..self.documents.len() {
            let id = id_of(self.documents.raw(at)?);
            let Some(id) = id else { continue };
            let plain = id.split('~').next().unwrap_or(&id);
            if id.ends_with(&ending) || plain.ends_with(&ending) || path_ends(&id, asked) {
                found.push((at, id));
            } else if close.len() < 3 && is_close(&id, &bare) {
                close.push(id);
            }
        }
        match found.as_slice() {
            [] => Err(FindDocumentError::Nothing { asked: asked.to_owned(), close }),
            [(at, _)] => Ok(Found { document: self.documents.document(*at)?, line: None }),
            several => Err(FindDocumentError::Several {
                asked: asked.to_owned(),
                count: several.len(),
                first: several.iter().take(NAMED).map(|(_, id)| id.clone()).collect(),
            }),
        }
    }
}

/// Whether the id is a file's and its path ends with what was asked for.
fn path_ends(id: &str, asked: &str) -> bool {
    !id.contains("::")
        && id.strip_suffix(asked).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

fn is_close(id: &str, bare: &str) -> bool {
    let name = id.rsplit("::").next().unwrap_or(id).to_lowercase();
    bare.len() > 2 && (name.contains(bare) || (name.len() > 3 && bare.contains(name.as_str())))
}

/// The id at the start of a document's JSON, without reading the rest.
fn id_of(json: &[u8]) -> Option<String> {
    let rest = json.strip_prefix(b"{\"id\":")?;
    serde_json::Deserializer::from_slice(rest).into_iter::<String>().next()?.ok()
}
