//! What 120,000 documents cost. A measurement, run by hand:
//! `cargo test --release -p epitome-index --test publish -- --ignored --nocapture speed`

use std::io::Write as _;
use std::time::{Duration, Instant};

use epitome_index::documents::{Documents, DocumentsWriter};
use epitome_index::layout::summary_folder;
use epitome_index::{Generation, Publisher};
use epitome_model::document::{Document, DocumentKind};
use rustix::time::{ClockId, clock_gettime};

use crate::made::{about, document, holder};

const FILES: usize = 10_000;
const OF_EACH: u32 = 12;

/// Processor time of this process, waiting for the disk not counted.
fn processor() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

/// Does it and says what it took.
fn measured<T>(what: &str, work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, start) = (Instant::now(), processor());
    let done = work();
    let (took, wall) = (processor() - start, wall.elapsed());
    say(&format!("{what}: {took:.1?} of processor time, {wall:.1?} in all"));
    (done, took)
}

fn say(words: &str) {
    let mut err = std::io::stderr();
    writeln!(err, "{words}").unwrap();
}

fn documents() -> Vec<Document> {
    let of_file = |file: usize| {
        let path = format!("src/folder{:03}/file{file:05}.py", file / 100);
        (0..OF_EACH).map(move |line| {
            let (kind, name) = match line {
                0 => (DocumentKind::File, String::new()),
                line => (DocumentKind::Function, format!("function_{line}")),
            };
            let mut document = document(kind, &path, &name, line);
            document.summary = "Words that say what this function does and how. ".repeat(16);
            document
        })
    };
    (0..FILES).flat_map(of_file).collect()
}

#[test]
#[ignore = "a measurement"]
fn speed_of_120_000_documents() {
    let (root, folder) = (tempfile::tempdir().unwrap(), summary_folder("made"));
    let state = root.path().join(".epitome");
    let documents = documents();
    let publisher = Publisher::lock(&state, &holder()).unwrap();
    let write = || {
        let mut generation = publisher.begin(None).unwrap();
        let mut writer = DocumentsWriter::new(&mut generation, &folder).unwrap();
        documents.iter().for_each(|document| writer.push(document).unwrap());
        writer.finish().unwrap();
        generation.commit(about()).unwrap();
    };
    let (_, took) = measured("write all", write);
    assert!(took < Duration::from_secs(1), "{took:?}");

    let open = || {
        let generation = Generation::open(&state).unwrap();
        let documents = Documents::open(&generation, &folder).unwrap();
        (generation, documents)
    };
    let ((old, old_documents), took) = measured("open", open);
    assert!(took < Duration::from_millis(50), "{took:?}");
    let id = "src/folder050/file05000.py::function_3";
    measured("get one", || old_documents.get(id).unwrap().unwrap());
    measured("verify", || old.verify().unwrap());

    let edit = || {
        let mut generation = publisher.begin(Some(&old)).unwrap();
        let mut writer = DocumentsWriter::new(&mut generation, &folder).unwrap();
        let (changed, each) = (FILES / 2, OF_EACH as usize);
        writer.copy_files(&old_documents, 0..changed).unwrap();
        for document in &documents[changed * each..(changed + 1) * each] {
            writer.push(document).unwrap();
        }
        writer.copy_files(&old_documents, changed + 1..FILES).unwrap();
        writer.finish().unwrap();
        generation.commit(about()).unwrap();
    };
    measured("one file changed", edit);
    let bytes: u64 = old.manifest().files.iter().map(|file| file.length).sum();
    say(&format!("{} documents, {bytes} bytes", documents.len()));
}
