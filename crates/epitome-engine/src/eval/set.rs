//! Questions with their answers.

use std::path::Path;

use serde::Deserialize;

use super::error::EvalError;

/// A question of a set.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// Its id.
    pub query_id: String,
    /// The repository as the set calls it.
    pub repo: String,
    /// Owner and name, where `repo` is something shorter.
    #[serde(default)]
    pub github: Option<String>,
    /// The commit it is about.
    pub commit: String,
    /// The folder of the repository that is searched; all of it where there is none.
    #[serde(default)]
    pub root: Option<String>,
    /// Its language.
    #[serde(default)]
    pub language: Option<String>,
    /// Its class, as the set calls it.
    #[serde(default)]
    pub category: Option<String>,
    /// What is asked.
    pub query: String,
    /// The files that answer it.
    #[serde(default)]
    pub gold_files: Vec<String>,
    /// The functions that answer it.
    #[serde(default)]
    pub gold_functions: Vec<Gold>,
    /// Files or spans that answer it, for sets that score raw results.
    #[serde(default)]
    pub targets: Vec<Target>,
}

/// A function that answers a question.
#[derive(Clone, Debug, Deserialize)]
pub struct Gold {
    /// Its file.
    pub path: String,
    /// First line.
    pub start: u32,
    /// Last line.
    pub end: u32,
}

/// A file or span that answers a question.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// The file.
    pub path: String,
    /// First line; none for the whole file.
    #[serde(default)]
    pub start: Option<u32>,
    /// Last line.
    #[serde(default)]
    pub end: Option<u32>,
}

impl Question {
    /// The folder its tree is laid out in, as `bench/corpora.py` names it.
    #[must_use]
    pub fn folder(&self) -> String {
        let repository = self.github.as_deref().unwrap_or(&self.repo).replace('/', "+");
        let commit = self.commit.get(..12).unwrap_or(&self.commit);
        let prefix = if self.query_id.starts_with("docfn/") { "docfn-" } else { "" };
        format!("{prefix}{repository}@{commit}")
    }
}

/// Reads a set.
pub fn read_set(path: &Path) -> Result<Vec<Question>, EvalError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| EvalError::Unreadable { path: path.to_owned(), cause })?;
    let mut questions = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        questions.push(serde_json::from_str(line).map_err(|cause| EvalError::Line {
            path: path.to_owned(),
            line: at + 1,
            cause,
        })?);
    }
    Ok(questions)
}
