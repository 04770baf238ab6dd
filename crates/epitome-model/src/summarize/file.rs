//! The summary of a file: its job, its load-bearing symbols, what it talks to (G38).

use crate::outline::{DocKind, Import, Symbol, Visibility};
use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::author_words::{finished, is_torn};
use super::bounds::{clipped, fitting, reaches};
use super::class::action;
use super::doc_words;
use super::effects::Effect;
use super::file_context::File;
use super::file_intent::{code_intent, tested};
use super::file_roles::role;
use super::keywords::Keywords;
use super::parts::{FilePart, FileRole};
use super::places::stem_words;
use super::plain_file::plain_file;
use super::words::{listed, plural, spoken};

/// A file's own summary and its part for the module.
pub(super) fn file(file: &File<'_>, symbols: &[Summary]) -> (Summary, FilePart) {
    let outline = file.outline;
    let role = role(file.path, &outline.language);
    let said = if outline.symbols.is_empty() && !outline.sections.is_empty()
        || matches!(
            outline.language.as_str(),
            "markdown" | "rst" | "json" | "toml" | "yaml" | "html" | "css" | "sql" | ""
        ) {
        plain_file(file, role)
    } else {
        code_file(file, symbols, role)
    };
    let last_line = outline.lines.max(1);
    let clamp = |(start, end): (u32, u32)| {
        let start = start.clamp(1, last_line);
        (start, end.clamp(start, last_line))
    };
    let mut citations = Vec::new();
    for lines in &said.lines {
        let (line_start, line_end) = clamp(*lines);
        let citation = Citation {
            field_name: ClaimField::Purpose,
            item: None,
            path: None,
            line_start,
            line_end,
        };
        if !citations.contains(&citation) {
            citations.push(citation);
        }
    }
    if citations.is_empty() {
        citations.push(Citation {
            field_name: ClaimField::Purpose,
            item: None,
            path: None,
            line_start: 1,
            line_end: last_line,
        });
    }
    let mut purpose = fitting(said.sentences.iter().map(String::as_str), 400);
    if !reaches(&purpose, 30) {
        purpose = format!(
            "{purpose} It is a file of {last_line} {}.",
            if last_line == 1 { "line" } else { "lines" }
        );
    }
    for (at, (_, lines)) in said.effects.iter().enumerate() {
        let (line_start, line_end) = clamp(*lines);
        citations.push(Citation {
            field_name: ClaimField::SideEffects,
            item: Some(at as u32),
            path: None,
            line_start,
            line_end,
        });
    }
    let summary = Summary {
        summary: fitting(said.sentences.iter().map(String::as_str), 1_200),
        business_intent: clipped(&said.intent, 240),
        keywords: said.keywords.best(),
        grounded: Grounded {
            purpose,
            side_effects: said.effects.iter().map(|(claim, _)| claim.clone()).collect(),
            citations: citations.clone(),
            ..Grounded::default()
        },
        is_placeholder: false,
    };
    let cited =
        citations.first().map_or((1, 1), |citation| (citation.line_start, citation.line_end));
    let part = FilePart {
        path: file.path.to_owned(),
        language: outline.language.to_string(),
        lines: outline.lines,
        summary: clipped(&summary.summary, 400),
        business_intent: summary.business_intent.clone(),
        keywords: summary.keywords.iter().take(6).cloned().collect(),
        role,
        claim: said.claim,
        cited,
        imports: external_imports(&outline.imports),
    };
    (summary, part)
}

/// What is said of a file, before it is cut to its fields.
#[derive(Default)]
pub(super) struct Said {
    pub(super) sentences: Vec<String>,
    pub(super) intent: String,
    pub(super) claim: String,
    pub(super) lines: Vec<(u32, u32)>,
    pub(super) effects: Vec<(String, (u32, u32))>,
    pub(super) keywords: Keywords,
}

