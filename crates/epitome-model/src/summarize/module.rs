//! The summary of a folder from its files, and of the repository from its folders (G39, G40).

use std::collections::BTreeMap;

use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::bounds::{clipped, fitting, reaches};
use super::frameworks::framework;
use super::keywords::Keywords;
use super::parts::{FilePart, FileRole, ModulePart};
use super::words::{listed, plural, spoken};

/// A module's summary and its part for the repository.
pub(super) fn module(path: &str, files: &[FilePart]) -> (Summary, ModulePart) {
    let mut ranked: Vec<&FilePart> = files.iter().collect();
    ranked.sort_by_key(|file| (weight(file), file.path.clone()));
    let mut sentences: Vec<String> = Vec::new();
    let mut citations: Vec<Citation> = Vec::new();
    let name = spoken(path.rsplit('/').next().unwrap_or(path));
    let name = if name.is_empty() { "the root".to_owned() } else { name };
    let readme = files.iter().find(|file| file.role == FileRole::Readme && !file.claim.is_empty());
    let own_doc = files.iter().find(|file| file.role == FileRole::Entry && !file.claim.is_empty());
    let mut claimed = false;
    for file in readme.into_iter().chain(own_doc).take(1) {
        sentences.push(file.claim.clone());
        cite(&mut citations, file);
        claimed = true;
    }
    let code: Vec<&FilePart> = ranked
        .iter()
        .copied()
        .filter(|file| matches!(file.role, FileRole::Plain | FileRole::Entry))
        .collect();
    let tests = files.iter().filter(|file| file.role == FileRole::Test).count();
    let mut intents: Vec<String> = Vec::new();
    for file in code.iter().take(6) {
        if let Some(intent) = as_clause(&file.business_intent)
            && !intents.contains(&intent)
        {
            cite(&mut citations, file);
            intents.push(intent);
        }
        if intents.len() == 3 {
            break;
        }
    }
    if !intents.is_empty() {
        sentences.push(format!("Its code serves to {}.", joined(&intents)));
    }
    let lead = if !claimed && intents.is_empty() {
        let kind = if tests > 0 && tests * 2 >= files.len() {
            "Tests"
        } else if code.is_empty() {
            "Holds texts and settings for"
        } else {
            "Holds the code for"
        };
        let said = format!("{kind} {name}.");
        // A folder that is called so says nothing of what it tests.
        let bare = matches!(said.as_str(), "Tests tests." | "Tests test.");
        Some(if bare { "Holds tests.".to_owned() } else { said })
    } else {
        None
    };
    sentences.splice(0..0, lead.clone());
    sentences.push(counted(files, tests));
    let entry = ranked
        .iter()
        .copied()
        .find(|file| file.role == FileRole::Entry)
        .or_else(|| code.first().copied())
        .or_else(|| ranked.first().copied());
    if let Some(entry) = entry
        && files.len() > 1
    {
        sentences.push(format!("Start reading at `{}`.", entry.path.replace('`', "")));
        cite(&mut citations, entry);
    }
    cite_something(&mut citations, ranked.first().copied());
    let imports = counted_imports(files);
    let frameworks: Vec<String> =
        imports.iter().filter_map(|(name, _)| framework(name)).map(str::to_owned).take(3).collect();
    if !frameworks.is_empty() {
        sentences.push(format!("It is built on {}.", listed(&frameworks)));
    }
    let mut intent = match readme.or(own_doc) {
        Some(file) if file.claim.split(' ').count() > 3 => {
            super::imperatives::imperative(&file.claim)
        }
        _ => match intents.first() {
            Some(first) => format!("Provide {name}: {first}."),
            None => format!("Keep what belongs to {name} in one place."),
        },
    };
    if intent.is_empty() {
        intent = format!("Keep what belongs to {name} in one place.");
    }
    let mut keywords = Keywords::default();
    keywords.name(&name, 6);
    for file in ranked.iter().take(12) {
        for word in &file.keywords {
            keywords.prose(word, 1);
        }
    }
    let summary = Summary {
        summary: fitting(sentences.iter().map(String::as_str), 1_200),
        business_intent: clipped(&intent, 240),
        keywords: keywords.best(),
        grounded: grounded(&sentences, citations),
        is_placeholder: false,
    };
    let part = ModulePart {
        path: path.to_owned(),
        summary: clipped(&summary.summary, 400),
        business_intent: summary.business_intent.clone(),
        lines: files.iter().map(|file| file.lines).sum(),
        is_aside: code.is_empty() || is_aside(path),
        entry: entry.map(|file| (file.path.clone(), file.cited.0, file.cited.1)),
        runs: files.iter().any(runs),
        imports,
    };
    (summary, part)
}

