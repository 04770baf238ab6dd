//! Which indexer speaks for which language, how to get it, and how to run it.
//!
//! This is a table about programs of others; it is the one place of the engine that knows names of
//! languages, and nothing but `epitome scip` reads it. Those that we run were tried: scip-python
//! 0.6.6, scip-typescript 0.4.0, rust-analyzer 1.95. The rest is what their manuals say.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

/// A program that writes SCIP indexes.
#[derive(Debug, PartialEq, Eq)]
pub struct Indexer {
    /// Its name on `PATH`.
    pub program: &'static str,
    /// Ids of the languages that it reads, the main one first.
    pub languages: &'static [&'static str],
    /// A command, or an address, that gets it.
    pub install: &'static str,
    /// What it needs besides, if anything.
    pub needs: Option<&'static str>,
    /// How it is run.
    pub run: Run,
}

/// How an indexer is run.
#[derive(Debug, PartialEq, Eq)]
pub enum Run {
    /// By us, when asked: the arguments, and after them the path of the index to write.
    Here(&'static [&'static str]),
    /// By the user: it depends on a build that we know nothing of. It leaves `index.scip` at the
    /// root.
    ByHand(&'static str),
}

/// All that we know of.
pub static INDEXERS: &[Indexer] = &[
    Indexer {
        program: "scip-python",
        languages: &["python"],
        install: "npm install --global @sourcegraph/scip-python",
        needs: Some("pip, and the environment of the project active, to know what it imports"),
        // Without a version it asks git, and without git it fails.
        run: Run::Here(&[
            "index",
            ".",
            "--project-name",
            "project",
            "--project-version",
            "0",
            "--output",
        ]),
    },
    Indexer {
        program: "scip-typescript",
        languages: &["typescript", "tsx", "javascript"],
        install: "npm install --global @sourcegraph/scip-typescript",
        // Its `--infer-tsconfig` writes a file into the tree, so we do not use it.
        needs: Some(
            "a tsconfig.json at the root (with `allowJs` for JavaScript), and packages installed",
        ),
        run: Run::Here(&["index", "--no-progress-bar", "--output"]),
    },
    Indexer {
        program: "rust-analyzer",
        languages: &["rust"],
        install: "rustup component add rust-analyzer",
        needs: Some("cargo; build scripts and procedural macros of the repository are run"),
        run: Run::Here(&["scip", ".", "--output"]),
    },
    Indexer {
        program: "scip-java",
        languages: &["java", "kotlin", "scala"],
        install: "https://github.com/sourcegraph/scip-java",
        needs: Some("a build that passes"),
        run: Run::ByHand("scip-java index"),
    },
    Indexer {
        program: "scip-go",
        languages: &["go"],
        install: "go install github.com/sourcegraph/scip-go/cmd/scip-go@latest",
        needs: None,
        run: Run::ByHand("scip-go"),
    },
    Indexer {
        program: "scip-clang",
        languages: &["cpp", "c"],
        install: "https://github.com/sourcegraph/scip-clang/releases",
        needs: Some("a compilation database"),
        run: Run::ByHand("scip-clang --compdb-path=compile_commands.json"),
    },
    Indexer {
        program: "scip-dotnet",
        languages: &["csharp"],
        install: "dotnet tool install --global scip-dotnet",
        needs: None,
        run: Run::ByHand("scip-dotnet index"),
    },
    Indexer {
        program: "scip-ruby",
        languages: &["ruby"],
        install: "bundle add scip-ruby --group=development --require=false",
        needs: Some("Sorbet in use"),
        run: Run::ByHand(
            "bundle exec scip-ruby --index-file index.scip --gem-metadata NAME@VERSION",
        ),
    },
    Indexer {
        program: "scip-php",
        languages: &["php"],
        install: "composer require --dev davidrjenni/scip-php",
        needs: Some("composer.lock, and packages installed"),
        run: Run::ByHand("vendor/bin/scip-php"),
    },
];

impl Indexer {
    /// The index that we let it write, below the root: named after its main language.
    #[must_use]
    pub fn index_path(&self) -> String {
        format!(".epitome/scip/{}.scip", self.languages[0])
    }

    /// What to type at the root.
    #[must_use]
    pub fn command(&self) -> String {
        match self.run {
            Run::Here(arguments) => {
                format!("{} {} {}", self.program, arguments.join(" "), self.index_path())
            }
            Run::ByHand(command) => command.to_owned(),
        }
    }
}

/// Where a program is, by a `PATH`. Relative folders in it are passed over: they would mean a folder
/// of the repository, and what lies there is not ours to run.
#[must_use]
pub fn program_on_path(program: &str, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).filter(|folder| folder.is_absolute()).find_map(|folder| {
        let file = folder.join(program);
        let meta = file.metadata().ok()?;
        (meta.is_file() && meta.permissions().mode() & 0o111 != 0).then_some(file)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_language_of_the_table_is_known_and_has_one_indexer() {
        let known = crate::languages::known_languages();
        let mut named: Vec<&str> =
            INDEXERS.iter().flat_map(|indexer| indexer.languages).copied().collect();
        for id in &named {
            assert!(known.iter().any(|language| language.id == *id), "{id}");
        }
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), count);
    }

    #[test]
    fn programs_are_looked_up_on_absolute_folders_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("indexer");
        fs::write(&file, "").unwrap();
        assert_eq!(program_on_path("indexer", folder.path().as_os_str()), None);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(program_on_path("indexer", folder.path().as_os_str()), Some(file));
        let here = std::env::current_dir().unwrap();
        assert!(here.join("Cargo.toml").is_file());
        for path in ["", ".", "src:..", "::"] {
            assert_eq!(program_on_path("Cargo.toml", OsStr::new(path)), None);
        }
    }
}
