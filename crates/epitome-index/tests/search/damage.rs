//! Files cut short or altered are refused, at opening, at asking or by `verify`; or the answer is the
//! one of before. Nothing panics and nothing false is said.

use std::fs;

use epitome_index::archive::{ArchiveWriter, npz};
use epitome_index::dense::{DENSE_FORMAT, DenseBuilder, DenseRow};
use epitome_index::sparse::{Bm25, SPARSE_FORMAT, SparseBuilder, SparseRow};
use epitome_index::{Hit, IndexError, top_k};
use proptest::prelude::*;

use crate::made::{Chance, EMBEDDER, FOLDER, State, publish_dense, publish_sparse, words};

const ROWS: usize = 1100;
const DIMENSIONS: usize = 96;

fn id(row: usize) -> String {
    format!("folder{}/file{row}.py::a_function_with_a_long_name", row % 7)
}

/// Large enough that most files are above the size that opening checks as a whole.
fn publish() -> State {
    let state = State::new();
    let write = |generation: &mut epitome_index::GenerationWriter<'_>| {
        let mut chance = Chance(11);
        let mut sparse = SparseBuilder::new(Bm25::default(), None);
        let mut dense = DenseBuilder::new(DIMENSIONS, EMBEDDER, None).with_sketches_from(0);
        for row in 0..ROWS {
            let word = |chance: &mut Chance| format!("w{}", chance.below(50) * chance.below(99));
            let text: Vec<String> = (0..40).map(|_| word(&mut chance)).collect();
            sparse.push(row as u32, SparseRow::New(words(&id(row), &text.join(" "))))?;
            let vector = chance.vector(DIMENSIONS);
            dense.push(row as u32, DenseRow::New { id: &id(row), vector: &vector })?;
        }
        sparse.finish(generation, FOLDER)?;
        dense.finish(generation, FOLDER).map(drop)
    };
    state.publish(write).unwrap();
    state
}

/// All that there is to ask.
#[derive(Debug, PartialEq)]
struct Answers {
    sparse: Vec<Hit>,
    frequencies: Vec<usize>,
    near: Vec<Hit>,
    exact: Vec<Hit>,
    ids: Vec<(String, String)>,
    documents: Vec<(Option<u32>, Option<u32>)>,
}

fn ask(state: &State) -> Result<Answers, IndexError> {
    let (sparse, dense) = (state.sparse()?, state.dense()?);
    let mut scores = vec![0.0; sparse.len()];
    let terms = ["w0", "w12", "w98", "w100", "w1024", "absent"];
    sparse.add_scores(&terms.map(|term| (term, 1.0)), &mut scores)?;
    let query = Chance(5).vector(DIMENSIONS);
    let rows = (0..sparse.len().min(dense.len())).step_by(97);
    Ok(Answers {
        sparse: top_k(&scores, 20, |_| true),
        frequencies: terms.map(|term| sparse.document_frequency(term)).to_vec(),
        near: dense.top_of(&query, 10, 300, None)?,
        exact: dense.top_exact(&query, 10, None)?,
        ids: rows
            .clone()
            .map(|row| Ok((sparse.id(row)?, dense.id(row)?)))
            .collect::<Result<_, IndexError>>()?,
        documents: rows.map(|row| (sparse.document(row), dense.document(row))).collect(),
    })
}

/// Keeps all rows; what cannot be kept is refused.
fn rebuild(state: &State) -> Result<State, IndexError> {
    let (sparse, dense) = (state.sparse()?, state.dense()?);
    let next = State::new();
    next.publish(|generation| {
        let mut words = SparseBuilder::new(Bm25::default(), Some(&sparse));
        let builder = DenseBuilder::new(DIMENSIONS, EMBEDDER, Some(&dense));
        let mut vectors = builder.with_sketches_from(0);
        for row in 0..ROWS as u32 {
            words.push(row, SparseRow::Keep(row))?;
            vectors.push(row, DenseRow::Keep(row))?;
        }
        words.finish(generation, FOLDER)?;
        vectors.finish(generation, FOLDER).map(drop)
    })?;
    Ok(next)
}

#[test]
fn every_file_cut_short_or_altered() {
    let state = publish();
    let good = ask(&state).unwrap();
    let files = state.files();
    assert_eq!(files.len(), 8, "{:?}", files.keys());
    let folder = state.open().unwrap().path().to_owned();
    let mut refused = 0;
    for (name, bytes) in &files {
        let path = folder.join(name);
        for cut in [1, 22, bytes.len() / 2, bytes.len()] {
            fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
            let error = ask(&state).unwrap_err();
            assert!(matches!(error, IndexError::Damaged { .. }), "{name} cut by {cut}: {error}");
        }
        // Heads, directories and the rest, as evenly as it goes.
        let spots = (0..60).map(|part| part * (bytes.len() - 1) / 59);
        for at in spots.chain(bytes.len() - 40..bytes.len()) {
            let mut altered = bytes.clone();
            altered[at] ^= 1 << (at % 8);
            fs::write(&path, &altered).unwrap();
            match ask(&state) {
                Ok(answers) => assert_eq!(answers, good, "{name}: byte {at}"),
                Err(error) => {
                    refused += 1;
                    assert!(matches!(error, IndexError::Damaged { .. }), "{name}: {at}: {error}");
                    assert!(error.to_string().contains("epitome index"), "{error}");
                }
            }
            if let Ok(opened) = state.open() {
                assert!(opened.verify().is_err(), "{name}: byte {at}");
            }
            // What a rebuild takes over is checked: it is refused, or as good as new.
            if at % 5 == 0
                && let Ok(next) = rebuild(&state)
            {
                assert_eq!(next.files(), files, "{name}: byte {at}");
            }
        }
        fs::write(&path, bytes).unwrap();
    }
    assert!(refused > 100, "only {refused} alterations were noticed");
    assert_eq!(ask(&state).unwrap(), good);
    assert_eq!(rebuild(&state).unwrap().files(), files);
}

