//! The summary of a class: what one stands for, what it lets you do, what it keeps (G37).

use crate::outline::{Symbol, SymbolKind, Visibility};
use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::author_words::author_sentences;
use super::bounds::{clipped, fitting, reaches};
use super::doc_words;
use super::file_context::File;
use super::imperatives::imperative;
use super::keywords::Keywords;
use super::neutral::Known;
use super::places::stem_words;
use super::words::{capitalized, listed, spoken, with_article};

/// Summarises a class-like symbol from its docstring, fields and the summaries of its methods.
pub(super) fn class(symbol: &Symbol, methods: &[(&Symbol, &Summary)], file: &File<'_>) -> Summary {
    let known = Known::of_class(symbol, file.source.span(symbol.span));
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

    let words = spoken(bare_name(&symbol.name));
    let mut said = author_sentences(symbol, &doc, &known);
    let own = stands_for(symbol, &words, methods);
    let mut sentences: Vec<String> = Vec::new();
    if said.is_empty() {
        cite(ClaimField::Purpose, None, symbol.name_line, symbol.name_line);
        sentences.push(own.clone());
    } else if let Some(doc) = &symbol.doc {
        cite(ClaimField::Purpose, None, doc.span.start_line, doc.span.end_line);
        said.truncate(2);
        sentences.append(&mut said);
    }
    let lead = sentences[0].clone();

    let fields = field_sentence(symbol);
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
    if !purposes.is_empty() {
        sentences.push(format!("It lets you {}.", listed_clauses(&purposes)));
    }
    if let Some(bases) = base_sentence(symbol).filter(|_| !doc.sentences.is_empty()) {
        sentences.push(bases);
    }
    // A lone name says nothing: its declaration, or the names in it, say a little.
    if sentences.len() == 1
        && doc.sentences.is_empty()
        && matches!(
            symbol.kind,
            SymbolKind::Extension
                | SymbolKind::Trait
                | SymbolKind::Interface
                | SymbolKind::Protocol
        )
    {
        sentences.extend(base_sentence(symbol));
    }
    if sentences.len() == 1 && doc.sentences.is_empty() && !own.contains(':') {
        let source = file.source.span(symbol.span);
        let line = file.source.line(symbol.name_line).trim().trim_end_matches([';', ',']);
        let shown = if span.lines() == 1 && super::shown::fits(line) && !line.ends_with('{') {
            Some(format!("Its code is `{line}`."))
        } else {
            super::shown::names_in(source, &symbol.name, &known)
        };
        sentences.extend(shown);
    }
    let summary = fitting(sentences.iter().map(String::as_str), 1_000);
    let mut purpose = fitting(sentences.iter().map(String::as_str), 400);
    if !reaches(&purpose, 30) {
        purpose = format!("{purpose} It is {} of this file.", with_article(kind_word(symbol.kind)));
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

/// `Shelf<T>` is a shelf.
fn bare_name(name: &str) -> &str {
    name.split(['<', '[', '(']).next().unwrap_or(name)
}

fn kind_word(kind: SymbolKind) -> &'static str {
    kind.word()
}

/// What one instance is, by name, kind and bases.
fn stands_for(symbol: &Symbol, words: &str, holds: &[(&Symbol, &Summary)]) -> String {
    let words = if words.is_empty() {
        "unnamed thing".to_owned()
    } else {
        super::words::as_noun(words.to_owned())
    };
    let words = words.as_str();
    let base = symbol
        .bases
        .iter()
        .map(|base| spoken(bare_name(base.rsplit(['.', ':', '\\']).next().unwrap_or(base))))
        .find(|base| {
            base.len() > 2 && base != "object" && !base.ends_with("able") && !base.ends_with("ible")
        });
    match symbol.kind {
        SymbolKind::Enum => {
            let of: Vec<String> = symbol
                .fields
                .iter()
                .take(6)
                .map(|field| spoken(&field.name))
                .filter(|words| !words.is_empty())
                .collect();
            if of.is_empty() {
                format!("Lists the kinds of {words}.")
            } else {
                let more = if symbol.fields.len() > 6 { " and others" } else { "" };
                format!(
                    "Lists the kinds of {words}: {}{more}.",
                    if more.is_empty() { listed(&of) } else { of.join(", ") }
                )
            }
        }
        SymbolKind::Interface if holds.is_empty() && !symbol.fields.is_empty() => {
            format!("Describes {}.", with_article(words))
        }
        SymbolKind::Trait
            if !holds.is_empty() && holds.iter().all(|(held, _)| !held.is_declaration) =>
        {
            format!("Gives {words} to the types that take it up{}.", held(holds))
        }
        SymbolKind::Trait | SymbolKind::Interface | SymbolKind::Protocol => {
            format!("Says what {} must offer.", with_article(words))
        }
        SymbolKind::Module | SymbolKind::Namespace
            if !words.ends_with(" tests") && !words.ends_with(" test") =>
        {
            format!("Holds what belongs to {words}{}.", held(holds))
        }
        SymbolKind::Extension => {
            format!("Adds to what {} can do{}.", with_article(words), held(holds))
        }
        _ if words.ends_with(" tests") || words.ends_with(" test") => {
            let tested = words.trim_end_matches(" tests").trim_end_matches(" test");
            format!("Groups tests of {tested}{}.", held(holds))
        }
        SymbolKind::Type => match aliased(symbol) {
            Some(target) => {
                format!("{}: another name for `{target}`.", capitalized(&with_article(words)))
            }
            None => match made_of(symbol) {
                Some(kind) => format!("{}: {kind}.", capitalized(&with_article(words))),
                None => format!("Describes {}.", with_article(words)),
            },
        },
        _ => match base {
            Some(base) if words.ends_with("error") || words.ends_with("exception") => format!(
                "The error for {}, a kind of {base}.",
                words.trim_end_matches("error").trim_end_matches("exception").trim_end()
            ),
            Some(base) if base != words => {
                format!("{}, which is a kind of {base}.", capitalized(&with_article(words)))
            }
            _ if words.ends_with("error") || words.ends_with("exception") => {
                format!("The error that stands for {words}.")
            }
            _ => format!("Stands for {}.", with_article(words)),
        },
    }
}

/// `type Names []string`: a list of strings.
fn made_of(symbol: &Symbol) -> Option<String> {
    let rest =
        symbol.signature.trim_start_matches("type ").strip_prefix(symbol.name.as_str())?.trim();
    if rest.is_empty() || rest.contains(['{', '=', '<']) {
        return None;
    }
    super::types::type_words(rest)
}

/// The first things in a namespace, by their words.
fn held(holds: &[(&Symbol, &Summary)]) -> String {
    let words: Vec<String> = holds
        .iter()
        .take(4)
        .map(|(symbol, _)| spoken(bare_name(&symbol.name)))
        .filter(|words| words.len() > 2)
        .fold(Vec::new(), |mut kept, words| {
            if !kept.contains(&words) {
                kept.push(words);
            }
            kept
        });
    if words.is_empty() { String::new() } else { format!(", such as {}", listed(&words)) }
}

fn aliased(symbol: &Symbol) -> Option<&str> {
    let (_, target) = symbol.signature.split_once('=')?;
    let target = target.trim().trim_end_matches(';');
    (target.len() <= 60 && !target.contains(['`', '…', '{'])).then_some(target)
}

fn base_sentence(symbol: &Symbol) -> Option<String> {
    let bases: Vec<String> = symbol
        .bases
        .iter()
        .take(3)
        .map(|base| spoken(bare_name(base.rsplit(['.', ':', '\\']).next().unwrap_or(base))))
        .filter(|base| base.len() > 2 && base != "object")
        .collect();
    (!bases.is_empty()).then(|| format!("It builds on {}.", listed(&bases)))
}

fn field_sentence(symbol: &Symbol) -> Option<(String, (u32, u32))> {
    // Without words of the author the kinds are in the first sentence already.
    if symbol.fields.is_empty() || symbol.kind == SymbolKind::Enum && symbol.doc.is_none() {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for field in symbol.fields.iter() {
        let words = spoken(field.name.rsplit('.').next().unwrap_or(&field.name));
        let words = words
            .strip_prefix("is ")
            .or_else(|| words.strip_prefix("has "))
            .unwrap_or(&words)
            .to_owned();
        if words.len() > 1 && !names.contains(&words) {
            names.push(words);
        }
        if names.len() == 6 {
            break;
        }
    }
    if names.is_empty() {
        // `x`: a letter is a name too.
        names.extend(
            symbol.fields.iter().take(4).map(|f| format!("`{}`", f.name)).filter(|f| f.len() > 2),
        );
    }
    if names.is_empty() {
        return None;
    }
    let more = symbol.fields.len().saturating_sub(names.len());
    let lines = (
        symbol.fields.iter().map(|f| f.line).min().unwrap_or(0),
        symbol.fields.iter().map(|f| f.line).max().unwrap_or(0),
    );
    let list = if more > 0 && names.len() == 6 {
        format!("{} and {more} more", names.join(", "))
    } else {
        listed(&names)
    };
    let said = if symbol.kind == SymbolKind::Enum {
        format!("Its kinds are {list}.")
    } else {
        format!("It keeps its {list}.")
    };
    Some((said, lines))
}

/// Public methods that do something of their own.
fn is_telling(method: &Symbol) -> bool {
    method.kind.is_function()
        && method.visibility == Visibility::Public
        && method.kind != SymbolKind::Constructor
        && !method.name.starts_with('_')
        && !matches!(
            method.name.as_str(),
            "new"
                | "default"
                | "fmt"
                | "clone"
                | "drop"
                | "eq"
                | "hash"
                | "toString"
                | "hashCode"
                | "equals"
                | "constructor"
                | "initialize"
                | "String"
                | "Error"
                | "from"
                | "main"
        )
}

/// Smaller sorts first: documented, long, branching methods say most.
fn importance(method: &Symbol, summary: &Summary) -> u32 {
    let documented = u32::from(method.doc.is_some()) * 12;
    let size = method.span.lines().min(40);
    let real = u32::from(!summary.is_placeholder) * 6;
    u32::MAX - (documented + size + real + method.complexity.min(10))
}

/// A method's purpose as a clause after "lets you".
pub(super) fn action(summary: &Summary) -> Option<String> {
    let intent = summary.business_intent.trim_end_matches('.');
    let intent = intent.split(", as part of ").next().unwrap_or(intent);
    let intent = intent
        .split(" for the ")
        .next()
        .filter(|head| head.split(' ').count() > 2)
        .unwrap_or(intent);
    let intent = intent.trim_end_matches(" for the code around it");
    let first = intent.split(' ').next()?;
    let verb = first.to_lowercase();
    if !super::name_grammar::is_verb(&verb)
        && !matches!(verb.as_str(), "tell" | "give" | "make" | "look" | "go")
        || intent.len() > 140
        || first.len() < 2
    {
        return None;
    }
    // What acts on no more than "the value" says nothing of the class.
    if intent.ends_with("the value")
        || intent.ends_with("what it is given")
        || matches!(verb.as_str(), "call" | "handle" | "serve")
    {
        return None;
    }
    Some(format!("{verb}{}", &intent[first.len()..]))
}

fn listed_clauses(clauses: &[String]) -> String {
    // Clauses with commas of their own are parted by semicolons.
    if clauses.iter().any(|clause| clause.contains(", ") || clause.contains(" and "))
        && clauses.len() > 1
    {
        let (last, init) =
            clauses.split_last().map_or(("", &[][..]), |(last, init)| (last.as_str(), init));
        return format!("{}; and {last}", init.join("; "));
    }
    listed(clauses)
}

fn frozen(symbol: &Symbol) -> Option<String> {
    let fixed = symbol.decorators.iter().any(|decorator| decorator.text.contains("frozen=True"))
        || symbol.kind == SymbolKind::Record;
    fixed.then(|| "once made, its fields are not assigned again".to_owned())
}
