//! The summary of a class: what one stands for, what it lets you do, what it keeps (G37).

use crate::outline::{Symbol, SymbolKind};
use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::author_words::author_sentences;
use super::bounds::{clipped, fitting, reaches};
use super::class_lead::{bare_name, groups_tests, shown_bases, stands_for};
use super::class_members::{
    action, field_sentence, importance, is_telling, listed_clauses, method_names, test_texts,
};
use super::doc_words;
use super::file_context::File;
use super::imperatives::imperative;
use super::keywords::Keywords;
use super::neutral::Known;
use super::places::stem_words;
use super::words::{listed, spoken, with_article};

/// Summarises a class-like symbol from its docstring, fields and the summaries of its methods.
pub(super) fn class(symbol: &Symbol, methods: &[(&Symbol, &Summary)], file: &File<'_>) -> Summary {
    let known = Known::of_class(symbol, file.source.span(symbol.span), &file.functions);
    let doc = symbol.doc.as_ref().map(|doc| doc_words::read(&doc.text)).unwrap_or_default();
    let span = symbol.full_span();
    let (first, last) = (span.start_line.max(1), span.end_line.max(span.start_line).max(1));
    let mut citations: Vec<Citation> = Vec::new();
    let mut cite = |field_name, item: Option<usize>, start: u32, end: u32| {
        let line_start = start.clamp(first, last);
        citations.push(Citation {
            field_name,
            item: item.map(|at| at as u32),
            path: None,
            line_start,
            line_end: end.clamp(line_start, last),
        });
    };

    let tests = groups_tests(&spoken(bare_name(&symbol.name)));
    let mut said = author_sentences(symbol, &doc, &known);
    let own = stands_for(symbol, methods);
    let mut sentences: Vec<String> = Vec::new();
    let mut by_author = false;
    if said.is_empty() {
        cite(ClaimField::Purpose, None, symbol.name_line, symbol.name_line);
        sentences.push(own.clone());
    } else if let Some(doc) = &symbol.doc {
        by_author = true;
        cite(ClaimField::Purpose, None, doc.span.start_line, doc.span.end_line);
        said.truncate(2);
        sentences.append(&mut said);
    }
    let lead = sentences[0].clone();

    let fields = field_sentence(symbol, by_author);
    if let Some((sentence, lines)) = &fields {
        sentences.push(sentence.clone());
        cite(ClaimField::Purpose, None, lines.0, lines.1);
    }
    let mut ranked: Vec<(&Symbol, &Summary)> =
        methods.iter().filter(|(method, _)| is_telling(method)).copied().collect();
    ranked.sort_by_key(|(method, summary)| (importance(method, summary), method.span.start_line));
    let mut purposes: Vec<String> = Vec::new();
    for (method, summary) in ranked.iter() {
        let Some(purpose) = action(summary) else { continue };
        if purposes.contains(&purpose) {
            continue;
        }
        // A Go method may stand outside its type's lines, where the class cannot point.
        if span.has_line(method.name_line) {
            cite(ClaimField::Purpose, None, method.name_line, method.name_line);
        }
        purposes.push(purpose);
        if purposes.len() == 3 {
            break;
        }
    }
    if tests {
        purposes.clear();
    }
    if !purposes.is_empty() {
        sentences.push(format!("It lets you {}.", listed_clauses(&purposes)));
    } else if let Some(texts) = test_texts(symbol).filter(|_| tests) {
        sentences.push(texts);
    } else if !matches!(symbol.kind, SymbolKind::Module | SymbolKind::Namespace) {
        sentences.extend(method_names(methods, tests, file));
    }
    let bases = shown_bases(symbol, 3);
    if !bases.is_empty() && by_author {
        sentences.push(format!("It builds on {}.", listed(&bases)));
    }
    // A lone name says nothing: its declaration, or the names in it, say a little.
    if sentences.len() == 1 && !by_author && !own.contains(':') {
        let source = file.source.span(symbol.span);
        let line = file.source.line(symbol.name_line).trim().trim_end_matches([';', ',']);
        let shown = if span.lines() == 1 && super::shown::fits(line) && !line.ends_with('{') {
            Some(format!("Its code is `{line}`."))
        } else {
            super::shown::one_line(symbol, file, &known)
                .filter(|_| {
                    matches!(
                        symbol.kind,
                        SymbolKind::Type | SymbolKind::Module | SymbolKind::Interface
                    )
                })
                .or_else(|| super::shown::names_in(source, &symbol.name, &known))
                .filter(|shown| shown.split('`').skip(1).step_by(2).any(|name| !own.contains(name)))
        };
        sentences.extend(shown);
    }
    let summary = fitting(sentences.iter().map(String::as_str), 1_000);
    let mut purpose = fitting(sentences.iter().map(String::as_str), 400);
    if !reaches(&purpose, 30) {
        purpose = format!("{purpose} It is {} of this file.", with_article(symbol.kind.word()));
    }

    let mut invariants: Vec<String> = Vec::new();
    if let Some(claim) = frozen(symbol) {
        cite(ClaimField::Invariants, Some(invariants.len()), first, symbol.name_line);
        invariants.push(claim);
    }

    let intent = if doc.sentences.is_empty() || lead.split(' ').count() < 4 {
        let mut intent = imperative(own.trim_end_matches('.'));
        if let Some(rest) = intent.strip_prefix("Stands for ") {
            intent = format!("Represent {rest}");
        }
        if let Some(rest) = intent.strip_prefix("Is the ") {
            intent = format!("Offer the {rest}");
        }
        if let Some(rest) = intent.strip_prefix("Is another name") {
            intent = format!("Give another name{rest}");
        }
        for start in ["A ", "An ", "The "] {
            if let Some(rest) = intent.strip_prefix(start) {
                intent = format!("Represent {}{rest}", start.to_lowercase());
                break;
            }
        }
        if let Some(stem) = stem_words(file.path)
            && !intent.to_lowercase().contains(&stem.to_lowercase())
        {
            intent.push_str(&format!(", as part of {stem}"));
        }
        format!("{intent}.")
    } else {
        imperative(&lead)
    };
    let mut keywords = Keywords::default();
    keywords.name(&symbol.name, 5);
    keywords.prose(&lead, 3);
    for field in symbol.fields.iter().take(16) {
        keywords.name(&field.name, 1);
    }
    for (method, _) in ranked.iter().take(16) {
        keywords.name(&method.name, 1);
    }
    for base in &symbol.bases {
        keywords.name(base, 2);
    }
    Summary {
        summary,
        business_intent: clipped(&intent, 240),
        keywords: keywords.best(),
        grounded: Grounded {
            purpose,
            inputs: Vec::new(),
            returns: None,
            side_effects: Vec::new(),
            invariants,
            citations,
        },
        is_placeholder: false,
    }
}

fn frozen(symbol: &Symbol) -> Option<String> {
    let fixed = symbol.decorators.iter().any(|decorator| decorator.text.contains("frozen=True"))
        || symbol.kind == SymbolKind::Record;
    fixed.then(|| "once made, its fields are not assigned again".to_owned())
}
