//! The summary of a function: evidence first, then sentences in the order a reader wants them.

use crate::outline::{Symbol, SymbolKind};
use crate::summary::{ClaimField, Grounded, Summary};

use super::bounds::{fitting, reaches};
use super::doc_words;
use super::evidence::Evidence;
use super::failures::failure_sentence;
use super::file_context::File;
use super::inputs::{inputs, is_plain, real_parameters};
use super::keywords::Keywords;
use super::lead::lead;
use super::loops::loop_sentence;
use super::neutral::{Known, neutral};
use super::notes::{literal_sentence, note_sentences};
use super::owners::owner;
use super::parameters::parameter_sentence;
use super::placeholder::is_placeholder;
use super::returns::given;
use super::shown::{
    assertion, assigned, empty_body, local_values, names_in, one_line, only_line, parts_read,
    passed_on, settings, works_through,
};
use super::side_effects::{effect_sentence, side_effects};
use super::steps::steps;
use super::test_names::is_test;
use super::words::{listed, with_article};

/// Characters of a summary; the rest is left to the grounded fields.
const SUMMARY_LIMIT: usize = 1_000;

/// Summarises one function.
pub(super) fn function(symbol: &Symbol, file: &File<'_>) -> Summary {
    let outline = file.outline;
    let owner_words = owner(symbol, outline);
    let owner = owner_words.as_deref();
    let own_source = file.source.span(symbol.span);
    let known = Known::new(symbol, own_source, &file.functions);
    let doc = symbol.doc.as_ref().map(|doc| doc_words::read(&doc.text)).unwrap_or_default();
    let mut evidence = Evidence::new(symbol);

    let lead = lead(symbol, file, &doc, owner, &known);
    let steps = steps(symbol, file, owner, 7);
    let lead_lower = lead.sentence.to_lowercase();
    let step_words: Vec<String> = steps
        .iter()
        .map(|step| step.words.clone())
        .filter(|words| !lead_lower.contains(words.as_str()))
        .collect();
    let step_sentence =
        (!step_words.is_empty()).then(|| format!("It {}.", listed(&merged(step_words))));

    // Purpose: the lead, completed by what the code does where the lead is short.
    let doc_lines = symbol.doc.as_ref().map(|doc| doc.span);
    match doc_lines {
        Some(span) if lead.from_doc => {
            evidence.cite(ClaimField::Purpose, None, span.start_line, span.end_line)
        }
        _ => evidence.cite(ClaimField::Purpose, None, symbol.name_line, symbol.name_line),
    }
    let given_back = given(
        symbol,
        owner,
        doc.returns.as_deref().map(|words| neutral(words, &known)).as_deref(),
        lead_lower.starts_with("return") || lead_lower.starts_with("tells whether"),
        file.capital_makes(),
    );
    let loops = loop_sentence(symbol);
    let mut purpose_parts: Vec<&str> = vec![&lead.sentence];
    if let Some(sentence) = &step_sentence {
        purpose_parts.push(sentence);
    } else if let Some(sentence) = &given_back.sentence {
        purpose_parts.push(sentence);
    }
    let mut purpose = fitting(purpose_parts, 400);
    if purpose.len() > lead.sentence.len() {
        if step_sentence.is_some() {
            let (first, last) = (
                steps.first().map_or(0, |s| s.line),
                steps.iter().map(|s| s.line).max().unwrap_or(0),
            );
            evidence.cite(ClaimField::Purpose, None, first, last);
        } else {
            for line in &given_back.lines {
                evidence.cite(ClaimField::Purpose, None, *line, *line);
            }
        }
    }
    if !reaches(&purpose, 30) {
        purpose = padded_purpose(&purpose, symbol, owner);
    }

    let inputs = inputs(symbol, &doc, owner);
    for (at, input) in inputs.iter().enumerate() {
        let line = signature_line(symbol, file, &input.name);
        evidence.cite(ClaimField::Inputs, Some(at), line, line);
    }
    for line in &given_back.lines {
        evidence.cite(ClaimField::Returns, None, *line, *line);
    }
    if doc.returns.is_some()
        && let Some(span) = doc_lines
    {
        evidence.cite(ClaimField::Returns, None, span.start_line, span.end_line);
    }

    let (side_effects, effects) = side_effects(symbol, file, owner, &doc, &mut evidence);
    let mut invariants = Vec::new();
    for (claim, line) in super::invariants::invariants(symbol) {
        evidence.cite(ClaimField::Invariants, Some(invariants.len()), line, line);
        invariants.push(claim);
    }

    // The summary, most telling first.
    let mut sentences: Vec<String> = vec![lead.sentence.clone()];
    sentences.extend(lead.more);
    sentences.extend(step_sentence);
    sentences.extend(loops);
    let repeated = given_back.sentence.as_ref().is_some_and(|sentence| {
        lead_lower.contains(
            sentence.trim_start_matches("Returns ").trim_end_matches('.').to_lowercase().as_str(),
        )
    });
    if let Some(sentence) = given_back.sentence.filter(|_| !repeated) {
        sentences.push(sentence);
    }
    if symbol.is_declaration && !lead.from_doc {
        sentences.push("It is declared here without code.".to_owned());
    }
    sentences.extend(failure_sentence(symbol, &known));
    sentences.extend(effect_sentence(&effects, symbol, owner));
    sentences.extend(parameter_sentence(symbol, &lead.sentence, &known));
    sentences.extend(note_sentences(symbol, &known));
    sentences.extend(literal_sentence(symbol, &known, &sentences));
    // Where the name and the types are all there is, the code itself must speak.
    let is_test = is_test(symbol, file);
    let told: usize = sentences.iter().skip(1).filter(|said| !is_thin(said)).count();
    let brief = lead.from_doc && lead.sentence.split(' ').count() < 5 && sentences.len() < 3;
    if (!lead.from_doc || brief) && told == 0 && !symbol.is_declaration {
        let filled = (symbol.kind == SymbolKind::Constructor)
            .then(|| super::writes::field_words(symbol, owner))
            .flatten()
            .map(|fields| format!("It fills {fields}."));
        let shown = filled
            .or_else(|| only_line(symbol, file, &known))
            .or_else(|| empty_body(symbol, own_source))
            .or_else(|| passed_on(symbol, file, &known))
            .or_else(|| settings(own_source, &known))
            .or_else(|| assigned(symbol, &known))
            .or_else(|| parts_read(symbol, own_source, &known))
            .or_else(|| local_values(symbol, &known))
            .or_else(|| one_line(symbol, file, &known))
            .or_else(|| names_in(own_source, &symbol.name, &known))
            .or_else(|| works_through(symbol, &known));
        sentences.extend(shown);
        sentences.extend(is_test.then(|| assertion(symbol)).flatten());
    }
    let summary = fitting(sentences.iter().map(String::as_str), SUMMARY_LIMIT);

    let mut keywords = Keywords::default();
    keywords.name(&symbol.name, 4);
    keywords.prose(&lead.sentence, 2);
    if let Some(owner) = owner {
        keywords.prose(owner, 2);
    }
    for (_, name) in real_parameters(symbol) {
        if is_plain(name) {
            keywords.name(name, 1);
        }
    }
    for call in symbol.facts.calls.iter().take(10) {
        keywords.name(&call.name, 1);
    }
    for literal in symbol.facts.literals.iter().filter(|literal| !literal.is_number).take(5) {
        keywords.prose(&literal.value, 1);
    }

    Summary {
        summary: known.scrubbed(summary),
        business_intent: known.scrubbed(lead.intent),
        keywords: keywords.best(),
        grounded: Grounded {
            purpose: known.scrubbed(purpose),
            inputs,
            returns: Some(given_back.field),
            side_effects,
            invariants,
            citations: evidence.citations,
        },
        is_placeholder: is_placeholder(symbol),
    }
}