/// Publishes the files of a good index with one replaced, under checksums that fit, as a newer program
/// or a stranger could.
fn with_file(good: &State, name: &str, bytes: &[u8]) -> State {
    let state = State::new();
    let write = |generation: &mut epitome_index::GenerationWriter<'_>| {
        for (path, old) in good.files() {
            let bytes = if path == format!("{FOLDER}/{name}") { bytes } else { &old };
            generation.write(&path, bytes)?;
        }
        Ok(())
    };
    state.publish(write).unwrap();
    state
}

/// An archive that says nothing but its format.
fn with_format(format: i64) -> Vec<u8> {
    let state = State::new();
    let write = |generation: &mut epitome_index::GenerationWriter<'_>| {
        let mut archive = ArchiveWriter::new(generation.file("x")?);
        npz::add(&mut archive, "epitome_format", &[1], [[format].as_slice()].into_iter())?;
        archive.finish()
    };
    state.publish(write).unwrap();
    state.files().remove("x").unwrap()
}

#[test]
fn other_formats_and_foreign_files_are_refused_by_name() {
    let good = publish();
    for (name, known) in [("bm25/rows.npz", SPARSE_FORMAT), ("dense/rows.npz", DENSE_FORMAT)] {
        let newer = ask(&with_file(&good, name, &with_format(i64::from(known) + 1))).unwrap_err();
        assert!(matches!(newer, IndexError::Newer { .. }), "{newer}");
        assert!(newer.to_string().contains(name) && newer.to_string().contains("update epitome"));
        let older = ask(&with_file(&good, name, &with_format(0))).unwrap_err();
        assert!(matches!(older, IndexError::Older { .. }), "{older}");
        let senseless = ask(&with_file(&good, name, &with_format(-1))).unwrap_err();
        assert!(matches!(senseless, IndexError::Damaged { .. }), "{senseless}");
    }
    for name in [
        "bm25/index.npz",
        "bm25/rows.npz",
        "bm25/counts.npz",
        "bm25/vocab.json",
        "bm25/metadata.jsonl",
        "dense/embeddings.pt",
        "dense/index_map.json",
        "dense/rows.npz",
    ] {
        for foreign in
            [&b""[..], b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", b"[]\n", &[7; 9999]]
        {
            let state = with_file(&good, name, foreign);
            let error = ask(&state).map(drop).unwrap_err();
            assert!(matches!(error, IndexError::Damaged { .. }), "{name}: {error}");
            assert!(error.to_string().contains(name), "{name}: {error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn archives_made_by_hand_give_errors_and_no_panic(
        which in 0_usize..4,
        spots in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        at_the_end in any::<bool>(),
    ) {
        let (sparse, dense) = (State::new(), State::new());
        publish_sparse(&sparse, None, [SparseRow::New(words("a", "b c d"))]).unwrap();
        let rows = [DenseRow::New { id: "a", vector: &[1.0, 2.0] }];
        publish_dense(&dense, None, 2, 0, &rows).unwrap();
        let name = ["bm25/index.npz", "bm25/rows.npz", "dense/embeddings.pt", "dense/rows.npz"][which];
        let state = if which < 2 { &sparse } else { &dense };
        let mut bytes = state.files().remove(&format!("{FOLDER}/{name}")).unwrap();
        // The directory is at the end; most of what can go wrong is there.
        let from = if at_the_end { bytes.len() * 2 / 3 } else { 0 };
        for (at, value) in spots {
            let at = from + at.index(bytes.len() - from);
            bytes[at] = value;
        }
        // With checksums of the manifest that fit: only the formats' own checks are left.
        let altered = with_file(state, name, &bytes);
        if which < 2 {
            if let Ok(index) = altered.sparse() {
                let mut scores = vec![0.0; index.len()];
                let _ = index.add_scores(&[("b", 1.0), ("c", 1.0), ("x", 1.0)], &mut scores);
                let _ = index.id(0);
                let _ = publish_sparse(&State::new(), Some(&index), [SparseRow::Keep(0)]);
            }
        } else if let Ok(index) = altered.dense() {
            let _ = index.top(&[1.0, 0.0], 1, None);
            let _ = index.top_of(&[1.0, 0.0], 1, 0, None);
            let _ = index.id(0);
            let _ = publish_dense(&State::new(), Some(&index), 2, 0, &[DenseRow::Keep(0)]);
        }
    }
}
