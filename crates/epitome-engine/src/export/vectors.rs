//! The vectors of documents, by number.

use epitome_index::dense::DenseIndex;
use epitome_index::{IndexError, layout};

use super::ExportError;
use crate::index::Index;

/// Which of the two vectors a document may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Summary,
    Code,
}

impl Side {
    pub(super) const ALL: [Side; 2] = [Side::Summary, Side::Code];

    pub(super) fn name(self) -> &'static str {
        match self {
            Side::Summary => "summary",
            Side::Code => "code",
        }
    }
}

/// The vectors of summaries and of code.
pub(super) struct Vectors {
    summary: Rows,
    code: Rows,
}

struct Rows {
    index: DenseIndex,
    /// For each document its row.
    row_of: Vec<Option<u32>>,
}

impl Vectors {
    pub(super) fn open(index: &Index) -> Result<Vectors, ExportError> {
        let repository = &index.manifest().about.root;
        let open = |folder: &str| -> Result<Rows, IndexError> {
            let vectors = DenseIndex::open(index.generation(), folder)?;
            let mut row_of = vec![None; index.documents().len()];
            for row in 0..vectors.len() {
                let document = vectors.document(row).map(|document| document as usize);
                if let Some(place) = document.and_then(|document| row_of.get_mut(document)) {
                    *place = u32::try_from(row).ok();
                }
            }
            Ok(Rows { index: vectors, row_of })
        };
        Ok(Vectors {
            summary: open(&layout::summary_folder(repository))?,
            code: open(&layout::code_folder(repository))?,
        })
    }

    /// Who made them.
    pub(super) fn embedder(&self) -> &str {
        self.summary.index.embedder()
    }

    pub(super) fn dimensions(&self) -> usize {
        self.summary.index.dimensions()
    }

    /// A document's vector as f32, little end first; none where it has none: only modules have no
    /// code, only placeholders no vector of their summary.
    pub(super) fn bytes(&self, side: Side, document: usize) -> Result<Option<Vec<u8>>, IndexError> {
        let rows = match side {
            Side::Summary => &self.summary,
            Side::Code => &self.code,
        };
        let Some(row) = rows.row_of.get(document).copied().flatten() else { return Ok(None) };
        let vector = rows.index.vector(row as usize)?;
        Ok(Some(vector.iter().flat_map(|number| number.to_le_bytes()).collect()))
    }
}
