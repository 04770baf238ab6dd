//! How good a ranking is. The definitions are those of the public benchmarks the sets come from.

use std::collections::BTreeSet;

use super::set::{Gold, Question};

/// One result of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ranked {
    /// The file, relative to the repository.
    pub path: String,
    /// First line; none where the result is the file itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// Last line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<u32>,
}

/// Measures of one ranking, or the means of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Measures {
    /// All answers, as far as they fit, are among the first 1, 5 and 10.
    pub acc_at_1: f64,
    /// The same for 5.
    pub acc_at_5: f64,
    /// The same for 10.
    pub acc_at_10: f64,
    /// Any answer is among the first 1, 5 and 10.
    pub hit_at_1: f64,
    /// The same for 5.
    pub hit_at_5: f64,
    /// The same for 10.
    pub hit_at_10: f64,
    /// One divided by the rank of the first answer, if it is among the first 10.
    pub mrr_at_10: f64,
    /// Discounted gain among the first 10.
    pub ndcg_at_10: f64,
}

impl Measures {
    /// The means of some rankings; zeros of none.
    #[must_use]
    pub fn mean(all: &[Measures]) -> Measures {
        let n = all.len().max(1) as f64;
        let mean = |of: fn(&Measures) -> f64| all.iter().map(of).sum::<f64>() / n;
        Measures {
            acc_at_1: mean(|m| m.acc_at_1),
            acc_at_5: mean(|m| m.acc_at_5),
            acc_at_10: mean(|m| m.acc_at_10),
            hit_at_1: mean(|m| m.hit_at_1),
            hit_at_5: mean(|m| m.hit_at_5),
            hit_at_10: mean(|m| m.hit_at_10),
            mrr_at_10: mean(|m| m.mrr_at_10),
            ndcg_at_10: mean(|m| m.ndcg_at_10),
        }
    }

    /// From how many new answers each rank brings.
    fn of(new: &[usize], answers: usize) -> Measures {
        let found = |k: usize| new.iter().take(k).sum::<usize>();
        let acc = |k: usize| f64::from(u8::from(found(k) >= answers.min(k)));
        let hit = |k: usize| f64::from(u8::from(found(k) > 0));
        let first = new.iter().take(10).position(|&new| new > 0);
        let gain: f64 = new
            .iter()
            .take(10)
            .enumerate()
            .filter(|(_, new)| **new > 0)
            .map(|(at, _)| discount(at))
            .sum();
        Measures {
            acc_at_1: acc(1),
            acc_at_5: acc(5),
            acc_at_10: acc(10),
            hit_at_1: hit(1),
            hit_at_5: hit(5),
            hit_at_10: hit(10),
            mrr_at_10: first.map_or(0.0, |at| 1.0 / (at + 1) as f64),
            ndcg_at_10: gain / ideal(answers),
        }
    }
}

/// How well the files are found; none for a question without files.
#[must_use]
pub fn file_measures(question: &Question, ranked: &[Ranked]) -> Option<Measures> {
    let gold: BTreeSet<&str> = question.gold_files.iter().map(String::as_str).collect();
    if gold.is_empty() {
        return None;
    }
    let mut seen = BTreeSet::new();
    let paths = ranked.iter().map(|result| result.path.as_str());
    let new: Vec<usize> = paths
        .filter(|path| seen.insert(*path))
        .map(|path| usize::from(gold.contains(path)))
        .collect();
    Some(Measures::of(&new, gold.len()))
}

