//! Files without functions: READMEs, manifests, configuration, pages, style sheets, statements.

use super::author_words::{finished, is_torn};
use super::doc_words::sentences;
use super::file::Said;
use super::file_context::File;
use super::file_intent::plain_intent;
use super::inline_markup::cleaned;
use super::parts::FileRole;
use super::places::stem_words;
use super::words::{are_words, listed, split};

/// What a plain file says of itself.
pub(super) fn plain_file(file: &File<'_>, role: FileRole) -> Said {
    let outline = file.outline;
    let mut said = Said::default();
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    let stem = stem_words(file.path).unwrap_or_else(|| name.to_owned());
    said.keywords.name(&stem, 4);
    let value = |key: &str| {
        outline.sections.iter().find(|section| {
            section.title.as_str() == key && !section.excerpt.is_empty() && section.level <= 2
        })
    };
    let title = value("name").map(|section| section.excerpt.to_string());
    let described = value("description");

    let mut claims: Vec<String> = Vec::new();
    if role == FileRole::Manifest
        && let Some(section) = described
    {
        claims = sentences(&cleaned(&section.excerpt), 2);
        said.lines.push((section.span.start_line, section.span.end_line));
    } else if let Some(doc) = &outline.doc
        // A comment right above the first rule is about that rule.
        && (!matches!(outline.language.as_str(), "css" | "yaml") || file.source.line(doc.span.end_line + 1).trim().is_empty())
    {
        claims = prose(&doc.text);
        if !claims.is_empty() {
            said.lines.push((doc.span.start_line, doc.span.end_line));
        }
    }
    if claims.is_empty() && matches!(outline.language.as_str(), "markdown" | "rst") {
        for section in outline.sections.iter().take(4) {
            claims = prose(&section.excerpt);
            if !claims.is_empty() {
                said.lines.push((
                    section.span.start_line,
                    section.span.end_line.min(section.span.start_line + 8),
                ));
                break;
            }
        }
    }
    // What changed last is not what a list of changes is.
    let lists_changes = ["changelog", "changes", "history", "news", "releases", "release notes"]
        .contains(&stem.to_lowercase().as_str());
    if lists_changes || file.path.contains(".github/workflows/") {
        claims.clear();
    }
    let claims: Vec<String> = claims
        .iter()
        .filter(|claim| !claim.starts_with(['*', '-', '+']) && !is_torn(claim) && !is_aside(claim))
        .map(|claim| finished(claim))
        .take(2)
        .collect();
    said.claim = claims.first().cloned().unwrap_or_default();

    let kind = match (role, outline.language.as_str()) {
        (FileRole::Readme, _) => "Introduces the folder",
        (FileRole::Manifest, _) => "Describes the package and what it needs",
        _ if lists_changes => "Lists what changed from release to release",
        (_, "markdown" | "rst") => "Documents",
        (_, "yaml") if file.path.contains(".github/workflows/") => {
            "Describes a workflow of GitHub Actions"
        }
        (_, "json" | "toml" | "yaml") => "Holds settings or data",
        (_, "html") if is_template(file.source.text()) => "Is a template of HTML",
        (_, "html") if file.source.text().contains("<body") => "Lays out a page",
        (_, "html") => "Holds a piece of HTML",
        (_, "css") => "Styles pages",
        (_, "sql") => "Holds database statements",
        _ => "Holds text",
    };
    let own = match (&title, role) {
        (Some(title), FileRole::Manifest) if title.len() < 60 => format!("{kind}: {title}."),
        (_, FileRole::Readme) => format!("{kind}."),
        _ if lists_changes => format!("{kind}."),
        (Some(title), _) if kind.ends_with("GitHub Actions") && title.len() < 60 => {
            format!("{kind}: {}.", title.trim_matches(['\'', '"']))
        }
        _ if kind == "Documents" => format!("{kind} {stem}."),
        // A stem that is no phrase adds nothing to the path.
        _ if !are_words(&split(&stem))
            || !stem.split(' ').all(|word| name.to_lowercase().contains(&word.to_lowercase()))
            || stem.split(' ').count() > 3
            || matches!(
                stem.as_str(),
                "CSS"
                    | "HTML"
                    | "style"
                    | "styles"
                    | "default"
                    | "migration"
                    | "custom"
                    | "one"
                    | "two"
                    | "three"
            ) =>
        {
            format!("{kind}.")
        }
        _ => format!("{kind} for {stem}."),
    };
    said.intent = plain_intent(
        claims.first(),
        &own,
        &stem,
        matches!(outline.language.as_str(), "markdown" | "rst" | "html"),
    );
    if claims.is_empty() || role == FileRole::Manifest {
        said.sentences.push(own);
    }
    let has_claims = !claims.is_empty();
    said.sentences.extend(claims);
    let titles: Vec<String> = outline
        .sections
        .iter()
        .filter(|section| section.level <= 2)
        .map(|section| {
            let title = section.title.as_str();
            if outline.language == "css" { title.to_owned() } else { cleaned(title) }
        })
        .map(|title| title.replace('`', ""))
        .filter(|title| {
            (title.len() > 1 || title == "*")
                && title.len() <= 60
                && !title.contains(['{', '%', '<'])
        })
        .fold(Vec::new(), |mut kept, title| {
            if kept.len() < 6 && !kept.contains(&title) {
                kept.push(title);
            }
            kept
        });
    for title in &titles {
        said.keywords.prose(title, 2);
    }
    if !titles.is_empty() {
        if let (Some(first), Some(last)) = (outline.sections.first(), outline.sections.last()) {
            said.lines.push((first.span.start_line, last.span.end_line.min(outline.lines)));
        }
        let word = match outline.language.as_str() {
            "json" | "toml" | "yaml" if titles.len() == 1 => "Its key is",
            "json" | "toml" | "yaml" => "Its keys are",
            "css" => "It has rules for",
            "sql" => "It has statements for",
            _ => "It speaks of",
        };
        let quoted: Vec<String> =
            titles.iter().map(|title| format!("\"{}\"", title.replace('"', "'"))).collect();
        said.sentences.push(format!("{word} {}.", listed(&quoted)));
    }
    if titles.is_empty() {
        let elements =
            if outline.language == "html" { elements(file.source.text()) } else { Vec::new() };
        if !elements.is_empty() {
            said.sentences.push(format!("It has {}.", listed(&elements)));
        }
        let lines = outline.lines;
        if lines == 0 {
            said.sentences.push("It is empty.".to_owned());
            return said;
        }
        let whole = file.source.text().trim();
        let fits = whole.len() <= 60
            && !whole.is_empty()
            && !whole.contains(['`', '\n'])
            && !whole.chars().any(char::is_control);
        if fits && !matches!(outline.language.as_str(), "markdown" | "rst") {
            said.sentences.push(format!("Its whole text is `{whole}`."));
            return said;
        }
        if has_claims {
            return said;
        }
        said.sentences.push(match opening(file) {
            Some(line) => format!("It begins with `{line}`."),
            None => format!("It is {lines} {} long.", if lines == 1 { "line" } else { "lines" }),
        });
    }
    said
}

