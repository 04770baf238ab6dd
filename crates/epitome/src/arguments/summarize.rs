//! `epitome summarize`, as typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Reading;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome summarize                       what would be asked and what it would cost; nothing is sent
  epitome summarize --max-summaries 200 --max-cost 0.50
  epitome summarize --trust any --dry-run
  epitome summarize --max-summaries 20 --record run.json
  epitome summarize --max-summaries 20 --replay run.json

Nothing is sent unless `summaries` is set (`epitome config` says where), `offline` is not, and
`--max-summaries` or `max_summaries_per_run` is more than 0. Only functions, methods and classes that a
SCIP index vouches for are asked about, unless `--trust any`. Secrets are taken out before anything is
sent, and the most that a call can cost is put aside before it, so that `--max-cost` is never passed.
Each answer is checked against its lines and stored at once: Ctrl-C loses only what is in flight, and
what is stored is never paid for again. A recording holds the source that was sent.

Exit codes: 0 done; 1 failed, refused, or ended early; 5 a gate is closed; 130 interrupted.")]
pub(crate) struct SummarizeArguments {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Only say what would be asked, and what it would cost.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Ask about so many symbols at most; 0 only counts [default: as configured].
    #[arg(long, value_name = "N")]
    pub(crate) max_summaries: Option<u64>,
    /// Spend at most so much in this run [default: as configured].
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost: Option<f64>,
    /// Which symbols may be asked about [default: as configured].
    #[arg(long, value_enum)]
    pub(crate) trust: Option<TrustArgument>,
    /// The model to ask [default: as configured].
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Keep all questions and answers in this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Take the answers from this file, and send nothing.
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub(crate) replay: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrustArgument {
    /// Those that a SCIP index vouches for.
    Scip,
    /// Any.
    Any,
}

impl SummarizeArguments {
    /// The settings that were typed.
    pub(crate) fn flags(&self) -> Vec<(&'static str, String)> {
        let mut flags = self.reading.flags();
        flags.extend(self.max_summaries.map(|n| ("max_summaries_per_run", n.to_string())));
        flags.extend(self.max_cost.map(|cost| ("max_cost", cost.to_string())));
        flags.extend(self.model.clone().map(|model| ("summary_model", model)));
        flags.extend(self.trust.map(|trust| {
            let word = if trust == TrustArgument::Any { "any" } else { "scip" };
            ("trust", word.to_owned())
        }));
        flags
    }
}
