//! What the C preprocessor would take away, where it keeps the grammar from reading the rest.
//!
//! The grammars of C and C++ read text that no preprocessor has seen. A conditional that splits a
//! statement, or a macro that stands where the language has no word, costs them the whole function
//! or class around it. So such pieces are blanked in the copy that is parsed: byte for byte, so
//! that every place in the tree is a place in the file. What is outlined is the file.

mod annotations;
mod conditionals;
mod scan;

use std::borrow::Cow;
use std::ops::Range;

use scan::{Kind, Scanner};

/// The text to parse: `text` itself, or a copy with blanks.
pub(crate) fn blanked(text: &str) -> Cow<'_, [u8]> {
    let ranges = conditionals::ranges(text.as_bytes());
    let bytes = blank(Cow::Borrowed(text.as_bytes()), &ranges);
    let ranges = annotations::ranges(&bytes);
    blank(bytes, &ranges)
}

fn blank<'t>(bytes: Cow<'t, [u8]>, ranges: &[Range<usize>]) -> Cow<'t, [u8]> {
    if ranges.is_empty() {
        return bytes;
    }
    let mut bytes = bytes.into_owned();
    let mut ranges = ranges.to_vec();
    ranges.sort_unstable_by_key(|range| range.start);
    let mut done = 0;
    // Ranges may lie in each other: no byte is looked at twice.
    for range in ranges {
        let from = range.start.max(done);
        done = done.max(range.end);
        for byte in bytes.get_mut(from..range.end).unwrap_or_default() {
            if !matches!(*byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    Cow::Owned(bytes)
}

/// Whether a statement of the text begins with one of `starts`: words and marks parted by spaces,
/// `_` for any word. Comments, strings and `#` lines are passed over.
pub(crate) fn has_statement(text: &str, starts: &[String]) -> bool {
    let bytes = text.as_bytes();
    let fits = |from: usize, pattern: &str| {
        let mut tokens = Scanner::new(bytes, from);
        pattern.split(' ').all(|part| {
            tokens.next().is_some_and(|token| match token.kind {
                Kind::Word => part == "_" || part.as_bytes() == &bytes[token.range],
                _ => part.as_bytes() == &bytes[token.range],
            })
        })
    };
    let mut at_start = true;
    for token in Scanner::new(bytes, 0) {
        if at_start && token.kind == Kind::Word {
            let word = &bytes[token.range.clone()];
            let known = |start: &&String| {
                start.split(' ').next().is_some_and(|first| first.as_bytes() == word)
            };
            if starts.iter().filter(known).any(|start| fits(token.range.start, start)) {
                return true;
            }
        }
        at_start = matches!(token.kind, Kind::Directive | Kind::Mark(b';' | b'{' | b'}'));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::blanked;

    fn check(text: &str, expected: &str) {
        let got = String::from_utf8(blanked(text).into_owned()).unwrap_or_default();
        let squeezed: Vec<&str> = got.split_whitespace().collect();
        let wanted: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(squeezed, wanted, "{text}");
        assert_eq!(got.len(), text.len(), "{text}");
    }

    #[test]
    fn conditionals_that_split_code_are_blanked() {
        check("#ifdef A\nif(x) {\n#else\nif(y) {\n#endif\nf();\n}\n", "if(x) { f(); }");
        check("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();\n", "extern \"C\" { int f();");
        check("f(a,\n#if X\n b,\n#endif\n c);", "f(a, b, c);");
        check("#if 0\nint f(a) {\n#else\nint f() {\n#endif\n}", "int f() { }");
        check("x = {\n#ifdef A\n 1,\n#else\n 2,\n#endif\n};", "x = { 1, 2, };");
        check("{ if(a)\n#ifdef A\n f();\n#else\n g();\n#endif\n }", "{ if(a) f(); }");
    }

    #[test]
    fn whole_conditionals_stay() {
        for text in [
            "#ifndef H\n#define H\nint f(void);\n#endif\n",
            "#ifdef A\nint f() { return 1; }\n#else\nint f() { return 2; }\n#endif\n",
            "#define X { \\\n {\nint f();\n#if X\n#endif\n",
            "void f(a b = {});\n#if X\nvoid g();\n#else\nvoid g() {}\n#endif\n",
            "f([] {\n#if X\n  g();\n#else\n  h();\n#endif\n});",
            "s = \"#if {\";\n/*\n#if {\n*/\n",
            "#if\n#else\n#endif\n#endif\n#else",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn annotations_are_blanked() {
        check("class FMT_API Foo : Bar {};", "class Foo : Bar {};");
        check("struct ALIGN(8) foo { int a; };", "struct foo { int a; };");
        check("CURL_EXTERN CURLcode curl_init(void);", "CURLcode curl_init(void);");
        check("static UNITTEST bool f(int a) {}", "static bool f(int a) {}");
        check(
            "struct S { FMT_CONSTEXPR S(int a) : a_(a) {} };",
            "struct S { S(int a) : a_(a) {} };",
        );
        check("FMT_EXPORT template <class T> T f();", "template <class T> T f();");
        check("FMT_BEGIN_NAMESPACE\nnamespace a {}", "namespace a {}");
        check(
            "class A {\n  Q_OBJECT\n  Q_PROPERTY(int x READ y)\n public:\n};",
            "class A { public: };",
        );
    }

    #[test]
    fn types_and_calls_in_capitals_stay() {
        for text in [
            "BOOL f(int a) {}",
            "struct S { DWORD a; HANDLE *b; };",
            "struct FOO bar;",
            "enum { A,\nB\n};",
            "TEST(a, b)\n{ }",
            "void f() {\n  DISPATCH(x)\n  int y;\n  ULONG a;\n}",
            "FILE *f(void);",
            "LRESULT\nf (int a)\n{ }",
            "static DWORD f(void);",
        ] {
            check(text, text);
        }
    }
}
