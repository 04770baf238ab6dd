//! The built-in languages, one line each.

use std::sync::OnceLock;

use crate::language::Builtin;

macro_rules! deep {
    ($id:literal, $grammar:expr) => {
        Builtin {
            id: $id,
            toml: include_str!(concat!("../languages/", $id, "/language.toml")),
            grammar: Some(|| $grammar.into()),
            loaded: OnceLock::new(),
        }
    };
}

macro_rules! plain {
    ($id:literal) => {
        Builtin {
            id: $id,
            toml: include_str!(concat!("../languages/", $id, "/language.toml")),
            grammar: None,
            loaded: OnceLock::new(),
        }
    };
}

/// A static list that counts itself: a new language is one line.
macro_rules! registry {
    ($($entry:expr),* $(,)?) => {
        static LANGUAGES: [Builtin; [$(stringify!($entry)),*].len()] = [$($entry),*];
    };
}

registry![
    deep!("bash", tree_sitter_bash::LANGUAGE),
    deep!("c", tree_sitter_c::LANGUAGE),
    deep!("cpp", tree_sitter_cpp::LANGUAGE),
    deep!("csharp", tree_sitter_c_sharp::LANGUAGE),
    deep!("elixir", tree_sitter_elixir::LANGUAGE),
    deep!("go", tree_sitter_go::LANGUAGE),
    deep!("haskell", tree_sitter_haskell::LANGUAGE),
    deep!("java", tree_sitter_java::LANGUAGE),
    deep!("javascript", tree_sitter_javascript::LANGUAGE),
    deep!("kotlin", tree_sitter_kotlin_ng::LANGUAGE),
    deep!("lua", tree_sitter_lua::LANGUAGE),
    deep!("php", tree_sitter_php::LANGUAGE_PHP),
    deep!("python", tree_sitter_python::LANGUAGE),
    deep!("ruby", tree_sitter_ruby::LANGUAGE),
    deep!("rust", tree_sitter_rust::LANGUAGE),
    deep!("scala", tree_sitter_scala::LANGUAGE),
    deep!("swift", tree_sitter_swift::LANGUAGE),
    deep!("tsx", tree_sitter_typescript::LANGUAGE_TSX),
    deep!("typescript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT),
    deep!("zig", tree_sitter_zig::LANGUAGE),
    plain!("css"),
    plain!("html"),
    plain!("json"),
    plain!("markdown"),
    plain!("rst"),
    plain!("sql"),
    plain!("toml"),
    plain!("yaml"),
];

/// All built-in languages, by id.
#[must_use]
pub fn languages() -> &'static [Builtin] {
    &LANGUAGES
}

/// The built-in language of that id.
#[must_use]
pub fn language(id: &str) -> Option<&'static Builtin> {
    LANGUAGES.iter().find(|builtin| builtin.id == id)
}
