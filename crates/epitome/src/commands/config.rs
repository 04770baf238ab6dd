//! `epitome config`: every setting, and where its value comes from.

use std::io::Write as _;
use std::process::ExitCode;

use epitome_engine::config::{Config, Given, Setting, Source, nearest_key, setting};
use epitome_engine::scan::display_os_path;

use crate::arguments::{ConfigAction, ConfigArguments};
use crate::exit::NOTHING_FOUND;
use crate::output::{json, plain, stdout};
use crate::settings;
use crate::wire::config::{ConfigJson, SettingJson, shown};

pub(crate) fn run(arguments: &ConfigArguments) -> anyhow::Result<ExitCode> {
    let config = settings::load(&arguments.root, &[])?;
    match &arguments.action {
        None => all(arguments, &config),
        Some(ConfigAction::Get { key }) => get(arguments, &config, key),
    }
}

fn all(arguments: &ConfigArguments, config: &Config) -> anyhow::Result<ExitCode> {
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &ConfigJson::new(config))?;
    } else {
        for (setting, given) in config.all() {
            let value = plain_value(setting, given);
            writeln!(out, "{} = {value}  ({})", setting.key, place(&given.source))?;
        }
        writeln!(out)?;
        let files = std::iter::once(&config.places.project).chain(&config.places.user);
        for path in files {
            let there = if path.exists() { "read" } else { "not there" };
            writeln!(out, "{}: {there}", display_os_path(path))?;
        }
    }
    out.flush()?;
    let mut err = anstream::stderr();
    for note in &config.notes {
        writeln!(err, "{}", plain(&note.message))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn get(arguments: &ConfigArguments, config: &Config, key: &str) -> anyhow::Result<ExitCode> {
    let (Some(setting), Some(given)) = (setting(key), config.get(key)) else {
        let near = nearest_key(key).map(|near| format!("; did you mean `{near}`?"));
        let key = plain(key);
        let near = near.unwrap_or_else(|| "; `epitome config` lists those there are".to_owned());
        writeln!(anstream::stderr(), "there is no setting `{key}`{near}")?;
        return Ok(ExitCode::from(NOTHING_FOUND));
    };
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &SettingJson::new(setting, given))?;
    } else {
        writeln!(out, "{}", plain(&shown(setting, given).to_string()))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A value on one line; what is empty is said to be.
fn plain_value(setting: &Setting, given: &Given) -> String {
    let text = shown(setting, given).to_string();
    if text.is_empty() { "(empty)".to_owned() } else { plain(&text).into_owned() }
}

fn place(source: &Source) -> String {
    match source {
        Source::Default => "default".to_owned(),
        Source::Project { path, line } | Source::User { path, line } => {
            format!("{}:{line}", display_os_path(path))
        }
        Source::Environment { variable } => variable.clone(),
        Source::Flag => "flag".to_owned(),
    }
}