fn code_file(file: &File<'_>, symbols: &[Summary], role: FileRole) -> Said {
    let outline = file.outline;
    let mut said = Said::default();
    let stem = stem_words(file.path).unwrap_or_else(|| "this folder".to_owned());
    said.keywords.name(&stem, 4);
    let mut authors = Vec::new();
    if let Some(doc) = &outline.doc {
        authors = file_doc(&doc.text, doc.kind);
        if !authors.is_empty() {
            said.lines.push((doc.span.start_line, doc.span.end_line));
            said.claim = authors[0].clone();
        }
    }
    let main = main_symbols(outline.symbols.iter().zip(symbols));
    let mut actions: Vec<String> = Vec::new();
    for (symbol, summary) in &main {
        said.keywords.name(&symbol.name, 3);
        said.keywords.prose(&summary.business_intent, 1);
        let act = if symbol.kind.is_function() { action(summary) } else { None };
        if let Some(act) = act
            && !actions.contains(&act)
            && actions.len() < 3
        {
            said.lines.push((symbol.name_line, symbol.name_line));
            actions.push(act);
        }
    }
    let own = if role == FileRole::Test {
        format!("Tests {}.", tested(&stem))
    } else if !actions.is_empty() {
        format!("Serves to {}.", joined(&actions))
    } else {
        match main.first() {
            Some((symbol, summary)) => {
                said.lines.push((symbol.name_line, symbol.name_line));
                first_sentence(&summary.summary).to_owned()
            }
            None if outline.facts.calls.is_empty() && outline.globals.is_empty() => {
                format!("Ties {stem} together: it defines nothing of its own.")
            }
            None => format!("Runs the statements of {stem} when it is loaded."),
        }
    };
    said.intent = code_intent(
        &authors,
        &actions,
        &own,
        main.first().map(|(_, summary)| *summary),
        &stem,
        role,
    );
    if authors.is_empty() {
        said.sentences.push(own);
    } else {
        said.sentences.append(&mut authors);
        if !actions.is_empty() {
            said.sentences.push(own);
        }
    }
    if main.is_empty() {
        said.sentences.extend(texts(file, &mut said.lines));
    } else if actions.is_empty() || role == FileRole::Test {
        said.sentences.extend(abilities(&main));
    }
    if let Some(sentence) = contents(&main, outline) {
        said.sentences.push(sentence);
    }
    said.effects = effects(outline.symbols.iter().zip(symbols));
    let talks: Vec<String> = external_imports(&outline.imports);
    if !talks.is_empty() {
        if let (Some(first), Some(last)) = (outline.imports.first(), outline.imports.last()) {
            said.lines.push((first.line, last.line));
        }
        let names: Vec<String> = talks.iter().take(5).map(|name| format!("`{name}`")).collect();
        said.sentences.push(format!("It builds on {}.", listed(&names)));
    }
    let touches: Vec<String> = said
        .effects
        .iter()
        .filter_map(|(claim, _)| clause_of(claim))
        .take(3)
        .map(str::to_owned)
        .collect();
    if !touches.is_empty() {
        said.sentences.push(format!("Its code {}.", listed(&touches)));
    }
    if !outline.globals.is_empty() {
        let mut names: Vec<String> = Vec::new();
        for global in &outline.globals {
            let words = spoken(&global.name);
            if words.len() > 1 && !names.contains(&words) && names.len() < 4 {
                names.push(words);
            }
        }
        if !names.is_empty() {
            said.sentences.push(format!("It sets the constants for {}.", listed(&names)));
        }
        for global in outline.globals.iter().take(8) {
            said.keywords.name(&global.name, 1);
        }
    }
    said
}

/// Texts of a file without functions; where there are none, its first line of code.
fn texts(file: &File<'_>, lines: &mut Vec<(u32, u32)>) -> Option<String> {
    let outline = file.outline;
    let mut texts: Vec<String> = Vec::new();
    // Sentences first; single words only where there are no sentences.
    for spaced in [true, false] {
        for literal in outline.facts.literals.iter().filter(|literal| !literal.is_number) {
            let value = literal.value.trim().trim_end_matches(['.', ':', ',']);
            let fits = value.len() > 3
                && value.len() <= 60
                && (value.contains(' ') || !spaced)
                && value.chars().any(char::is_alphabetic)
                && value != "use strict"
                && !value.contains(['"', '`', '\n', '\\', '{', '<', '…']);
            let quoted = format!("\"{value}\"");
            if fits && !texts.contains(&quoted) && texts.len() < 4 {
                texts.push(quoted);
                lines.push((literal.line, literal.line));
            }
        }
        if !texts.is_empty() {
            return Some(format!("It speaks of {}.", listed(&texts)));
        }
    }
    super::plain_file::opening(file).map(|line| format!("It begins with `{line}`."))
}

