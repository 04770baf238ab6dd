//! What holds for every summary, whatever the code: the bounds of the schema, citations inside the
//! span, no neighbour named.

use std::path::Path;

use epitome_model::outline::{FileOutline, Symbol};
use epitome_model::span::Span;
use epitome_model::summarize::is_standard;
use epitome_model::summary::{ClaimField, Grounded, Summary};
use proptest::prelude::*;

use crate::kit::{samples, summarize, texts, workspace};

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

fn within(what: &str, text: &str, least: usize, most: usize) -> Result<(), String> {
    let few = text.chars().count() < least;
    if few || length(text) > most {
        return Err(format!(
            "{what} has {} characters, not {least} to {most}: {text}",
            length(text)
        ));
    }
    Ok(())
}

/// The bounds of the schema, for one summary of something that stands on these lines.
fn schema(grounded: &Grounded, span: Span, is_function: bool) -> Result<(), String> {
    within("purpose", &grounded.purpose, 30, 400)?;
    let lower = grounded.purpose.trim().to_lowercase();
    for start in ["this function", "this method", "this class"] {
        if lower.starts_with(start) {
            return Err(format!("the purpose begins with {start}: {}", grounded.purpose));
        }
    }
    for input in &grounded.inputs {
        within("an input's name", &input.name, 1, 128)?;
        within("an input's type", &input.ty, 1, 256)?;
        within("an input's description", &input.description, 20, 200)?;
    }
    if is_function != grounded.returns.is_some() {
        return Err("functions and only functions have returns".to_owned());
    }
    if let Some(returns) = &grounded.returns {
        within("the return type", &returns.ty, 1, 256)?;
        within("the type summary", &returns.type_summary, 10, 80)?;
        within("the return details", &returns.details, 20, 400)?;
    }
    for effect in &grounded.side_effects {
        within("a side effect", effect, 10, 200)?;
        let lower = effect.to_lowercase();
        if !["reads", "writes", "emits", "raises", "mutates"]
            .iter()
            .any(|word| lower.contains(word))
        {
            return Err(format!("a side effect without its word: {effect}"));
        }
    }
    for invariant in &grounded.invariants {
        within("an invariant", invariant, 10, 300)?;
    }
    cited(grounded, span)
}

fn cited(grounded: &Grounded, span: Span) -> Result<(), String> {
    for citation in &grounded.citations {
        let inside = span.start_line <= citation.line_start
            && citation.line_start <= citation.line_end
            && citation.line_end <= span.end_line;
        if !inside || citation.line_start == 0 {
            return Err(format!("{citation:?} is not inside {span:?}"));
        }
    }
    let has = |field: ClaimField, item: Option<usize>| {
        grounded.citations.iter().any(|citation| {
            citation.field_name == field && citation.item == item.map(|at| at as u32)
        })
    };
    if !has(ClaimField::Purpose, None)
        || grounded.returns.is_some() && !has(ClaimField::Returns, None)
    {
        return Err("purpose or returns without a citation".to_owned());
    }
    for (field, count) in [
        (ClaimField::Inputs, grounded.inputs.len()),
        (ClaimField::SideEffects, grounded.side_effects.len()),
        (ClaimField::Invariants, grounded.invariants.len()),
    ] {
        if let Some(at) = (0..count).find(|at| !has(field, Some(*at))) {
            return Err(format!("item {at} of {field:?} has no citation"));
        }
    }
    Ok(())
}

/// No called name stands in the words as code (G11), but for those of standard libraries.
fn no_neighbour(symbol: &Symbol, summary: &Summary, outline: &FileOutline) -> Result<(), String> {
    for words in [&summary.summary, &summary.business_intent] {
        for token in words.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let code_shaped = token.trim_matches('_').contains('_')
                || token
                    .as_bytes()
                    .windows(2)
                    .any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
            let marked = words.contains(&format!("`{token}`"));
            if (code_shaped || marked && !token.is_empty())
                && token != symbol.name
                && symbol.facts.calls.iter().any(|call| call.name == token)
                && !(is_standard(token) && outline.symbols.iter().all(|other| other.name != token))
                && !words.contains(&format!("\"{token}"))
            {
                return Err(format!("`{token}` is called here: {words}"));
            }
        }
    }
    Ok(())
}

