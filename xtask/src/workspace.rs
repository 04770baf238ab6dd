//! Finding the root folder of the workspace.

use std::path::PathBuf;

use anyhow::Context;

/// The folder of the workspace's manifest.
///
/// Cargo tells a program it runs where the program's package lies. That is asked at run time and
/// not with `env!`, because a build folder may be shared by two checkouts, and because a path of
/// the building machine has no place in a binary.
pub(crate) fn root() -> anyhow::Result<PathBuf> {
    if let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Some(root) = PathBuf::from(package).parent()
    {
        return Ok(root.to_path_buf());
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    here.ancestors()
        .find(|folder| folder.join("xtask/Cargo.toml").is_file())
        .map(PathBuf::from)
        .context("no workspace here: run `cargo xtask` inside the checkout, or give --root")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_this_package() {
        assert!(root().unwrap().join("xtask/src/workspace.rs").is_file());
    }
}
