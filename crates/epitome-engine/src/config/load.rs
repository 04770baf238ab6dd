//! Putting the layers on top of each other.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{ConfigError, Problem};
use super::file::{self, Said, unknown};
use super::nearest::distance;
use super::place::Places;
use super::settings::Settings;
use super::table::{SETTINGS, Scope, Setting, setting};
use super::value::{Kind, Value};
use crate::scan::display_os_path;

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The table.
    Default,
    /// The project's file.
    Project {
        /// The file.
        path: PathBuf,
        /// 1-based.
        line: usize,
    },
    /// The user's file.
    User {
        /// The file.
        path: PathBuf,
        /// 1-based.
        line: usize,
    },
    /// The environment.
    Environment {
        /// The variable.
        variable: String,
    },
    /// The command line.
    Flag,
}

/// A value, and who gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The value that counts.
    pub value: Value,
    /// Where it comes from.
    pub source: Source,
}

/// Something that was set and does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its key.
    pub key: &'static str,
    /// Where it stands, why it does not count, and what to do.
    pub message: String,
}

/// All settings with their sources.
#[derive(Clone, Debug)]
pub struct Config {
    /// The files that were looked at.
    pub places: Places,
    /// What was set and does not count.
    pub notes: Vec<Note>,
    given: BTreeMap<&'static str, Given>,
}

/// Reads all layers. `environment` is every variable of the process; `flags` are keys with texts.
pub fn load(
    places: Places,
    environment: impl IntoIterator<Item = (OsString, OsString)>,
    flags: &[(&str, String)],
) -> Result<Config, ConfigError> {
    let mut loader = Loader {
        config: Config { places, notes: Vec::new(), given: BTreeMap::new() },
        problems: Vec::new(),
    };
    loader.defaults();
    loader.files();
    loader.environment(environment);
    for (key, text) in flags {
        loader.text(key, text, &format!("the flag for {key}"), Source::Flag);
    }
    match loader.problems.is_empty() {
        true => Ok(loader.config),
        false => Err(ConfigError { problems: loader.problems }),
    }
}

impl Config {
    /// Every setting with its value and source, in the order of the table.
    pub fn all(&self) -> impl Iterator<Item = (&'static Setting, &Given)> {
        SETTINGS.iter().filter_map(|setting| Some((setting, self.given.get(setting.key)?)))
    }

    /// A setting's value and source.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Given> {
        self.given.get(key)
    }

    /// The settings, typed.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings::new(self)
    }
}

struct Loader {
    config: Config,
    problems: Vec<Problem>,
}

impl Loader {
    fn defaults(&mut self) {
        for setting in SETTINGS {
            // A test reads the whole table, so a default that cannot be read is found there.
            let value = setting.kind.read(setting.default).unwrap_or(Value::Nothing);
            self.config.given.insert(setting.key, Given { value, source: Source::Default });
        }
    }

    fn files(&mut self) {
        let places = self.config.places.clone();
        let user = places.user.as_deref().and_then(|path| Some((path, file::read(path)?)));
        let trusted = user.as_ref().is_some_and(|(_, said)| trusts(said, &places.root));
        if let Some(said) = file::read(&places.project) {
            self.problems.extend(said.problems);
            for (setting, value, line) in said.values {
                let path = places.project.clone();
                match guard(setting, trusted) {
                    None => {
                        let value = based(setting.kind, value, &places.root);
                        self.set(setting, value, Source::Project { path, line });
                    }
                    Some(why) => {
                        let place = display_os_path(&path);
                        let message = format!("{place}:{line}: `{}` {why}", setting.key);
                        self.config.notes.push(Note { key: setting.key, message });
                    }
                }
            }
        }
        let Some((path, said)) = user else { return };
        self.problems.extend(said.problems);
        for (setting, value, line) in said.values {
            if setting.kind == Kind::Secret && said.is_open {
                self.problems.push(Problem {
                    place: format!("{}:{line}", display_os_path(path)),
                    message: format!(
                        "`{}` stands in a file that others may read; run `chmod 600` on it, or use {}",
                        setting.key,
                        setting.variable()
                    ),
                });
                continue;
            }
            let folder = path.parent().unwrap_or(Path::new("."));
            let value = based(setting.kind, value, folder);
            self.set(setting, value, Source::User { path: path.to_owned(), line });
        }
    }

    fn environment(&mut self, environment: impl IntoIterator<Item = (OsString, OsString)>) {
        let mut ours: Vec<(String, OsString)> = environment
            .into_iter()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| name.starts_with("EPITOME_"))
            .collect();
        ours.sort();
        for (variable, value) in ours {
            let Some(setting) = SETTINGS.iter().find(|setting| setting.variable() == variable)
            else {
                self.no_setting(&variable);
                continue;
            };
            let Ok(text) = value.into_string() else {
                let message = "is not UTF-8; set it again or unset it".to_owned();
                self.problems.push(Problem { place: variable, message });
                continue;
            };
            let source = Source::Environment { variable: variable.clone() };
            self.text(setting.key, &text, &variable, source);
        }
    }

    /// A variable that is no setting may be somebody's own, such as one that holds a key; one that
    /// is a slip away from a setting is told of.
    fn no_setting(&mut self, variable: &str) {
        let near = SETTINGS.iter().find(|setting| {
            let known = setting.variable();
            known.len().abs_diff(variable.len()) <= 2 && distance(&known, variable) <= 2
        });
        if let Some(near) = near {
            let known = near.variable();
            let message = format!("{variable} sets nothing; did you mean {known}?");
            self.config.notes.push(Note { key: near.key, message });
        }
    }

    fn text(&mut self, key: &str, text: &str, place: &str, source: Source) {
        let message = match setting(key) {
            None => unknown(key),
            Some(setting) => match setting.kind.read(text) {
                Some(value) => return self.set(setting, value, source),
                None => format!("must be {}", setting.kind.words()),
            },
        };
        self.problems.push(Problem { place: place.to_owned(), message });
    }

    fn set(&mut self, setting: &'static Setting, value: Value, source: Source) {
        self.config.given.insert(setting.key, Given { value, source });
    }
}

/// Why a project's file does not count for this setting, if it does not.
fn guard(setting: &Setting, trusted: bool) -> Option<&'static str> {
    match setting.scope {
        Scope::Anywhere => None,
        Scope::Guarded if trusted => None,
        Scope::Guarded => Some(
            "does not count: it decides where text, keys or money go, and a repository is written by others; \
             set it in your own file, or name this project in `trusted_projects` there",
        ),
        Scope::User => {
            Some("does not count: it can only be set in your own file or by the environment")
        }
    }
}

/// Whether the user's file names this project.
fn trusts(said: &Said, root: &Path) -> bool {
    let Ok(root) = fs::canonicalize(root) else { return false };
    said.values.iter().any(|(setting, value, _)| {
        let Value::List(projects) = value else { return false };
        setting.key == "trusted_projects"
            && projects.iter().any(|project| fs::canonicalize(project).is_ok_and(|it| it == root))
    })
}

/// A relative path in a file starts at the file's project, or beside the user's file.
fn based(kind: Kind, value: Value, base: &Path) -> Value {
    match (kind, value) {
        (Kind::Path, Value::Text(path)) if !path.is_empty() => {
            Value::Text(base.join(path).to_string_lossy().into_owned())
        }
        (_, value) => value,
    }
}
