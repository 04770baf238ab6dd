//! What the user typed, before anything is done about it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Turns a repository into grounded, searchable summaries.
///
/// Without a command: outlines the repository at PATH and says what is in it.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true, after_help = "\
Examples:
  epitome                         what is in the current repository
  epitome outline src/main.rs     the outline of one file
  epitome outline . --json        outlines of a tree, one JSON object a line
  epitome languages               what can be read, and how deep")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) survey: Survey,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print the outline of a file, or of every file below a folder.
    Outline(Outline),
    /// List the languages, their file names, and how deep each is read.
    Languages(Languages),
    /// Serve outline requests on standard input; started by epitome itself.
    #[command(name = "outline-worker", hide = true)]
    OutlineWorker,
}

/// The default command.
#[derive(Args, Debug)]
pub(crate) struct Survey {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome outline src/main.rs            symbols with their lines and first words of documentation
  epitome outline src/main.rs --facts    every call, error, return, literal as well
  epitome outline . --json | jq -r '.symbols[].id'")]
pub(crate) struct Outline {
    /// A file or a folder.
    pub(crate) path: PathBuf,
    /// Print JSON, one object a file and line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print every fact, not only symbols.
    #[arg(long, conflicts_with = "json")]
    pub(crate) facts: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  epitome languages --json")]
pub(crate) struct Languages {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How files are read.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    /// Skip files larger than this many bytes.
    #[arg(long, value_name = "BYTES", default_value_t = epitome_engine::scan::DEFAULT_MAX_BYTES)]
    pub(crate) max_bytes: u64,
    /// Threads to use; 0 for as many as there are cores.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}
