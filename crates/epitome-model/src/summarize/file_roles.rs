//! What a file is to its folder, by its name.

use super::parts::FileRole;

/// The role of a file.
#[must_use]
pub fn role(path: &str, language: &str) -> FileRole {
    let name = path.rsplit('/').next().unwrap_or(path);
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or(&lower);
    if stem == "readme" {
        return FileRole::Readme;
    }
    if matches!(
        lower.as_str(),
        "cargo.toml"
            | "package.json"
            | "pyproject.toml"
            | "setup.cfg"
            | "setup.py"
            | "composer.json"
            | "pom.xml"
            | "go.mod"
            | "mix.exs"
            | "package.swift"
            | "build.gradle"
            | "build.gradle.kts"
            | "build.sbt"
            | "gemfile"
            | "build.zig.zon"
    ) {
        return FileRole::Manifest;
    }
    let in_tests =
        path.split('/').rev().skip(1).any(|part| {
            matches!(part, "test" | "tests" | "__tests__" | "spec" | "specs" | "testdata")
        });
    if in_tests
        || lower.contains(".test.")
        || lower.contains(".spec.")
        || lower.contains("_test.")
        || lower.starts_with("test_")
        || lower.contains("_spec.")
        || name.ends_with("Test.java")
        || name.ends_with("Tests.cs")
        || name.ends_with("Spec.scala")
        || name.ends_with("Tests.swift")
        || name.ends_with("Test.php")
        || name.ends_with("Test.kt")
    {
        return FileRole::Test;
    }
    if matches!(language, "markdown" | "rst") {
        return FileRole::Document;
    }
    if matches!(
        stem,
        "main"
            | "__main__"
            | "index"
            | "app"
            | "server"
            | "cli"
            | "manage"
            | "lib"
            | "mod"
            | "__init__"
            | "init"
            | "application"
            | "program"
    ) {
        return FileRole::Entry;
    }
    FileRole::Plain
}
