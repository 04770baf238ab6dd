//! Reading one configuration file: keys, values and their lines.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::error::Problem;
use super::nearest::nearest_key;
use super::table::{SETTINGS, Setting, setting};
use super::value::{Kind, Value};
use crate::scan::display_os_path;

/// No configuration is larger.
const MAX_BYTES: u64 = 1 << 20;

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Settings with their values and lines.
    pub(super) values: Vec<(&'static Setting, Value, usize)>,
    pub(super) problems: Vec<Problem>,
    /// Whether others may read the file.
    pub(super) is_open: bool,
}

/// Reads a file; one that is not there says nothing.
pub(super) fn read(path: &Path) -> Option<Said> {
    let shown = display_os_path(path);
    let refuse = |cause: String| Said {
        problems: vec![Problem { place: shown.clone(), message: cause }],
        ..Said::default()
    };
    let mut text = String::new();
    let read = fs::metadata(path).and_then(|data| {
        if !data.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        File::open(path)?.take(MAX_BYTES).read_to_string(&mut text)?;
        Ok(data)
    });
    match read {
        Ok(data) => {
            let mut said = parse(&shown, &text);
            said.is_open = data.mode() & 0o077 != 0;
            Some(said)
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
        Err(cause) => Some(refuse(format!("cannot be read: {cause}; mend or remove it"))),
    }
}

fn parse(shown: &str, text: &str) -> Said {
    let mut said = Said::default();
    let mut found = Vec::new();
    match DeTable::parse(text) {
        Ok(table) => walk(text, "", table.get_ref(), &mut said.values, &mut found),
        Err(error) => {
            let line = error.span().map_or(1, |span| line_at(text, span.start));
            let message = error.message().trim().to_owned();
            found.push((line, message));
        }
    }
    // Tables come in the order of their keys; people read by line.
    said.values.sort_by_key(|(_, _, line)| *line);
    found.sort();
    let problem = |(line, message)| Problem { place: format!("{shown}:{line}"), message };
    said.problems = found.into_iter().map(problem).collect();
    said
}

fn walk(
    text: &str,
    above: &str,
    table: &DeTable<'_>,
    values: &mut Vec<(&'static Setting, Value, usize)>,
    problems: &mut Vec<(usize, String)>,
) {
    for (name, value) in table {
        let key = format!("{above}{}", name.get_ref());
        let line = line_at(text, name.span().start);
        match (setting(&key), value.get_ref()) {
            (Some(setting), value) => match take(setting.kind, value) {
                Some(value) => values.push((setting, value, line)),
                None => {
                    problems.push((line, format!("`{key}` must be {}", setting.kind.words())));
                }
            },
            (None, DeValue::Table(inner)) if is_table(&key) => {
                walk(text, &format!("{key}."), inner, values, problems);
            }
            _ => problems.push((line, unknown(&key))),
        }
    }
}

/// What to say of a key that is no setting.
pub(super) fn unknown(key: &str) -> String {
    match nearest_key(key) {
        Some(near) => format!("there is no setting `{key}`; did you mean `{near}`?"),
        None => format!("there is no setting `{key}`; `epitome config` lists those there are"),
    }
}

fn is_table(key: &str) -> bool {
    SETTINGS
        .iter()
        .any(|setting| setting.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')))
}

fn take(kind: Kind, value: &DeValue<'_>) -> Option<Value> {
    match (kind, value) {
        (Kind::Bool, DeValue::Boolean(value)) => Some(Value::Bool(*value)),
        (_, DeValue::Integer(number)) => kind
            .whole(i128::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()?),
        (_, DeValue::Float(number)) => kind.number(number.as_str().replace('_', "").parse().ok()?),
        (_, DeValue::String(text)) => kind.text(text),
        (Kind::List, DeValue::Array(items)) => {
            let texts = items.iter().map(|item| item.get_ref().as_str().map(str::to_owned));
            texts.collect::<Option<Vec<String>>>().map(Value::List)
        }
        _ => None,
    }
}

fn line_at(text: &str, byte: usize) -> usize {
    1 + text.as_bytes()[..byte.min(text.len())].iter().filter(|byte| **byte == b'\n').count()
}
