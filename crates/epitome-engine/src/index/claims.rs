//! What a document claims, each claim with its lines as they are now and whether they are still the
//! ones it was made from.

use std::collections::HashMap;

use epitome_model::document::Document;
use epitome_model::summary::{Citation, ClaimField};

use super::Index;
use crate::scan::{DEFAULT_MAX_BYTES, RelPath, Root};
use crate::update::Lines;

/// So many lines of an excerpt are shown.
const EXCERPT_LINES: u32 = 6;

/// One claim with its evidence.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The field it stands in.
    pub field: ClaimField,
    /// Its words.
    pub text: String,
    /// The lines that show it.
    pub evidence: Vec<Evidence>,
}

/// Cited lines.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The file.
    pub path: String,
    /// First line.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
    /// The first of these lines as they are now; empty where the file cannot be read.
    pub excerpt: Vec<String>,
    /// Whether the lines are still what they were.
    pub state: EvidenceState,
}

/// What became of cited lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceState {
    /// They are what they were.
    Fresh,
    /// They changed, or moved: the claim needs to be made again.
    Stale,
    /// Nothing was recorded to compare with.
    Unknown,
}

impl Index {
    /// The claims of a document, in the order of its fields.
    #[must_use]
    pub fn claims(&self, document: &Document) -> Vec<Claim> {
        let mut texts = Texts { root: Root::open(&self.root).ok(), read: HashMap::new() };
        let grounded = &document.grounded;
        let mut claims = Vec::new();
        let mut add = |field, item: Option<u32>, text: String| {
            let cited = grounded.citations.iter().enumerate().filter(|(_, citation)| {
                citation.field_name == field && (citation.item.is_none() || citation.item == item)
            });
            let evidence = cited
                .map(|(at, citation)| {
                    let path = citation.path.as_deref().unwrap_or(&document.file_path);
                    let recorded = document.citation_hashes.get(at).map(String::as_str);
                    evidence(&mut texts, path, citation, recorded.filter(|hash| !hash.is_empty()))
                })
                .collect();
            claims.push(Claim { field, text, evidence });
        };
        if !grounded.purpose.is_empty() {
            add(ClaimField::Purpose, None, grounded.purpose.clone());
        }
        for (at, input) in grounded.inputs.iter().enumerate() {
            let text = format!("{} ({}): {}", input.name, input.ty, input.description);
            add(ClaimField::Inputs, Some(at as u32), text);
        }
        if let Some(returns) = &grounded.returns {
            add(ClaimField::Returns, None, format!("{}: {}", returns.ty, returns.details));
        }
        for (field, items) in [
            (ClaimField::SideEffects, &grounded.side_effects),
            (ClaimField::Invariants, &grounded.invariants),
        ] {
            for (at, item) in items.iter().enumerate() {
                add(field, Some(at as u32), item.clone());
            }
        }
        claims
    }
}

/// Files as they are now, each read once.
struct Texts {
    root: Option<Root>,
    read: HashMap<String, Option<String>>,
}

impl Texts {
    fn of(&mut self, path: &str) -> Option<&str> {
        let root = self.root.as_ref()?;
        let text = self.read.entry(path.to_owned()).or_insert_with(|| {
            let text = root.read_text(&RelPath::from_stored(path), DEFAULT_MAX_BYTES.max(64 << 20));
            text.ok().map(|text| text.text)
        });
        text.as_deref()
    }
}

fn evidence(
    texts: &mut Texts,
    path: &str,
    citation: &Citation,
    recorded: Option<&str>,
) -> Evidence {
    let Citation { line_start, line_end, .. } = *citation;
    let text = texts.of(path);
    let shown = line_end.min(line_start.saturating_add(EXCERPT_LINES - 1));
    let excerpt = text.map(|text| Lines::new(text).slice(line_start, shown)).unwrap_or_default();
    let excerpt = excerpt.lines().map(str::to_owned).collect();
    let state = match (text, recorded) {
        (_, None) => EvidenceState::Unknown,
        (None, Some(_)) => EvidenceState::Stale,
        (Some(text), Some(recorded)) => {
            let now = Lines::new(text).mark(line_start, line_end);
            if now == recorded { EvidenceState::Fresh } else { EvidenceState::Stale }
        }
    };
    Evidence { path: path.to_owned(), line_start, line_end, excerpt, state }
}
