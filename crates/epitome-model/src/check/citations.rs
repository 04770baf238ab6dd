//! Citations: there for every claim (O9), inside the lines (O11), and still what was read.

use super::Judge;
use super::reason::Code;
use crate::document::DocumentKind;
use crate::hash::content_hash;
use crate::outline::Digest20;
use crate::summary::{Citation, ClaimField, Grounded};

/// More lines than this show nothing in particular.
const WIDEST: u32 = 80;

pub(super) fn check(judge: &mut Judge<'_>, grounded: &Grounded) {
    if grounded.citations.is_empty() {
        judge.say("citations", Code::Missing, || "needs at least one citation".to_owned());
    }
    for (i, citation) in grounded.citations.iter().enumerate() {
        check_one(judge, grounded, i, citation);
    }
    let returns =
        usize::from(grounded.returns.is_some() || judge.evidence.kind == DocumentKind::Function);
    for (field, items) in [
        (ClaimField::Purpose, 1),
        (ClaimField::Inputs, grounded.inputs.len()),
        (ClaimField::Returns, returns),
        (ClaimField::SideEffects, grounded.side_effects.len()),
        (ClaimField::Invariants, grounded.invariants.len()),
    ] {
        check_cited(judge, grounded, field, items);
    }
}

fn check_one(judge: &mut Judge<'_>, grounded: &Grounded, index: usize, citation: &Citation) {
    let (start, end) = (citation.line_start, citation.line_end);
    let path = format_args!("citations.{index}");
    if start == 0 || end < start {
        let message = || {
            format!(
                "citation {index} has the range {start}-{end}: lines begin at 1 and end no earlier than they start"
            )
        };
        judge.say(path, Code::BadRange, message);
        return;
    }
    if let Some(item) = citation.item {
        let items = match citation.field_name {
            ClaimField::Purpose => 1,
            ClaimField::Returns => usize::from(grounded.returns.is_some()),
            ClaimField::Inputs => grounded.inputs.len(),
            ClaimField::SideEffects => grounded.side_effects.len(),
            ClaimField::Invariants => grounded.invariants.len(),
        };
        if item as usize >= items {
            judge.say(path, Code::NoSuchItem, || {
                format!("citation {index} is for item {item} of {items} (they count from 0)")
            });
        }
    }
    let evidence = judge.evidence;
    if let Some(file) = &citation.path {
        let lines = (evidence.repository.lines_of)(file);
        if lines.is_none_or(|lines| end > lines) {
            judge.say(path, Code::NoSuchLines, || match lines {
                None => format!("citation {index} is of {file}, which is not in the index"),
                Some(lines) => {
                    format!("citation {index} is of {file}:{start}-{end}, which has {lines} lines")
                }
            });
        }
    } else if evidence.kind == DocumentKind::Module {
        judge.say(path, Code::NoSuchLines, || {
            format!("citation {index} names no file, and a module has no lines of its own")
        });
    } else if start < evidence.first_line || end > evidence.last_line {
        judge.say(path, Code::OutOfSpan, || {
            let (first, last) = (evidence.first_line, evidence.last_line);
            format!("citation {index} has the range {start}-{end}, outside {first}-{last}")
        });
    } else if let Some(recorded) = evidence.recorded.get(index)
        && evidence.source.lines_hash(start, end) != *recorded
    {
        judge.say(path, Code::Stale, || {
            format!("citation {index}: lines {start}-{end} have changed since they were read")
        });
    }
    let whole = start == evidence.first_line && end == evidence.last_line;
    if end - start >= WIDEST && !whole {
        judge.say(path, Code::WideCitation, || {
            format!("citation {index} has {} lines; cite the few that show it", end - start + 1)
        });
    }
}

fn check_cited(judge: &mut Judge<'_>, grounded: &Grounded, field: ClaimField, items: usize) {
    let of_field = || grounded.citations.iter().filter(move |c| c.field_name == field);
    if items > 0 && of_field().next().is_none() {
        judge.say(word(field), Code::NotCited, || "has no citation".to_owned());
        return;
    }
    // A citation without an item is for the whole field.
    if of_field().any(|citation| citation.item.is_none()) {
        return;
    }
    for item in 0..items {
        if !of_field().any(|citation| citation.item == Some(item as u32)) {
            judge.say(format_args!("{}.{item}", word(field)), Code::NotCited, || {
                "has no citation".to_owned()
            });
        }
    }
}

/// The field's name in the schema.
pub(super) fn word(field: ClaimField) -> &'static str {
    match field {
        ClaimField::Purpose => "purpose",
        ClaimField::Inputs => "inputs",
        ClaimField::Returns => "returns",
        ClaimField::SideEffects => "side_effects",
        ClaimField::Invariants => "invariants",
    }
}

/// A hash of lines that says whether what a claim rests on has changed. White space is folded and
/// blank lines are left out, so that an edit of the layout alone changes nothing (D5).
///
/// `text` is the whole file; lines are 1-based and inclusive.
#[must_use]
pub fn lines_hash(text: &str, start: u32, end: u32) -> Digest20 {
    let count = (end + 1).saturating_sub(start.max(1)) as usize;
    hash_lines(text.lines().skip(start.max(1) as usize - 1).take(count), text.len())
}

/// Whether the cited lines are no longer what they were when `recorded` was taken.
#[must_use]
pub fn lines_changed(text: &str, start: u32, end: u32, recorded: &Digest20) -> bool {
    lines_hash(text, start, end) != *recorded
}

impl super::SourceText<'_> {
    /// The same as [`lines_hash`], without counting lines again.
    #[must_use]
    pub fn lines_hash(&self, start: u32, end: u32) -> Digest20 {
        let slice = self.slice(start, end);
        hash_lines(slice.lines(), slice.len())
    }
}

/// `length` is a guess at the bytes of all lines.
fn hash_lines<'a>(lines: impl Iterator<Item = &'a str>, length: usize) -> Digest20 {
    let mut folded = String::with_capacity(length.min(1 << 14));
    for line in lines {
        fold_line(line, &mut folded);
    }
    content_hash(folded.as_bytes())
}

/// Adds a line as [`lines_hash`] sees it: nothing for a blank one.
pub fn fold_line(line: &str, folded: &mut String) {
    let before = folded.len();
    let mut push = |word: &str| {
        if folded.len() > before {
            folded.push(' ');
        }
        folded.push_str(word);
    };
    if line.is_ascii() {
        // The same, three times as quick: every line of a repository comes here. White space is
        // what `char::is_whitespace` says, which knows one more than `u8::is_ascii_whitespace`.
        let is_blank = |byte: u8| matches!(byte, b'\t'..=b'\r' | b' ');
        let bytes = line.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            while at < bytes.len() && !is_blank(bytes[at]) {
                at += 1;
            }
            if at > start {
                push(&line[start..at]);
            }
            at += 1;
        }
    } else {
        line.split_whitespace().for_each(push);
    }
    if folded.len() > before {
        folded.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::fold_line;

    #[test]
    fn ascii_is_folded_as_all_text_is() {
        for c in (0..128_u8).map(char::from) {
            let line = format!("{c}a{c}{c} b{c}é");
            for line in [line.as_str(), &line[..line.len() - 2], &c.to_string()] {
                let mut folded = String::new();
                fold_line(line, &mut folded);
                let words: Vec<&str> = line.split_whitespace().collect();
                let expected = words.join(" ") + if words.is_empty() { "" } else { "\n" };
                assert_eq!(folded, expected, "{line:?}");
            }
        }
    }
}
