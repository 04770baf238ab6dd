//! Claims and the lines that show them.

use crate::outline::Symbol;
use crate::summary::{Citation, ClaimField};

/// Claims and the lines that show them.
#[derive(Default)]
pub(super) struct Evidence {
    pub(super) citations: Vec<Citation>,
    first: u32,
    last: u32,
}

impl Evidence {
    /// For claims about this symbol.
    pub(super) fn new(symbol: &Symbol) -> Evidence {
        let span = symbol.full_span();
        Evidence {
            citations: Vec::new(),
            first: span.start_line.max(1),
            last: span.end_line.max(span.start_line).max(1),
        }
    }

    /// Adds lines, held inside the symbol.
    pub(super) fn cite(
        &mut self,
        field_name: ClaimField,
        item: Option<usize>,
        start: u32,
        end: u32,
    ) {
        let line_start = start.clamp(self.first, self.last);
        let line_end = end.clamp(line_start, self.last);
        let citation = Citation {
            field_name,
            item: item.map(|at| at as u32),
            path: None,
            line_start,
            line_end,
        };
        if !self.citations.contains(&citation) {
            self.citations.push(citation);
        }
    }
}
