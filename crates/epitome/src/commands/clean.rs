//! `epitome clean`: removes the index.

use std::io::Write as _;
use std::process::ExitCode;

use epitome_engine::index::clean;
use epitome_engine::scan::display_os_path;
use epitome_engine::update::{now, state_path};

use crate::arguments::Clean;
use crate::exit::NO_INDEX;
use crate::output::{json, stdout};
use crate::wire::upkeep::CleanJson;

pub(crate) fn run(arguments: &Clean) -> anyhow::Result<ExitCode> {
    let state = state_path(&arguments.path);
    let there = std::fs::symlink_metadata(&state).is_ok();
    let removed = there && arguments.yes && clean(&arguments.path, &now())?;
    let mut out = stdout();
    let shown = display_os_path(&state);
    if arguments.json {
        json(&mut out, &CleanJson { path: &shown, found: there, removed })?;
    } else if removed {
        writeln!(out, "Removed {shown}.")?;
    } else if there {
        writeln!(out, "{shown} would be removed, with everything in it; add --yes to do it.")?;
    } else {
        writeln!(out, "There is no index at {shown}.")?;
    }
    out.flush()?;
    Ok(if there { ExitCode::SUCCESS } else { ExitCode::from(NO_INDEX) })
}
