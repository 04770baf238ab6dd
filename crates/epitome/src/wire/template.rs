//! Templates as JSON.

use epitome_engine::scan::display_os_path;
use epitome_engine::template::{Listed, Origin, Template, TemplateKind};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct KindJson {
    kind: &'static str,
    meaning: &'static str,
    placeholders: Vec<PlaceholderJson>,
    templates: Vec<ListedJson>,
}

#[derive(Serialize)]
struct PlaceholderJson {
    name: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
pub(crate) struct ListedJson {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) built_in: bool,
    pub(crate) label: Option<String>,
    pub(crate) blake3: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) trouble: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct TemplateJson {
    #[serde(flatten)]
    about: ListedJson,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct DoneJson<'a> {
    pub(crate) kind: &'static str,
    pub(crate) name: &'a str,
    pub(crate) done: &'static str,
}

impl ListedJson {
    pub(crate) fn new(kind: TemplateKind, listed: Listed) -> ListedJson {
        match listed.template {
            Ok(template) => ListedJson::of(&template),
            Err(error) => ListedJson {
                kind: kind.word(),
                name: listed.name,
                built_in: false,
                label: None,
                blake3: None,
                path: None,
                trouble: Some(error.to_string()),
            },
        }
    }

    pub(crate) fn of(template: &Template) -> ListedJson {
        ListedJson {
            kind: template.kind.word(),
            name: template.name.clone(),
            built_in: template.origin == Origin::BuiltIn,
            label: Some(template.label.clone()),
            blake3: Some(template.blake3.clone()),
            path: match &template.origin {
                Origin::BuiltIn => None,
                Origin::File(path) => Some(display_os_path(path)),
            },
            trouble: None,
        }
    }
}

impl TemplateJson {
    pub(crate) fn new(template: &Template) -> TemplateJson {
        TemplateJson { about: ListedJson::of(template), text: template.text.clone() }
    }
}

impl KindJson {
    pub(crate) fn new(kind: TemplateKind, templates: Vec<ListedJson>) -> KindJson {
        let places = kind.placeholders().iter();
        KindJson {
            kind: kind.word(),
            meaning: kind.meaning(),
            placeholders: places
                .map(|place| PlaceholderJson { name: place.name, meaning: place.meaning })
                .collect(),
            templates,
        }
    }
}
