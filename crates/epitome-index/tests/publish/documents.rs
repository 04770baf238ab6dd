//! Documents come back as they went in, by id, by file and in order.

use epitome_index::documents::{Documents, DocumentsWriter};
use epitome_index::layout::summary_folder;
use epitome_index::{IndexError, Publisher};
use epitome_model::document::{Document, DocumentKind};

use crate::made::{State, about, document, file, holder, module};

fn sample() -> Vec<Document> {
    let mut documents = vec![module("."), module("src")];
    documents.extend(file("src/b.py", 3));
    documents.extend(file("src/a.py", 12));
    documents.extend(file("README.md", 0));
    documents
}

fn ids(documents: &Documents) -> Vec<String> {
    documents.iter().map(|document| document.unwrap().id).collect()
}

#[test]
fn what_was_written_is_read() {
    let state = State::new();
    state.publish(&sample()).unwrap();
    let documents = state.documents().unwrap();
    assert_eq!(documents.len(), sample().len());
    for document in sample() {
        assert_eq!(documents.get(&document.id).unwrap(), Some(document.clone()), "{}", document.id);
        let entry = documents.entry(documents.find(&document.id).unwrap().unwrap()).unwrap();
        assert_eq!(entry.kind, document.kind);
        assert_eq!(entry.is_placeholder, document.is_placeholder);
        assert_eq!(entry.graph_hash, [0x0a; 20]);
    }
    assert_eq!(documents.get("src/a.py::nothing").unwrap(), None);
    assert_eq!(documents.of_file("src/nothing.py").unwrap(), 0..0);
}

#[test]
fn documents_of_a_file_stand_together_and_modules_last() {
    let state = State::new();
    state.publish(&sample()).unwrap();
    let documents = state.documents().unwrap();
    let ids = ids(&documents);
    assert_eq!(ids[..3], ["README.md", "src/a.py", "src/a.py::a"]);
    assert_eq!(ids[documents.modules().unwrap()], [".", "src"]);
    let files: Vec<_> = documents.files().map(Result::unwrap).collect();
    assert_eq!(files, [("README.md", 0..1), ("src/a.py", 1..14), ("src/b.py", 14..18)]);
    assert_eq!(ids[documents.of_file("src/b.py").unwrap()][..2], ["src/b.py", "src/b.py::a"]);
    let lines =
        std::fs::read_to_string(state.path.join("summary_index_function_level/made/summary.jsonl"));
    assert_eq!(lines.unwrap().lines().count(), documents.len());
}

#[test]
fn unchanged_files_are_copied_as_they_are() {
    let state = State::new();
    state.publish(&sample()).unwrap();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let old = publisher.current().unwrap().unwrap();
    let old_documents = Documents::open(&old, &summary_folder("made")).unwrap();
    let mut generation = publisher.begin(Some(&old)).unwrap();
    let mut writer = DocumentsWriter::new(&mut generation, &summary_folder("made")).unwrap();
    for new in file("A.md", 1) {
        writer.push(&new).unwrap();
    }
    writer.copy_files(&old_documents, 0..2).unwrap();
    for changed in file("src/b.py", 1) {
        writer.push(&changed).unwrap();
    }
    writer.push(&module(".")).unwrap();
    writer.finish().unwrap();
    generation.link("graph_index/stats.json").unwrap();
    assert_eq!(generation.commit(about()).unwrap(), 2);

    let generation = state.open().unwrap();
    generation.verify().unwrap();
    let documents = state.documents().unwrap();
    let mut expected: Vec<String> = ["A.md", "A.md::a"].map(str::to_owned).to_vec();
    expected.extend(ids(&old_documents)[..14].iter().cloned());
    expected.extend(["src/b.py", "src/b.py::a", "."].map(str::to_owned));
    assert_eq!(ids(&documents), expected);
    for id in expected {
        assert_eq!(documents.get(&id).unwrap().unwrap().id, id);
    }
}

/// The summaries' record in the manifest after files were changed and removed by copying the others
/// must be what writing all of them at once gives, pieces included.
#[test]
fn pieces_are_the_same_step_by_step_and_at_once() {
    let name = format!("{}/summary.jsonl", summary_folder("made"));
    let path = |at: usize| format!("src/f{at:03}.py");
    let all = |gone: &[usize], changed: &[usize]| -> Vec<Document> {
        let kept = (0..300).filter(|at| !gone.contains(at));
        let files = kept.flat_map(|at| file(&path(at), if changed.contains(&at) { 3 } else { 2 }));
        files.chain([module(".")]).collect()
    };
    let check = |gone: &[usize], changed: &[usize]| {
        let state = State::new();
        state.publish(&all(&[], &[])).unwrap();
        let publisher = Publisher::lock(&state.path, &holder()).unwrap();
        let old = publisher.current().unwrap().unwrap();
        let old_documents = Documents::open(&old, &summary_folder("made")).unwrap();
        let mut generation = publisher.begin(Some(&old)).unwrap();
        let mut writer = DocumentsWriter::new(&mut generation, &summary_folder("made")).unwrap();
        let mut run = 0..0;
        for at in 0..300 {
            let stays = !gone.contains(&at) && !changed.contains(&at);
            if stays {
                run.end = at + 1;
                continue;
            }
            writer.copy_files(&old_documents, run).unwrap();
            run = at + 1..at + 1;
            if changed.contains(&at) {
                file(&path(at), 3).iter().for_each(|new| writer.push(new).unwrap());
            }
        }
        writer.copy_files(&old_documents, run).unwrap();
        writer.push(&module(".")).unwrap();
        writer.finish().unwrap();
        generation.commit(about()).unwrap();
        let stepped = state.open().unwrap();
        stepped.verify().unwrap();
        let at_once = State::new();
        at_once.publish(&all(gone, changed)).unwrap();
        let at_once = at_once.open().unwrap();
        assert_eq!(stepped.manifest().file(&name), at_once.manifest().file(&name));
        assert!(stepped.manifest().file(&name).unwrap().pieces.len() > 4);
    };
    check(&[], &[]);
    check(&[], &[0]);
    check(&[299], &[150]);
    for at in 0..40 {
        check(&[at, at + 1], &[at + 2, at + 60]);
    }
    check(&(20..250).collect::<Vec<_>>(), &[]);
}

#[test]
fn documents_out_of_order_are_refused() {
    let check = |first: Document, second: Document| {
        let state = State::new();
        let publisher = Publisher::lock(&state.path, &holder()).unwrap();
        let mut generation = publisher.begin(None).unwrap();
        let mut writer = DocumentsWriter::new(&mut generation, "x").unwrap();
        writer.push(&first).unwrap();
        let refused = writer.push(&second);
        assert!(matches!(refused, Err(IndexError::Misused { .. })), "{refused:?}");
    };
    let function = |path, line| document(DocumentKind::Function, path, "f", line);
    check(function("b", 1), function("a", 1));
    check(function("a", 2), function("a", 1));
    check(function("a", 1), function("a", 1));
    check(function("a", 1), file("a", 0).remove(0));
    check(module("a"), function("b", 1));
}
