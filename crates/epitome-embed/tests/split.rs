//! Text to parts: rows of what people and programs write, and what must come out.

use std::ops::ControlFlow;

use epitome_embed::{Part, split};
use proptest::prelude::*;

fn parts(text: &[u8]) -> Vec<(Part, Vec<u8>)> {
    let mut parts = Vec::new();
    let _ = split(text, |part, text| {
        parts.push((part, text.to_vec()));
        ControlFlow::Continue(())
    });
    parts
}

/// Letters as they are; the other kinds marked: `=whole`, `+joined`, `#digits`, `'ideograph`, `"pair`.
fn check(text: impl AsRef<[u8]>, expected: &str) {
    let shown: Vec<String> = parts(text.as_ref())
        .into_iter()
        .map(|(part, text)| {
            let mark = match part {
                Part::Whole => "=",
                Part::Joined => "+",
                Part::Letters => "",
                Part::Digits => "#",
                Part::Ideograph => "'",
                Part::Pair => "\"",
            };
            format!("{mark}{}", String::from_utf8(text).unwrap())
        })
        .collect();
    assert_eq!(shown.join(" "), expected, "{:?}", String::from_utf8_lossy(text.as_ref()));
}

#[test]
fn prose() {
    check("Return the last item in a list.", "return the last item in a list");
    check("doesn't, well-known; (e.g. this)", "doesn t well known e g this");
    check("", "");
    check(" \t\n.,;+-*/ ", "");
    check("UTF-8 and ISO 8601", "utf #8 and iso #8601");
}

#[test]
fn identifiers() {
    check("readFile", "=readfile read file");
    check("ReadFile", "=readfile read file");
    check("read_file", "=readfile read file");
    check("READ_FILE", "=readfile read file");
    check("__init__", "init");
    check("_", "");
    check("HTTPServer", "=httpserver http server");
    check("parseURLs", "=parseurls parse urls");
    check("IDs", "ids");
    check("IDsOfUsers", "=idsofusers ids of users");
    check("ABsort", "=absort a bsort");
    check("getX", "=getx get x");
    check("iOS", "=ios i os");
    check("std::vec::Vec<T>", "std vec vec t");
    check("a.b_c->dE()", "a =bc b c =de d e");
}

#[test]
fn digits_in_identifiers() {
    check("sha256", "=sha256 sha #256");
    check("utf8_name", "=utf8name +utf8 utf #8 name");
    check("decodeUtf8", "=decodeutf8 decode +utf8 utf #8");
    check("utf_8", "=utf8 utf #8");
    check("x86_64", "=x8664 +x86 x #86 #64");
    check("3d", "=3d #3 d");
    check("vec2d", "=vec2d +vec2 vec #2 d");
    check("0xFF", "=0xff #0 x ff");
    check("2024", "#2024");
}

#[test]
fn beyond_ascii() {
    check("Größe der Straße", "grosse der strasse");
    check("cafe\u{301} café CAFÉ", "cafe cafe cafe");
    check("naïveÉtat", "=naiveetat naive etat");
    check("Привет, мирТест", "привет =миртест мир тест");
    check("ＡＢＣ　ｄｅｆ１", "abc =def1 def #1");
    check("İstanbul", "istanbul");
    check("…“quoted”—dash", "quoted dash");
}

#[test]
fn scripts_without_blanks() {
    check("读取文件", "'读 '取 \"读取 '文 \"取文 '件 \"文件");
    check(
        "ファイルを読む",
        "'フ 'ァ \"ファ 'イ \"ァイ 'ル \"イル 'を \"ルを '読 \"を読 'む \"読む",
    );
    check("用 UTF8 编码", "'用 =utf8 utf #8 '编 '码 \"编码");
    check("get文件name", "get '文 '件 \"文件 name");
}

#[test]
fn bytes_that_are_not_text() {
    check(b"abc\xffdef", "abc def");
    check(b"aB\xc3", "=ab a b");
    check(b"\xe6\x96", "");
    check(b"\xed\xa0\x80x", "x");
}

#[test]
fn endless_names_are_cut() {
    let long = "abcDef_".repeat(200);
    let parts = parts(long.as_bytes());
    assert!(parts.iter().all(|(_, text)| text.len() <= 192));
    assert_eq!(parts.len(), 1 + 32, "the whole and as many parts as are looked at");
}

#[test]
fn a_sink_may_break_off() {
    let mut seen = 0;
    let ended = split(b"one two threeFour", |_, _| {
        seen += 1;
        if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, ended), (2, ControlFlow::Break(())));
}

proptest! {
    /// Any bytes are text, and what comes out is short UTF-8 that is folded already.
    #[test]
    fn any_bytes(text in proptest::collection::vec(any::<u8>(), 0..600)) {
        for (part, text) in parts(&text) {
            prop_assert!(!text.is_empty() && text.len() <= 192);
            let text = String::from_utf8(text).unwrap();
            prop_assert!(!text.contains(|c: char| c.is_ascii_uppercase() || c == '_'));
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            match part {
                Part::Digits => prop_assert_eq!(digits, text.len()),
                Part::Letters => prop_assert_eq!(digits, 0),
                _ => {}
            }
        }
    }

    /// Any characters are text, and splitting a part again gives the part.
    #[test]
    fn stable(text in "\\PC{0,80}") {
        for (part, text) in parts(text.as_bytes()) {
            if matches!(part, Part::Letters | Part::Digits | Part::Ideograph) {
                prop_assert_eq!(parts(&text), vec![(part, text)]);
            }
        }
    }

    /// A blank parts: what is left of it does not depend on what is right of it.
    #[test]
    fn independent(left in "\\PC{0,40}", right in "\\PC{0,40}") {
        let mut both = parts(left.as_bytes());
        both.extend(parts(right.as_bytes()));
        prop_assert_eq!(parts(format!("{left} {right}").as_bytes()), both);
    }
}
