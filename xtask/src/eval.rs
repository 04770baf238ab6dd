//! `cargo xtask eval`: how right the results are, against somebody else's opinion.

mod bm25;
mod graph;
mod grounding;
mod outline;
mod redaction;
mod summaries;
mod summary_sample;
mod vectors;

use std::path::PathBuf;
use std::process::ExitCode;

/// What to judge
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Functions found in a tree, against an independent extractor (xtask/extractors/)
    Outline {
        /// The language's id, such as `python`
        language: String,
        /// The tree
        tree: PathBuf,
        /// Print so many of the disagreements of each kind
        #[arg(long, default_value_t = 0)]
        show: usize,
    },
    /// How well functions are found by their summaries alone, on a set of doc sentences
    Summaries(summaries::Args),
    /// Print summaries drawn at random over all languages, to be read and judged
    SampleSummaries(summary_sample::Args),
    /// Calls inferred in a tree, against a SCIP index of it
    Graph {
        /// The tree
        tree: PathBuf,
        /// Its index
        index: PathBuf,
        /// Print so many of the disagreements of each kind
        #[arg(long, default_value_t = 0)]
        show: usize,
    },
    /// Sentences against functions and rests of docs, by vectors alone
    Vectors {
        /// A folder with candidates.jsonl, queries.jsonl and rest.jsonl, as models/docfn.py makes it
        #[arg(long)]
        docfn: PathBuf,
        /// A packed model, instead of the embedded one
        #[arg(long)]
        model: Option<PathBuf>,
        /// Another model's vectors, as NAME=FOLDER of .npy files
        #[arg(long = "vectors", value_name = "NAME=FOLDER", value_parser = named_folder)]
        others: Vec<(String, PathBuf)>,
    },
    /// What is taken out of trees before it would be sent, and how fast
    Redaction {
        /// The trees
        #[arg(required = true)]
        trees: Vec<PathBuf>,
        /// Print so many of the lines of each kind
        #[arg(long, default_value_t = 0)]
        show: usize,
    },
    /// Summaries made offline, by the checker: false alarms, and planted errors found
    Grounding {
        /// The trees
        #[arg(required = true)]
        trees: Vec<PathBuf>,
        /// How many errors to plant
        #[arg(long, default_value_t = 500)]
        errors: usize,
        /// Another seed plants other errors
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Print so many of the reasons of each kind, and of the errors missed, for each tree
        #[arg(long, default_value_t = 0)]
        show: usize,
    },
}

fn named_folder(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("write it as NAME=FOLDER")?;
    Ok((name.to_owned(), folder.into()))
}

pub(crate) fn run(
    root: impl FnOnce() -> anyhow::Result<PathBuf>,
    args: Args,
) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Outline { language, tree, show } => outline::run(&root()?, &language, &tree, show),
        What::Summaries(args) => summaries::run(&args),
        What::SampleSummaries(args) => summary_sample::run(&args),
        What::Graph { tree, index, show } => graph::run(&tree, &index, show),
        What::Grounding { trees, errors, seed, show } => grounding::run(&trees, errors, seed, show),
        What::Redaction { trees, show } => redaction::run(&trees, show),
        What::Vectors { docfn, model, others } => vectors::run(&docfn, model.as_deref(), &others),
    }
}
