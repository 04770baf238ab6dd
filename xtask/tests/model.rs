//! `cargo xtask model` and `cargo xtask eval vectors`, from texts to figures.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use epitome_embed::{Kind, Model, Scratch, Tokenizer, Vocabulary};

fn xtask(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(args).current_dir(folder).output().unwrap()
}

/// What a successful call prints.
fn printed(args: &[&str], folder: &Path) -> String {
    let output = xtask(args, folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a failing call says.
fn said(args: &[&str], folder: &Path) -> String {
    let output = xtask(args, folder);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// Texts of thirty packages: words that all share, and one word of its own each.
fn texts() -> String {
    let line = |n: usize| {
        let own = char::from(b'a' + (n % 26) as u8).to_string().repeat(4);
        format!(
            r#"{{"package":"p{n}","doc":"Read the file named {own}ing.","code":"fn read_file(sha256) {{ {own} }}"}}"#
        ) + "\n"
    };
    (0..30).map(line).collect()
}

const VOCAB: [&str; 13] = [
    "model",
    "vocab",
    "--texts",
    "t.jsonl",
    "--fields",
    "doc,code",
    "--size",
    "80",
    "--pieces",
    "5",
    "--buckets",
    "10",
    "--out",
];

fn vocab(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("t.jsonl"), texts()).unwrap();
    printed(&[&VOCAB[..], &["v.bin"]].concat(), folder);
    fs::read(folder.join("v.bin")).unwrap()
}

#[test]
fn a_vocabulary_is_learned_and_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = vocab(folder.path());
    let vocabulary = Vocabulary::view(&bytes).unwrap();
    for word in ["read", "the", "file", "readfile", "sha256", "sha", "256", "fn"] {
        assert!(vocabulary.find(Kind::Word, word.as_bytes()).is_some(), "{word}");
    }
    assert_eq!(vocabulary.buckets(), 10);
    assert_eq!(vocab(folder.path()), bytes);
    let table = fs::read_to_string(folder.path().join("v.bin.tsv")).unwrap();
    assert_eq!(table.lines().count(), vocabulary.len() + 1);
    let file = vocabulary.find(Kind::Word, b"file").unwrap();
    // In prose a word counts twice, in code once.
    assert!(table.contains(&format!("\n{file}\tword\t30\t90\t0\tfile\n")), "{table}");
}

#[test]
fn tokens_are_those_of_the_embedder() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = vocab(folder.path());
    let args = ["model", "tokens", "--vocab", "v.bin", "--in", "t.jsonl", "--field", "doc,code"];
    let said = printed(&[&args[..], &["--side", "query", "--out", "x.y"]].concat(), folder.path());
    assert!(said.starts_with("30 texts, "), "{said}");
    let array = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let (ids, offsets) = (array("x.y.ids.npy"), array("x.y.offsets.npy"));
    let tokenizer = Tokenizer::new(Vocabulary::view(&bytes).unwrap());
    let mut scratch = Scratch::default();
    let text = b"Read the file named aaaaing. fn read_file(sha256) { aaaa } ";
    let first = tokenizer.tokens(text, &mut scratch);
    let expected: Vec<u8> = first.iter().flat_map(|id| id.to_le_bytes()).collect();
    assert_eq!(ids[128..128 + expected.len()], expected);
    assert_eq!(offsets[128..136], [[0; 4], (first.len() as u32).to_le_bytes()].concat());
    assert!(String::from_utf8_lossy(&offsets[..128]).contains("'<u4'"));
}

#[test]
fn a_model_is_packed_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    vocab(folder.path());
    let args = ["model", "pack", "--vocab", "v.bin", "--untrained", "--out", "m.vec"];
    printed(&args, folder.path());
    let bytes = fs::read(folder.path().join("m.vec")).unwrap();
    Model::view(&bytes).unwrap().verify().unwrap();
    let sum = fs::read_to_string(folder.path().join("m.vec.blake3")).unwrap();
    assert_eq!(sum, format!("{}\n", blake3::hash(&bytes)));

    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "candidates.jsonl",
        "{\"repo\":\"r\",\"text\":\"cccc the\"}\n{\"repo\":\"r\",\"text\":\"read_file bbbb\"}\n",
    );
    write(
        "queries.jsonl",
        "{\"repo\":\"r\",\"lang\":\"go\",\"text\":\"Read the file.\",\"gold\":[1]}\n",
    );
    write(
        "rest.jsonl",
        "{\"repo\":\"r\",\"lang\":\"java\",\"sentence\":\"read\",\"rest\":\"cccc\",\"ask\":true}\n\
         {\"repo\":\"r\",\"lang\":\"java\",\"sentence\":\"x\",\"rest\":\"read\",\"ask\":false}\n",
    );
    let args = ["eval", "vectors", "--docfn", ".", "--model", "m.vec"];
    let table = printed(&args, folder.path());
    assert!(
        table.contains("| epitome | docfn | 1.000 | – | – | – | 1.000 | – | 1.000 |"),
        "{table}"
    );
    assert!(table.contains("| epitome | rest | 0.500 |"), "{table}");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    vocab(folder.path());
    fs::write(folder.path().join("bad.jsonl"), "{}\nno json\n").unwrap();
    fs::write(folder.path().join("w.npz"), "no archive").unwrap();
    for (args, expected) in [
        (
            &["model", "tokens", "--vocab", "t.jsonl", "--in", "t.jsonl"][..],
            "not an Epitome vocabulary",
        ),
        (
            &["model", "tokens", "--vocab", "v.bin", "--in", "bad.jsonl"],
            "bad.jsonl line 2 is no JSON",
        ),
        (&["model", "tokens", "--vocab", "v.bin", "--in", "gone.jsonl"], "opening gone.jsonl"),
    ] {
        let words = said(&[args, &["--field", "doc", "--out", "x"]].concat(), folder.path());
        assert!(words.contains(expected), "{words}");
    }
    let args = ["model", "pack", "--vocab", "v.bin", "--weights", "w.npz", "--out", "m.vec"];
    let words = said(&args, folder.path());
    assert!(words.contains("write it with numpy.savez"), "{words}");
}