/// Whether a sentence says no more than the signature, or so little that it hardly counts.
fn is_thin(sentence: &str) -> bool {
    let by_type = sentence.starts_with("Returns ")
        && !sentence.contains(['`', '"'])
        && !sentence.contains(" if ")
        && !sentence.contains("whether ")
        && !sentence.contains(" the ");
    by_type
        || sentence.starts_with("Takes ")
        || sentence.starts_with("The result is a")
        || sentence.starts_with("Returns a")
        || sentence.starts_with("Returns true or false")
        || sentence.starts_with("It prints to the terminal")
        || sentence.starts_with("It runs ")
        || sentence.starts_with("It gets ")
            && !sentence.contains([','])
            && !sentence.contains(" and ")
}

/// Joins steps that share their verb: "uses x" and "uses y" are "uses x and y".
fn merged(steps: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(steps.len());
    let mut shared: Vec<(&str, usize, Vec<String>)> = Vec::new();
    for step in steps {
        let verb = ["uses ", "makes ", "runs "].into_iter().find(|verb| step.starts_with(verb));
        let Some(verb) = verb.filter(|verb| *verb != "runs " || !step.starts_with("runs the "))
        else {
            out.push(step);
            continue;
        };
        let thing = step[verb.len()..].to_owned();
        match shared.iter_mut().find(|(known, ..)| *known == verb) {
            Some((_, _, things)) => things.push(thing),
            None => {
                shared.push((verb, out.len(), vec![thing]));
                out.push(String::new());
            }
        }
    }
    for (verb, at, things) in shared {
        out[at] = format!("{verb}{}", listed(&things));
    }
    out
}

fn padded_purpose(purpose: &str, symbol: &Symbol, owner: Option<&str>) -> String {
    let kind = match symbol.kind {
        SymbolKind::Constructor => "constructor",
        SymbolKind::Macro => "macro",
        SymbolKind::Method => "method",
        _ => "function",
    };
    let place = match owner {
        Some(owner) => format!("It is {} of the {owner}.", with_article(kind)),
        None => format!("It is a small {kind} of this file."),
    };
    let padded = format!("{purpose} {place}");
    if reaches(&padded, 30) { padded } else { format!("{padded} Its code says no more.") }
}

/// The line of the signature that holds the parameter.
fn signature_line(symbol: &Symbol, file: &File<'_>, name: &str) -> u32 {
    let last = symbol.span.end_line.min(symbol.name_line + 30);
    for line in symbol.name_line..=last {
        if super::inputs::is_name_in(file.source.line(line), name) {
            return line;
        }
    }
    symbol.name_line
}
