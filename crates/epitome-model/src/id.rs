//! Ids of symbols (D1, G9): `src/auth.py::LoginHandler::authenticate`.

use foldhash::{HashMap, HashMapExt as _};

use crate::outline::Symbol;

/// The id of each symbol of one file, in the order given.
///
/// Two symbols with one qualified name: the later by line get `~2`, `~3` (D1), so that an id names
/// one symbol and stays the same when an unrelated line moves.
#[must_use]
pub fn symbol_ids(path: &str, symbols: &[Symbol]) -> Vec<String> {
    let mut by_line: Vec<usize> = (0..symbols.len()).collect();
    by_line.sort_by_key(|&i| (symbols[i].span.start_byte, i));
    let mut seen: HashMap<&str, u32> = HashMap::with_capacity(symbols.len());
    let mut ids = vec![String::new(); symbols.len()];
    for i in by_line {
        let name = symbols[i].qualified_name.as_str();
        let count = seen.entry(name).and_modify(|n| *n += 1).or_insert(1);
        ids[i] = symbol_id(path, name, *count);
    }
    ids
}

/// One id. `ordinal` is 1 for the first symbol of that name in its file.
#[must_use]
pub fn symbol_id(path: &str, qualified_name: &str, ordinal: u32) -> String {
    let mut id = String::with_capacity(path.len() + qualified_name.len() + 8);
    id.push_str(path);
    for part in qualified_name.split('.') {
        id.push_str("::");
        id.push_str(part);
    }
    if ordinal > 1 {
        id.push('~');
        id.push_str(&ordinal.to_string());
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn check(names_and_bytes: &[(&str, u32)], expected: &[&str]) {
        let symbols: Vec<Symbol> = names_and_bytes
            .iter()
            .map(|&(name, start_byte)| Symbol {
                qualified_name: name.into(),
                span: Span { start_byte, ..Span::default() },
                ..Symbol::default()
            })
            .collect();
        assert_eq!(symbol_ids("src/auth.py", &symbols), expected);
    }

    // D1
    #[test]
    fn ids_are_unique_in_a_file_and_later_ones_are_numbered() {
        check(&[("LoginHandler.authenticate", 9)], &["src/auth.py::LoginHandler::authenticate"]);
        check(
            &[("f", 50), ("f", 10), ("g", 20), ("f", 90)],
            &["src/auth.py::f~2", "src/auth.py::f", "src/auth.py::g", "src/auth.py::f~3"],
        );
    }
}
