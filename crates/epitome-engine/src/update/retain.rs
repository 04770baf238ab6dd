//! What a new document takes over from the one before it, and what became of it.

use epitome_model::context::jaccard;
use epitome_model::document::{Document, Neighbours};

/// What became of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was not there before.
    Added,
    /// Other words (G51).
    Redone,
    /// The same words at other lines, or from source that differs in what hashes leave out (D5).
    Moved,
    /// The same words with other neighbours (G52).
    ContextUpdated {
        /// Whether the neighbours differ so much that other words may be due (G53, G54).
        far: bool,
    },
    /// Nothing changed.
    Kept,
}

/// Compares a document with the one before it. Where the words are the same, the time they were
/// made is kept: `last_updated` speaks of words.
pub(super) fn retain(old: Option<&Document>, new: &mut Document, new_callers: i64) -> Fate {
    let Some(old) = old else { return Fate::Added };
    if !same_words(old, new) {
        return Fate::Redone;
    }
    new.last_updated.clone_from(&old.last_updated);
    if old == new {
        return Fate::Kept;
    }
    let same_place = (old.start_line, old.end_line, &old.grounded.citations, &old.content_hash)
        == (new.start_line, new.end_line, &new.grounded.citations, &new.content_hash);
    if same_place && (&old.context, &old.dependencies) != (&new.context, &new.dependencies) {
        let none = Neighbours::default();
        let (before, now) = (old.context.as_ref(), new.context.as_ref());
        let far =
            is_far(&new.module_path, before.unwrap_or(&none), now.unwrap_or(&none), new_callers);
        return Fate::ContextUpdated { far };
    }
    Fate::Moved
}

fn same_words(old: &Document, new: &Document) -> bool {
    let (a, b) = (&old.grounded, &new.grounded);
    (&old.summary, &old.business_intent, &old.keywords)
        == (&new.summary, &new.business_intent, &new.keywords)
        && (&a.purpose, &a.inputs, &a.returns) == (&b.purpose, &b.inputs, &b.returns)
        && (&a.side_effects, &a.invariants) == (&b.side_effects, &b.invariants)
        && (old.is_placeholder, &old.provenance) == (new.is_placeholder, &new.provenance)
}

/// New callers beyond this are far (D4).
const NEW_CALLERS: i64 = 5;
/// Neighbours more alike than this count as the same (G54).
const ALIKE: f64 = 0.8;

/// Whether neighbours changed beyond the threshold (D4).
fn is_far(module: &str, old: &Neighbours, new: &Neighbours, new_callers: i64) -> bool {
    if jaccard(old.called_by.iter().chain(&old.calls), new.called_by.iter().chain(&new.calls))
        > ALIKE
    {
        return false;
    }
    let elsewhere = |id: &String| {
        let path = id.split("::").next().unwrap_or(id);
        super::module_of(path) != module
    };
    let new_call = new.calls.iter().any(|id| elsewhere(id) && !old.calls.contains(id));
    new_call || new_callers > NEW_CALLERS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(called_by: &[&str], calls: &[&str]) -> Neighbours {
        let own = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Neighbours { called_by: own(called_by), calls: own(calls) }
    }

    // D4, G53, G54
    #[test]
    fn far_is_a_new_call_across_modules_or_many_new_callers() {
        let check = |old: (&[&str], &[&str]), new: (&[&str], &[&str]), callers: i64, far: bool| {
            let (old, new) = (neighbours(old.0, old.1), neighbours(new.0, new.1));
            assert_eq!(is_far("a", &old, &new, callers), far, "{old:?} {new:?}");
        };
        check((&[], &[]), (&[], &[]), 9, false);
        check((&[], &[]), (&[], &["a/x.py::f"]), 0, false);
        check((&[], &[]), (&[], &["b/x.py::f"]), 0, true);
        check((&[], &["b/x.py::f"]), (&["a/y.py::g"], &["b/x.py::f"]), 1, false);
        check((&[], &[]), (&["a/y.py::g"], &[]), 5, false);
        check((&[], &[]), (&["a/y.py::g"], &[]), 6, true);
        // Five of six are the same: more alike than 0.8, whatever the sixth is.
        let five = ["a/1", "a/2", "a/3", "a/4", "a/5"];
        check((&five, &[]), (&five, &["b/x.py::f"]), 0, false);
    }
}
