//! How much each feature counts, by the kind of question.
//!
//! Fitted by `models/ranking/fit.py` on the development sets, list scores held to zero or more, then
//! rounded. What a weight is worth is measured by leaving its list out: `docs/evaluation.md`.

use super::feature::Asked::{Text, Title};
use super::feature::Feature::{self, *};
use super::feature::Scope::{Best, File, Own};
use super::feature::Signal::{
    Body, CodeVector, Doc, Keywords, Members, Name, Path, Summary, SummaryVector,
};
use super::query::QueryClass;

/// The weights for a kind of question.
pub(crate) fn weights(class: QueryClass) -> &'static [(Feature, f32)] {
    match class {
        QueryClass::Symbol => SYMBOL,
        QueryClass::Sentence => SENTENCE,
        QueryClass::Topic => TOPIC,
        QueryClass::Issue => ISSUE,
    }
}

/// What each further result from the same file loses. A topic is answered by files, so a page shows
/// many; a sentence means one function, whichever file it is in.
pub(crate) fn crowding(class: QueryClass) -> f32 {
    match class {
        QueryClass::Symbol => 3.0,
        QueryClass::Sentence => 0.1,
        QueryClass::Topic => 6.0,
        QueryClass::Issue => 0.5,
    }
}

const SYMBOL: &[(Feature, f32)] = &[
    (Qualified(Own), 9.5),
    (Score(Own, Text, Members), 6.4),
    (Score(Own, Text, Body), 4.7),
    (NamedByWord(File), 4.7),
    (Score(Own, Text, Keywords), 3.9),
    (Score(File, Text, Path), 3.8),
    (Test, -3.0),
    (Callers, 2.8),
    (NamedByWord(Best), 2.6),
    (Readme, -2.0),
    (Document, -2.0),
    (Manifest, -2.0),
    (Named(Own), 1.9),
    (Class, -1.9),
    (Function, 1.6),
    (Aside, -1.5),
    (Length, 1.2),
    (Score(Own, Text, SummaryVector), 1.0),
];

const SENTENCE: &[(Feature, f32)] = &[
    (Test, -3.0),
    (Class, -2.87),
    (Score(Own, Text, SummaryVector), 2.74),
    (Function, 2.5),
    (Score(Own, Text, Body), 2.32),
    (Score(Own, Text, CodeVector), 3.8),
    (Document, -2.0),
    (Manifest, -2.0),
    (Readme, -2.0),
    (Aside, -1.5),
    (Score(Best, Text, Body), 1.5),
    (NamedByWord(File), 1.2),
    (Score(Own, Text, Doc), 1.0),
    (Score(Own, Text, Name), 0.9),
    (Score(Best, Text, Summary), 0.9),
];

const TOPIC: &[(Feature, f32)] = &[
    (Callers, 4.3),
    (Test, -3.3),
    (Named(File), 2.3),
    (Score(Own, Text, SummaryVector), 2.2),
    (NamedByWord(File), 1.9),
    (Score(Own, Text, CodeVector), 2.5),
    (Depth, -1.8),
    (Score(File, Text, Path), 1.7),
    (Aside, -1.7),
    (Score(Own, Text, Body), 1.65),
    (Score(Best, Text, Body), 1.56),
    (Score(Best, Text, Summary), 1.36),
    (Score(Best, Text, SummaryVector), 1.3),
    (Score(Own, Text, Path), 1.28),
    (Score(File, Text, SummaryVector), 1.12),
    (NamedByWord(Own), 1.1),
    (Class, -1.06),
    (Score(File, Text, Body), 1.0),
    (Score(Own, Text, Keywords), 0.95),
    (Score(File, Text, Doc), 0.93),
    (Entry, 0.88),
];

const ISSUE: &[(Feature, f32)] = &[
    (Score(Own, Text, Body), 5.0),
    (Test, -4.1),
    (Function, 4.0),
    (Entry, -3.3),
    (Aside, -3.3),
    (Class, 3.0),
    (Qualified(Own), 2.5),
    (Manifest, -2.0),
    (Readme, -2.0),
    (Document, -2.0),
    (Score(Best, Title, Body), 1.7),
    (Score(File, Text, CodeVector), 1.45),
    (Qualified(Best), 1.4),
    (Score(File, Title, Name), 1.35),
    (Score(Own, Title, Path), 1.3),
    (Score(Own, Title, SummaryVector), 1.26),
    (Score(Own, Text, Path), 1.0),
    (Score(File, Text, Doc), 0.94),
    (PathNamed, 2.0),
    (Named(Own), 0.54),
];