/// Where a file comes from, or who may edit it, is not what it is for.
fn is_aside(claim: &str) -> bool {
    let lower = claim.to_lowercase();
    ["do not edit", "copied from", "generated by", "auto-generated", "automatically generated"]
        .iter()
        .any(|aside| lower.contains(aside))
}

fn is_template(text: &str) -> bool {
    text.contains("{%") || text.contains("{{") || text.contains("<%")
}

/// The first line that says something, cut where it is long.
pub(super) fn opening(file: &File<'_>) -> Option<String> {
    let text = file.source.text();
    let is_text = matches!(file.outline.language.as_str(), "markdown" | "rst" | "html" | "");
    let lines = || {
        text.lines()
            .take(30)
            .map(str::trim)
            .filter(|line| !is_text || !line.contains("opyright"))
            .filter(|line| {
                is_text || !["--", "/*", "*", "//", "# "].iter().any(|c| line.starts_with(c))
            })
            .filter(|line| !line.contains("use strict"))
            .map(|line| line.trim_start_matches("--").trim_start_matches(['#', '*', '/', ' ']))
            .filter(|line| !line.starts_with("..") && !line.starts_with('!') && !line.contains('`'))
    };
    let letters = |line: &str| line.chars().filter(|c| c.is_alphanumeric()).count();
    let least = if file.outline.language == "html" { 2 } else { 9 };
    lines()
        .find(|line| letters(line) > least)
        .or_else(|| lines().find(|line| letters(line) > 2))
        .map(|line| {
            let end = line.char_indices().map(|(at, _)| at).take_while(|at| *at <= 90).last();
            let cut = if line.len() > 91 { &line[..end.unwrap_or(0)] } else { line };
            cut.trim().chars().filter(|c| !c.is_control()).collect()
        })
}

/// What a page is made of, as far as its tags tell.
fn elements(text: &str) -> Vec<String> {
    const TAGS: [(&str, &str); 12] = [
        ("<form", "a form"),
        ("<table", "a table"),
        ("<input", "an input"),
        ("<select", "a choice"),
        ("<textarea", "a text area"),
        ("<ul", "a list"),
        ("<img", "an image"),
        ("<a ", "a link"),
        ("<button", "a button"),
        ("<script", "a script"),
        ("<svg", "a drawing"),
        ("{%", "places that a template fills"),
    ];
    let lower = text.get(..text.len().min(20_000)).unwrap_or(text).to_ascii_lowercase();
    TAGS.iter()
        .filter(|(tag, _)| lower.contains(tag))
        .map(|(_, words)| (*words).to_owned())
        .take(5)
        .collect()
}

/// "Warnings:" announces a list and says nothing itself.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    line.ends_with(':') && line.split(' ').count() < 3
}

/// Sentences of prose: badges, tables and code say nothing.
fn prose(text: &str) -> Vec<String> {
    // One line break is a space; an empty line ends a paragraph.
    let text: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(['-', '*', '+']) && !is_heading(line))
        .fold(String::with_capacity(text.len()), |all, line| all + line + "\n");
    let folded = text
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "))
        .collect::<Vec<_>>()
        .join("\n");
    sentences(&cleaned(&folded), 6)
        .into_iter()
        .filter(|sentence| {
            let words = sentence.split(' ').count();
            let letters = sentence.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
            words > 3 && letters * 10 > sentence.chars().count() * 7 && !sentence.contains('|')
        })
        .take(2)
        .collect()
}