fn sound(words: &Summary) -> Result<(), String> {
    if words.summary.trim().is_empty() || words.business_intent.trim().is_empty() {
        return Err("empty words".to_owned());
    }
    for text in [&words.summary, &words.business_intent] {
        for wrong in ["  ", " .", " ,", "..", " an an ", " the the ", " a a ", "()"] {
            if text.contains(wrong)
                && !text.contains('"')
                && !text.contains('`')
                && !text.contains("...")
            {
                return Err(format!("`{wrong}` in: {text}"));
            }
        }
    }
    let mut seen = words.keywords.clone();
    seen.sort();
    seen.dedup();
    if seen.len() != words.keywords.len() {
        return Err(format!("a keyword twice: {:?}", words.keywords));
    }
    Ok(())
}

fn judge(path: &str, text: &str, strict: bool) -> Vec<String> {
    let Some((outline, summaries)) = summarize(path, text) else { return Vec::new() };
    let mut wrong = Vec::new();
    let mut note = |what: &str, result: Result<(), String>| {
        if let Err(reason) = result {
            wrong.push(format!("{path}::{what}: {reason}"));
        }
    };
    assert_eq!(summaries.symbols.len(), outline.symbols.len());
    for (symbol, summary) in outline.symbols.iter().zip(&summaries.symbols) {
        let is_function = symbol.kind.is_function();
        note(&symbol.qualified_name, schema(&summary.grounded, symbol.full_span(), is_function));
        if is_function {
            note(&symbol.qualified_name, no_neighbour(symbol, summary, &outline));
        }
        if strict {
            note(&symbol.qualified_name, sound(summary));
        }
    }
    note("", schema(&summaries.file.grounded, whole(&outline), false));
    if strict {
        note("", sound(&summaries.file));
    }
    wrong
}

fn whole(outline: &FileOutline) -> Span {
    Span { start_line: 1, end_line: outline.lines.max(1), ..Span::default() }
}

fn faults(texts: &[(String, String)], strict: bool) -> Vec<String> {
    texts.iter().flat_map(|(path, text)| judge(path, text, strict)).collect()
}

fn none(wrong: &[String]) {
    let shown = wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} wrong, such as:\n{shown}", wrong.len());
}

fn check_all(texts: &[(String, String)], strict: bool) {
    none(&faults(texts, strict));
}

// O1, O2, O4, O5, O6, O7, O8, O9, G11
#[test]
fn samples_keep_the_schema() {
    check_all(&samples(), true);
}

// O1, O2, O4–O9, G11
#[test]
fn this_workspace_keeps_the_schema() {
    check_all(&texts(&workspace()), false);
}

/// `EPITOME_TREES=a:b cargo test -p epitome-engine --test summaries` tries other trees.
#[test]
fn other_trees_keep_the_schema() {
    let Ok(trees) = std::env::var("EPITOME_TREES") else { return };
    let mut all = Vec::new();
    for tree in trees.split(':') {
        let wrong = faults(&texts(Path::new(tree)), false);
        all.extend(wrong);
    }
    none(&all);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A sample cut anywhere, with lines taken out, is still summarised within the bounds.
    #[test]
    fn broken_code_keeps_the_schema(which in 0usize..28, from in 0usize..80, skip in 0usize..20, keep in 1usize..120) {
        let all = samples();
        let (path, text) = &all[which % all.len()];
        let lines: Vec<&str> = text.lines().collect();
        let start = from.min(lines.len());
        let kept: Vec<&str> = lines[..start].iter().chain(lines.get((start + skip).min(lines.len())..).unwrap_or(&[]).iter().take(keep)).copied().collect();
        let wrong = judge(path, &kept.join("\n"), false);
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