/// The repository's summary.
pub(super) fn repository(name: &str, modules: &[ModulePart], root: &[FilePart]) -> Summary {
    let mut sentences: Vec<String> = Vec::new();
    let mut citations: Vec<Citation> = Vec::new();
    let readme = root.iter().find(|file| file.role == FileRole::Readme && !file.claim.is_empty());
    let manifest =
        root.iter().find(|file| file.role == FileRole::Manifest && !file.claim.is_empty());
    let mut claims: Vec<&str> = Vec::new();
    for file in manifest.into_iter().chain(readme) {
        if !claims.iter().any(|claim| same_claim(claim, &file.claim)) {
            claims.push(&file.claim);
            sentences.push(file.claim.clone());
            cite(&mut citations, file);
        }
    }
    let mut by_size: Vec<&ModulePart> =
        modules.iter().filter(|module| !module.is_aside && module.path != ".").collect();
    by_size.sort_by_key(|module| (u32::MAX - module.lines, module.path.clone()));
    if claims.is_empty() {
        sentences.push(match by_size.first() {
            Some(module) => format!(
                "The repository {name}, whose largest part serves to {}.",
                lower(&module.business_intent)
            ),
            None => format!("The repository {name}."),
        });
    }
    let mut runs: Vec<(String, u32, u32)> = root
        .iter()
        .filter(|file| runs(file))
        .map(|file| (file.path.clone(), file.cited.0, file.cited.1))
        .collect();
    runs.extend(
        modules
            .iter()
            .filter(|module| module.runs && !module.is_aside)
            .filter_map(|module| module.entry.clone()),
    );
    if !runs.is_empty() {
        let names: Vec<String> =
            runs.iter().take(3).map(|(path, ..)| format!("`{}`", path.replace('`', ""))).collect();
        sentences.push(format!("It is run from {}.", listed(&names)));
        for (path, start, end) in runs.iter().take(3) {
            cite_lines(&mut citations, path, *start, *end);
        }
    }
    if !by_size.is_empty() {
        let parts: Vec<String> = by_size
            .iter()
            .take(4)
            // No more than where: one file's purpose is not its folder's.
            .map(|module| format!("`{}`", module.path.replace('`', "")))
            .collect();
        let count = by_size.len();
        let lead = if count > 4 {
            format!("Of its {count} folders of code the largest are")
        } else {
            "Its code lies in".to_owned()
        };
        sentences.push(format!("{lead} {}.", listed(&parts)));
        for module in by_size.iter().take(4) {
            if let Some((path, start, end)) = &module.entry {
                cite_lines(&mut citations, path, *start, *end);
            }
        }
    }
    let mut imports: BTreeMap<&str, u32> = BTreeMap::new();
    for module in modules.iter().filter(|module| !module.is_aside) {
        for (name, count) in &module.imports {
            *imports.entry(name).or_default() += count;
        }
    }
    let own_imports = counted_imports(root);
    for (name, count) in &own_imports {
        *imports.entry(name).or_default() += count;
    }
    let mut used: Vec<(&str, u32)> = imports.into_iter().collect();
    used.sort_by_key(|(name, count)| (u32::MAX - count, *name));
    let lower_name = name.to_lowercase();
    let frameworks: Vec<String> = used
        .iter()
        .filter(|(name, _)| !lower_name.contains(&name.to_lowercase()))
        .filter_map(|(name, _)| framework(name))
        .map(str::to_owned)
        .fold(Vec::new(), |mut all, name| {
            if !all.contains(&name) {
                all.push(name);
            }
            all
        });
    if !frameworks.is_empty() {
        let top: Vec<String> = frameworks.into_iter().take(4).collect();
        sentences.push(format!("It is built on {}.", listed(&top)));
    }
    let start = runs
        .first()
        .map(|(path, ..)| path.clone())
        .or_else(|| {
            by_size.first().and_then(|module| module.entry.as_ref().map(|entry| entry.0.clone()))
        })
        .or_else(|| root.first().map(|file| file.path.clone()));
    if let Some(start) = start {
        sentences.push(format!("Start reading at `{}`.", start.replace('`', "")));
    }
    cite_something(&mut citations, root.first());
    let mut keywords = Keywords::default();
    keywords.name(name, 6);
    for claim in &claims {
        keywords.prose(claim, 3);
    }
    for module in by_size.iter().take(8) {
        keywords.prose(&module.path, 2);
    }
    let intent = match claims.first() {
        Some(claim) => super::imperatives::imperative(claim),
        None => sentences[0].clone(),
    };
    Summary {
        summary: fitting(sentences.iter().map(String::as_str), 1_600),
        business_intent: clipped(&intent, 240),
        keywords: keywords.best(),
        grounded: grounded(&sentences, citations),
        is_placeholder: false,
    }
}

fn grounded(sentences: &[String], citations: Vec<Citation>) -> Grounded {
    let mut purpose = fitting(sentences.iter().map(String::as_str), 400);
    if !reaches(&purpose, 30) {
        purpose = format!("{purpose} Nothing more is said of it here.");
    }
    Grounded { purpose, citations, ..Grounded::default() }
}

fn same_claim(a: &str, b: &str) -> bool {
    let key = |text: &str| {
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(40).collect::<String>()
    };
    key(a) == key(b)
}

/// Every summary cites something (O9): where nothing else was cited, the file that comes first.
fn cite_something(citations: &mut Vec<Citation>, first: Option<&FilePart>) {
    if citations.is_empty() {
        match first {
            Some(file) => cite(citations, file),
            None => citations.push(Citation {
                field_name: ClaimField::Purpose,
                item: None,
                path: None,
                line_start: 1,
                line_end: 1,
            }),
        }
    }
}

