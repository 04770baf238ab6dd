//! Languages that link alike.

/// What names mean to each other across languages: TypeScript may call JavaScript, not Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Family {
    Python,
    Ecmascript,
    Rust,
    Go,
    Jvm,
    Clike,
    CSharp,
    Ruby,
    Php,
    Swift,
    Lua,
    Shell,
    Elixir,
    Haskell,
    Zig,
    Other,
}

impl Family {
    pub(super) fn of(language: &str) -> Family {
        match language {
            "python" => Family::Python,
            "javascript" | "typescript" | "tsx" => Family::Ecmascript,
            "rust" => Family::Rust,
            "go" => Family::Go,
            "java" | "kotlin" | "scala" => Family::Jvm,
            "c" | "cpp" => Family::Clike,
            "csharp" => Family::CSharp,
            "ruby" => Family::Ruby,
            "php" => Family::Php,
            "swift" => Family::Swift,
            "lua" => Family::Lua,
            "bash" => Family::Shell,
            "elixir" => Family::Elixir,
            "haskell" => Family::Haskell,
            "zig" => Family::Zig,
            _ => Family::Other,
        }
    }

    /// A bare name inside a class may mean a member of it.
    pub(super) fn has_implicit_self(self) -> bool {
        matches!(
            self,
            Family::Jvm
                | Family::Clike
                | Family::CSharp
                | Family::Ruby
                | Family::Swift
                | Family::Elixir
        )
    }

    /// Files of one folder see each other's names.
    pub(super) fn has_folder_scope(self) -> bool {
        matches!(self, Family::Go | Family::Jvm | Family::CSharp | Family::Swift)
    }

    /// Top-level names are visible in files that do not import them.
    pub(super) fn has_global_scope(self) -> bool {
        matches!(
            self,
            Family::Clike
                | Family::CSharp
                | Family::Ruby
                | Family::Php
                | Family::Swift
                | Family::Shell
                | Family::Jvm
                | Family::Elixir
        )
    }

    /// The words that mean the object a method was called on.
    pub(super) fn is_self_word(self, word: &str) -> bool {
        match self {
            Family::Python => matches!(word, "self" | "cls"),
            Family::Rust | Family::Ruby | Family::Swift | Family::Lua => {
                matches!(word, "self" | "Self")
            }
            Family::Php => matches!(word, "$this" | "self" | "static"),
            Family::Elixir => word == "__MODULE__",
            Family::Zig => matches!(word, "self" | "Self"),
            Family::Ecmascript | Family::Jvm | Family::Clike | Family::CSharp => word == "this",
            Family::Go | Family::Shell | Family::Haskell | Family::Other => false,
        }
    }
}
