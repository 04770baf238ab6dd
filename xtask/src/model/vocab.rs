//! Learning a vocabulary: the words worth a row of their own, and pieces for the others.
//!
//! A word is worth the more the more texts and packages have it (the geometric mean of both, so
//! that one large package does not decide). Whole identifiers count for less than words, because
//! their parts are tokens too; only those that many packages share get a row.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use epitome_embed::{MAX_TOKEN_BYTES, build_vocabulary};

use super::count::{Count, count};
use super::tokens::beside;

/// What a whole identifier or a number counts, beside a word.
const OTHERS_WEIGHT: f64 = 0.2;
/// Packages that must share a whole identifier.
const OTHERS_PACKAGES: u32 = 5;
/// Packages that must share a number, or a name with one: `sha256` is worth a row, `w0` is not.
const DIGITS_PACKAGES: u32 = 25;
/// Longest number that is a token.
const MAX_DIGITS: usize = 4;
/// Lengths of pieces that end a word.
const ENDING: std::ops::RangeInclusive<usize> = 1..=8;
/// Lengths of pieces with which what is left of a word begins.
const BEGINNING: [usize; 3] = [2, 3, 4];
/// Shortest beginning of an unknown word, as in the tokenizer.
const MIN_HEAD: usize = 3;

/// How many tokens of what kind.
pub(super) struct Sizes {
    pub(super) size: usize,
    pub(super) pieces: usize,
    pub(super) buckets: usize,
}

pub(super) fn run(
    texts: &[PathBuf],
    fields: &[String],
    sizes: &Sizes,
    out: &Path,
) -> anyhow::Result<()> {
    let room = sizes.size.checked_sub(sizes.pieces + sizes.buckets);
    let room = room.context("--size must be larger than --pieces and --buckets together")?;
    let counts = count(texts, fields)?;
    let mut ranked: Vec<&(String, Count)> =
        counts.iter().filter(|(text, count)| score(text, *count) > 1.0).collect();
    // Stable, so that strings of the same score keep the order of the alphabet.
    ranked.sort_by(|a, b| score(&b.0, b.1).total_cmp(&score(&a.0, a.1)));
    let (kept, unknown) = ranked.split_at(room.min(ranked.len()));
    let words: Vec<String> = kept.iter().map(|(text, _)| text.clone()).collect();
    let pieces = pieces(&words, unknown, sizes.pieces);
    let bytes = build_vocabulary(&words, &pieces, u32::try_from(sizes.buckets)?)?;
    std::fs::write(out, bytes).with_context(|| format!("writing {}", out.display()))?;

    let mut table = String::from("id\tkind\tpackages\twords\tothers\ttext\n");
    for (id, (text, n)) in kept.iter().enumerate() {
        writeln!(table, "{id}\tword\t{}\t{}\t{}\t{text}", n.packages, n.words, n.others)?;
    }
    let named = words.len() + pieces.len();
    for (id, text) in (words.len()..).zip(&pieces) {
        writeln!(table, "{id}\tpiece\t0\t0\t0\t{text}")?;
    }
    for id in named..named + sizes.buckets {
        writeln!(table, "{id}\tbucket\t0\t0\t0\t")?;
    }
    let listing = beside(out, "tsv");
    std::fs::write(&listing, table).with_context(|| format!("writing {}", listing.display()))?;
    println!(
        "{} words of {} strings, {} pieces, {} buckets: {} tokens",
        words.len(),
        counts.len(),
        pieces.len(),
        sizes.buckets,
        named + sizes.buckets
    );
    Ok(())
}

/// What a string is worth as a token.
fn score(text: &str, count: Count) -> f64 {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    if text.len() > MAX_TOKEN_BYTES || (is_number && text.len() > MAX_DIGITS) {
        return 0.0;
    }
    let has_digit = text.bytes().any(|b| b.is_ascii_digit());
    let packages = if has_digit { DIGITS_PACKAGES } else { OTHERS_PACKAGES };
    let others = if count.packages < packages { 0.0 } else { OTHERS_WEIGHT };
    let texts = f64::from(count.words) + others * f64::from(count.others);
    (texts * f64::from(count.packages)).sqrt()
}

/// What unknown words go on with behind the longest known word they begin with: first whole
/// endings, then, with the room that is left, beginnings of those that no chosen ending explains.
fn pieces(words: &[String], unknown: &[&(String, Count)], limit: usize) -> Vec<String> {
    let known: HashSet<&str> = words.iter().map(String::as_str).collect();
    let rests: Vec<(&str, u64)> = unknown
        .iter()
        .filter(|(text, n)| n.words > 1 && text.bytes().all(|b| b.is_ascii_lowercase()))
        .filter_map(|(text, n)| {
            let heads = || (MIN_HEAD..text.len()).rev().filter(|&end| known.contains(&text[..end]));
            let is_compound =
                |end: usize| end + MIN_HEAD <= text.len() && known.contains(&text[end..]);
            let rest = &text[heads().next()?..];
            (!heads().any(is_compound)).then_some((rest, u64::from(n.words)))
        })
        .collect();
    let endings = rests.iter().filter(|(rest, _)| ENDING.contains(&rest.len()));
    let mut chosen = most(endings.copied(), limit * 2 / 3);
    let endings: HashSet<&str> = chosen.iter().copied().collect();
    let beginnings = rests
        .iter()
        .filter(|(rest, _)| !endings.contains(rest))
        .flat_map(|(rest, n)| BEGINNING.map(|end| Some((rest.get(..end)?, n * end as u64))))
        .flatten()
        .filter(|(piece, _)| !endings.contains(piece));
    chosen.extend(most(beginnings, limit - chosen.len()));
    chosen.into_iter().map(str::to_owned).collect()
}

/// The strings with the largest sums.
fn most<'a>(counted: impl Iterator<Item = (&'a str, u64)>, limit: usize) -> Vec<&'a str> {
    let mut sums = BTreeMap::<&str, u64>::new();
    for (text, n) in counted {
        *sums.entry(text).or_default() += n;
    }
    let mut ranked: Vec<(&str, u64)> = sums.into_iter().collect();
    ranked.sort_by_key(|&(_, sum)| std::cmp::Reverse(sum));
    ranked.into_iter().take(limit).map(|(text, _)| text).collect()
}
