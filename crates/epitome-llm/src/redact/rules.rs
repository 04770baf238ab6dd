//! The rules, read when the first text comes, each compiled when its keyword is first seen.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::bytes::{Regex, RegexBuilder};

use super::assignment;

const GITLEAKS: &str = include_str!("gitleaks.tsv");
const OWN: &str = include_str!("own.tsv");

/// What a secret of one kind looks like.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) kind: &'static str,
    /// More bits a character than this.
    pub(super) entropy: f64,
    /// The group that is the secret; else the first that took part, else all.
    pub(super) group: Option<usize>,
    pub(super) reach: Reach,
    files: Option<&'static str>,
    pattern: &'static str,
    regex: OnceLock<Option<Regex>>,
    files_regex: OnceLock<Option<Regex>>,
}

/// How far around its keyword a pattern is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// From the line before to the line after.
    Line,
    /// Six lines either way.
    Near,
    /// Everywhere.
    Text,
}

/// All rules and their keywords.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) all: Vec<Rule>,
    /// Finds every keyword, whatever its case.
    pub(super) words: AhoCorasick,
    /// The rules of each keyword.
    pub(super) of_word: Vec<Vec<u16>>,
    /// Whether the keyword may be part of the name of a secret.
    pub(super) tells_of_names: Vec<bool>,
}

impl Rules {
    /// The rules; the first call reads them.
    pub(super) fn get() -> Option<&'static Rules> {
        static RULES: OnceLock<Option<Rules>> = OnceLock::new();
        RULES.get_or_init(Rules::read).as_ref()
    }

    fn read() -> Option<Rules> {
        let (mut all, mut keywords, mut of_word) = (Vec::new(), Vec::new(), Vec::new());
        for line in OWN.lines().chain(GITLEAKS.lines()).filter(|line| !line.starts_with('#')) {
            let (rule, words) = Rule::read(line)?;
            let number = u16::try_from(all.len()).ok()?;
            all.push(rule);
            for word in words.split(',') {
                let at = keywords.iter().position(|known| *known == word).unwrap_or_else(|| {
                    keywords.push(word);
                    of_word.push(Vec::new());
                    keywords.len() - 1
                });
                of_word[at].push(number);
            }
        }
        for word in assignment::KEYWORDS {
            if !keywords.contains(&word) {
                keywords.push(word);
                of_word.push(Vec::new());
            }
        }
        let tells_of_names =
            keywords.iter().map(|word| assignment::KEYWORDS.contains(word)).collect();
        let words = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::DFA))
            .build(&keywords)
            .ok()?;
        Some(Rules { all, words, of_word, tells_of_names })
    }
}

impl Rule {
    /// A rule and its keywords.
    fn read(line: &'static str) -> Option<(Rule, &'static str)> {
        let mut columns = line.splitn(7, '\t');
        let kind = columns.next()?;
        let words = columns.next()?;
        let entropy = columns.next()?;
        let group = columns.next()?;
        let files = columns.next()?;
        let reach = match columns.next()? {
            "line" => Reach::Line,
            "near" => Reach::Near,
            "text" => Reach::Text,
            _ => return None,
        };
        let rule = Rule {
            kind,
            entropy: if entropy.is_empty() { 0.0 } else { entropy.parse().ok()? },
            group: if group.is_empty() { None } else { Some(group.parse().ok()?) },
            reach,
            files: (!files.is_empty()).then_some(files),
            pattern: columns.next()?,
            regex: OnceLock::new(),
            files_regex: OnceLock::new(),
        };
        Some((rule, words))
    }

    /// The pattern; a test makes sure that all compile.
    pub(super) fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| compile(self.pattern)).as_ref()
    }

    /// Whether the rule is for this file.
    pub(super) fn is_for(&self, path: &str) -> bool {
        let Some(files) = self.files else { return true };
        let regex = self.files_regex.get_or_init(|| compile(files)).as_ref();
        regex.is_some_and(|regex| regex.is_match(path.as_bytes()))
    }
}

fn compile(pattern: &str) -> Option<Regex> {
    // Keys are ASCII; without Unicode the tables stay small. Lines end where `$` says.
    RegexBuilder::new(pattern).unicode(false).multi_line(true).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_read_and_compiles() {
        let rules = Rules::get().unwrap();
        assert!(rules.all.len() > 270, "{}", rules.all.len());
        for rule in &rules.all {
            assert!(rule.regex().is_some(), "{}: {}", rule.kind, rule.pattern);
            assert!(rule.files.is_none_or(|files| compile(files).is_some()), "{}", rule.kind);
            assert!(!rule.regex().unwrap().is_match(b""), "{} finds nothing", rule.kind);
        }
    }
}
