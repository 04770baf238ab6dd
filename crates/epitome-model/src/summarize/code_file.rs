//! The summary of a file of code: its author's words, what it defines, what that does, what it
//! talks to (G38).

use crate::outline::Global;
use crate::summary::Summary;

use super::class_members::action;
use super::external_imports::external_imports;
use super::file::Said;
use super::file_context::File;
use super::file_doc::file_doc;
use super::file_intent::{code_intent, tested};
use super::file_symbols::{abilities, clause_of, contents, effects, main_symbols};
use super::parts::FileRole;
use super::places::stem_words;
use super::words::{are_words, listed, split};

/// What a file of code says of itself.
pub(super) fn code_file(file: &File<'_>, symbols: &[Summary], role: FileRole) -> Said {
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
    let functions = outline
        .symbols
        .iter()
        .filter(|symbol| symbol.parent.is_none() && symbol.kind.is_function())
        .count();
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
    let defines = contents(&main, outline);
    if let (Some(_), Some((symbol, _))) = (&defines, main.first()) {
        said.lines.push((symbol.name_line, symbol.name_line));
    }
    let aside = ["fixture", "testdata", "mock", "helper", "snapshot"]
        .iter()
        .any(|part| file.path.to_ascii_lowercase().contains(part));
    let role = if role == FileRole::Test && aside { FileRole::Plain } else { role };
    let own = if role == FileRole::Test
        && are_words(&split(tested(&stem)))
        && !matches!(tested(&stem), "test" | "tests")
    {
        format!("Tests {}.", tested(&stem))
    } else if role == FileRole::Test {
        "Holds tests.".to_owned()
    } else if let Some(defines) = &defines {
        defines.clone()
    } else if outline.facts.calls.is_empty() && outline.globals.is_empty() {
        "Defines no functions or types of its own.".to_owned()
    } else {
        "Holds statements that run when it is loaded.".to_owned()
    };
    said.intent = code_intent(
        &authors,
        &actions,
        &own,
        main.first().map(|(_, summary)| *summary),
        &stem,
        role,
    );
    let has_doc = !authors.is_empty();
    if has_doc {
        said.sentences.append(&mut authors);
    } else {
        said.sentences.push(own.clone());
    }
    if let Some(defines) = defines.filter(|defines| has_doc || *defines != own) {
        said.sentences.push(format!("It defines{}", defines.trim_start_matches("Defines")));
    }
    // The one type of a file says what the file is for.
    if !has_doc
        && let [(symbol, summary), ..] = &main[..]
        && (main.len() == 1 || !symbol.kind.is_function() && functions == 0)
        && !(role == FileRole::Test && symbol.kind.is_function())
        && let Some(first) = telling_sentence(&summary.summary)
    {
        said.sentences.push(first.to_owned());
    }
    if main.is_empty() {
        said.sentences.extend(texts(file, &mut said.lines));
    } else if main.iter().all(|(symbol, _)| !symbol.kind.is_function()) {
        said.sentences.extend(abilities(&main));
    } else if !actions.is_empty() && role != FileRole::Test && main.len() > 1 {
        let lead = if functions > actions.len() {
            "Among other things, it serves to"
        } else {
            "It serves to"
        };
        said.sentences.push(format!("{lead} {}.", joined(&actions)));
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
    said.sentences.extend(constants(&outline.globals));
    for global in outline.globals.iter().take(8) {
        said.keywords.name(&global.name, 1);
    }
    said
}

/// The first sentence of a summary that says more than a name.
fn telling_sentence(summary: &str) -> Option<&str> {
    let mut rest = summary;
    loop {
        let end = rest.find(". ").map_or(rest.len(), |at| at + 1);
        let sentence = rest[..end].trim();
        let empty = [
            "Is the ",
            "Stands for ",
            "Groups tests",
            "Takes ",
            "Its methods",
            "Its fields",
            "It lets you ",
            "It works with ",
        ]
        .iter()
        .any(|start| sentence.starts_with(start));
        if !empty && !sentence.is_empty() {
            return Some(sentence);
        }
        rest = rest.get(end..)?.trim_start();
        if rest.is_empty() {
            return None;
        }
    }
}

/// The constants with their values, where these are short.
fn constants(globals: &[Global]) -> Option<String> {
    let mut shown: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for global in globals {
        let name = global.name.as_str();
        if name.len() < 2 || names.contains(&name) {
            continue;
        }
        names.push(name);
        if shown.len() == 4 {
            continue;
        }
        let value = global.value.as_deref().map(str::trim).filter(|value| {
            !value.is_empty()
                && value.len() <= 30
                && !value.contains(['`', '…', '(', '{', '\n', '[', '$'])
        });
        shown.push(match value {
            Some(value) => format!("`{name}` (`{value}`)"),
            None => format!("`{name}`"),
        });
    }
    let more = names.len().saturating_sub(shown.len());
    let list =
        if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { listed(&shown) };
    match shown.len() {
        0 => None,
        1 => Some(format!("Its constant is {list}.")),
        _ => Some(format!("Its constants are {list}.")),
    }
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
            let word = if texts.len() == 1 { "text" } else { "texts" };
            return Some(format!("It holds the {word} {}.", listed(&texts)));
        }
    }
    keys(file).or_else(|| {
        super::plain_file::opening(file).map(|line| format!("It begins with `{line}`."))
    })
}

/// The keys that a file of settings sets: `plugins: {`. Five at most.
fn keys(file: &File<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for line in file.source.text().lines().take(60) {
        let Some((name, _)) = line.trim().split_once(':') else { continue };
        let name = name.trim_matches(['"', '\'']);
        let plain = name.len() > 1
            && name.starts_with(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let shown = format!("`{name}`");
        if plain && !names.contains(&shown) {
            names.push(shown);
        }
        if names.len() == 5 {
            break;
        }
    }
    (names.len() > 1).then(|| format!("It sets {}.", listed(&names)))
}

fn joined(actions: &[String]) -> String {
    match actions {
        [one] => one.clone(),
        [init @ .., last] => format!("{}; and to {last}", init.join("; to ")),
        [] => String::new(),
    }
}
