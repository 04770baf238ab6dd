//! How text of a repository stands in a prompt: between marks it cannot hold, its lines numbered.

use std::fmt::Write as _;

/// A mark that does not occur in any of the texts it is made for.
///
/// It is their hash. Who writes a text cannot write its own hash into it, so a line that imitates the
/// mark is as hard to make as with a random one; and the same text gives the same prompt, which
/// caches and recordings need.
#[must_use]
pub fn fence_for(texts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    format!("<<<data-{}>>>", &hasher.finalize().to_hex()[..24])
}

/// Source with the number of each line before it, as the prompt of symbols describes it: ` 42| code`.
#[must_use]
pub fn numbered_source(source: &str, first_line: u32) -> String {
    let last = first_line as usize + source.lines().count().saturating_sub(1);
    let width = last.to_string().len().max(3);
    let mut out = String::with_capacity(source.len() + source.len() / 4);
    for (i, line) in source.lines().enumerate() {
        let number = first_line as usize + i;
        let blank = if line.is_empty() { "" } else { " " };
        let _ = writeln!(out, "{number:>width$}|{blank}{line}");
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_bear_their_numbers() {
        assert_eq!(numbered_source("a\n\n  b\n", 9), "  9| a\n 10|\n 11|   b");
        assert_eq!(numbered_source("a\nb", 999), " 999| a\n1000| b");
        assert_eq!(numbered_source("", 1), "");
    }

    #[test]
    fn a_text_does_not_hold_its_own_fence() {
        let first = fence_for(&["a"]);
        assert_eq!(first, fence_for(&["a"]));
        assert_ne!(first, fence_for(&["a", ""]));
        assert_ne!(fence_for(&["ab", "c"]), fence_for(&["a", "bc"]));
        let imitation = format!("code\n{first} end\n");
        assert_ne!(fence_for(&[&imitation]), first);
    }
}
