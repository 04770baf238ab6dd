//! `cargo xtask bench`: speed and memory, as ratios within one run.
//!
//! Machines differ and are busy, so a figure in seconds says little; what our work costs beside the
//! work that nobody can avoid, on the same files and cores within the same minute, says more.

pub(crate) mod cpu;
mod files;
mod index;
mod link;
mod memory;
mod outline;
mod scan;
mod search;
mod vectors;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use epitome_engine::outline::{WorkerCommand, WorkerLimits, Workers, run_worker};

/// What to measure
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Outlining against parsing alone, and its memory
    Outline {
        /// Repositories to outline, each by itself
        #[arg(required = true)]
        roots: Vec<PathBuf>,
        /// Rounds; the median counts
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Indexing from nothing, with nothing changed and after an edit, and its memory
    Index {
        /// Repositories to index, each by itself, in a copy
        #[arg(required = true)]
        roots: Vec<PathBuf>,
        /// Rounds; the median counts
        #[arg(long, default_value_t = 3)]
        rounds: usize,
    },
    /// Linking and ranking against outlining
    Link {
        /// Repositories to link, each by itself
        #[arg(required = true)]
        roots: Vec<PathBuf>,
    },
    /// A walk over many files, and its memory
    Scan {
        /// How many files to make
        #[arg(long, default_value_t = 1_000_000)]
        files: usize,
    },
    /// Embedding: texts and tokens a second, time until ready, size
    Vectors {
        /// A packed model, instead of the embedded one
        #[arg(long)]
        model: Option<PathBuf>,
        /// Real texts, as JSON objects, one a line, instead of made ones
        #[arg(long)]
        texts: Option<PathBuf>,
        /// The field of theirs to read
        #[arg(long, default_value = "text")]
        field: String,
        /// A folder with MiniLM as ONNX and its tokenizer, to compare with
        #[arg(long, value_name = "DIR")]
        minilm: Option<PathBuf>,
        /// A Python with onnxruntime, tokenizers and numpy
        #[arg(long, default_value = "python3")]
        python: PathBuf,
    },
    /// The word index and the index of vectors: building, opening, asking, recall
    Search {
        /// Numbers of documents
        #[arg(long, default_values_t = [100_000, 1_000_000])]
        sizes: Vec<usize>,
        /// Real texts for the vectors, as JSON objects, one a line, instead of made ones
        #[arg(long)]
        texts: Option<PathBuf>,
        /// The field of theirs that is to be found
        #[arg(long, default_value = "code")]
        field: String,
        /// The field of theirs that asks
        #[arg(long, default_value = "sentence")]
        query_field: String,
        /// Where to build the indexes; nothing is left there
        #[arg(long)]
        folder: Option<PathBuf>,
    },
    /// Open indexes and ask once, and say how long that took
    #[command(hide = true)]
    SearchCold { state: PathBuf },
    /// Outline a tree, keep everything, and say how much memory that took
    #[command(hide = true)]
    OutlineMemory { root: PathBuf },
    /// Walk a tree and say how much memory that took
    #[command(hide = true)]
    ScanMemory { root: PathBuf },
}

pub(crate) fn run(
    root: impl FnOnce() -> anyhow::Result<PathBuf>,
    args: Args,
) -> anyhow::Result<ExitCode> {
    // A figure of an unoptimised program is no figure.
    if cfg!(debug_assertions) {
        return again_optimised();
    }
    match args.what {
        What::Outline { roots, rounds } => outline::run(&roots, rounds),
        What::Index { roots, rounds } => index::run(&roots, rounds),
        What::Link { roots } => link::run(&roots),
        What::Scan { files } => scan::run(files),
        What::Vectors { model, texts, field, minilm, python } => {
            let options = vectors::Options { model, texts, field, minilm, python };
            vectors::run(&root()?, &options)
        }
        What::Search { sizes, texts, field, query_field, folder } => {
            let fields = (field, query_field);
            search::run(&search::Options { sizes, texts, fields, folder })
        }
        What::SearchCold { state } => search::cold_child(&state),
        What::OutlineMemory { root } => memory::outline(&root),
        What::ScanMemory { root } => memory::scan(&root),
    }?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn again_optimised() -> anyhow::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "xtask", "--"])
        .args(std::env::args_os().skip(1))
        .status()
        .context("starting cargo for an optimised build")?;
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)))
}

/// What the workers of [`workers`] run.
pub(crate) fn worker() -> anyhow::Result<ExitCode> {
    run_worker(WorkerLimits::default())?;
    Ok(ExitCode::SUCCESS)
}

/// Worker processes as the product uses them.
fn workers() -> anyhow::Result<Workers> {
    Ok(Workers::new(WorkerCommand {
        program: std::env::current_exe()?,
        args: vec!["outline-worker".to_owned()],
        environment: Vec::new(),
        limits: WorkerLimits::default(),
    }))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
