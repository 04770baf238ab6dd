//! `epitome languages`: what can be read, and how deep.

use std::io::Write as _;
use std::process::ExitCode;

use epitome_engine::languages::{LanguageInfo, known_languages};

use crate::arguments::Languages;
use crate::output::{json, stdout};
use crate::wire::languages::LanguageJson;

pub(crate) fn run(arguments: &Languages) -> anyhow::Result<ExitCode> {
    let languages = known_languages();
    let mut out = stdout();
    if arguments.json {
        let wire: Vec<LanguageJson<'_>> = languages.iter().map(LanguageJson::from).collect();
        json(&mut out, &wire)?;
    } else {
        for deep in [true, false] {
            let title = if deep {
                "In depth (functions, classes, calls, errors, …)"
            } else {
                "Plain (headings, sections, keys)"
            };
            writeln!(out, "{title}")?;
            for language in languages.iter().filter(|language| language.is_deep == deep) {
                writeln!(out, "  {:<18}{}", language.name, names(language))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn names(language: &LanguageInfo) -> String {
    let mut names: Vec<String> = language.extensions.iter().map(|e| format!(".{e}")).collect();
    names.extend(language.filenames.iter().cloned());
    names.extend(language.interpreters.iter().map(|i| format!("#!{i}")));
    names.join(" ")
}
