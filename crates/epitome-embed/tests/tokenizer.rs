//! Parts to tokens: what is known, what is cut, what repeats.

use epitome_embed::{
    FormatError, Kind, MAX_TOKENS, Scratch, Tokenizer, Vocabulary, build_vocabulary,
};
use proptest::prelude::*;

const WORDS: [&str; 17] = [
    "return", "the", "read", "file", "readfile", "token", "name", "utf8", "utf", "8", "x", "hand",
    "文", "文件", "grosse", "мир", "names",
];
const PIECES: [&str; 6] = ["s", "ize", "izer", "ing", "ы", "file"];
const BUCKETS: u32 = 64;

fn vocabulary() -> Vec<u8> {
    build(&WORDS, &PIECES, BUCKETS).unwrap()
}

fn build(words: &[&str], pieces: &[&str], buckets: u32) -> Result<Vec<u8>, FormatError> {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    build_vocabulary(&owned(words), &owned(pieces), buckets)
}

fn tokens(text: &[u8]) -> Vec<u16> {
    let bytes = vocabulary();
    let tokenizer = Tokenizer::new(Vocabulary::view(&bytes).unwrap());
    tokenizer.tokens(text, &mut Scratch::default()).to_vec()
}

/// Words as they are, pieces as `+piece`, buckets as `?`.
fn shown(text: &str) -> String {
    let bytes = vocabulary();
    let vocabulary = Vocabulary::view(&bytes).unwrap();
    let shown = tokens(text.as_bytes()).into_iter().map(|id| match vocabulary.token(id) {
        None => "?".to_owned(),
        Some((Kind::Word, text)) => String::from_utf8(text.to_vec()).unwrap(),
        Some((Kind::Piece, text)) => format!("+{}", String::from_utf8(text.to_vec()).unwrap()),
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(shown(text), expected, "{text:?}");
}

#[test]
fn known_words() {
    check("Return the name.", "return the name");
    check("readFile", "readfile read file");
    check("file_name", "file name");
    check("decode_utf8", "? ? utf8 utf 8");
    check("größe мир", "grosse мир");
    check("", "");
}

#[test]
fn unknown_words_are_cut_and_hashed() {
    check("tokenizers", "token +izer +s ? ?");
    check("tokenize", "token +ize ? ?");
    check("handfile", "hand file ? ?");
    check("namesize", "names +ize ? ?");
    check("namestoken", "names token ? ?");
    check("qqq", "? ?");
    check("filenametokenreadhand", "file name token read ? ?");
    check("q 9 12345", "");
    check("мирный мирs", "мир +ы ? ? мир +s ? ?");
}

#[test]
fn unknown_pairs_have_a_bucket() {
    check("文件", "文 文件");
    check("件文", "文 ?");
    check("件", "");
}

#[test]
fn long_texts_are_cut() {
    let many = "read the file ".repeat(MAX_TOKENS);
    assert_eq!(tokens(many.as_bytes()).len(), MAX_TOKENS);
}

#[test]
fn one_workspace_serves_many_texts() {
    let bytes = vocabulary();
    let tokenizer = Tokenizer::new(Vocabulary::view(&bytes).unwrap());
    let mut scratch = Scratch::default();
    for text in ["file file file", "file", "the tokenizers", "file file"] {
        let again = tokenizer.tokens(text.as_bytes(), &mut scratch).to_vec();
        assert_eq!(again, tokens(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn a_vocabulary_finds_what_it_was_made_of() {
    let words: Vec<String> = (0..30_000).map(|n| format!("w{n}")).collect();
    let bytes = build_vocabulary(&words, &words[..100], 7).unwrap();
    let vocabulary = Vocabulary::view(&bytes).unwrap();
    assert_eq!((vocabulary.len(), vocabulary.buckets()), (30_107, 7));
    for (id, word) in (0..).zip(&words) {
        assert_eq!(vocabulary.find(Kind::Word, word.as_bytes()), Some(id));
        assert_eq!(vocabulary.token(id), Some((Kind::Word, word.as_bytes())));
        let piece = (id < 100).then_some(30_000 + id);
        assert_eq!(vocabulary.find(Kind::Piece, word.as_bytes()), piece);
    }
    assert_eq!(vocabulary.find(Kind::Word, b"w30000"), None);
    assert_eq!(vocabulary.token(30_100), None);
}

#[test]
fn what_cannot_be_a_vocabulary() {
    let token = |token: &str| Err(FormatError::Token { token: token.to_owned() });
    assert_eq!(build(&["a", "b", "a"], &[], 0), token("a"));
    assert_eq!(build(&[""], &[], 0), token(""));
    assert_eq!(build(&[], &[&"x".repeat(41)], 0), token(&"x".repeat(41)));
    assert_eq!(build(&["a"], &["a"], 65_535), Err(FormatError::Counts));
    let empty = build(&[], &[], 0).unwrap();
    let empty = Tokenizer::new(Vocabulary::view(&empty).unwrap());
    assert_eq!(empty.tokens("any text 文件".as_bytes(), &mut Scratch::default()), [0_u16; 0]);
}

proptest! {
    #[test]
    fn any_bytes_have_tokens(text in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let tokens = tokens(&text);
        prop_assert!(tokens.len() <= MAX_TOKENS);
        prop_assert!(tokens.iter().all(|id| usize::from(*id) < WORDS.len() + PIECES.len() + 64));
    }

    /// A bag holds the same tokens as the list, each once.
    #[test]
    fn a_bag_counts_the_tokens(text in "(read|file|name|x|unknown| |_){0,60}") {
        let bytes = vocabulary();
        let tokenizer = Tokenizer::new(Vocabulary::view(&bytes).unwrap());
        let listed = tokens(text.as_bytes());
        let mut scratch = Scratch::default();
        let bag = tokenizer.bag(text.as_bytes(), &mut scratch);
        prop_assert_eq!(bag.iter().map(|(_, times)| usize::from(*times)).sum::<usize>(), listed.len());
        for &(token, times) in bag {
            let count = listed.iter().filter(|id| **id == token).count();
            prop_assert_eq!(count, usize::from(times));
        }
    }
}
