//! `epitome status --spend`: the ledger.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use epitome_engine::database::Database;
use epitome_engine::summarize::Money;
use epitome_engine::update::state_path;

use super::status::no_index;
use crate::exit::NO_INDEX;
use crate::output::{count, json, plain, stdout};
use crate::wire::summarize::SpendJson;

pub(super) fn run(root: &Path, as_json: bool) -> anyhow::Result<ExitCode> {
    let Some(database) = Database::open_to_read(&state_path(root))? else {
        writeln!(anstream::stderr(), "{}", no_index(root))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let days = database.spending()?;
    let mut out = stdout();
    if as_json {
        json(&mut out, &SpendJson::new(&days))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    if days.is_empty() {
        writeln!(out, "No language model was asked.")?;
    }
    for day in &days {
        writeln!(
            out,
            "{} {}: {} ({} used), {}; {} tokens in, {} read from a cache, {} written to it, {} out",
            day.day,
            plain(&day.model),
            count(day.calls, "call"),
            day.used,
            money(day.cost, day.unpriced),
            day.input,
            day.cache_read,
            day.cache_write,
            day.output
        )?;
    }
    if days.len() > 1 {
        let (cost, unpriced) =
            days.iter().fold((0, 0), |sum, day| (sum.0 + day.cost, sum.1 + day.unpriced));
        writeln!(out, "all: {}", money(cost, unpriced))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn money(pico: u64, unpriced: u64) -> String {
    let known = Money::from_pico(pico).to_string();
    if unpriced == 0 { known } else { format!("{known} and {unpriced} without a known price") }
}
