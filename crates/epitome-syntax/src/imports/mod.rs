//! Import statements of every style, read off their text.
//!
//! The grammars agree on where an import statement is, and on little else, so each style has a
//! small reader for the statement's words. What a module's name leads to is decided later, by
//! linking.

mod dotted;
mod ecmascript;
mod python;
mod quoted;
mod rust;
mod words;

use epitome_model::outline::{Import, ImportedName};
use epitome_model::text::Text;

/// How a language writes imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ImportStyle {
    /// `import a.b as c`, `from .a import b as c, d`.
    Python,
    /// `use a::{b, c as d, e::*};`, `extern crate a;`, `mod a;`
    Rust,
    /// `import a, {b as c} from "m"`, `export * from "m"`.
    Ecmascript,
    /// `const x = require("m")`, `@import("m")`, `source m`: the first string or word is the module.
    Quoted,
    /// `import ( x "m" )`, one spec at a time: an optional name before the quoted path.
    GoSpec,
    /// `#include <m>`.
    Include,
    /// `import static a.b.C.*;`, `import a.{b, c => d}`, `import a.b as c`.
    Dotted,
    /// `using static A.B;`, `using X = A.B;`
    CSharp,
    /// `use A\B\{C, D as E};`
    Php,
    /// `alias A.B, as: C`, `import A.B, only: […]`, `use A.B`, `require A`.
    Elixir,
    /// `import qualified A.B as C (d, e)`.
    Haskell,
    /// `import struct A.B`.
    Swift,
}

impl ImportStyle {
    pub(crate) fn from_word(word: &str) -> Option<ImportStyle> {
        Some(match word {
            "python" => ImportStyle::Python,
            "rust" => ImportStyle::Rust,
            "ecmascript" => ImportStyle::Ecmascript,
            "quoted" => ImportStyle::Quoted,
            "go-spec" => ImportStyle::GoSpec,
            "include" => ImportStyle::Include,
            "dotted" => ImportStyle::Dotted,
            "csharp" => ImportStyle::CSharp,
            "php" => ImportStyle::Php,
            "elixir" => ImportStyle::Elixir,
            "haskell" => ImportStyle::Haskell,
            "swift" => ImportStyle::Swift,
            _ => return None,
        })
    }
}

/// The imports of one statement. `bound_to` is the name that the statement's value is given to.
pub(crate) fn read_imports(style: ImportStyle, text: &str, bound_to: Option<&str>) -> Vec<Import> {
    match style {
        ImportStyle::Python => python::read(text),
        ImportStyle::Rust => rust::read(text),
        ImportStyle::Ecmascript => ecmascript::read(text),
        ImportStyle::Quoted => quoted::read(text, bound_to),
        ImportStyle::GoSpec => quoted::read_go(text),
        ImportStyle::Include => quoted::read_include(text),
        ImportStyle::Dotted => dotted::read(text),
        ImportStyle::CSharp => dotted::read_csharp(text),
        ImportStyle::Php => dotted::read_php(text),
        ImportStyle::Elixir => words::read_elixir(text),
        ImportStyle::Haskell => words::read_haskell(text),
        ImportStyle::Swift => words::read_swift(text),
    }
}

fn module(name: &str) -> Import {
    Import { module: name.into(), ..Import::default() }
}

fn imported(name: &str, alias: Option<&str>) -> ImportedName {
    ImportedName { name: name.into(), alias: alias.map(Text::from) }
}

/// `a as b` in its parts.
fn as_alias<'a>(item: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    match item.split_once(word) {
        Some((name, alias)) => (name.trim(), Some(alias.trim())),
        None => (item.trim(), None),
    }
}

