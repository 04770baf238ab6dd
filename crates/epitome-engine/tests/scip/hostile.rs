//! Bytes that are no index, or no longer one: a clear error, never a panic.

use std::fs;
use std::path::Path;

use epitome_engine::scip::{ScipError, read_index};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use crate::kit::{Copy, SAMPLES, apply, index_bytes, inferred};

/// Reads bytes as an index; the error without the folder that the test runs in.
fn error_of(bytes: &[u8]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.scip");
    fs::write(&path, bytes).unwrap();
    let shown = format!("{}/", folder.path().display());
    read_index(&path).err().map(|error| error.to_string().replace(&shown, ""))
}

fn check(bytes: &[u8], expected: Expect) {
    expected.assert_eq(&error_of(bytes).unwrap());
}

#[test]
fn what_is_wrong_is_said_with_what_to_do() {
    let real = index_bytes("python");
    check(
        b"",
        expect![
            "`index.scip` is no SCIP index: it is empty; give a file that a SCIP indexer wrote"
        ],
    );
    check(
        b"#!/bin/sh\necho hello\n",
        expect![
            "`index.scip` is no SCIP index: its first bytes are not those of an index; give a file that a SCIP indexer wrote"
        ],
    );
    check(
        b"{\"version\": 1}",
        expect![
            "`index.scip` is no SCIP index: its first bytes are not those of an index; give a file that a SCIP indexer wrote"
        ],
    );
    check(
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
        expect![
            "`index.scip` is no SCIP index: its first bytes are not those of an index; give a file that a SCIP indexer wrote"
        ],
    );
    check(
        &real[..40],
        expect![
            "`index.scip` is no SCIP index: it breaks off before it names an indexer; give a file that a SCIP indexer wrote"
        ],
    );
    check(
        &real[..real.len() / 2],
        expect![
            "the index `index.scip` breaks off after 3666 bytes: the indexer was stopped, or the copy is not whole; run the indexer again"
        ],
    );
    // The second frame, and what is left of it after two bytes are overwritten.
    let second = 2 + usize::from(real[1]);
    let mut damaged = real.clone();
    damaged[second] = 0x17;
    check(
        &damaged,
        expect![
            "the index `index.scip` is damaged at byte 52: wire type 7 is not in use; run the indexer again"
        ],
    );
    let mut damaged = real.clone();
    damaged[second + 3] = 0xff;
    check(
        &damaged,
        expect![
            "the index `index.scip` is damaged at byte 52: Incorrect tag; run the indexer again"
        ],
    );
    // Without its first frame nobody has signed it.
    check(
        &real[second..],
        expect![
            "`index.scip` is no SCIP index: it does not begin with an indexer's name; give a file that a SCIP indexer wrote"
        ],
    );
}

#[test]
fn what_is_not_a_file_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let error = |path: &Path| read_index(path).unwrap_err();
    assert!(matches!(error(&folder.path().join("none.scip")), ScipError::Missing { .. }));
    assert!(matches!(error(folder.path()), ScipError::NotAFile { .. }));
    assert!(matches!(error(Path::new("/dev/null")), ScipError::NotAFile { .. }));
}

/// Whatever an index says, reading and applying it must end well.
fn survives(sample: &str, bytes: &[u8]) {
    let copy = Copy::new(sample, "");
    fs::write(copy.index(), bytes).unwrap();
    if let Ok(loaded) = copy.load(&copy.index()) {
        let mut graph = inferred(&copy.root);
        let before = graph.edges.len();
        apply(&mut graph, &copy.root, &loaded);
        assert!(graph.edges.len() >= before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn flipped_bytes(sample in 0..2_usize, flips in proptest::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..6)) {
        let mut bytes = index_bytes(SAMPLES[sample]);
        for (at, with) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= with;
        }
        survives(SAMPLES[sample], &bytes);
    }

    #[test]
    fn cut_bytes(sample in 0..2_usize, from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let bytes = index_bytes(SAMPLES[sample]);
        let (from, to) = (from.index(bytes.len()), to.index(bytes.len() + 1));
        error_of(&bytes[..to]);
        // And a piece taken out of the middle.
        survives(SAMPLES[sample], &[&bytes[..from.min(to)], &bytes[from.max(to)..]].concat());
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        error_of(&bytes);
    }
}
