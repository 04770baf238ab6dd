//! The templates there are: those inside the program, and the files of one folder.

use std::path::{Path, PathBuf};

use super::error::TemplateError;
use super::kind::TemplateKind;
use super::name::{BUILTIN_NAME, TemplateName};
use super::{builtin, file, render, try_render, write};

/// Where templates are looked for. Nothing is kept in memory: each call reads anew (M32).
#[derive(Clone, Debug)]
pub struct Templates {
    folder: Option<PathBuf>,
}

/// A template as it was when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What it is for.
    pub kind: TemplateKind,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// `blake3:` and the hash of the text: which prompt it is, for pins and stored summaries (D6).
    pub blake3: String,
    /// What a person calls this version of it.
    pub label: String,
}

/// Where a template comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The program.
    BuiltIn,
    /// A file.
    File(PathBuf),
}

/// A line of a list.
#[derive(Debug)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// The template, or why it cannot be used.
    pub template: Result<Template, TemplateError>,
}

impl Templates {
    /// Templates of a folder, over the built-in ones; without a folder only those.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Templates {
        Templates { folder }
    }

    /// The folder, which is needed for changes.
    pub fn folder(&self) -> Result<&Path, TemplateError> {
        self.folder.as_deref().ok_or(TemplateError::NoFolder)
    }

    /// Reads a template. `default` is the built-in one, whatever lies in the folder (D15, M44).
    pub fn load(&self, kind: TemplateKind, name: &str) -> Result<Template, TemplateError> {
        let name = TemplateName::new(name)?;
        if name.is_builtin() {
            let text = builtin::text(kind).to_owned();
            let label = builtin::label(kind).to_owned();
            return Ok(Template::new(kind, name.to_string(), text, Origin::BuiltIn, Some(label)));
        }
        let Some(folder) = &self.folder else {
            return Err(TemplateError::NotFound { kind, name: name.to_string() });
        };
        let text = file::read(folder, kind, &name)?;
        let origin = Origin::File(file::path_of(folder, kind, &name));
        Ok(Template::new(kind, name.to_string(), text, origin, None))
    }

    /// Whether there is a template of that name; no name, no template (M38).
    #[must_use]
    pub fn exists(&self, kind: TemplateKind, name: &str) -> bool {
        self.load(kind, name).is_ok()
    }

    /// Names of the files of a kind, sorted; none where there is no folder (M37).
    pub fn file_names(&self, kind: TemplateKind) -> Result<Vec<TemplateName>, TemplateError> {
        self.folder.as_deref().map_or_else(|| Ok(Vec::new()), |folder| file::names(folder, kind))
    }

    /// Every template of a kind: the built-in one, then the files. A file called `default` is none.
    pub fn list(&self, kind: TemplateKind) -> Result<Vec<Listed>, TemplateError> {
        let files = self.file_names(kind)?;
        let names = files.iter().filter(|name| !name.is_builtin()).map(TemplateName::as_str);
        let listed =
            |name: &str| Listed { name: name.to_owned(), template: self.usable(kind, name) };
        Ok(std::iter::once(BUILTIN_NAME).chain(names).map(listed).collect())
    }

    /// Reads a template and makes sure that it can be rendered.
    pub fn usable(&self, kind: TemplateKind, name: &str) -> Result<Template, TemplateError> {
        let template = self.load(kind, name)?;
        template.check()?;
        Ok(template)
    }

    /// Saves a text under a name, if it can be rendered and is not too large (M39, M43, M44).
    pub fn save(
        &self,
        kind: TemplateKind,
        name: &str,
        text: &str,
    ) -> Result<Template, TemplateError> {
        let name = changeable(name)?;
        let folder = self.folder()?;
        file::check_size(&name, text.as_bytes())?;
        try_render(kind, text).map_err(|problem| TemplateError::Render {
            kind,
            name: name.to_string(),
            problem,
        })?;
        let path = write::save(folder, kind, &name, text)?;
        Ok(Template::new(kind, name.to_string(), text.to_owned(), Origin::File(path), None))
    }

    /// Removes a template's file (M40, M44).
    pub fn delete(&self, kind: TemplateKind, name: &str) -> Result<(), TemplateError> {
        let name = changeable(name)?;
        write::delete(self.folder()?, kind, &name)
    }

    /// Gives a file another name, looking at nothing else (M41). Where something refers to
    /// templates by name, [`Templates::rename`] is the one to use.
    pub fn rename_file(
        &self,
        kind: TemplateKind,
        old: &str,
        new: &str,
    ) -> Result<PathBuf, TemplateError> {
        let (old, new) = (changeable(old)?, changeable(new)?);
        write::rename(self.folder()?, kind, &old, &new)
    }
}

/// A name whose template may be changed.
fn changeable(name: &str) -> Result<TemplateName, TemplateError> {
    let name = TemplateName::new(name)?;
    if name.is_builtin() { Err(TemplateError::Protected) } else { Ok(name) }
}

impl Template {
    /// A version without a label of its own is called by its name and the start of its hash.
    fn new(
        kind: TemplateKind,
        name: String,
        text: String,
        origin: Origin,
        label: Option<String>,
    ) -> Template {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        let label = label.unwrap_or_else(|| format!("{name}@{}", &hash[..8]));
        Template { kind, name, text, origin, blake3: format!("blake3:{hash}"), label }
    }

    /// The prompt: the text with its places filled in.
    pub fn render(&self, values: &[(&str, &str)]) -> Result<String, TemplateError> {
        render(self.kind, &self.text, values).map_err(|problem| self.refuse(problem))
    }

    /// Whether the template can be rendered.
    pub fn check(&self) -> Result<(), TemplateError> {
        try_render(self.kind, &self.text).map_err(|problem| self.refuse(problem))
    }

    fn refuse(&self, problem: super::RenderProblem) -> TemplateError {
        TemplateError::Render { kind: self.kind, name: self.name.clone(), problem }
    }
}
