//! A language as JSON.

use epitome_engine::languages::LanguageInfo;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct LanguageJson<'a> {
    id: &'a str,
    name: &'a str,
    depth: &'static str,
    extensions: &'a [String],
    filenames: &'a [String],
    interpreters: &'a [String],
}

impl<'a> From<&'a LanguageInfo> for LanguageJson<'a> {
    fn from(language: &'a LanguageInfo) -> Self {
        LanguageJson {
            id: &language.id,
            name: &language.name,
            depth: if language.is_deep { "deep" } else { "plain" },
            extensions: &language.extensions,
            filenames: &language.filenames,
            interpreters: &language.interpreters,
        }
    }
}
