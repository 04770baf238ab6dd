//! What was typed after `epitome watch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Reading;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome watch                  keeps the index of the current repository fresh until Ctrl-C
  epitome watch --json | jq -r 'select(.event == \"updated\") | .documents.rewritten'
  epitome watch --poll 5         looks every 5 seconds; for shared folders that tell of no changes

Changes are read when nothing happened for 0.2 s, or after 2 s; a burst, such as a switch of branches, is
one update. What .gitignore and .epitomeignore hide wakes nobody. An update that fails is told and tried
again, after 1 s, then 2, 4 and so on up to a minute. Network file systems, and trees with more folders
than the system lets one watch, are looked at every 2 s instead, or less often where a look takes long.

Exit codes: 130 ended by Ctrl-C; 1 failed.")]
pub(crate) struct WatchArguments {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Look every so many seconds instead of being told by the system.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) poll: Option<Duration>,
    /// Print JSON, one object a line, for the start, each update and each failure.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give 0.1 to 86400 seconds".to_owned())
}