/// What the types of a file keep and let you do, from their own summaries.
fn abilities(main: &[(&Symbol, &Summary)]) -> Option<String> {
    for (symbol, summary) in main.iter().filter(|(symbol, _)| !symbol.kind.is_function()) {
        for start in ["It lets you ", "It keeps its ", "Its kinds are "] {
            let told = summary.summary.split_inclusive(". ").find_map(|s| s.strip_prefix(start));
            let Some(told) = told else { continue };
            let told = told.trim_end().trim_end_matches('.');
            let name = symbol.name.replace('`', "");
            return Some(match start {
                "It lets you " => format!("With `{name}` you can {told}."),
                "It keeps its " => format!("A `{name}` keeps its {told}."),
                _ => format!("The kinds of `{name}` are {told}."),
            });
        }
    }
    None
}

fn clause_of(claim: &str) -> Option<&'static str> {
    use Effect as E;
    [
        E::ReadsFiles,
        E::WritesFiles,
        E::OpensFiles,
        E::Network,
        E::Database,
        E::Process,
        E::Log,
        E::Output,
        E::Input,
        E::Environment,
        E::Clock,
        E::Random,
        E::Lock,
        E::Waits,
        E::Exit,
        E::Event,
    ]
    .into_iter()
    .find(|effect| effect.claim() == claim)
    .map(Effect::clause)
}

fn joined(actions: &[String]) -> String {
    match actions {
        [one] => one.clone(),
        [init @ .., last] => format!("{}; and to {last}", init.join("; to ")),
        [] => String::new(),
    }
}

/// The sentences of a file's own doc; a licence is none.
fn file_doc(text: &str, kind: DocKind) -> Vec<String> {
    let words = doc_words::read(text);
    let legal = |sentence: &str| {
        let lower = sentence.to_lowercase();
        [
            "copyright",
            "/usr/bin/env",
            "/bin/sh",
            "/bin/bash",
            "license",
            "licence",
            "all rights reserved",
            "spdx",
            "warranty",
            "redistribut",
            "permission is",
            "-*-",
            "vim:",
            "eslint",
            "@flow",
            "use strict",
            "generated by",
            "#!/",
            "coding:",
            "distributed under",
            "$id",
        ]
        .iter()
        .any(|word| lower.contains(word))
            || ["global ", "globals ", "jshint "].iter().any(|word| lower.starts_with(word))
    };
    if words.sentences.iter().any(|sentence| legal(sentence)) && kind == DocKind::Comment {
        return Vec::new();
    }
    words
        .sentences
        .iter()
        .filter(|sentence| {
            !legal(sentence) && sentence.split(' ').count() > 1 && !is_torn(sentence)
        })
        .take(2)
        .map(|sentence| finished(&announced(sentence)))
        .collect()
}

/// "This module provides" is "Provides" (O2).
fn announced(sentence: &str) -> String {
    for start in [
        "This module ",
        "This file ",
        "This package ",
        "This crate ",
        "This library ",
        "This script ",
    ] {
        if let Some(rest) = sentence.strip_prefix(start) {
            return super::words::capitalized(rest);
        }
    }
    if let Some(rest) = sentence.strip_prefix("Package ") {
        let mut words = rest.splitn(2, ' ');
        if let (Some(_), Some(tail)) = (words.next(), words.next()) {
            return super::words::capitalized(tail);
        }
    }
    sentence.to_owned()
}

/// The symbols that carry the file: public, documented, large, branching.
fn main_symbols<'a>(
    all: impl Iterator<Item = (&'a Symbol, &'a Summary)>,
) -> Vec<(&'a Symbol, &'a Summary)> {
    let mut top: Vec<(u32, u32, &Symbol, &Summary)> = all
        .filter(|(symbol, _)| symbol.parent.is_none())
        .map(|(symbol, summary)| {
            let public = u32::from(symbol.visibility == Visibility::Public) * 30;
            let class = u32::from(!symbol.kind.is_function() && symbol.span.lines() > 4) * 15;
            let documented = u32::from(symbol.doc.is_some()) * 10;
            let real = u32::from(!summary.is_placeholder) * 10;
            let score = public
                + class
                + documented
                + real
                + symbol.span.lines().min(60) / 2
                + symbol.complexity.min(10);
            (u32::MAX - score, symbol.span.start_line, symbol, summary)
        })
        .collect();
    top.sort_by_key(|(score, line, ..)| (*score, *line));
    top.into_iter().take(6).map(|(_, _, symbol, summary)| (symbol, summary)).collect()
}

