//! The settings that hold for a project, with what was typed above all else.

use std::path::Path;

use epitome_engine::config::{Config, ConfigError, Places, load as load_layers};

/// Reads all layers; `flags` are settings that were typed.
pub(crate) fn load(root: &Path, flags: &[(&str, String)]) -> Result<Config, ConfigError> {
    load_layers(Places::find(root), std::env::vars_os(), flags)
}
