//! Files cut short or altered are refused: at opening, at reading, or by `verify`; nothing panics and
//! nothing false is said.

use std::fs;
use std::path::Path;

use epitome_index::documents::{Documents, DocumentsWriter};
use epitome_index::layout::summary_folder;
use epitome_index::{Generation, IndexError, Publisher};
use epitome_model::document::Document;
use proptest::prelude::*;

use crate::made::{State, about, file, holder, module};

/// Large enough for files above the size that opening checks as a whole.
fn many() -> Vec<Document> {
    let mut documents: Vec<Document> =
        (0..50).flat_map(|n| file(&format!("f{n}.py"), 26)).collect();
    documents.push(module("."));
    documents
}

fn check_refused(state: &Path, good: &[Vec<u8>], how: &str) {
    let Ok(generation) = Generation::open(state) else { return };
    if let Ok(documents) = Documents::open(&generation, &summary_folder("made")) {
        for (at, good) in good.iter().enumerate() {
            assert!(documents.raw(at).is_ok_and(|raw| raw == good) || documents.raw(at).is_err());
        }
    }
    assert!(matches!(generation.verify(), Err(IndexError::Damaged { .. })), "{how}");
}

#[test]
fn every_file_cut_short_or_altered() {
    let state = State::new();
    state.publish(&many()).unwrap();
    let documents = state.documents().unwrap();
    let good: Vec<Vec<u8>> =
        (0..documents.len()).map(|at| documents.raw(at).unwrap().to_vec()).collect();
    let folder = state.open().unwrap().path().to_owned();
    let files = state.open().unwrap().manifest().files.clone();
    let names = files.iter().map(|file| file.path.as_str()).chain(["manifest.json"]);
    for name in names {
        let path = folder.join(name);
        let bytes = fs::read(&path).unwrap();
        for cut in [1, 2, 7, 100].into_iter().filter(|&cut| cut <= bytes.len()) {
            fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
            let refused = state.open().unwrap_err();
            assert!(
                matches!(refused, IndexError::Damaged { .. }),
                "{name} cut by {cut}: {refused}"
            );
        }
        for at in (0..20).map(|part| part * (bytes.len() - 1) / 19) {
            let mut altered = bytes.clone();
            altered[at] ^= 0x10;
            fs::write(&path, &altered).unwrap();
            check_refused(&state.path, &good, &format!("{name}: byte {at}"));
        }
        fs::remove_file(&path).unwrap();
        assert!(matches!(state.open(), Err(IndexError::Damaged { .. })), "{name} removed");
        fs::write(&path, &bytes).unwrap();
    }
    state.open().unwrap().verify().unwrap();
}

#[test]
fn an_altered_document_is_refused_when_read_or_copied() {
    let state = State::new();
    state.publish(&many()).unwrap();
    let path = state.open().unwrap().path().join("summary_index_function_level/made/summary.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("what f10.py::c does", "what f10.py::c dies")).unwrap();
    let documents = state.documents().unwrap();
    assert!(matches!(documents.get("f10.py::c"), Err(IndexError::Damaged { .. })));
    assert_eq!(documents.get("f10.py::b").unwrap().unwrap().id, "f10.py::b");

    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let old = publisher.current().unwrap().unwrap();
    let mut generation = publisher.begin(Some(&old)).unwrap();
    let name = format!("{}/summary.jsonl", summary_folder("made"));
    assert!(matches!(generation.link(&name), Err(IndexError::Damaged { .. })));
    let mut writer = DocumentsWriter::new(&mut generation, "x").unwrap();
    let all = writer.copy_files(&documents, 0..documents.file_count());
    assert!(matches!(all, Err(IndexError::Damaged { .. })), "{all:?}");
    let mut writer = DocumentsWriter::new(&mut generation, "y").unwrap();
    for file in 0..documents.file_count() {
        let copied = writer.copy_files(&documents, file..file + 1);
        let is_damaged = documents.file(file).unwrap().0 == "f10.py";
        assert_eq!(matches!(copied, Err(IndexError::Damaged { .. })), is_damaged, "{copied:?}");
        assert_eq!(copied.is_ok(), !is_damaged, "{copied:?}");
    }
}

/// Publishes any bytes as a table of documents, with checksums that fit, as a stranger could.
fn with_table(table: &[u8]) -> State {
    let state = State::new();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let mut generation = publisher.begin(None).unwrap();
    generation.write(&format!("{}/documents.idx", summary_folder("made")), table).unwrap();
    generation.write(&format!("{}/summary.jsonl", summary_folder("made")), &[b'x'; 100]).unwrap();
    generation.commit(about()).unwrap();
    drop(publisher);
    state
}

/// Asks for everything; any answer will do, as long as there is one.
fn ask_everything(documents: &Documents) {
    let _ = documents.get("a.py");
    let _ = documents.of_file("a.py");
    let _ = documents.modules();
    documents.files().take(100).for_each(drop);
    documents.iter().take(100).for_each(drop);
    let _ = documents.entry(usize::MAX);
    let _ = documents.raw(documents.len());
    let state = State::new();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let mut generation = publisher.begin(None).unwrap();
    let mut writer = DocumentsWriter::new(&mut generation, "x").unwrap();
    let _ = writer.copy_files(documents, 0..documents.file_count().min(10));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_table_made_by_hand_gives_errors_and_no_panic(
        documents in 0_u32..4, files in 0_u32..4, paths in 0_u64..9, length in 98_u64..102,
        fill in proptest::collection::vec(prop_oneof![Just(0_u8), Just(1), Just(255), any::<u8>()], 300),
    ) {
        let mut table = b"EPIDOCS1".to_vec();
        table.extend(documents.to_le_bytes());
        table.extend(files.to_le_bytes());
        table.extend(paths.to_le_bytes());
        table.extend(length.to_le_bytes());
        let rest = documents as usize * 56 + files as usize * 16 + paths as usize;
        table.extend(fill.iter().take(rest));
        let state = with_table(&table);
        match state.documents() {
            Ok(documents) => {
                prop_assert_eq!(length, 100);
                ask_everything(&documents);
            }
            Err(error) => prop_assert!(error.is_cured_by_indexing(), "{}", error),
        }
    }
}

#[test]
fn cleaning_removes_whatever_is_there() {
    let check = |change: fn(&State)| {
        let state = State::new();
        state.publish(&file("a.py", 1)).unwrap();
        fs::write(state.path.join("config.toml"), "").unwrap();
        change(&state);
        epitome_index::clean(&state.path, &holder()).unwrap();
        let left: Vec<_> =
            fs::read_dir(&state.path).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["config.toml"]);
        state.publish(&file("a.py", 1)).unwrap();
        state.open().unwrap().verify().unwrap();
    };
    check(|_| {});
    check(|state| fs::remove_file(state.path.join("current")).unwrap());
    check(|state| {
        fs::remove_file(state.path.join("current")).unwrap();
        fs::create_dir_all(state.path.join("current/x/y/z")).unwrap();
    });
    check(|state| {
        fs::remove_dir_all(state.path.join("generations")).unwrap();
        std::os::unix::fs::symlink("/", state.path.join("generations")).unwrap();
    });
}
