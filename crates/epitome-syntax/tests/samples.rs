//! Every language's sample gives the outline beside it, and every folder is registered.

mod sample_files;

use std::collections::BTreeSet;
use std::fs;

use epitome_model::outline_text::outline_text;
use epitome_syntax::{languages, outline};
use expect_test::expect_file;
use sample_files::{folders, sample_of};

// G41–G43: imports, ALL-CAPS globals and docstrings come from the syntax tree.
// G33: complexity counts the branches that language.toml lists.
// G29: functions are found by syntax.
#[test]
fn each_sample_gives_its_outline() {
    for builtin in languages() {
        let outline = outline(builtin.language(), &sample_of(builtin.id()));
        let expected = folders().join(builtin.id()).join("sample.outline");
        expect_file![expected].assert_eq(&outline_text(&outline));
    }
}

#[test]
fn samples_fit_their_grammars() {
    for builtin in languages() {
        let outline = outline(builtin.language(), &sample_of(builtin.id()));
        assert_eq!(outline.problems, [], "{}", builtin.id());
    }
}

#[test]
fn folders_and_registry_name_the_same_languages() {
    let on_disk: BTreeSet<String> = fs::read_dir(folders())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let registered: BTreeSet<String> =
        languages().iter().map(|builtin| builtin.id().to_owned()).collect();
    assert_eq!(on_disk, registered);
}

#[test]
fn no_two_languages_claim_one_name() {
    let mut seen = BTreeSet::new();
    for builtin in languages() {
        let language = builtin.language();
        let names = language
            .extensions()
            .iter()
            .map(|e| format!(".{e}"))
            .chain(language.filenames().iter().cloned())
            .chain(language.interpreters().iter().map(|i| format!("#!{i}")));
        for name in names {
            assert!(seen.insert(name.clone()), "{name} is claimed twice, by {} too", builtin.id());
        }
    }
}

/// Facts that every language in depth must be able to show in its sample.
#[test]
fn each_deep_sample_shows_every_kind_of_fact() {
    for builtin in languages().iter().filter(|b| b.language().is_deep()) {
        let outline = outline(builtin.language(), &sample_of(builtin.id()));
        let id = builtin.id();
        let all = || outline.symbols.iter();
        assert!(all().any(|s| s.doc.is_some()), "{id}: no documented symbol");
        assert!(all().any(|s| s.complexity > 2), "{id}: no branches");
        assert!(all().any(|s| !s.facts.calls.is_empty()), "{id}: no calls");
        assert!(all().any(|s| !s.facts.literals.is_empty()), "{id}: no literals");
        assert!(all().any(|s| !s.facts.comments.is_empty()), "{id}: no body comments");
        assert!(all().any(|s| !s.facts.errors.is_empty()), "{id}: no errors");
        assert!(all().any(|s| !s.facts.returns.is_empty()), "{id}: no returns");
        assert!(!outline.imports.is_empty(), "{id}: no imports");
        // A shell has neither, and Lua's tables are no classes.
        if id != "bash" {
            assert!(all().any(|s| !s.parameters.is_empty()), "{id}: no parameters");
        }
        if !matches!(id, "bash" | "lua") {
            assert!(all().any(|s| !s.kind.is_function()), "{id}: nothing like a class");
        }
    }
}
