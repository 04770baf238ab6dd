//! What a symbol's string tells: its name and what it is.
//!
//! A symbol is `<scheme> <package> <descriptors>`, and each descriptor ends in a mark that says what
//! it is: `` `click.core`/Context#invoke(). ``. Only the last one matters here, so it is read from
//! the end. See the grammar in `scip.proto`, at `message Symbol`.

use epitome_model::scip::{ScipKind, ScipSymbol};

/// Whether a symbol has a meaning inside its document only.
pub(super) fn is_local(symbol: &str) -> bool {
    symbol.starts_with("local ")
}

/// Name and kind of a symbol.
pub(super) fn read_symbol(symbol: &str) -> ScipSymbol {
    if is_local(symbol) {
        return ScipSymbol { name: "".into(), kind: ScipKind::Local };
    }
    let (rest, kind) = strip_mark(symbol);
    ScipSymbol { name: last_name(rest).as_str().into(), kind }
}

/// The symbol without the mark at its end, and what the mark means.
fn strip_mark(symbol: &str) -> (&str, ScipKind) {
    let Some(last) = symbol.chars().next_back() else { return (symbol, ScipKind::Other) };
    let rest = &symbol[..symbol.len() - last.len_utf8()];
    match last {
        '#' => (rest, ScipKind::Class),
        '!' => (rest, ScipKind::Function),
        // A method's parentheses hold what parts it from others of its name.
        '.' => match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
            Some((name, _)) => (name, ScipKind::Function),
            None => (rest, ScipKind::Other),
        },
        ']' | ')' => (rest, ScipKind::Other),
        _ => (rest, ScipKind::Other),
    }
}

/// The name at the end of a text: plain, or between backticks, which are doubled inside.
fn last_name(text: &str) -> String {
    let Some(inner) = text.strip_suffix('`') else {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '$');
        return text[text.trim_end_matches(plain).len()..].to_owned();
    };
    let bytes = inner.as_bytes();
    let mut start = bytes.len();
    while start > 0 {
        if bytes[start - 1] == b'`' {
            if start < 2 || bytes[start - 2] != b'`' {
                break;
            }
            start -= 1;
        }
        start -= 1;
    }
    inner[start..].replace("``", "`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_descriptor_is_read() {
        use ScipKind::{Class, Function, Local, Other};
        for (symbol, name, kind) in [
            ("scip-python python click 1 `click.core`/Context#invoke().", "invoke", Function),
            ("scip-python python click 1 `click.core`/Context#", "Context", Class),
            ("scip-python python click 1 `click.core`/__init__:", "__init__", Other),
            ("scip-python python click 1 `a.b`/f().(ctx)", "ctx", Other),
            ("scip-python python click 1 `a.b`/LIMIT.", "LIMIT", Other),
            (
                "scip-typescript npm rxjs 7 src/`a.ts`/Foo#`<constructor>`().",
                "<constructor>",
                Function,
            ),
            ("scip-typescript npm rxjs 7 src/`a.ts`/Foo#f(+1).", "f", Function),
            ("scip-typescript npm rxjs 7 src/`a.ts`/Foo#[T]", "T", Other),
            ("scip-typescript npm rxjs 7 src/`a.ts`/", "a.ts", Other),
            ("scip-typescript npm @a/b 7 `x``y`.", "x`y", Other),
            ("rust-analyzer cargo rg 15 macros/err!", "err", Function),
            ("rust-analyzer cargo rg 15 impl#[Foo]new().", "new", Function),
            ("local 12", "", Local),
            ("", "", Other),
            ("`", "", Other),
            ("``.", "", Other),
            ("é#", "é", Class),
        ] {
            assert_eq!(read_symbol(symbol), ScipSymbol { name: name.into(), kind }, "{symbol}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_name(symbol in r"[a-z`()#.é/!\[\] ]{0,12}") {
            read_symbol(&symbol);
        }
    }
}
