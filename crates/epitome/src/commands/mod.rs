//! One file a command.

mod embed;
mod graph;
mod impact;
mod languages;
mod outline;
mod outline_worker;
mod scip;
mod survey;

use std::process::ExitCode;

use crate::arguments::{Arguments, Command};

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        None => survey::run(&arguments.survey),
        Some(Command::Outline(outline)) => outline::run(&outline),
        Some(Command::Impact(impact)) => impact::run(&impact),
        Some(Command::Graph(graph)) => graph::run(&graph),
        Some(Command::Scip(scip)) => scip::run(&scip),
        Some(Command::Embed(embed)) => embed::run(&embed),
        Some(Command::Languages(languages)) => languages::run(&languages),
        Some(Command::OutlineWorker) => outline_worker::run(),
    }
}
