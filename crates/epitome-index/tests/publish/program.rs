//! A program of its own that publishes, so that it can be killed: this test binary, started again.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use epitome_index::documents::Documents;
use epitome_index::faults;
use epitome_index::layout::summary_folder;
use epitome_model::document::Document;

use crate::made::{State, file, module, publish};

const STATE: &str = "EPITOME_TEST_STATE";
const VERSION: &str = "EPITOME_TEST_VERSION";

/// The documents of a version. They all say which, so that a mix would show.
pub(crate) fn version(number: u64) -> Vec<Document> {
    let mut documents = [file("a.py", 20), file("b.py", 3), vec![module(".")]].concat();
    for document in &mut documents {
        document.summary = format!("Version {number}.");
    }
    documents
}

/// The version that a state folder answers with, whole and checked; 0 if nothing is published.
pub(crate) fn published(state: &State) -> u64 {
    let generation = match state.open() {
        Err(epitome_index::IndexError::Absent { .. }) => return 0,
        other => other.unwrap(),
    };
    generation.verify().unwrap();
    let documents = Documents::open(&generation, &summary_folder("made")).unwrap();
    let found: Vec<Document> = documents.iter().map(Result::unwrap).collect();
    let number = found[0].summary.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
    assert_eq!(found, version(number));
    number
}

/// A command that publishes a version.
pub(crate) fn publishing(state: &Path, version: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["program::publishes", "--exact", "--ignored", "--nocapture"]);
    command.env(STATE, state).env(VERSION, version.to_string()).env_remove(faults::VARIABLE);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
#[ignore = "started by other tests"]
fn publishes() {
    let state = std::env::var_os(STATE).expect("started by other tests");
    let number: u64 = std::env::var(VERSION).unwrap().parse().unwrap();
    publish(Path::new(&state), &version(number)).unwrap_or_else(|error| panic!("{error}"));
    let mut err = std::io::stderr();
    writeln!(err, "effects: {}", faults::effects()).unwrap();
}

/// How many effects on the disk publishing this version has.
pub(crate) fn effects(state: &Path, version: u64) -> u64 {
    let output = publishing(state, version).env(faults::VARIABLE, "count").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    said.split("effects: ").nth(1).and_then(|count| count.trim().parse().ok()).expect(&said)
}
