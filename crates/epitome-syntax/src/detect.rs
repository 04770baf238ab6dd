//! Which language a file is written in: by its name, else by its `#!` line.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::language::Builtin;
use crate::preprocessor::has_statement;
use crate::registry::{language, languages};
use crate::rules::LanguageFile;

struct Names {
    by_extension: HashMap<String, &'static Builtin>,
    by_filename: HashMap<String, &'static Builtin>,
    by_interpreter: HashMap<String, &'static Builtin>,
    kin: HashMap<&'static str, (&'static Builtin, Vec<String>)>,
}

/// The names are read from the data without compiling any grammar's rules.
fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Names {
            by_extension: HashMap::new(),
            by_filename: HashMap::new(),
            by_interpreter: HashMap::new(),
            kin: HashMap::new(),
        };
        for builtin in languages() {
            let file: LanguageFile = toml::from_str(head(builtin.toml())).unwrap_or_default();
            if let Some(kin) = language(&file.kin.language) {
                names.kin.insert(builtin.id(), (kin, file.kin.starts));
            }
            names.by_extension.extend(file.extensions.into_iter().map(|e| (e, builtin)));
            names.by_filename.extend(file.filenames.into_iter().map(|f| (f, builtin)));
            names.by_interpreter.extend(file.interpreters.into_iter().map(|i| (i, builtin)));
        }
        names
    })
}

/// The part of a `language.toml` that holds its names: what stands before the tables, and `[kin]`.
/// Reading all rules of all languages would be a tenth of the time that an edit of one file takes.
fn head(toml: &str) -> &str {
    let mut at = 0;
    for line in toml.split_inclusive('\n') {
        if line.starts_with('[') && line.trim_end() != "[kin]" {
            return &toml[..at];
        }
        at += line.len();
    }
    toml
}

/// The language of a file, by its path, else by its first line.
#[must_use]
pub fn detect(path: &str, text: &str) -> Option<&'static Builtin> {
    by_path(path).or_else(|| by_shebang(text)).map(|found| refine(found, text))
}

/// The language that the text is in where its name says too little: a `.h` may be C or C++.
#[must_use]
pub fn refine(found: &'static Builtin, text: &str) -> &'static Builtin {
    match names().kin.get(found.id()) {
        Some((kin, starts)) if has_statement(text, starts) => kin,
        _ => found,
    }
}

/// The language of a path, by file name, then by extension (lower-cased).
#[must_use]
pub fn by_path(path: &str) -> Option<&'static Builtin> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if let Some(&found) = names().by_filename.get(name) {
        return Some(found);
    }
    let (stem, extension) = name.rsplit_once('.')?;
    if stem.is_empty() {
        return None;
    }
    names().by_extension.get(extension.to_ascii_lowercase().as_str()).copied()
}

/// The language named by a `#!` line at the head of the text.
#[must_use]
pub fn by_shebang(text: &str) -> Option<&'static Builtin> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    // `python3.12` is `python3`, is `python`.
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    [program, bare].iter().find_map(|word| names().by_interpreter.get(*word).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_language() {
        for (path, expected) in [
            ("a/b.py", Some("python")),
            ("A.PY", Some("python")),
            ("x.tsx", Some("tsx")),
            ("x.d.ts", Some("typescript")),
            ("README.md", Some("markdown")),
            (".py", None),
            ("Makefile.unknown", None),
            ("noextension", None),
        ] {
            assert_eq!(by_path(path).map(Builtin::id), expected, "{path}");
        }
    }

    #[test]
    fn headers_of_cpp_are_told_from_those_of_c() {
        for (text, expected) in [
            ("#pragma once\nnamespace a { int f(); }", "cpp"),
            ("#include <x>\n\nclass Foo;\n", "cpp"),
            ("template<class T> T f();", "cpp"),
            ("struct A {\n int x;\n private:\n int y;\n};", "cpp"),
            ("using std::string;", "cpp"),
            ("namespace {\n}", "cpp"),
            ("int f(void);\nstruct a { int class; };", "c"),
            ("/*\nclass of things\nusing words\n*/\n// namespace a\nint f(void);", "c"),
            ("int f() { class = 1; using(x); }", "c"),
            ("", "c"),
        ] {
            assert_eq!(detect("x.h", text).map(Builtin::id), Some(expected), "{text}");
        }
    }

    #[test]
    fn shebangs_tell_the_language() {
        for (text, expected) in [
            ("#!/usr/bin/env python3.12\n", Some("python")),
            ("#!/bin/bash -e", Some("bash")),
            ("#!/usr/bin/env -S node --x", Some("javascript")),
            ("#!/usr/bin/perl", None),
            ("#!", None),
            ("print", None),
        ] {
            assert_eq!(by_shebang(text).map(Builtin::id), expected, "{text}");
        }
    }

    #[test]
    fn the_head_of_a_language_file_holds_all_its_names() {
        for builtin in languages() {
            let whole: LanguageFile = toml::from_str(builtin.toml()).unwrap();
            let head: LanguageFile = toml::from_str(head(builtin.toml())).unwrap();
            let names = |file: LanguageFile| {
                let kin = (file.kin.language, file.kin.starts);
                (file.extensions, file.filenames, file.interpreters, kin)
            };
            assert_eq!(names(head), names(whole), "{}", builtin.id());
        }
    }
}
