//! Errors planted into sound summaries, one each, the same ones for the same seed.
//!
//! Where the summary has a number, a quotation or a name, every second error changes it; the others
//! are sentences such as a model would write, with a value that the lines do not hold. Whether a
//! value is absent is decided here by looking at the text, never by asking the checker.

use std::collections::BTreeMap;

use epitome_model::check::{Code, Evidence, FileEvidence, Repository, check, is_sound};
use epitome_model::mention::{bare_name, looks_like_code};
use epitome_model::summary::Summary;

use super::percent;
use super::sentences::{IDENTIFIERS, LITERALS, MESSAGES, NEIGHBOURS, NUMBERS, SUFFIXES};
use super::tree::{File, Tree};

/// What is wrong with a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Number,
    Literal,
    Identifier,
    Citation,
    Neighbour,
}

impl Kind {
    pub(super) const ALL: [Kind; 5] =
        [Kind::Number, Kind::Literal, Kind::Identifier, Kind::Citation, Kind::Neighbour];

    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Number => "wrong number",
            Kind::Literal => "wrong literal",
            Kind::Identifier => "invented identifier",
            Kind::Citation => "citation out of span",
            Kind::Neighbour => "neighbour named",
        }
    }

    /// The rule that must find it. Another rule that happens to object does not count.
    fn rule(self) -> Code {
        match self {
            Kind::Number => Code::UnknownNumber,
            Kind::Literal => Code::UnknownLiteral,
            Kind::Identifier => Code::UnknownName,
            Kind::Citation => Code::OutOfSpan,
            Kind::Neighbour => Code::NamesNeighbour,
        }
    }
}

/// How many of one kind were planted and found.
#[derive(Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) planted: usize,
    pub(super) found: usize,
    /// Not refused by the rule, but doubted for it.
    pub(super) doubted: usize,
}

/// The scores of all kinds.
#[derive(Default)]
pub(super) struct Planted {
    scores: BTreeMap<Kind, Score>,
}

impl Planted {
    pub(super) fn of(&self, kind: Kind) -> Score {
        self.scores.get(&kind).copied().unwrap_or_default()
    }

    pub(super) fn total(&self) -> usize {
        self.scores.values().map(|score| score.planted).sum()
    }

    pub(super) fn found(&self) -> usize {
        self.scores.values().map(|score| score.found).sum()
    }

    pub(super) fn found_percent(&self) -> f64 {
        percent(self.found(), self.total())
    }
}

