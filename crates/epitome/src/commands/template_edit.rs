//! `epitome template edit`: a template in the user's editor, and nothing of their work is lost.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use anyhow::{Context as _, bail};
use epitome_engine::template::{
    BUILTIN_NAME, TemplateError, TemplateKind, TemplateName, Templates,
};

/// Opens a template in the editor and saves it if it changed and can be used. A text that cannot is
/// kept in a temporary file, which is named.
pub(super) fn edit(templates: &Templates, kind: TemplateKind, name: &str) -> anyhow::Result<bool> {
    // Told before the editor opens, not after the work is done.
    if TemplateName::new(name)?.is_builtin() {
        return Err(TemplateError::Protected.into());
    }
    templates.folder()?;
    let editor = editor()?;
    let (before, is_new) = match templates.load(kind, name) {
        Ok(template) => (template.text, false),
        Err(TemplateError::NotFound { .. }) => (templates.load(kind, BUILTIN_NAME)?.text, true),
        Err(error) => return Err(error.into()),
    };
    let mut file = tempfile::Builder::new()
        .prefix(&format!("epitome-{}-", kind.word()))
        .suffix(".md")
        .tempfile()
        .context("making a temporary file for the editor")?;
    file.write_all(before.as_bytes())?;
    file.flush()?;
    let (_, path) = file.keep().context("keeping the temporary file for the editor")?;
    let remove = || fs::remove_file(&path).context("removing the temporary file");

    // By a shell, since editors come with options: `code --wait`.
    let status = Command::new("sh")
        .args(["-c", &format!("{editor} \"$1\""), "sh"])
        .arg(&path)
        .status()
        .with_context(|| format!("starting the editor `{editor}`"))?;
    if !status.success() {
        bail!(
            "the editor `{editor}` failed; nothing was saved, your text is in {}",
            path.display()
        );
    }
    let kept = || format!("nothing was saved, your text is in {}", path.display());
    let after = fs::read_to_string(&path).with_context(kept)?;
    if after == before && !is_new {
        remove()?;
        return Ok(false);
    }
    templates.save(kind, name, &after).with_context(kept)?;
    remove()?;
    Ok(true)
}

/// The editor that the user asked for.
fn editor() -> anyhow::Result<String> {
    let named = |variable| std::env::var(variable).ok().filter(|editor| !editor.trim().is_empty());
    named("VISUAL").or_else(|| named("EDITOR")).context(
        "no editor is known; set EDITOR, or pipe the text into `epitome template save KIND NAME`",
    )
}
