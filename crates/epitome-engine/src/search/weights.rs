//! How much each feature counts, by the kind of question.
//!
//! Fitted by `models/ranking/fit.py` on the development sets, list scores held to zero or more, then
//! rounded. The sets of topics, sentences and names hold no tests, so what counts against tests there is
//! set by hand. Summaries do not help to find a name, so a name is not looked for in them. What a weight is worth is measured by leaving its list out: `docs/evaluation.md`.

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
    (Qualified(Own), 11.45),
    (Named(Own), 7.32),
    (NamedByWord(File), 4.16),
    (Score(Own, Text, Doc), 3.53),
    (Test, -6.00),
    (Callers, 2.36),
    (Score(File, Text, Path), 2.19),
    (Named(File), 2.13),
    (Readme, -2.00),
    (Document, -2.00),
    (Manifest, -2.00),
    (Named(Best), 1.87),
    (NamedByWord(Best), 1.81),
    (Score(File, Text, Name), 1.74),
    (Aside, -1.50),
    (Score(File, Text, Doc), 1.28),
    (Class, -1.16),
    (Depth, -1.09),
    (Function, 1.05),
    (Score(File, Text, CodeVector), 0.80),
    (Qualified(Best), 0.20),
];

const SENTENCE: &[(Feature, f32)] = &[
    (Score(Own, Text, CodeVector), 6.16),
    (Test, -6.00),
    (Score(Best, Text, CodeVector), 2.59),
    (Function, 2.50),
    (Document, -2.00),
    (Readme, -2.00),
    (Manifest, -2.00),
    (Score(Own, Text, Body), 1.73),
    (Score(Best, Text, Body), 1.52),
    (Aside, -1.50),
    (Score(Own, Text, Name), 1.38),
    (Score(File, Text, Keywords), 1.37),
    (Score(Own, Text, Summary), 1.20),
    (Class, -1.00),
    (Score(Own, Text, Doc), 1.00),
    (NamedByWord(File), 0.86),
    (Score(Own, Text, SummaryVector), 0.86),
    (Score(Own, Text, Keywords), 0.86),
    (Callers, 0.79),
    (Score(Own, Text, Path), 0.62),
    (NamedByWord(Best), 0.55),
    (Score(File, Text, CodeVector), 0.46),
    (Score(Best, Text, Summary), 0.44),
    (Score(File, Text, Body), 0.41),
    (Named(Best), 0.36),
];

const TOPIC: &[(Feature, f32)] = &[
    (Callers, 3.57),
    (Score(Own, Text, CodeVector), 3.52),
    (Length, 3.51),
    (PathNamed, 3.45),
    (Score(Best, Text, CodeVector), 3.19),
    (Score(Own, Text, Body), 2.99),
    (Named(File), 2.97),
    (Aside, -2.52),
    (Test, -6.00),
    (NamedByWord(File), 1.58),
    (Score(Own, Text, Path), 1.33),
    (Score(File, Text, SummaryVector), 1.12),
    (Qualified(Own), 1.07),
    (Score(Own, Text, Keywords), 1.03),
    (NamedByWord(Own), 1.02),
    (Manifest, -1.00),
    (Readme, -1.00),
    (Entry, 0.96),
    (Score(File, Text, Path), 0.90),
    (Score(Best, Text, SummaryVector), 0.69),
    (Depth, 0.67),
    (Score(Own, Text, Summary), 0.67),
    (Score(Best, Text, Keywords), 0.64),
    (Function, 0.62),
    (Score(File, Text, Doc), 0.55),
    (Score(Best, Text, Doc), 0.53),
    (Class, -0.51),
    (Score(File, Text, Name), 0.46),
    (Score(Own, Text, Name), 0.45),
    (Score(Best, Text, Name), 0.42),
    (Named(Best), 0.31),
    (Score(File, Text, Keywords), 0.26),
    (Score(Best, Text, Members), 0.25),
    (Score(File, Text, Summary), 0.12),
];

const ISSUE: &[(Feature, f32)] = &[
    (Test, -4.08),
    (Function, 4.00),
    (Score(Own, Text, Body), 3.58),
    (Class, 3.00),
    (Aside, -2.86),
    (Qualified(Own), 2.73),
    (Entry, -2.42),
    (PathNamed, 2.17),
    (Readme, -2.00),
    (Manifest, -2.00),
    (Qualified(Best), 1.88),
    (Score(Best, Title, Body), 1.82),
    (Length, 1.80),
    (Score(File, Text, CodeVector), 1.65),
    (Score(Own, Title, Path), 1.38),
    (Score(Own, Text, Path), 1.31),
    (Score(Best, Text, CodeVector), 1.25),
    (Score(File, Title, Name), 1.22),
    (Score(File, Text, Summary), 0.91),
    (Score(File, Title, CodeVector), 0.67),
    (Score(Own, Text, Summary), 0.65),
    (Score(Own, Title, CodeVector), 0.64),
    (Score(Own, Title, Summary), 0.56),
    (Score(Own, Title, SummaryVector), 0.54),
    (Score(Own, Title, Body), 0.51),
    (Named(Own), 0.49),
    (Score(File, Text, Doc), 0.45),
    (Depth, 0.34),
    (Score(File, Title, Doc), 0.23),
    (Named(Best), 0.23),
    (Named(File), 0.20),
    (NamedByWord(Own), 0.15),
];
