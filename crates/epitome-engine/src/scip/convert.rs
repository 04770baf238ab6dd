//! From the messages of the format to plain data.

use std::collections::HashMap;

use epitome_model::scip::{
    ColumnUnit, Implementation, Occurrence, Place, ScipDocument, ScipIndex, ScipKind, ScipSymbol,
};
use scip::types::occurrence::Typed_range;
use scip::types::{Document, Metadata, PositionEncoding, SymbolRole};

use super::symbol::{is_local, read_symbol};
use crate::scan::RelPath;

/// An index that grows document by document.
#[derive(Default)]
pub(super) struct Converter {
    index: ScipIndex,
    project_root: String,
    numbers: HashMap<String, u32>,
}

impl Converter {
    /// Takes what the indexer says of itself; false if it does not say who it is.
    pub(super) fn metadata(&mut self, metadata: &Metadata) -> bool {
        let Some(tool) = metadata.tool_info.as_ref().filter(|tool| !tool.name.is_empty()) else {
            return false;
        };
        // A reason is one word: `1.95.0 (5980761 2026-04-14)` is `1.95.0`.
        let word = |text: &str| text.split_whitespace().next().unwrap_or("unknown").into();
        self.index.tool = word(&tool.name);
        self.index.version = word(&tool.version);
        self.project_root.clone_from(&metadata.project_root);
        true
    }

    /// Whether an indexer has named itself.
    pub(super) fn has_tool(&self) -> bool {
        !self.index.tool.is_empty()
    }

    pub(super) fn document(&mut self, document: Document) {
        let mut locals = HashMap::new();
        let mut converted = ScipDocument {
            path: path_of(&document.relative_path).as_str().into(),
            columns: match document.position_encoding.enum_value_or_default() {
                PositionEncoding::UTF8CodeUnitOffsetFromLineStart => ColumnUnit::Utf8,
                PositionEncoding::UTF32CodeUnitOffsetFromLineStart => ColumnUnit::Utf32,
                _ => ColumnUnit::Utf16,
            },
            source_hash: (!document.text.is_empty())
                .then(|| *blake3::hash(document.text.as_bytes()).as_bytes()),
            ..ScipDocument::default()
        };
        for occurrence in document.occurrences {
            let Some(place) = place_of(&occurrence) else { continue };
            let is_definition = occurrence.symbol_roles & SymbolRole::Definition as i32 != 0;
            let Some(symbol) = self.number(occurrence.symbol, &mut locals) else { continue };
            let list =
                if is_definition { &mut converted.definitions } else { &mut converted.references };
            list.push(Occurrence { place, symbol });
        }
        for information in document.symbols {
            let Some(symbol) = self.number(information.symbol, &mut locals) else { continue };
            for related in information.relationships {
                if related.is_implementation
                    && let Some(base) = self.number(related.symbol, &mut locals)
                {
                    self.index.implementations.push(Implementation { symbol, base });
                }
            }
        }
        self.drop_unresolved(&mut converted);
        self.index.documents.push(converted);
    }

    /// A local that nothing defines is an indexer's word for a name it could not resolve.
    fn drop_unresolved(&self, document: &mut ScipDocument) {
        let defined: std::collections::HashSet<u32> =
            document.definitions.iter().map(|definition| definition.symbol).collect();
        document.references.retain(|reference| {
            self.index.symbols[reference.symbol as usize].kind != ScipKind::Local
                || defined.contains(&reference.symbol)
        });
    }

    fn number(&mut self, symbol: String, locals: &mut HashMap<String, u32>) -> Option<u32> {
        if symbol.is_empty() {
            return None;
        }
        let numbers = if is_local(&symbol) { locals } else { &mut self.numbers };
        if let Some(&number) = numbers.get(&symbol) {
            return Some(number);
        }
        let number = u32::try_from(self.index.symbols.len()).ok()?;
        let read: ScipSymbol = read_symbol(&symbol);
        self.index.symbols.push(read);
        numbers.insert(symbol, number);
        Some(number)
    }

    /// The whole index in its order, and the folder that it was made in, as a URI.
    pub(super) fn finish(mut self) -> (ScipIndex, String) {
        let index = &mut self.index;
        index.implementations.sort_unstable();
        index.implementations.dedup();
        index.documents.sort_by(|a, b| a.path.cmp(&b.path));
        // A file that belongs to two projects of one index is told of twice.
        index.documents.dedup_by(|later, first| {
            let same = later.path == first.path;
            if same {
                first.definitions.append(&mut later.definitions);
                first.references.append(&mut later.references);
            }
            same
        });
        for document in &mut index.documents {
            for list in [&mut document.definitions, &mut document.references] {
                list.sort_unstable();
                list.dedup();
                list.shrink_to_fit();
            }
        }
        (self.index, self.project_root)
    }
}

/// A path as the rest of the program spells it.
fn path_of(path: &str) -> RelPath {
    let path = path.replace('\\', "/");
    RelPath::from_os(path.trim_start_matches("./").as_ref())
}

/// The place of an occurrence, with 1-based lines; none if it is no name on one line.
fn place_of(occurrence: &scip::types::Occurrence) -> Option<Place> {
    let (line, column, end_line, end_column) = match &occurrence.typed_range {
        Some(Typed_range::SingleLineRange(r)) => {
            (r.line, r.start_character, r.line, r.end_character)
        }
        Some(Typed_range::MultiLineRange(r)) => {
            (r.start_line, r.start_character, r.end_line, r.end_character)
        }
        _ => match occurrence.range[..] {
            [line, column, end_column] => (line, column, line, end_column),
            [line, column, end_line, end_column] => (line, column, end_line, end_column),
            _ => return None,
        },
    };
    let number = |value: i32| u32::try_from(value).ok();
    (line == end_line && column < end_column).then_some(())?;
    Some(Place {
        line: number(line)?.checked_add(1)?,
        column: number(column)?,
        end_column: number(end_column)?,
    })
}