/// Plants `count` errors in a tree, all kinds in turn.
pub(super) fn plant(
    tree: &Tree,
    count: usize,
    turn: usize,
    seed: u64,
    show: usize,
    planted: &mut Planted,
) {
    let has_name = |name: &str| tree.names.contains(name);
    let lines_of = |path: &str| tree.lines.get(path).copied();
    let repository = Repository { has_name: &has_name, lines_of: &lines_of };
    let mut random = Random(seed ^ (turn as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let places: Vec<(usize, usize)> = tree
        .files
        .iter()
        .enumerate()
        .flat_map(|(f, file)| (0..file.summaries.symbols.len()).map(move |s| (f, s)))
        .collect();
    let mut done = 0;
    let mut shown = 0;
    // A place may hold no sound summary, no neighbour, no line below: then another is tried.
    for _ in 0..count * 200 {
        if done == count || places.is_empty() {
            break;
        }
        let kind = Kind::ALL[(done + turn) % Kind::ALL.len()];
        let (f, s) = places[random.below(places.len())];
        let file = &tree.files[f];
        let prepared = FileEvidence::new(&file.path, &file.outline, &file.text);
        let neighbours: Vec<&str> = file.neighbours[s].iter().map(String::as_str).collect();
        let evidence = prepared.symbol(s, &neighbours, repository);
        let mut summary = file.summaries.symbols[s].clone();
        if !is_sound(&check(&summary, &evidence)) {
            continue;
        }
        let place = Place { tree, file, evidence: &evidence };
        let Some(what) = place.spoil(kind, &mut summary, &mut random) else { continue };
        done += 1;
        let reasons = check(&summary, &evidence);
        let score = planted.scores.entry(kind).or_default();
        score.planted += 1;
        if reasons.iter().any(|reason| reason.code == kind.rule()) {
            score.found += 1;
        } else {
            let derived = reasons.iter().any(|reason| reason.code == Code::DerivedNumber);
            score.doubted += usize::from(derived);
            if shown < show {
                shown += 1;
                let line = evidence.first_line;
                println!("  missed {} in {}:{line}: {what}", kind.word(), file.path);
            }
        }
    }
}

struct Place<'a> {
    tree: &'a Tree,
    file: &'a File,
    evidence: &'a Evidence<'a>,
}

impl Place<'_> {
    /// Plants one error and says what it is; none where this summary cannot hold one.
    fn spoil(&self, kind: Kind, summary: &mut Summary, random: &mut Random) -> Option<String> {
        match kind {
            Kind::Citation => self.spoil_citation(summary, random),
            Kind::Number => {
                let number = self.absent_number(random)?;
                self.spoil_text(summary, random, &number, &NUMBERS, number_in)
            }
            Kind::Literal => {
                let literal = self.absent_literal(random)?;
                self.spoil_text(summary, random, &literal, &LITERALS, quotation_in)
            }
            Kind::Identifier => {
                let name = self.absent_name(random)?;
                self.spoil_text(summary, random, &name, &IDENTIFIERS, name_in)
            }
            Kind::Neighbour => self.name_neighbour(summary, random),
        }
    }

    fn lines(&self) -> &str {
        self.evidence.source.slice(self.evidence.first_line, self.evidence.last_line)
    }

    /// Changes what `find` finds, or adds a sentence.
    fn spoil_text(
        &self,
        summary: &mut Summary,
        random: &mut Random,
        value: &str,
        sentences: &[&str],
        find: fn(&str) -> Option<(usize, usize)>,
    ) -> Option<String> {
        let mut texts = texts_of(summary);
        let holding: Vec<usize> = (0..texts.len()).filter(|&i| find(texts[i]).is_some()).collect();
        if !holding.is_empty() && random.below(2) == 0 {
            let text = &mut texts[holding[random.below(holding.len())]];
            let (start, end) = find(text)?;
            text.replace_range(start..end, value);
            return Some(text.to_string());
        }
        let sentence = sentences[random.below(sentences.len())].replace("{}", value);
        let at = random.below(texts.len());
        let text = &mut texts[at];
        let gap = if text.is_empty() || text.ends_with(' ') { "" } else { " " };
        text.push_str(gap);
        text.push_str(&sentence);
        Some(sentence)
    }

    fn absent_number(&self, random: &mut Random) -> Option<String> {
        let lines = self.lines();
        (0..20)
            .map(|_| match random.below(4) {
                0 => (2 + random.below(30)).to_string(),
                1 => (32 + random.below(970)).to_string(),
                2 => format!("{}.{}", random.below(4), 1 + random.below(9)),
                _ => ((1 + random.below(60)) * 500).to_string(),
            })
            .find(|number| !lines.contains(number.as_str()))
    }

    /// A message of another symbol of the repository, or one that anybody could have written.
    fn absent_literal(&self, random: &mut Random) -> Option<String> {
        for _ in 0..20 {
            let file = &self.tree.files[random.below(self.tree.files.len())];
            let literals: Vec<&str> = file
                .outline
                .symbols
                .iter()
                .flat_map(|symbol| &symbol.facts.literals)
                .filter(|literal| !literal.is_number)
                .map(|literal| literal.value.as_str())
                .filter(|value| is_plain_literal(value))
                .collect();
            let literal = match literals.as_slice() {
                [] => MESSAGES[random.below(MESSAGES.len())],
                _ => literals[random.below(literals.len())],
            };
            if !self.lines().contains(literal) {
                return Some(literal.to_owned());
            }
        }
        None
    }

    /// A name like one of the repository's, which it does not have.
    fn absent_name(&self, random: &mut Random) -> Option<String> {
        let names: Vec<&str> = self
            .file
            .outline
            .symbols
            .iter()
            .map(|symbol| symbol.name.as_str())
            .filter(|name| name.len() > 2 && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
            .collect();
        if names.is_empty() {
            return None;
        }
        (0..20)
            .map(|_| {
                let name = names[random.below(names.len())];
                let (snake, camel) = SUFFIXES[random.below(SUFFIXES.len())];
                let is_camel = !name.contains('_') && name.chars().any(char::is_uppercase);
                format!("{name}{}", if is_camel { camel } else { snake })
            })
            .find(|name| !self.tree.names.contains(name) && !self.file.text.contains(name.as_str()))
    }

    fn spoil_citation(&self, summary: &mut Summary, random: &mut Random) -> Option<String> {
        let citations = &mut summary.grounded.citations;
        if citations.is_empty() {
            return None;
        }
        let at = random.below(citations.len());
        let citation = &mut citations[at];
        let (first, last) = (self.evidence.first_line, self.evidence.last_line);
        let far = 1 + random.below(12) as u32;
        match random.below(3) {
            0 if first > 1 => citation.line_start = first - far.min(first - 1),
            1 => {
                citation.line_start = last + far;
                citation.line_end = last + far + random.below(5) as u32;
            }
            _ => citation.line_end = last + far,
        }
        Some(format!("{}-{} of {first}-{last}", citation.line_start, citation.line_end))
    }

    fn name_neighbour(&self, summary: &mut Summary, random: &mut Random) -> Option<String> {
        let own = self.evidence.symbol?;
        let names: Vec<&str> = self
            .evidence
            .neighbours
            .iter()
            .map(|id| bare_name(id))
            .filter(|&name| {
                name.chars().any(char::is_alphanumeric)
                    && !name.contains('`')
                    && own.name != name
                    && self.evidence.owner != Some(name)
                    && own.parameters.iter().all(|parameter| parameter.name != name)
            })
            .collect();
        if names.is_empty() {
            return None;
        }
        let name = names[random.below(names.len())];
        // A plain word without a mark is English, and nobody could say otherwise.
        let marked = match random.below(if looks_like_code(name) { 3 } else { 2 }) {
            0 => format!("`{name}`"),
            1 => format!("{name}()"),
            _ => name.to_owned(),
        };
        let sentence = NEIGHBOURS[random.below(NEIGHBOURS.len())].replace("{}", &marked);
        let text = match random.below(2) {
            0 => &mut summary.summary,
            _ => &mut summary.business_intent,
        };
        text.push(' ');
        text.push_str(&sentence);
        Some(sentence)
    }
}

/// The texts of a summary that may state facts.
fn texts_of(summary: &mut Summary) -> Vec<&mut String> {
    let grounded = &mut summary.grounded;
    let mut texts = vec![&mut summary.summary, &mut summary.business_intent, &mut grounded.purpose];
    texts.extend(grounded.inputs.iter_mut().map(|input| &mut input.description));
    texts.extend(grounded.returns.iter_mut().map(|returns| &mut returns.details));
    texts.extend(grounded.side_effects.iter_mut());
    texts.extend(grounded.invariants.iter_mut());
    texts
}

/// A number that is no part of a word.
fn number_in(text: &str) -> Option<(usize, usize)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit)?;
    // A number inside a quotation is part of a literal.
    if text[..start].contains(['"', '\'', '`', '“']) {
        return None;
    }
    let end = start + text[start..].find(|c| !is_digit(c)).unwrap_or(text.len() - start);
    let joined = |c: char| c.is_alphanumeric() || "_.-`'\"/".contains(c);
    let alone = !text[..start].ends_with(joined)
        && !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    (alone && text[end..].chars().nth(1) != Some('.')).then_some((start, end))
}

/// What stands between double quotes.
fn quotation_in(text: &str) -> Option<(usize, usize)> {
    let start = text.find('"')? + 1;
    let end = start + text[start..].find('"')?;
    (end > start).then_some((start, end))
}

/// What stands between backticks, if it is one name.
fn name_in(text: &str) -> Option<(usize, usize)> {
    let start = text.find('`')? + 1;
    let end = start + text[start..].find('`')?;
    let is_name = text[start..end].chars().all(|c| c.is_alphanumeric() || c == '_');
    (end > start && is_name).then_some((start, end))
}

fn is_plain_literal(value: &str) -> bool {
    value.len() > 3
        && value.len() < 60
        && value.chars().any(char::is_alphabetic)
        && !value.contains(['"', '…', '\\', '\n', '`'])
        && !value.contains("...")
        && value.trim() == value
}

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end.max(1) as u64) as usize
    }
}
