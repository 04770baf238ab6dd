//! `epitome template`: the texts that prompts are made from.

use std::convert::Infallible;
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use epitome_engine::scan::display_os_path;
use epitome_engine::template::{
    MAX_TEMPLATE_BYTES, RenameError, TemplateError, TemplateKind, Templates,
};

use super::template_edit::edit;
use crate::arguments::{TemplateAction, TemplateArguments};
use crate::exit::{FAILED, NOTHING_FOUND};
use crate::output::{json, plain, stdout};
use crate::settings;
use crate::wire::template::{DoneJson, KindJson, ListedJson, TemplateJson};

pub(crate) fn run(arguments: &TemplateArguments) -> anyhow::Result<ExitCode> {
    let settings = settings::load(&arguments.root, &[])?.settings();
    let templates = Templates::new(settings.prompts_dir);
    let done = act(arguments, &templates);
    // A name without a template is an answer, not a failure.
    match done {
        Err(error) if is_missing(&error) => {
            writeln!(anstream::stderr(), "{}", plain(&error.to_string()))?;
            Ok(ExitCode::from(NOTHING_FOUND))
        }
        done => done,
    }
}

fn is_missing(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(TemplateError::NotFound { .. }))
}

fn act(arguments: &TemplateArguments, templates: &Templates) -> anyhow::Result<ExitCode> {
    let say = |kind: TemplateKind, name: &str, done: &'static str| {
        let mut out = stdout();
        if arguments.json {
            json(&mut out, &DoneJson { kind: kind.word(), name, done })?;
        } else {
            writeln!(out, "{done} template `{}` of kind {}", plain(name), kind.word())?;
        }
        out.flush()?;
        anyhow::Ok(ExitCode::SUCCESS)
    };
    match &arguments.action {
        TemplateAction::List { kind } => {
            list(arguments, templates, kind.map(|kind| kind.0))?;
            if let (false, Ok(folder)) = (arguments.json, templates.folder()) {
                writeln!(anstream::stderr(), "Your own are in {}", display_os_path(folder))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        TemplateAction::Show { kind, name } => {
            let template = templates.load(kind.0, name)?;
            if arguments.json {
                let mut out = stdout();
                json(&mut out, &TemplateJson::new(&template))?;
                out.flush()?;
            } else if io::stdout().is_terminal() {
                let mut out = stdout();
                template.text.lines().try_for_each(|line| writeln!(out, "{}", plain(line)))?;
                out.flush()?;
            } else {
                // A file or a program gets the very bytes, to be saved again.
                io::stdout().lock().write_all(template.text.as_bytes())?;
            }
            Ok(ExitCode::SUCCESS)
        }
        TemplateAction::Edit { kind, name } => {
            let changed = edit(templates, kind.0, name)?;
            say(kind.0, name, if changed { "saved" } else { "unchanged" })
        }
        TemplateAction::Save { kind, name, from } => {
            templates.save(kind.0, name, &input(from.as_deref())?)?;
            say(kind.0, name, "saved")
        }
        TemplateAction::Rename { kind, old, new } => {
            // Nothing refers to templates by name yet; intents will.
            let nothing_else = |_: &_, _: &_| Ok::<(), Infallible>(());
            templates.rename(kind.0, old, new, nothing_else).map_err(|error| match error {
                RenameError::File(error) => anyhow::Error::from(error),
                error => error.into(),
            })?;
            say(kind.0, new, "renamed")
        }
        TemplateAction::Delete { kind, name } => {
            templates.delete(kind.0, name)?;
            say(kind.0, name, "deleted")
        }
        TemplateAction::Check { kind, name } => {
            check(arguments, templates, kind.map(|kind| kind.0), name.as_deref())
        }
    }
}

fn kinds(kind: Option<TemplateKind>) -> impl Iterator<Item = TemplateKind> {
    TemplateKind::ALL.into_iter().filter(move |one| kind.is_none_or(|kind| kind == *one))
}

fn listed(templates: &Templates, kind: TemplateKind) -> anyhow::Result<Vec<ListedJson>> {
    Ok(templates.list(kind)?.into_iter().map(|listed| ListedJson::new(kind, listed)).collect())
}

fn list(
    arguments: &TemplateArguments,
    templates: &Templates,
    kind: Option<TemplateKind>,
) -> anyhow::Result<()> {
    let mut out = stdout();
    for kind in kinds(kind) {
        let rows = listed(templates, kind)?;
        if arguments.json {
            json(&mut out, &KindJson::new(kind, rows))?;
            continue;
        }
        let places: Vec<String> =
            kind.placeholders().iter().map(|place| format!("{{{}}}", place.name)).collect();
        let places = if places.is_empty() { "nothing to fill in".into() } else { places.join(" ") };
        writeln!(out, "{}: {}; {places}", kind.word(), kind.meaning())?;
        for row in &rows {
            let name = plain(&row.name);
            match (&row.label, &row.blake3, &row.trouble) {
                (Some(label), Some(blake3), _) if row.built_in => {
                    writeln!(out, "  {name}  built in, version {label}  {}", short(blake3))?;
                }
                (Some(_), Some(blake3), _) => writeln!(out, "  {name}  {}", short(blake3))?,
                (_, _, trouble) => {
                    let trouble = trouble.as_deref().unwrap_or_default();
                    writeln!(out, "  {name}  cannot be used: {}", plain(trouble))?;
                }
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Enough of a hash to tell two apart; `--json` has all of it.
fn short(blake3: &str) -> &str {
    blake3.get(..23).unwrap_or(blake3)
}

fn check(
    arguments: &TemplateArguments,
    templates: &Templates,
    kind: Option<TemplateKind>,
    name: Option<&str>,
) -> anyhow::Result<ExitCode> {
    let mut rows = Vec::new();
    for kind in kinds(kind) {
        match name {
            Some(name) => rows.push(ListedJson::of(&templates.usable(kind, name)?)),
            None => rows.extend(listed(templates, kind)?),
        }
    }
    let mut out = stdout();
    for row in &rows {
        if arguments.json {
            json(&mut out, row)?;
        } else {
            let verdict = row.trouble.as_deref().unwrap_or("can be used");
            writeln!(out, "{} {}: {}", row.kind, plain(&row.name), plain(verdict))?;
        }
    }
    out.flush()?;
    let sound = rows.iter().all(|row| row.trouble.is_none());
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// A text from a file or standard input; no more than a template may have, and one byte to tell.
fn input(from: Option<&Path>) -> anyhow::Result<String> {
    let mut text = String::new();
    let limit = MAX_TEMPLATE_BYTES as u64 + 1;
    match from {
        Some(path) => {
            let file = std::fs::File::open(path);
            file.and_then(|file| file.take(limit).read_to_string(&mut text))
                .with_context(|| format!("reading {}", path.display()))?
        }
        None => io::stdin()
            .lock()
            .take(limit)
            .read_to_string(&mut text)
            .context("reading standard input, which must be UTF-8 text")?,
    };
    Ok(text)
}