fn cite(citations: &mut Vec<Citation>, file: &FilePart) {
    cite_lines(citations, &file.path, file.cited.0, file.cited.1);
}

fn cite_lines(citations: &mut Vec<Citation>, path: &str, start: u32, end: u32) {
    let citation = Citation {
        field_name: ClaimField::Purpose,
        item: None,
        path: Some(path.to_owned()),
        line_start: start.max(1),
        line_end: end.max(start).max(1),
    };
    if !citations.contains(&citation) {
        citations.push(citation);
    }
}

fn runs(file: &FilePart) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    file.role == FileRole::Entry
        && matches!(
            name,
            "main.rs"
                | "main.go"
                | "__main__.py"
                | "manage.py"
                | "main.py"
                | "cli.py"
                | "app.py"
                | "server.js"
                | "Main.java"
                | "Program.cs"
                | "main.c"
                | "main.cpp"
                | "main.swift"
                | "Main.hs"
                | "main.kt"
                | "main.zig"
                | "cli.ts"
                | "cli.js"
                | "main.ts"
                | "Main.scala"
                | "main.dart"
                | "main.lua"
        )
}

fn is_aside(path: &str) -> bool {
    path.split('/').any(|part| {
        matches!(
            part,
            "test"
                | "tests"
                | "docs"
                | "doc"
                | "examples"
                | "example"
                | "fixtures"
                | "__tests__"
                | "spec"
                | "benches"
                | "benchmarks"
                | "testdata"
                | "vendor"
                | "third_party"
        )
    })
}

/// Smaller sorts first.
fn weight(file: &FilePart) -> u32 {
    let base = match file.role {
        FileRole::Entry => 400,
        FileRole::Plain => 200,
        FileRole::Manifest | FileRole::Readme => 60,
        FileRole::Document => 30,
        FileRole::Test => 0,
    };
    let code = u32::from(!matches!(
        file.language.as_str(),
        "json" | "yaml" | "toml" | "css" | "html" | "markdown" | "rst" | ""
    )) * 300;
    u32::MAX - base - code - file.lines.min(2_000)
}

fn counted(files: &[FilePart], tests: usize) -> String {
    let count = files.len();
    let mut languages: BTreeMap<&str, u32> = BTreeMap::new();
    for file in files {
        if !file.language.is_empty() {
            *languages.entry(&file.language).or_default() += file.lines;
        }
    }
    let main = languages
        .iter()
        .max_by_key(|(name, lines)| (**lines, std::cmp::Reverse(**name)))
        .map(|(name, _)| language_name(name));
    let noun = if count == 1 { "file".to_owned() } else { plural("file") };
    let mut out = format!("It has {count} {noun}");
    if let Some(main) = main {
        out.push_str(&format!(", {} {main}", if count == 1 { "in" } else { "mostly in" }));
    }
    if tests > 0 && tests < count {
        out.push_str(&format!(", {tests} of them tests"));
    }
    out.push('.');
    out
}

fn language_name(id: &str) -> String {
    match id {
        "cpp" => "C++".to_owned(),
        "csharp" => "C#".to_owned(),
        "javascript" => "JavaScript".to_owned(),
        "typescript" | "tsx" => "TypeScript".to_owned(),
        "php" | "html" | "css" | "json" | "yaml" | "toml" | "sql" => id.to_uppercase(),
        "rst" => "reStructuredText".to_owned(),
        _ => super::words::capitalized(id),
    }
}

fn counted_imports(files: &[FilePart]) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for file in files.iter().filter(|file| file.role != FileRole::Test) {
        for name in &file.imports {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut all: Vec<(String, u32)> =
        counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all.truncate(8);
    all
}

/// An intent as a clause after "to"; `None` where it does not begin with a verb.
fn as_clause(intent: &str) -> Option<String> {
    let intent = intent.trim_end_matches('.');
    // "Provide pumps: open a valve": within the module the second half says it.
    let intent = match intent.split_once(": ") {
        Some((head, tail)) if head.starts_with("Provide ") => tail,
        Some((head, _)) if head.starts_with("Explain ") => head,
        _ => intent,
    };
    let intent = intent
        .split(", as part of ")
        .next()
        .unwrap_or(intent)
        .trim_end_matches(" for the code around it");
    let first = intent.split(' ').next()?;
    let verb = first.to_lowercase();
    let is_verb = super::name_grammar::is_verb(&verb)
        || matches!(
            verb.as_str(),
            "tell" | "give" | "look" | "go" | "hold" | "describe" | "run" | "keep"
        );
    (is_verb && intent.len() <= 160 && intent.contains(' '))
        .then(|| format!("{verb}{}", &intent[first.len()..]))
}

fn joined(clauses: &[String]) -> String {
    match clauses {
        [one] => one.clone(),
        [init @ .., last] => format!("{}; and to {last}", init.join("; to ")),
        [] => String::new(),
    }
}

fn lower(intent: &str) -> String {
    as_clause(intent).unwrap_or_else(|| "hold its code".to_owned())
}
