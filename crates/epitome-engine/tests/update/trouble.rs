//! Runs that break off, files that are damaged, two writers.

use std::fs;
use std::sync::atomic::AtomicBool;

use epitome_engine::index::{Index, IndexError, clean, examine, repair};
use epitome_engine::outline::Workers;
use epitome_engine::update::{Step, UpdateError, UpdateOptions, now, update};

use crate::kit::{CORE, Repository, told, two_files};

fn many_files() -> Repository {
    let files: Vec<(String, String)> = (0..40)
        .map(|n| {
            (
                format!("m{n}.py"),
                format!("def f{n}(x):\n    if x:\n        return {n}\n    return 0\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    Repository::new(&files)
}

#[test]
fn a_stopped_run_publishes_nothing_and_the_next_one_completes() {
    let repository = many_files();
    let stop = AtomicBool::new(false);
    let read = std::sync::atomic::AtomicU32::new(0);
    let stopped = update(
        repository.root(),
        &UpdateOptions::default(),
        &Workers::in_process(),
        &|step| {
            if step == Step::File && read.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 5 {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        },
        &stop,
    );
    assert!(matches!(stopped, Err(UpdateError::Stopped)));
    assert!(Index::open(repository.root()).unwrap().is_none());
    let report = repository.update();
    assert_eq!(report.documents.added, 81);
    assert!(report.published && report.from_nothing);
}

// The generation was published and the program died before `state.db` learnt of it; then the file
// went back to what it was. What is remembered must not be taken for what is published.
#[test]
fn a_crash_between_publishing_and_remembering_is_noticed() {
    let repository = two_files();
    repository.update();
    let database = repository.root().join(".epitome/state.db");
    let before = fs::read(&database).unwrap();
    repository.write(&[("core.py", &CORE.replace("negative amount", "below zero"))]);
    repository.update();
    fs::write(&database, before).unwrap();
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(repository.root().join(format!(".epitome/state.db{ending}")));
    }
    repository.write(&[("core.py", CORE)]);
    let report = repository.update();
    assert!(report.from_nothing && report.published, "{}", told(&report));
    let text = repository.documents()["core.py::Counter::add"].summary.clone();
    assert!(!text.contains("below zero"), "{text}");
}

#[test]
fn a_second_writer_is_told_who_holds_the_lock() {
    let repository = two_files();
    let inside = std::sync::Mutex::new(None);
    let stop = AtomicBool::new(false);
    let outer = update(
        repository.root(),
        &UpdateOptions::default(),
        &Workers::in_process(),
        &|step| {
            if step == Step::Writing {
                *inside.lock().unwrap() = Some(repository.try_update(&UpdateOptions::default()));
            }
        },
        &stop,
    );
    outer.unwrap();
    let error = inside.into_inner().unwrap().unwrap().unwrap_err();
    assert!(matches!(error, UpdateError::Index(IndexError::Locked { .. })), "{error}");
    assert!(error.to_string().contains(&std::process::id().to_string()), "{error}");
}

#[test]
fn every_damaged_file_is_found_and_mended() {
    let repository = two_files();
    repository.update();
    let expected = repository.timeless();
    let state = repository.root().join(".epitome");
    let mut files = vec![state.join("state.db")];
    let mut folders = vec![state.join("current").canonicalize().unwrap()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    assert!(files.len() >= 6, "{files:?}");
    for path in files {
        let name = path.file_name().unwrap().to_owned();
        let path = if name == "state.db" {
            path
        } else {
            // The current generation has another number after each repair.
            let current = state.join("current").canonicalize().unwrap();
            current.join(
                path.strip_prefix(
                    path.ancestors()
                        .find(|p| p.parent().is_some_and(|p| p.ends_with("generations")))
                        .unwrap(),
                )
                .unwrap(),
            )
        };
        let mut bytes = fs::read(&path).unwrap();
        // Well inside a page that SQLite reads, or anywhere in our own files.
        let at = if name == "state.db" { 0 } else { bytes.len() / 2 };
        bytes[at] ^= 0xff;
        fs::write(&path, &bytes).unwrap();
        let findings = examine(repository.root());
        assert!(findings.iter().any(|f| f.trouble.is_some()), "{path:?}: {findings:?}");
        repair(repository.root(), &now()).unwrap();
        repository.try_update(&UpdateOptions { full: true, ..UpdateOptions::default() }).unwrap();
        let findings = examine(repository.root());
        assert!(findings.iter().all(|f| f.trouble.is_none()), "{path:?}: {findings:?}");
        assert_eq!(repository.timeless(), expected, "{path:?}");
    }
    assert!(fs::read_dir(&state).unwrap().any(|entry| {
        entry.unwrap().file_name().to_string_lossy().starts_with("state.db.damaged-")
    }));
}

#[test]
fn clean_removes_the_index_and_nothing_else() {
    let repository = two_files();
    assert!(!clean(repository.root(), &now()).unwrap());
    repository.update();
    assert!(clean(repository.root(), &now()).unwrap());
    assert!(!repository.root().join(".epitome").exists());
    assert!(repository.root().join("core.py").exists());
    // A link in its place is not followed.
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("kept"), "kept").unwrap();
    std::os::unix::fs::symlink(outside.path(), repository.root().join(".epitome")).unwrap();
    assert!(clean(repository.root(), &now()).is_err());
    assert!(repository.try_update(&UpdateOptions::default()).is_err());
    assert_eq!(fs::read_to_string(outside.path().join("kept")).unwrap(), "kept");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
}