/// Splits at `separator` outside all brackets.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            // The end of an arrow closes nothing.
            '>' if !text[..i].ends_with(['=', '-']) => depth -= 1,
            c if c == separator && depth <= 0 => {
                parts.push(text[start..i].trim());
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Text without comments, for the rare import that holds some.
fn without_comments(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("//") && !text.contains("/*") && !text.contains('#') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let cut =
            line.find("//").filter(|&i| i == 0 || line.as_bytes()[i - 1].is_ascii_whitespace());
        let cut = cut.or_else(|| line.find(" #").filter(|_| !line.contains("from '#")));
        out.push_str(&line[..cut.unwrap_or(line.len())]);
        out.push('\n');
    }
    while let (Some(open), Some(close)) = (out.find("/*"), out.find("*/")) {
        if close < open {
            break;
        }
        out.replace_range(open..close + 2, " ");
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use epitome_model::outline_text::import_text;

    fn check(style: ImportStyle, text: &str, expected: &[&str]) {
        check_bound(style, text, None, expected);
    }

    fn check_bound(style: ImportStyle, text: &str, bound_to: Option<&str>, expected: &[&str]) {
        let got: Vec<String> =
            read_imports(style, text, bound_to).iter().map(import_text).collect();
        assert_eq!(got, expected, "{text}");
    }

    // G41
    #[test]
    fn each_style_is_read() {
        use ImportStyle as S;
        check(S::Python, "import os, numpy as np", &["os", "numpy as np"]);
        check(S::Python, "from .a import (b as c,  # why\n  d)", &[".a (b as c, d)"]);
        check(S::Python, "from . import x", &[". (x)"]);
        check(S::Python, "from a.b import *", &["a.b (*)"]);
        check(S::Rust, "use std::fmt;", &["std (fmt)"]);
        check(
            S::Rust,
            "pub(crate) use a::b::{self, c as d, e::*};",
            &["a (b)", "a::b (c as d)", "a::b::e (*)"],
        );
        check(S::Rust, "extern crate serde as s;", &["serde as s"]);
        check(S::Rust, "use foo as bar;", &["foo as bar"]);
        check(S::Rust, "pub mod walk;", &["self (walk)"]);
        check(
            S::Ecmascript,
            "import a, {b as c, type D} from './m'",
            &["./m (default as a, b as c, D)"],
        );
        check(S::Ecmascript, "import * as fs from \"fs\";", &["fs as fs"]);
        check(S::Ecmascript, "import './side.css'", &["./side.css"]);
        check(S::Ecmascript, "export * from '../x'", &["../x (*)"]);
        check(S::Ecmascript, "export { a as b } from '../x'", &["../x (a as b)"]);
        check(S::Ecmascript, "import type { T } from 'm'", &["m (T)"]);
        check_bound(S::Quoted, "require('fs')", Some("fs"), &["fs as fs"]);
        check_bound(S::Quoted, "require('m')", Some("{ a, b: c }"), &["m (a, b as c)"]);
        check_bound(S::Quoted, "require('m').a", Some("a"), &["m (a)"]);
        check_bound(S::Quoted, "require('m').a", Some("b"), &["m (a as b)"]);
        check_bound(S::Quoted, "require('m')", Some("exports.x"), &["m"]);
        check(S::Quoted, "require_once __DIR__ . '/a.php'", &["./a.php"]);
        check(S::Ecmascript, "import a = require('m');", &["m as a"]);
        check(S::Quoted, "source ./lib.sh", &["./lib.sh"]);
        check_bound(S::Quoted, "@import(\"std\")", Some("std"), &["std as std"]);
        check(S::GoSpec, "f \"fmt\"", &["fmt as f"]);
        check(S::GoSpec, "\"net/http\"", &["net/http"]);
        check(S::Include, "#include <stdio.h>\n", &["<stdio.h>"]);
        check(S::Include, "#include \"a/b.h\" // why", &["a/b.h"]);
        check(S::Dotted, "import static a.b.C.*;", &["a.b.C (*)"]);
        check(S::Dotted, "import a.b.C;", &["a.b (C)"]);
        check(S::Dotted, "import a.b.C as D", &["a.b (C as D)"]);
        check(
            S::Dotted,
            "import cats.syntax.{all => every, functor._}",
            &["cats.syntax (all as every)", "cats.syntax.functor (*)"],
        );
        check(S::CSharp, "using static System.Math;", &["System.Math (*)"]);
        check(S::CSharp, "global using X = A.B;", &["A.B as X"]);
        check(S::CSharp, "using System.Text;", &["System.Text"]);
        check(S::Php, "use A\\B\\C as D, E;", &["A\\B (C as D)", "E"]);
        check(S::Php, "use function A\\{b, c as d};", &["A (b, c as d)"]);
        check(S::Elixir, "alias Plug.Conn, as: C", &["Plug.Conn as C"]);
        check(S::Elixir, "alias A.{B, C.D}", &["A.B", "A.C.D"]);
        check(S::Elixir, "import Plug.Conn, only: [assign: 3]", &["Plug.Conn (*)"]);
        check(
            S::Haskell,
            "import qualified Data.Map as M (insert, Map(..))",
            &["Data.Map as M (insert, Map)"],
        );
        check(S::Haskell, "import Data.List hiding (sort)", &["Data.List (*)"]);
        check(S::Haskell, "import Prelude ()", &["Prelude"]);
        check(S::Swift, "@testable import struct A.B", &["A (B)"]);
        check(S::Swift, "import Foundation", &["Foundation"]);
    }

    #[test]
    fn odd_text_is_read_without_panic() {
        use ImportStyle as S;
        for style in [
            S::Python,
            S::Rust,
            S::Ecmascript,
            S::Quoted,
            S::GoSpec,
            S::Include,
            S::Dotted,
            S::CSharp,
            S::Php,
            S::Elixir,
            S::Haskell,
            S::Swift,
        ] {
            for text in [
                "",
                "import",
                "use {{{",
                "from",
                "use a::{b,",
                "import {",
                "é\u{0}",
                "*/ /*",
                "import (",
                "use ;",
                "from import",
            ] {
                let _ = read_imports(style, text, Some("{"));
            }
        }
    }
}
