//! How often each part occurs, in how many texts and packages.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use epitome_embed::{MAX_TOKEN_BYTES, Part, split};

use super::texts;

/// Fields that hold what people wrote for people. Queries are made of such words.
const PROSE: [&str; 5] = ["doc", "sentence", "rest", "a", "b"];
/// Entries kept before those seen once are thrown out; bounds the memory, not the result of note.
const MAX_ENTRIES: usize = 8_000_000;

/// What is known about one string.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Texts that have it as a word or a part of an identifier; prose counts twice.
    pub(super) words: u32,
    /// Texts that have it as a whole identifier only, as letters with digits, or as a number.
    pub(super) others: u32,
    /// Packages that have it, if texts come package by package.
    pub(super) packages: u32,
    last_text: u32,
    last_package: u32,
}

/// All strings with their counts, in the order of the strings.
pub(super) fn count(paths: &[PathBuf], fields: &[String]) -> anyhow::Result<Vec<(String, Count)>> {
    let mut counts = HashMap::<Box<[u8]>, Count>::new();
    let mut packages = HashMap::<String, u32>::new();
    let mut text = 0;
    for path in paths {
        texts::each_object(path, |object| {
            let next = u32::try_from(packages.len())? + 1;
            let package = texts::field(object, "package").to_owned();
            let package = *packages.entry(package).or_insert(next);
            for name in fields {
                text += 1;
                let weight = if PROSE.contains(&name.as_str()) { 2 } else { 1 };
                let _ = split(texts::field(object, name).as_bytes(), |part, string| {
                    if string.len() <= MAX_TOKEN_BYTES {
                        add(&mut counts, part, string, weight, text, package);
                    }
                    ControlFlow::Continue(())
                });
            }
            if counts.len() > MAX_ENTRIES {
                counts.retain(|_, count| count.words + count.others > 2);
            }
            Ok(())
        })?;
    }
    let mut counts: Vec<(String, Count)> = counts
        .into_iter()
        .filter_map(|(string, count)| Some((String::from_utf8(string.into()).ok()?, count)))
        .collect();
    counts.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(counts)
}

fn add(
    counts: &mut HashMap<Box<[u8]>, Count>,
    part: Part,
    string: &[u8],
    weight: u32,
    text: u32,
    package: u32,
) {
    if !counts.contains_key(string) {
        counts.insert(string.into(), Count::default());
    }
    let Some(count) = counts.get_mut(string) else { return };
    if count.last_text == text {
        return;
    }
    count.last_text = text;
    match part {
        Part::Letters | Part::Ideograph => count.words += weight,
        Part::Whole | Part::Joined | Part::Digits | Part::Pair => count.others += weight,
    }
    if count.last_package != package {
        count.last_package = package;
        count.packages += 1;
    }
}
