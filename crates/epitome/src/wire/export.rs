//! What an export wrote, as JSON.

use epitome_engine::export::Exported;
use serde::Serialize;

use super::upkeep::IndexStateJson;

#[derive(Serialize)]
pub(crate) struct ExportJson<'a> {
    format: &'static str,
    path: &'a str,
    documents: u64,
    bytes: u64,
    index: IndexStateJson<'a>,
}

impl<'a> ExportJson<'a> {
    pub(crate) fn new(
        format: &'static str,
        path: &'a str,
        exported: Exported,
        index: IndexStateJson<'a>,
    ) -> ExportJson<'a> {
        let Exported { documents, bytes } = exported;
        ExportJson { format, path, documents, bytes, index }
    }
}
