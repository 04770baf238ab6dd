//! `cargo xtask`: the chores of this workspace, one file for each subcommand.
//!
//! A new subcommand is one file with an `Args` struct and a `run` function, one variant here, and
//! one arm in [`main`].

#![expect(clippy::print_stdout, reason = "what a chore finds is its output")]

mod bench;
mod docs;
mod eval;
mod faults;
mod language;
mod lines;
mod model;
mod test_code;
mod tidy;
mod tree;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the Epitome workspace.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    /// The workspace to work on, instead of the one this program was started from
    #[arg(long, global = true, value_name = "PATH")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check the house rules
    Tidy(tidy::Args),
    /// Show which requirement lines are proven by a test
    Lines(lines::Args),
    /// Write the generated reference pages, or check that they are fresh
    Docs(docs::Args),
    /// Try or refresh a language folder
    Language(language::Args),
    /// Measure speed and memory
    Bench(bench::Args),
    /// Measure how right the results are
    Eval(eval::Args),
    /// Kill, starve and damage the index, and see that nothing is lost
    Faults(faults::Args),
    /// Publish, read or contend, as told; started by `faults`
    #[command(hide = true)]
    FaultsChild(faults::ChildArgs),
    /// Make the parts of the embedded model
    Model(model::Args),
    /// Serve outline requests on standard input; started by `bench`
    #[command(hide = true)]
    OutlineWorker,
}

fn main() -> anyhow::Result<ExitCode> {
    let Cli { root, chore } = Cli::parse();
    // Measuring works anywhere; the other chores are about a workspace.
    let root = || root.map_or_else(workspace::root, Ok);
    match chore {
        Chore::Tidy(args) => tidy::run(&root()?, args),
        Chore::Lines(args) => lines::run(&root()?, args),
        Chore::Docs(args) => docs::run(&root()?, args),
        Chore::Language(args) => language::run(&root()?, args),
        Chore::Bench(args) => bench::run(root, args),
        Chore::Eval(args) => eval::run(root, args),
        Chore::Faults(args) => faults::run(&args),
        Chore::FaultsChild(args) => faults::run_child(&args),
        Chore::Model(args) => model::run(args),
        Chore::OutlineWorker => bench::worker(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
