//! Which functions get a template instead of a model's words (G30–G32).

use crate::outline::Symbol;

/// Fewer lines than this say too little.
const MIN_LINES: u32 = 3;
/// Less branching than this says too little.
const MIN_COMPLEXITY: u32 = 2;

/// Whether the function is too small or too plain to be worth a model's time.
pub(super) fn is_placeholder(symbol: &Symbol) -> bool {
    symbol.span.lines() < MIN_LINES
        || symbol.complexity < MIN_COMPLEXITY
        || is_skipped(&symbol.name)
}

/// `^get_`, `^set_`, `^__.*__$`.
fn is_skipped(name: &str) -> bool {
    name.starts_with("get_")
        || name.starts_with("set_")
        || name.len() >= 4 && name.starts_with("__") && name.ends_with("__")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn check(name: &str, lines: u32, complexity: u32, expected: bool) {
        let span = Span { start_line: 1, end_line: lines, ..Span::default() };
        let symbol = Symbol { name: name.into(), span, complexity, ..Symbol::default() };
        assert_eq!(
            is_placeholder(&symbol),
            expected,
            "{name}, {lines} lines, complexity {complexity}"
        );
    }

    // G30, G31, G32
    #[test]
    fn small_and_plain_functions_are_placeholders() {
        check("load", 3, 2, false);
        check("load", 2, 2, true);
        check("load", 3, 1, true);
        check("get_rows", 30, 9, true);
        check("set_rows", 30, 9, true);
        check("getRows", 30, 9, false);
        check("reset_rows", 30, 9, false);
        check("__init__", 30, 9, true);
        check("____", 30, 9, true);
        check("__private", 30, 9, false);
    }
}