/// How well the functions are found: the same file, and lines that overlap by half; none for a
/// question without functions.
#[must_use]
pub fn function_measures(question: &Question, ranked: &[Ranked]) -> Option<Measures> {
    let gold = &question.gold_functions;
    if gold.is_empty() {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut found = vec![false; gold.len()];
    let mut new = Vec::new();
    for result in ranked {
        let (Some(start), Some(end)) = (result.start, result.end) else { continue };
        if !seen.insert((&result.path, start, end)) {
            continue;
        }
        let mut here = 0;
        for (gold, found) in gold.iter().zip(&mut found) {
            if !*found && result.path == gold.path && overlap_by_half((start, end), gold) {
                *found = true;
                here += 1;
            }
        }
        new.push(here);
    }
    Some(Measures::of(&new, gold.len()))
}

/// NDCG@10 as the Semble benchmark counts it: over raw results, each target at its first result.
/// None for a question without targets.
#[must_use]
pub fn semble_ndcg(question: &Question, ranked: &[Ranked]) -> Option<f64> {
    if question.targets.is_empty() {
        return None;
    }
    let same =
        |a: &str, b: &str| a == b || a.ends_with(&format!("/{b}")) || b.ends_with(&format!("/{a}"));
    let mut ranks = BTreeSet::new();
    for target in &question.targets {
        let hits = |result: &&Ranked| {
            let lines = match (target.start, target.end, result.start, result.end) {
                (Some(start), Some(end), Some(first), Some(last)) => last >= start && first <= end,
                _ => true,
            };
            same(&result.path, &target.path) && lines
        };
        ranks.extend(ranked.iter().take(10).position(|result| hits(&result)));
    }
    let gain: f64 = ranks.into_iter().map(discount).sum();
    Some(gain / ideal(question.targets.len()))
}

fn overlap_by_half((start, end): (u32, u32), gold: &Gold) -> bool {
    let both = (end.min(gold.end) + 1).saturating_sub(start.max(gold.start));
    let either = (end + 1).saturating_sub(start) + (gold.end + 1).saturating_sub(gold.start);
    2 * both >= either.saturating_sub(both).max(1)
}

fn discount(at: usize) -> f64 {
    1.0 / ((at + 2) as f64).log2()
}

fn ideal(answers: usize) -> f64 {
    (0..answers.min(10)).map(discount).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(json: &str) -> Question {
        serde_json::from_str(json).unwrap()
    }

    fn results(places: &[(&str, u32, u32)]) -> Vec<Ranked> {
        let place = |&(path, start, end): &(&str, u32, u32)| Ranked {
            path: path.to_owned(),
            start: (start > 0).then_some(start),
            end: (end > 0).then_some(end),
        };
        places.iter().map(place).collect()
    }

    fn check(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
    }

    const BASE: &str = r#""query_id":"q","repo":"r","commit":"c","query":"x""#;

    // G61
    #[test]
    fn files_count_once_and_functions_by_their_lines() {
        let asked = question(&format!(
            r#"{{{BASE},"gold_files":["a.py","b.py"],"gold_functions":[{{"path":"a.py","start":10,"end":19}}]}}"#
        ));
        let ranked = results(&[
            ("c.py", 1, 5),
            ("c.py", 6, 9),
            ("a.py", 0, 0),
            ("a.py", 12, 19),
            ("b.py", 1, 2),
        ]);
        let files = file_measures(&asked, &ranked).unwrap();
        check(files.mrr_at_10, 0.5);
        check(files.hit_at_1, 0.0);
        check(files.acc_at_5, 1.0);
        check(files.ndcg_at_10, (discount(1) + discount(2)) / (discount(0) + discount(1)));
        let functions = function_measures(&asked, &ranked).unwrap();
        check(functions.mrr_at_10, 1.0 / 3.0);
        check(functions.acc_at_1, 0.0);
        let half = results(&[("a.py", 15, 19)]);
        check(function_measures(&asked, &half).unwrap().mrr_at_10, 1.0);
        let less = results(&[("a.py", 16, 19)]);
        check(function_measures(&asked, &less).unwrap().mrr_at_10, 0.0);
        assert!(semble_ndcg(&asked, &ranked).is_none());
    }

    #[test]
    fn targets_count_at_their_first_raw_result() {
        let asked = question(&format!(
            r#"{{{BASE},"targets":[{{"path":"src/a.py"}},{{"path":"b.py","start":5,"end":8}}]}}"#
        ));
        let ranked = results(&[("x/src/a.py", 1, 2), ("b.py", 1, 4), ("b.py", 8, 9)]);
        check(
            semble_ndcg(&asked, &ranked).unwrap(),
            (discount(0) + discount(2)) / (discount(0) + discount(1)),
        );
    }
}