fn contents(main: &[(&Symbol, &Summary)], outline: &crate::outline::FileOutline) -> Option<String> {
    if main.is_empty() {
        return None;
    }
    let classes = outline
        .symbols
        .iter()
        .filter(|symbol| symbol.parent.is_none() && !symbol.kind.is_function())
        .count();
    let functions = outline
        .symbols
        .iter()
        .filter(|symbol| symbol.parent.is_none() && symbol.kind.is_function())
        .count();
    let count = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("one {one}")),
        _ => Some(format!("{count} {}", plural(one))),
    };
    let parts: Vec<String> =
        [count(classes, "type"), count(functions, "function")].into_iter().flatten().collect();
    let mut names: Vec<String> =
        main.iter().map(|(symbol, _)| format!("`{}`", symbol.name.replace('`', ""))).collect();
    let mut seen = Vec::new();
    names.retain(|name| {
        let is_new = !seen.contains(name);
        seen.push(name.clone());
        is_new
    });
    names.truncate(3);
    Some(if classes + functions > 3 {
        format!("It defines {}, above all {}.", listed(&parts), listed(&names))
    } else {
        format!("It defines {}.", listed(&names))
    })
}

fn effects<'a>(all: impl Iterator<Item = (&'a Symbol, &'a Summary)>) -> Vec<(String, (u32, u32))> {
    let mut found: Vec<(String, (u32, u32))> = Vec::new();
    for (_, summary) in all {
        for (at, claim) in summary.grounded.side_effects.iter().enumerate() {
            if clause_of(claim).is_some() && !found.iter().any(|(known, _)| known == claim) {
                let place =
                    summary.grounded.citations.iter().find(|c| {
                        c.field_name == ClaimField::SideEffects && c.item == Some(at as u32)
                    });
                if let Some(place) = place {
                    found.push((claim.clone(), (place.line_start, place.line_end)));
                }
            }
        }
        if found.len() >= 6 {
            break;
        }
    }
    found
}

/// First parts of the modules from outside, in order, without duplicates.
fn external_imports(imports: &[Import]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for import in imports {
        let module = import.module.trim_matches(['"', '\'', '<', '>', ' ']);
        if module.starts_with(['.', '/'])
            || module.is_empty()
            || module.starts_with("crate")
            || module.starts_with("self")
            || module.starts_with("super")
            || module.starts_with("@/")
            || module.starts_with("~/")
        {
            continue;
        }
        let name = root_of(module);
        let fits = name.len() > 1 && name.len() <= 60 && !name.contains(['`', ' ', '{', '…']);
        if fits
            && !matches!(name.as_str(), "__future__" | "typing" | "std" | "core" | "alloc")
            && !names.contains(&name)
        {
            names.push(name);
        }
        if names.len() == 8 {
            break;
        }
    }
    names
}

/// `github.com/gin-gonic/gin/x` is `github.com/gin-gonic/gin`; `os.path` is `os`; `@a/b/c` is `@a/b`.
fn root_of(module: &str) -> String {
    if module.starts_with('@')
        || module.split('/').next().is_some_and(|host| host.contains('.') && !host.ends_with(".h"))
            && module.contains('/')
    {
        let keep = if module.starts_with('@') { 2 } else { 3 };
        return module.split('/').take(keep).collect::<Vec<_>>().join("/");
    }
    if module.contains("::") {
        return module.split("::").next().unwrap_or(module).to_owned();
    }
    if module.contains('\\') {
        return module.split('\\').find(|part| !part.is_empty()).unwrap_or(module).to_owned();
    }
    if module.ends_with(".h") || module.ends_with(".hpp") {
        return module.to_owned();
    }
    let first = module.split(['/', '.']).next().unwrap_or(module);
    // Java and its kin begin with the organisation.
    if matches!(
        first,
        "org" | "com" | "io" | "net" | "java" | "javax" | "kotlin" | "kotlinx" | "scala"
    ) {
        return module
            .split('.')
            .take(if matches!(first, "java" | "javax" | "kotlin" | "kotlinx" | "scala") {
                2
            } else {
                3
            })
            .collect::<Vec<_>>()
            .join(".");
    }
    first.to_owned()
}

fn first_sentence(text: &str) -> &str {
    match text.find(". ") {
        Some(at) => &text[..=at],
        None => text,
    }
}
