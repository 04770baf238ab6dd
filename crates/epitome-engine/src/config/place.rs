//! Where configuration files lie.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::state::STATE_FOLDER;

/// The files of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The root of the project.
    pub root: PathBuf,
    /// `.epitome/config.toml` below it.
    pub project: PathBuf,
    /// `epitome/config.toml` in the user's configuration folder; none where that is not known.
    pub user: Option<PathBuf>,
}

impl Places {
    /// The files for a project, by the environment of this process.
    #[must_use]
    pub fn find(root: &Path) -> Places {
        Places::by(root, std::env::var_os("XDG_CONFIG_HOME"), std::env::var_os("HOME"))
    }

    /// As the rules for such folders say: `XDG_CONFIG_HOME` if it is absolute, else `~/.config`.
    #[must_use]
    pub fn by(root: &Path, xdg: Option<OsString>, home: Option<OsString>) -> Places {
        let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
        let folder = xdg
            .and_then(absolute)
            .or_else(|| home.and_then(absolute).map(|home| home.join(".config")));
        Places {
            root: root.to_owned(),
            project: root.join(STATE_FOLDER).join("config.toml"),
            user: folder.map(|folder| folder.join("epitome").join("config.toml")),
        }
    }

    /// The user's templates, where `prompts_dir` says nothing else.
    #[must_use]
    pub fn default_prompts(&self) -> Option<PathBuf> {
        Some(self.user.as_deref()?.parent()?.join("prompts"))
    }
}
