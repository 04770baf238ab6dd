//! Complexity: one, plus one for each branch.

use epitome_syntax::{language, outline};

/// The complexity of `f`.
fn check(id: &str, text: &str, expected: u32) {
    let outline = outline(language(id).unwrap().language(), text);
    let f = outline.symbols.iter().find(|symbol| symbol.name == "f").unwrap();
    assert_eq!(f.complexity, expected, "{id}: {text}");
}

// G33
#[test]
fn python_counts_what_the_rule_names() {
    for (body, expected) in [
        ("return 1", 1),
        ("if a: pass", 2),
        ("if a: pass\n  elif b: pass\n  else: pass", 3),
        ("for a in b: pass", 2),
        ("while a: pass", 2),
        ("try: pass\n  except A: pass\n  except B: pass\n  finally: pass", 3),
        ("with a: pass", 2),
        ("assert a", 2),
        ("async_ = [x for x in y if x]", 1),
        ("return a if b else c", 1),
        ("return a and b or c", 1),
        ("for a in b:\n    if a:\n      while c:\n        assert d", 5),
        // A function inside belongs to what encloses it.
        ("def g():\n    if a: pass\n  return g", 2),
    ] {
        check("python", &format!("def f():\n  {body}\n"), expected);
    }
}

// G33: the same idea in the words of other languages.
#[test]
fn other_languages_count_their_own_branches() {
    check("rust", "fn f() { if a { } else if b { } match c { 1 => {} _ => {} } }", 5);
    check("go", "package p\nfunc f() { if a { } else if b { }; for { } }", 4);
    check("java", "class A { void f() { if (a) { } for (;;) { } try { } catch (E e) { } } }", 4);
    check("javascript", "function f() { if (a) { } while (b) { } return c ? 1 : 2 }", 4);
    check("bash", "f() {\n  if a; then b; fi\n  while c; do d; done\n}\n", 3);
    check("elixir", "def f(a) do\n  if a, do: 1\nend\n", 2);
}
