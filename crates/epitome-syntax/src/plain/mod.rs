//! Plain outlines: the headings, tables, keys, statements and rules of files that are not code.
//!
//! Each format has a scanner of its own that goes once over the lines or bytes. None recurses, none
//! backtracks, and none fails: what does not fit the format is stepped over. Time grows with the
//! length of the text, whatever stands in it, and memory with the number of sections, which
//! [`sections::MAX_SECTIONS`] bounds.

mod bytes;
mod css;
mod html;
mod html_tags;
mod inline;
mod json;
mod leading;
mod lines;
mod markdown;
mod markdown_lines;
mod markdown_prose;
#[cfg(test)]
mod properties;
mod rst;
mod sections;
mod sql;
mod sql_statements;
mod sql_tokens;
mod toml;
mod yaml;
mod yaml_lines;

use epitome_model::outline::{FileOutline, Problem};

use sections::Sections;

/// A format that has sections, but no symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainFormat {
    Markdown,
    Rst,
    Toml,
    Yaml,
    Json,
    Sql,
    Html,
    Css,
}

impl PlainFormat {
    /// All formats, with the word that names each in a `language.toml`.
    pub(crate) const ALL: [(&str, PlainFormat); 8] = [
        ("markdown", PlainFormat::Markdown),
        ("rst", PlainFormat::Rst),
        ("toml", PlainFormat::Toml),
        ("yaml", PlainFormat::Yaml),
        ("json", PlainFormat::Json),
        ("sql", PlainFormat::Sql),
        ("html", PlainFormat::Html),
        ("css", PlainFormat::Css),
    ];

    /// The format that a `language.toml` names.
    pub(crate) fn from_word(word: &str) -> Option<PlainFormat> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, format)| *format)
    }
}

/// Adds the sections of `text`, and its leading description where it has one, to `outline`.
pub(crate) fn outline_plain(format: PlainFormat, text: &str, outline: &mut FileOutline) {
    if u32::try_from(text.len()).is_err() {
        outline.problems.push(Problem::TooLarge { limit: u32::MAX });
        return;
    }
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut sections = Sections::new(body);
    match format {
        PlainFormat::Markdown => markdown::scan(&mut sections),
        PlainFormat::Rst => rst::scan(&mut sections),
        PlainFormat::Toml => toml::scan(&mut sections),
        PlainFormat::Yaml => yaml::scan(&mut sections),
        PlainFormat::Json => json::scan(&mut sections),
        PlainFormat::Sql => sql::scan(&mut sections),
        PlainFormat::Html => html::scan(&mut sections),
        PlainFormat::Css => css::scan(&mut sections),
    }
    sections.finish(text.len() - body.len(), outline);
}

/// The sections of `text` as a person reads them, for the formats' tests.
#[cfg(test)]
fn shown(format: PlainFormat, text: &str) -> String {
    let mut outline = FileOutline::default();
    outline_plain(format, text, &mut outline);
    let shown = epitome_model::outline_text::outline_text(&outline);
    shown
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
        .collect()
}
