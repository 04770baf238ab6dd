//! Dense retrieval alone: does the vector of a sentence find its function, and the rest of its doc?
//!
//! Two tasks, over the same texts for every model. `docfn`: the first sentence of a doc comment
//! against all functions of its repository. `rest`: the same sentence against the rests of all doc
//! comments there. Ranked by cosine; of equal scores the earlier candidate comes first. Vectors of
//! other models are read from .npy files.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use epitome_embed::{Model, Side, embedded};
use serde_json::Value;

use crate::bench::again_optimised;
use crate::model::{npz, texts};

/// Ranks below this count.
const DEPTH: usize = 10;

/// With more candidates there are billions of multiplications: minutes if not optimised.
const MANY: usize = 5_000;

/// One question: where its candidates are, and which of them are right.
struct Question {
    language: String,
    candidates: Range<usize>,
    gold: Vec<usize>,
}

/// The texts and questions of one task.
#[derive(Default)]
struct Task {
    questions: Vec<Question>,
    queries: Vec<String>,
    candidates: Vec<String>,
}

pub(crate) fn run(
    folder: &Path,
    model: Option<&Path>,
    others: &[(String, PathBuf)],
) -> anyhow::Result<ExitCode> {
    let tasks = [
        ("docfn", docfn(folder)?, ["queries.npy", "candidates.npy"]),
        ("rest", rest(folder)?, ["sentences.npy", "rests.npy"]),
    ];
    if cfg!(debug_assertions) && tasks.iter().any(|(_, task, _)| task.candidates.len() > MANY) {
        return again_optimised();
    }
    let bytes = model
        .map(|path| std::fs::read(path).with_context(|| format!("reading {}", path.display())));
    let bytes = bytes.transpose()?;
    let model = match &bytes {
        Some(bytes) => Model::view(bytes)?,
        None => embedded()?,
    };
    let languages: Vec<&str> = vec!["python", "rust", "jsts", "go", "java"];
    println!("| model | task | all | {} | Acc@10 |", languages.join(" | "));
    println!("|{}", "---|".repeat(languages.len() + 4));
    for (name, task, _) in &tasks {
        let queries = embed(&model, Side::Query, &task.queries);
        let candidates = embed(&model, Side::Document, &task.candidates);
        report(
            "epitome",
            name,
            task,
            &ranks(task, model.dims(), &queries, &candidates),
            &languages,
        );
    }
    for (other, path) in others {
        for (name, task, files) in &tasks {
            let [queries, candidates] = files.map(|file| path.join(file));
            if !queries.exists() {
                continue;
            }
            let (dims, queries) = matrix(&queries, task.queries.len())?;
            let (_, candidates) = matrix(&candidates, task.candidates.len())?;
            report(other, name, task, &ranks(task, dims, &queries, &candidates), &languages);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn docfn(folder: &Path) -> anyhow::Result<Task> {
    let mut task = Task::default();
    let mut ranges = BTreeMap::new();
    texts::each_object(&folder.join("candidates.jsonl"), |object| {
        extend(&mut ranges, texts::field(object, "repo"), task.candidates.len());
        task.candidates.push(texts::field(object, "text").to_owned());
        Ok(())
    })?;
    texts::each_object(&folder.join("queries.jsonl"), |object| {
        let gold = object.get("gold").and_then(Value::as_array).context("a query without gold")?;
        let gold = gold.iter().filter_map(Value::as_u64).map(|n| n as usize).collect();
        task.queries.push(texts::field(object, "text").to_owned());
        task.questions.push(Question {
            language: texts::field(object, "lang").to_owned(),
            candidates: range(&ranges, texts::field(object, "repo"))?,
            gold,
        });
        Ok(())
    })?;
    Ok(task)
}

fn rest(folder: &Path) -> anyhow::Result<Task> {
    let mut task = Task::default();
    let mut ranges = BTreeMap::new();
    let mut asked = Vec::new();
    texts::each_object(&folder.join("rest.jsonl"), |object| {
        let (repo, at) = (texts::field(object, "repo").to_owned(), task.candidates.len());
        extend(&mut ranges, &repo, at);
        task.candidates.push(texts::field(object, "rest").to_owned());
        if object.get("ask").and_then(Value::as_bool) == Some(true) {
            task.queries.push(texts::field(object, "sentence").to_owned());
            asked.push((texts::field(object, "lang").to_owned(), repo, at));
        }
        Ok(())
    })?;
    for (language, repo, at) in asked {
        let candidates = range(&ranges, &repo)?;
        task.questions.push(Question { language, candidates, gold: vec![at] });
    }
    Ok(task)
}

/// Candidates of a repository stand together; its range grows with each.
fn extend(ranges: &mut BTreeMap<String, Range<usize>>, repo: &str, at: usize) {
    let range = ranges.entry(repo.to_owned()).or_insert(at..at);
    range.end = at + 1;
}

fn range(ranges: &BTreeMap<String, Range<usize>>, repo: &str) -> anyhow::Result<Range<usize>> {
    ranges.get(repo).cloned().with_context(|| format!("no candidates of {repo}"))
}

fn embed(model: &Model<'_>, side: Side, texts: &[String]) -> Vec<f32> {
    let mut out = vec![0.0; texts.len() * model.dims()];
    model.embed_all(side, texts, &mut out);
    out
}

/// Somebody else's vectors, brought to length one; how many numbers each has.
fn matrix(path: &Path, rows: usize) -> anyhow::Result<(usize, Vec<f32>)> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let array = npz::npy(&bytes).with_context(|| path.display().to_string())?;
    let dims = *array.shape.get(1).with_context(|| format!("{}: one row only", path.display()))?;
    ensure!(array.shape[0] == rows, "{} has {} rows, not {rows}", path.display(), array.shape[0]);
    let mut numbers = array.numbers("<f4", f32::from_le_bytes)?;
    for vector in numbers.chunks_mut(dims.max(1)) {
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt().max(1e-9);
        vector.iter_mut().for_each(|value| *value /= length);
    }
    Ok((dims, numbers))
}

/// The rank of the best right candidate for each question, from 0.
fn ranks(task: &Task, dims: usize, queries: &[f32], candidates: &[f32]) -> Vec<usize> {
    let vector = |all: &[f32], at: usize| all[at * dims..(at + 1) * dims].to_vec();
    let mut found = Vec::with_capacity(task.questions.len());
    for (at, question) in task.questions.iter().enumerate() {
        let query = vector(queries, at);
        let rows = question.candidates.start * dims..question.candidates.end * dims;
        let scores: Vec<f32> = candidates[rows].chunks(dims).map(|row| dot(&query, row)).collect();
        let first = question.candidates.start;
        let rank = question.gold.iter().map(|gold| rank_of(&scores, gold - first)).min();
        found.push(rank.unwrap_or(usize::MAX));
    }
    found
}

/// How many candidates come before this one.
fn rank_of(scores: &[f32], at: usize) -> usize {
    let better = scores.iter().filter(|score| **score > scores[at]).count();
    better + scores[..at].iter().filter(|score| **score == scores[at]).count()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

fn report(model: &str, name: &str, task: &Task, ranks: &[usize], languages: &[&str]) {
    let gain = |rank: usize| if rank < DEPTH { 1.0 / (rank + 1) as f64 } else { 0.0 };
    let mrr = |language: Option<&str>| {
        let asked = task.questions.iter().zip(ranks);
        let asked = asked.filter(|(q, _)| language.is_none_or(|l| q.language == l));
        let (sum, n) = asked.fold((0.0, 0), |(sum, n), (_, rank)| (sum + gain(*rank), n + 1));
        if n == 0 { "–".to_owned() } else { format!("{:.3}", sum / f64::from(n)) }
    };
    let cells: Vec<String> = languages.iter().map(|language| mrr(Some(*language))).collect();
    let found = ranks.iter().filter(|rank| **rank < DEPTH).count() as f64 / ranks.len() as f64;
    println!("| {model} | {name} | {} | {} | {found:.3} |", mrr(None), cells.join(" | "));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scores: &[f32], at: usize, expected: usize) {
        assert_eq!(rank_of(scores, at), expected, "{scores:?} at {at}");
    }

    #[test]
    fn ranks_count_what_comes_before() {
        check(&[0.1, 0.9, 0.5], 1, 0);
        check(&[0.1, 0.9, 0.5], 0, 2);
        check(&[0.5, 0.5, 0.5], 0, 0);
        check(&[0.5, 0.5, 0.5], 2, 2);
    }

    #[test]
    fn a_question_is_asked_within_its_repository() {
        let question = |candidates, gold| Question { language: "go".to_owned(), candidates, gold };
        let task = Task {
            questions: vec![question(0..2, vec![1]), question(2..4, vec![2, 3])],
            ..Task::default()
        };
        let east = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let north = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let queries = [east, north].concat();
        let candidates = [east, north, east, north].concat();
        assert_eq!(ranks(&task, 8, &queries, &candidates), [1, 0]);
    }
}
