//! Tests: what a test's name says it checks.

use crate::outline::Symbol;

use super::file_context::File;
use super::words::{join, split};

/// "Checks that …" for a test, `None` for anything else.
pub(super) fn test_sentence(symbol: &Symbol, file: &File<'_>) -> Option<String> {
    if !is_test(symbol, file) {
        return None;
    }
    if let Some((suite, case)) = macro_test(&symbol.name) {
        return Some(format!("Is the test `{case}` of `{suite}`"));
    }
    let mut words = split(&symbol.name);
    if words.first().is_some_and(|word| matches!(word.as_str(), "test" | "tests" | "should" | "it"))
        && words.len() > 1
    {
        words.remove(0);
    }
    if symbol.name.contains(' ') {
        let name = symbol.name.trim();
        let states = [" is ", " are ", " has ", " can ", " returns ", " fails "]
            .iter()
            .any(|verb| name.contains(verb));
        return Some(if states {
            format!("Checks that {name}")
        } else {
            format!("Tests \"{}\"", name.replace('"', "'"))
        });
    }
    let states = words.iter().skip(1).any(|word| {
        matches!(
            word.as_str(),
            "is" | "are"
                | "has"
                | "have"
                | "can"
                | "cannot"
                | "does"
                | "do"
                | "returns"
                | "raises"
                | "fails"
                | "works"
                | "keeps"
                | "makes"
                | "gives"
                | "becomes"
                | "gets"
                | "should"
                | "must"
                | "throws"
                | "matches"
                | "handles"
                | "contains"
                | "uses"
                | "stays"
                | "accepts"
                | "rejects"
                | "closes"
                | "sets"
                | "adds"
                | "removes"
                | "reads"
                | "writes"
                | "ignores"
                | "requires"
                | "allows"
                | "supports"
                | "needs"
                | "starts"
                | "stops"
                | "emits"
                | "sends"
                | "parses"
                | "was"
                | "were"
                | "will"
                | "doesnt"
                | "dont"
                | "isnt"
        )
    });
    if !super::words::are_words(&words) || words.len() == 1 && words[0] == "test" {
        return Some(format!("Is the test `{}`", symbol.name.replace('`', "'")));
    }
    let said = join(&words);
    Some(if states { format!("Checks that {said}") } else { format!("Tests this case: {said}") })
}

/// `TEST(suite, case)` and `TEST_F(suite, case)` of C++.
fn macro_test(name: &str) -> Option<(&str, &str)> {
    let inside = name.strip_prefix("TEST")?.trim_start_matches("_F").trim_start_matches("_P");
    let (suite, case) = inside.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (suite, case) = (suite.trim(), case.trim());
    (plain(suite) && plain(case)).then_some((suite, case))
}

/// Whether it is a test by its marks or its name and place.
pub(super) fn is_test(symbol: &Symbol, file: &File<'_>) -> bool {
    let marked = symbol.decorators.iter().any(|decorator| {
        let text = decorator.text.as_str();
        let name = text.split('(').next().unwrap_or(text);
        let name = name.rsplit([':', '.']).next().unwrap_or(name);
        // `FactLongRunning` is a fact too.
        matches!(name, "test" | "Test" | "TestMethod" | "ParameterizedTest" | "rstest")
            || name.starts_with("Fact")
            || name.starts_with("Theory")
    });
    if marked
        || symbol.signature.starts_with("test \"")
        || file.outline.language == "zig"
            && (symbol.signature.starts_with("test ") || symbol.name == "test")
        || macro_test(&symbol.name).is_some()
    {
        return true;
    }
    let name = symbol.name.as_str();
    let named = name.starts_with("test_")
        || name.starts_with("Test")
            && name.chars().nth(4).is_some_and(|c| c.is_uppercase() || c == '_')
        || name.starts_with("test") && name.chars().nth(4).is_some_and(char::is_uppercase);
    // A test answers nothing.
    let answers =
        symbol.return_type.as_deref().is_some_and(|ty| ty.to_ascii_lowercase().contains("bool"));
    named && !answers && symbol.kind.is_function() && is_test_path(file.path)
}

fn is_test_path(path: &str) -> bool {
    path.split('/').any(|part| {
        let part = part.to_ascii_lowercase();
        part.starts_with("test")
            || part.contains("_test")
            || part.contains(".test")
            || part.contains("spec")
            || part.ends_with("tests")
            || part.contains("test.")
    })
}
