//! The setting that somebody may have meant.

use super::table::SETTINGS;

/// The known key that is nearest to one that is not known, if any is near.
#[must_use]
pub fn nearest_key(key: &str) -> Option<&'static str> {
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    let near = |known: &str| {
        // `base_url` for `llm.base_url`: the right word in the wrong table.
        if last(known) == last(key) { 0 } else { distance(known, key) }
    };
    let best = SETTINGS.iter().map(|setting| (near(setting.key), setting.key)).min()?;
    (best.0 <= key.chars().count().div_ceil(3)).then_some(best.1)
}

/// How many letters must change to make one word of the other.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_what_was_meant() {
        let check = |key: &str, expected: Option<&str>| {
            assert_eq!(nearest_key(key), expected, "{key}");
        };
        check("llm.modle", Some("llm.model"));
        check("base_url", Some("llm.base_url"));
        check("max_summaries_per_runs", Some("max_summaries_per_run"));
        check("scan.max_byte", Some("scan.max_bytes"));
        check("Offline", Some("offline"));
        check("colour", None);
    }
}
