//! What lines were like, remembered without their text, so that citations can follow them (D5).
//!
//! A summary is kept when only layout or comments changed. Where only white space did, every character
//! of the old lines is found again by counting. Where comments did too, lines that are the same are found
//! by their hashes, and what stands between two of them stays between them.

use serde::{Deserialize, Serialize};

/// Above this many pairs of lines, lines are not compared with each other but only from both ends.
const MOST_PAIRS: usize = 4_000_000;

/// The shape of some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// A hash of all that is not white space.
    whole: u64,
    /// Of each line: how many characters are not white space, and a hash of them.
    lines: Vec<(u32, u32)>,
}

/// Where old lines are now; offsets from the first line, 0-based.
#[derive(Debug)]
pub(crate) struct Moves {
    /// For each old line the first and the last new one.
    to: Vec<(u32, u32)>,
}

impl Shape {
    /// The shape of a text.
    #[must_use]
    pub fn of(text: &str) -> Shape {
        let mut all = blake3::Hasher::new();
        let mut lines = Vec::new();
        let mut kept = String::new();
        for line in text.split('\n') {
            kept.clear();
            kept.extend(line.chars().filter(|c| !c.is_whitespace()));
            all.update(kept.as_bytes());
            let hash = u32::from_le_bytes(first(blake3::hash(kept.as_bytes()).as_bytes()));
            lines.push((kept.chars().count() as u32, hash));
        }
        Shape { whole: u64::from_le_bytes(first(all.finalize().as_bytes())), lines }
    }

    /// As it is stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Numbers can always be written.
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// From what was stored; none where that cannot be read.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Shape> {
        postcard::from_bytes(bytes).ok()
    }

    /// Where the lines are in a newer text.
    pub(crate) fn moves(&self, new: &Shape) -> Moves {
        let to = if self.whole == new.whole { self.by_characters(new) } else { self.by_lines(new) };
        Moves { to }
    }

    fn by_characters(&self, new: &Shape) -> Vec<(u32, u32)> {
        // Where each new line ends, in characters.
        let ends: Vec<u32> = running(&new.lines);
        let line_of = |character: u32| {
            let at = ends.partition_point(|end| *end <= character);
            at.min(new.lines.len().saturating_sub(1)) as u32
        };
        let mut before = 0;
        let mut to = Vec::with_capacity(self.lines.len());
        for &(count, _) in &self.lines {
            let first = line_of(before);
            before += count;
            to.push((first, if count == 0 { first } else { line_of(before - 1) }));
        }
        to
    }

    fn by_lines(&self, new: &Shape) -> Vec<(u32, u32)> {
        let pairs = common(&self.lines, &new.lines);
        let last = new.lines.len().saturating_sub(1) as u32;
        let mut to = Vec::with_capacity(self.lines.len());
        let mut next = 0;
        for old in 0..self.lines.len() {
            while pairs.get(next).is_some_and(|pair| pair.0 < old) {
                next += 1;
            }
            let after = pairs.get(next);
            if let Some(&(_, at)) = after.filter(|pair| pair.0 == old) {
                to.push((at as u32, at as u32));
                continue;
            }
            // Between the nearest lines that were found again, or at them where they touch.
            let low = next.checked_sub(1).map_or(0, |before| pairs[before].1 as u32 + 1);
            let high = after.map_or(last, |pair| (pair.1 as u32).saturating_sub(1));
            to.push(if low <= high { (low, high) } else { (high.min(last), low.min(last)) });
        }
        to
    }
}

impl Moves {
    /// The new lines of some old ones, offsets both.
    pub(crate) fn of(&self, first: u32, last: u32) -> Option<(u32, u32)> {
        let start = self.to.get(first as usize)?.0;
        let end = self.to.get(last as usize)?.1;
        Some((start.min(end), start.max(end)))
    }
}

fn first<const N: usize>(hash: &[u8; 32]) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&hash[..N]);
    out
}

fn running(lines: &[(u32, u32)]) -> Vec<u32> {
    lines
        .iter()
        .scan(0, |sum, (count, _)| {
            *sum += count;
            Some(*sum)
        })
        .collect()
}

