//! Settings as JSON.

use epitome_engine::config::{Config, Given, Kind, Setting, Source, Value};
use epitome_engine::scan::display_os_path;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct ConfigJson {
    settings: Vec<SettingJson>,
    files: Vec<FileJson>,
    notes: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct SettingJson {
    key: &'static str,
    value: Value,
    source: SourceJson,
    r#type: String,
    default: &'static str,
    environment: String,
    meaning: &'static str,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum SourceJson {
    Default,
    Project { path: String, line: usize },
    User { path: String, line: usize },
    Environment { variable: String },
    Flag,
}

#[derive(Serialize)]
struct FileJson {
    path: String,
    found: bool,
}

/// The value as it may be shown: of a secret only whether there is one.
pub(crate) fn shown(setting: &Setting, given: &Given) -> Value {
    match &given.value {
        Value::Text(text) if setting.kind == Kind::Secret && !text.is_empty() => {
            Value::Text("***".to_owned())
        }
        value => value.clone(),
    }
}

impl SettingJson {
    pub(crate) fn new(setting: &'static Setting, given: &Given) -> SettingJson {
        let source = match given.source.clone() {
            Source::Default => SourceJson::Default,
            Source::Project { path, line } => {
                SourceJson::Project { path: display_os_path(&path), line }
            }
            Source::User { path, line } => SourceJson::User { path: display_os_path(&path), line },
            Source::Environment { variable } => SourceJson::Environment { variable },
            Source::Flag => SourceJson::Flag,
        };
        SettingJson {
            key: setting.key,
            value: shown(setting, given),
            source,
            r#type: setting.kind.words(),
            default: setting.default,
            environment: setting.variable(),
            meaning: setting.meaning,
        }
    }
}

impl ConfigJson {
    pub(crate) fn new(config: &Config) -> ConfigJson {
        let files = std::iter::once(&config.places.project).chain(&config.places.user);
        ConfigJson {
            settings: config
                .all()
                .map(|(setting, given)| SettingJson::new(setting, given))
                .collect(),
            files: files
                .map(|path| FileJson { path: display_os_path(path), found: path.exists() })
                .collect(),
            notes: config.notes.iter().map(|note| note.message.clone()).collect(),
        }
    }
}
