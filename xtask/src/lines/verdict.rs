//! Holding the committed list against the marks in the tests.

use super::id::LineId;
use super::list::Entry;
use super::marks::Marks;

/// What does not fit together.
pub(super) struct Verdict {
    /// Proven once, named by no test now.
    lost: Vec<LineId>,
    /// Named by a test, still open in the list.
    unrecorded: Vec<LineId>,
    /// Named by a test at this place, but there is no such line.
    unknown: Vec<(LineId, String)>,
    /// A comment at this place begins like a mark and is none.
    near: Vec<(LineId, String)>,
}

/// Compares the list with the marks.
///
/// Only sections of the list are looked at: `// H1` in a test of headings is nobody's requirement.
pub(super) fn judge(entries: &[Entry], marks: &Marks) -> Verdict {
    let is_line = |id: LineId| entries.iter().any(|entry| entry.id == id);
    let is_section = |id: LineId| entries.iter().any(|entry| entry.id.section == id.section);
    let ids = |wanted: fn(bool, bool) -> bool| {
        let wanted = |entry: &&Entry| wanted(entry.proven, marks.proves(entry.id));
        entries.iter().filter(wanted).map(|entry| entry.id).collect()
    };
    Verdict {
        lost: ids(|recorded, proven| recorded && !proven),
        unrecorded: ids(|recorded, proven| !recorded && proven),
        unknown: marks
            .named
            .iter()
            .filter(|(id, _)| is_section(**id) && !is_line(**id))
            .map(|(id, place)| (*id, place.clone()))
            .collect(),
        near: marks.near.iter().filter(|(id, _)| is_line(*id)).cloned().collect(),
    }
}

impl Verdict {
    /// Whether a check must fail.
    ///
    /// What is proven but not recorded can be forgiven: an update has just recorded it, and a test
    /// must not fail because somebody has proven one more line. A lost line never is: it is opened
    /// again only by hand, where a reviewer sees it.
    pub(super) fn is_bad(&self, forgive_unrecorded: bool) -> bool {
        let stale = !forgive_unrecorded && !self.unrecorded.is_empty();
        stale || !self.lost.is_empty() || !self.unknown.is_empty()
    }

    /// The entries with what is proven now recorded.
    pub(super) fn updated(&self, entries: &[Entry]) -> Vec<Entry> {
        let mut entries = entries.to_vec();
        for entry in &mut entries {
            entry.proven |= self.unrecorded.contains(&entry.id);
        }
        entries
    }

    /// What there is to say, a line each.
    pub(super) fn complaints(&self, forgive_unrecorded: bool) -> Vec<String> {
        let mut complaints = Vec::new();
        for id in &self.lost {
            complaints
                .push(format!("{id} has lost its test: it was proven, and no test names it now"));
        }
        for (id, place) in &self.unknown {
            complaints.push(format!("{place}: there is no line {id}"));
        }
        if !forgive_unrecorded && !self.unrecorded.is_empty() {
            let ids: Vec<String> = self.unrecorded.iter().map(LineId::to_string).collect();
            complaints.push(format!(
                "{} proven but not recorded: run `cargo xtask lines --update`",
                ids.join(", ")
            ));
        }
        for (id, place) in &self.near {
            complaints.push(format!(
                "{place}: not counted; to name a line, write `// {id}` or `// {id}: words`"
            ));
        }
        complaints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::{list, marks};
    use crate::tree::{File, Tree};

    const LIST: &str = "id\tstatus\ttext\nT1\tproven\ta\nT2\topen\tb\nT3\topen\tc\n";

    fn judged(test: &str) -> (Vec<Entry>, Verdict) {
        let entries = list::parse(LIST).unwrap();
        let file = File { path: "crates/a/tests/x.rs".into(), text: test.into() };
        let verdict = judge(&entries, &marks::find(&Tree::new(vec![file])));
        (entries, verdict)
    }

    #[track_caller]
    fn check(test: &str, bad: bool, complaints: &[&str]) {
        let (_, verdict) = judged(test);
        assert_eq!(verdict.complaints(false), complaints);
        assert_eq!(verdict.is_bad(false), bad);
    }

    #[test]
    fn all_is_well() {
        check("// T1\n", false, &[]);
        check("// T1\n// H1\n// H1 is a heading\n", false, &[]);
    }

    #[test]
    fn a_lost_line_is_named() {
        check("", true, &["T1 has lost its test: it was proven, and no test names it now"]);
    }

    #[test]
    fn an_update_records_what_is_new_and_keeps_what_is_lost() {
        check(
            "// T1-T2\n",
            true,
            &["T2 proven but not recorded: run `cargo xtask lines --update`"],
        );
        let (entries, verdict) = judged("// T2\n");
        let updated = list::render(&verdict.updated(&entries));
        assert_eq!(updated, LIST.replace("T2\topen", "T2\tproven"));
        assert!(verdict.is_bad(true));
        let (_, verdict) = judged("// T1-T2\n");
        assert!(!verdict.is_bad(true));
    }

    #[test]
    fn a_slip_of_the_finger() {
        check("// T1\n// T9\n", true, &["crates/a/tests/x.rs:2: there is no line T9"]);
        check(
            "// T1\n// T2 holds\n",
            false,
            &[
                "crates/a/tests/x.rs:2: not counted; to name a line, write `// T2` or `// T2: words`",
            ],
        );
    }
}
