//! A new name for a template that others refer to: file and references change together or not (M42).

use std::fs;

use super::error::{RenameError, TemplateError};
use super::file::path_of;
use super::kind::TemplateKind;
use super::name::TemplateName;
use super::store::Templates;
use super::write;

impl Templates {
    /// Renames a template and lets `update` change what refers to it, in a transaction of its own.
    /// If `update` fails, the file gets its old name back.
    pub fn rename<E: std::error::Error + 'static>(
        &self,
        kind: TemplateKind,
        old: &str,
        new: &str,
        update: impl FnOnce(&TemplateName, &TemplateName) -> Result<(), E>,
    ) -> Result<(), RenameError<E>> {
        let (from, to) = (TemplateName::new(old)?, TemplateName::new(new)?);
        let folder = self.folder()?;
        if to.is_builtin() || from.is_builtin() {
            return Err(TemplateError::Protected.into());
        }
        if fs::symlink_metadata(path_of(folder, kind, &to)).is_ok() {
            return Err(TemplateError::Taken { kind, name: to.to_string() }.into());
        }
        write::rename(folder, kind, &from, &to)?;
        update(&from, &to).map_err(|update| match write::rename(folder, kind, &to, &from) {
            Ok(_) => RenameError::Update(update),
            Err(back) => RenameError::Stuck { update, back },
        })
    }
}