/// Pairs of equal lines that are not blank, in order on both sides: the longest such list.
fn common(old: &[(u32, u32)], new: &[(u32, u32)]) -> Vec<(usize, usize)> {
    let same = |a: usize, b: usize| old[a] == new[b] && old[a].0 > 0;
    let start = (0..old.len().min(new.len())).take_while(|&at| old[at] == new[at]).count();
    let rest = old.len().min(new.len()) - start;
    let end = (1..=rest).take_while(|back| old[old.len() - back] == new[new.len() - back]).count();
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|at| (at, at)).collect();
    let (rows, columns) = (old.len() - end - start, new.len() - end - start);
    if rows * columns <= MOST_PAIRS {
        // For each two ends of the middle, how many lines they have in common.
        let mut table = vec![0_u32; (rows + 1) * (columns + 1)];
        let cell = |a: usize, b: usize| a * (columns + 1) + b;
        for a in (0..rows).rev() {
            for b in (0..columns).rev() {
                table[cell(a, b)] = if same(start + a, start + b) {
                    table[cell(a + 1, b + 1)] + 1
                } else {
                    table[cell(a + 1, b)].max(table[cell(a, b + 1)])
                };
            }
        }
        let (mut a, mut b) = (0, 0);
        while a < rows && b < columns {
            if same(start + a, start + b) {
                pairs.push((start + a, start + b));
                (a, b) = (a + 1, b + 1);
            } else if table[cell(a + 1, b)] >= table[cell(a, b + 1)] {
                a += 1;
            } else {
                b += 1;
            }
        }
    }
    pairs.extend((1..=end).rev().map(|back| (old.len() - back, new.len() - back)));
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Old lines, 1-based, and the new ones.
    fn check(old: &str, new: &str, lines: (u32, u32), expected: (u32, u32)) {
        let moves = Shape::of(old).moves(&Shape::of(new));
        let (first, last) = moves.of(lines.0 - 1, lines.1 - 1).unwrap();
        assert_eq!((first + 1, last + 1), expected, "{old:?} {new:?} {lines:?}");
    }

    // D5
    #[test]
    fn citations_follow_their_lines() {
        let old = "f(a,\n  b)\n\nreturn a";
        check(old, old, (1, 4), (1, 4));
        check(old, "f(a, b)\nreturn a", (1, 2), (1, 1));
        check(old, "f(a, b)\nreturn a", (4, 4), (2, 2));
        check(old, "f(\n  a,\n  b\n)\n\n\nreturn   a", (1, 2), (1, 4));
        check(old, "f(\n  a,\n  b\n)\n\n\nreturn   a", (4, 4), (7, 7));
        // Comments too.
        check("a\nb # old\nc", "# new\na\nb # other\nc", (2, 2), (3, 3));
        check("a\nb # old\nc", "# new\na\nb # other\nc", (1, 3), (2, 4));
        check("a\n# gone\nc", "a\nc", (2, 2), (1, 2));
        check("a\nc", "a\n# come\n# come\nc", (2, 2), (4, 4));
        check("", "", (1, 1), (1, 1));
    }

    #[test]
    fn a_shape_can_be_stored() {
        let shape = Shape::of("a\n  b\n");
        assert_eq!(Shape::from_bytes(&shape.to_bytes()), Some(shape));
        assert_eq!(Shape::from_bytes(b"\xff\xff"), None);
        assert!(Shape::default().moves(&Shape::of("x")).of(0, 0).is_none());
    }

    proptest! {
        // D5: whatever white space does, each character is still in the lines that are cited.
        #[test]
        fn no_character_is_lost(
            tokens in prop::collection::vec("[a-z(){}]{1,4}", 1..30),
            gaps in prop::collection::vec((0_usize..4, 0_usize..4), 30),
            pick in (0_usize..30, 0_usize..30),
        ) {
            let blanks = [" ", "\n", "\n\n", "\n    "];
            let write = |choose: fn(&(usize, usize)) -> usize| {
                let mut text = String::new();
                for (token, gap) in tokens.iter().zip(&gaps) {
                    text.push_str(token);
                    text.push_str(blanks[choose(gap)]);
                }
                text
            };
            let (old, new) = (write(|gap| gap.0), write(|gap| gap.1));
            let count = old.split('\n').count();
            let (a, b) = (pick.0 % count, pick.1 % count);
            let (a, b) = (a.min(b), a.max(b));
            let cut = |text: &str, first: usize, last: usize| -> String {
                let lines = text.split('\n').skip(first).take(last - first + 1);
                lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
            };
            let moves = Shape::of(&old).moves(&Shape::of(&new));
            let (first, last) = moves.of(a as u32, b as u32).unwrap();
            let now = cut(&new, first as usize, last as usize);
            prop_assert!(now.contains(&cut(&old, a, b)));
        }

        #[test]
        fn any_two_texts_can_be_compared(old in "[ab\n]{0,40}", new in "[ab\n]{0,40}") {
            let (old_shape, new_shape) = (Shape::of(&old), Shape::of(&new));
            let moves = old_shape.moves(&new_shape);
            for line in 0..old_shape.lines.len() as u32 {
                let (first, last) = moves.of(line, line).unwrap();
                prop_assert!(first <= last && (last as usize) < new_shape.lines.len());
            }
        }
    }
}
