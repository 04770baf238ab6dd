//! What an edit redoes.

use expect_test::{Expect, expect};

use crate::kit::{APP, CORE, Repository, told, two_files};

/// Indexes two files, edits, indexes again.
fn check(edit: impl FnOnce(&Repository), expected: Expect) -> Repository {
    let repository = two_files();
    repository.update();
    edit(&repository);
    expected.assert_eq(&told(&repository.update()));
    repository
}

// G56
#[test]
fn nothing_changed_means_nothing_written() {
    let repository = check(
        |_| {},
        expect!["files +0 ~0 -0 =3; documents +0 ~0 -0 =10; moved 0, context 0; nothing written"],
    );
    assert_eq!(repository.index().number(), 1);
    // Written again with the same content, or with another time alone.
    repository.write(&[("core.py", CORE)]);
    expect!["files +0 ~0 -0 =3; documents +0 ~0 -0 =10; moved 0, context 0; nothing written"]
        .assert_eq(&told(&repository.update()));
    assert_eq!(repository.index().number(), 1);
}

// The vectors of G51 come with search.
#[test]
fn an_edit_redoes_what_it_touched_and_nothing_else() {
    let repository = check(
        |repository| {
            let text = CORE.replace("negative amount", "an amount below zero");
            repository.write(&[("core.py", &text)]);
        },
        // The method; its class holds the same words and another source.
        expect!["files +0 ~1 -0 =2; documents +0 ~1 -0 =8; moved 1, context 0"],
    );
    assert_eq!(repository.index().number(), 2);
}

// D5: a blank line above, and one inside.
#[test]
fn an_edit_of_white_space_keeps_words_and_moves_citations() {
    let repository = two_files();
    repository.update();
    let before = repository.documents();
    let text = CORE
        .replace("class Counter", "\n\n\nclass Counter")
        .replace("        return self.total", "\n        return  self.total");
    repository.write(&[("core.py", &text)]);
    let report = repository.update();
    assert_eq!(report.documents.changed, 0, "{}", told(&report));
    let after = repository.documents();
    let (old, new) = (&before["core.py::Counter::add"], &after["core.py::Counter::add"]);
    assert_eq!(old.content_hash, new.content_hash);
    assert_ne!(old.source_sha256, new.source_sha256);
    assert_eq!((&old.summary, &old.last_updated), (&new.summary, &new.last_updated));
    assert_eq!(new.start_line, old.start_line.map(|line| line + 3));
    let lines = |d: &epitome_model::document::Document| -> Vec<u32> {
        d.grounded.citations.iter().map(|c| c.line_start).collect()
    };
    assert_ne!(lines(old), lines(new));
    assert_eq!(old.citation_hashes, new.citation_hashes);
}

// The vectors of G52 come with search.
#[test]
fn a_new_caller_changes_the_context_alone() {
    let repository = two_files();
    repository.update();
    let before = repository.documents();
    repository.write(&[(
        "app/other.py",
        "from core import load\n\n\ndef again(path):\n    return load(path)\n",
    )]);
    let report = repository.update();
    expect!["files +1 ~0 -0 =3; documents +2 ~1 -0 =6; moved 1, context 2"]
        .assert_eq(&told(&report));
    let after = repository.documents();
    let (old, new) = (&before["core.py::load"], &after["core.py::load"]);
    assert_ne!(old.graph_hash, new.graph_hash);
    assert_eq!((&old.summary, &old.last_updated), (&new.summary, &new.last_updated));
    assert_eq!(
        new.context.as_ref().unwrap().called_by,
        ["app/main.py::run", "app/other.py::again"]
    );
}

// G10
#[test]
fn renamed_and_deleted_symbols_leave_no_trace() {
    let repository = check(
        |repository| {
            repository.write(&[
                ("core.py", &CORE.replace("def load(", "def fetch(")),
                ("app/main.py", &APP.replace("load", "fetch")),
            ]);
        },
        expect!["files +0 ~2 -0 =1; documents +1 ~2 -1 =5; moved 2, context 0"],
    );
    let everything = format!("{:?}", repository.documents());
    assert!(!everything.contains("core.py::load"), "{everything}");
    repository.remove("core.py");
    repository.update();
    let everything = format!("{:?}", repository.documents());
    assert!(!everything.contains("core.py"), "{everything}");
}

// G59
#[test]
fn a_file_that_cannot_be_read_is_told_and_the_rest_is_indexed() {
    let repository = two_files();
    repository.write(&[("big.py", &"x = 1\n".repeat(300_000))]);
    let report = repository.update();
    assert_eq!(report.tree.scan.skipped_total(), 1);
    assert_eq!(report.documents.added, 10);
}

// G60
#[test]
fn updating_far_more_than_was_edited_is_warned_of() {
    let mut files = vec![("hub.py".to_owned(), "def other():\n    pass\n".to_owned())];
    for n in 0..30 {
        let functions: String = (0..10)
            .map(|m| {
                format!(
                    "def f{n}_{m}(x):\n    if x:\n        return the_hub(x)\n    return 1\n\n\n"
                )
            })
            .collect();
        files.push((format!("m{n}.py"), format!("from hub import the_hub\n\n\n{functions}")));
    }
    let borrowed: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let repository = Repository::new(&borrowed);
    assert!(repository.update().warnings.is_empty());
    repository.write(&[("hub.py", "def the_hub(x):\n    return x\n")]);
    let report = repository.update();
    assert!(report.context_updated >= 300, "{}", told(&report));
    assert_eq!(report.warnings.len(), 1);
    assert!(report.warnings[0].contains("only 1 of 31 files"), "{:?}", report.warnings);
}
