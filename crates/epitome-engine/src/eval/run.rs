//! Asking the questions of a set.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::configuration::Configuration;
use super::error::EvalError;
use super::metrics::{Measures, Ranked, file_measures, function_measures, semble_ndcg};
use super::set::Question;
use crate::search::Searcher;

/// So many results are asked for.
const DEPTH: usize = 50;

/// A tree and the questions about it.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The folder that is indexed.
    pub path: PathBuf,
    /// What stands before its paths in the answers.
    pub prefix: String,
    /// The questions.
    pub questions: Vec<Question>,
}

/// What a question gave in one configuration.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The results.
    pub ranked: Vec<Ranked>,
    /// How well files were found.
    pub files: Option<Measures>,
    /// How well functions were found.
    pub functions: Option<Measures>,
    /// NDCG@10 over raw results.
    pub semble: Option<f64>,
}

/// The trees of a set: folders below `root` as `bench/corpora.py` lays them out, or `root` itself
/// where the set speaks of one tree and none is laid out. Beside them how many are missing.
pub fn trees(questions: Vec<Question>, root: &Path) -> Result<(Vec<Tree>, usize), EvalError> {
    let mut by_folder: BTreeMap<(String, String), Vec<Question>> = BTreeMap::new();
    for question in questions {
        let part = question.root.clone().unwrap_or_default();
        by_folder.entry((question.folder(), part)).or_default().push(question);
    }
    let example = by_folder.keys().next().map(|(folder, _)| folder.clone()).unwrap_or_default();
    let single = by_folder.len() == 1;
    let (mut found, mut missing) = (Vec::new(), 0);
    for ((folder, part), questions) in by_folder {
        let laid_out = root.join(&folder);
        let tree = if laid_out.is_dir() {
            laid_out
        } else if single && root.is_dir() {
            root.to_owned()
        } else {
            missing += 1;
            continue;
        };
        let prefix = if part.is_empty() { String::new() } else { format!("{part}/") };
        found.push(Tree { path: tree.join(part), prefix, questions });
    }
    if found.is_empty() {
        return Err(EvalError::NoTrees { root: root.to_owned(), example });
    }
    Ok((found, missing))
}

/// Asks one question in one configuration, and measures the answer.
pub fn ask(
    searcher: &Searcher,
    tree: &Tree,
    question: &Question,
    configuration: Configuration,
) -> Result<Asked, EvalError> {
    let answer = searcher.search(&question.query, &configuration.options(DEPTH))?;
    let ranked: Vec<Ranked> = answer
        .results
        .into_iter()
        .map(|result| {
            let document = result.document;
            let lines = document.own_lines();
            Ranked {
                path: format!("{}{}", tree.prefix, document.file_path),
                start: lines.map(|(start, _)| start),
                end: lines.map(|(_, end)| end),
            }
        })
        .collect();
    Ok(Asked {
        files: file_measures(question, &ranked),
        functions: function_measures(question, &ranked),
        semble: semble_ndcg(question, &ranked),
        ranked,
    })
}
