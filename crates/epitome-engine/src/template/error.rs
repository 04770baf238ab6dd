//! What can go wrong with a template.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::kind::TemplateKind;
use super::pieces::RenderProblem;
use crate::scan::display_os_path;

/// Why a template cannot be read, saved or used.
#[derive(Debug, Error)]
pub enum TemplateError {
    /// Not a name (M31).
    #[error(
        "`{name}` cannot be a template's name: {cause}; use letters, digits, blanks, `-` and `_`"
    )]
    Name {
        /// As it was given.
        name: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// There is none of that name (M36, M40).
    #[error("there is no template `{name}` of kind {}; `epitome template list` names those there are", .kind.word())]
    NotFound {
        /// The kind that was asked for.
        kind: TemplateKind,
        /// The name.
        name: String,
    },
    /// It cannot be rendered (M34).
    #[error("template `{name}` of kind {}: {problem}", .kind.word())]
    Render {
        /// Its kind.
        kind: TemplateKind,
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: RenderProblem,
    },
    /// Too large (M30).
    #[error("template `{name}` has {bytes} bytes; {} are allowed", super::MAX_TEMPLATE_BYTES)]
    TooLarge {
        /// Its name.
        name: String,
        /// Its size, or where reading it ended.
        bytes: u64,
    },
    /// `default` cannot be changed (M44).
    #[error(
        "`default` is inside the program and cannot be changed, removed or replaced; save your text under another name"
    )]
    Protected,
    /// Pinned mode does not know this text (D6).
    #[error("template `{name}` of kind {} is {blake3}, which `allow.templates` does not list; look at its text with `epitome template show`, and add the hash if it is right", .kind.word())]
    NotPinned {
        /// Its kind.
        kind: TemplateKind,
        /// Its name.
        name: String,
        /// The hash of its text.
        blake3: String,
    },
    /// The name is taken (M42).
    #[error("there is a template `{name}` of kind {} already; choose another name or delete it first", .kind.word())]
    Taken {
        /// The kind.
        kind: TemplateKind,
        /// The name.
        name: String,
    },
    /// A link leads out of the folder (M31).
    #[error("`{}` leads out of the folder of templates `{}`; a template is a file inside it", display_os_path(.path), display_os_path(.folder))]
    Escape {
        /// What was followed.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// Not UTF-8.
    #[error("`{}` is not UTF-8 text; save it in that encoding", display_os_path(.path))]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// There is no folder to keep templates in.
    #[error(
        "there is no folder for templates; set `prompts_dir` in a configuration file or `EPITOME_PROMPTS_DIR`"
    )]
    NoFolder,
    /// The system refused.
    #[error("`{}`: {cause}; check the folder `prompts_dir` and its permissions", display_os_path(.path))]
    Io {
        /// What was read or written.
        path: PathBuf,
        /// The system's own words.
        cause: io::Error,
    },
}

/// Why a template kept its old name, or not even that.
#[derive(Debug, Error)]
pub enum RenameError<E: std::error::Error + 'static> {
    /// The file could not be renamed; nothing has changed.
    #[error(transparent)]
    File(#[from] TemplateError),
    /// What refers to the template could not be changed; the file has its old name again.
    #[error("what refers to the template could not be changed, so it keeps its name: {0}")]
    Update(E),
    /// Neither could the file be given its old name back.
    #[error(
        "what refers to the template could not be changed ({update}), and the file could not be given its old name back ({back}); rename it by hand"
    )]
    Stuck {
        /// Why the references could not be changed.
        update: E,
        /// Why the file could not be renamed back.
        back: TemplateError,
    },
}
