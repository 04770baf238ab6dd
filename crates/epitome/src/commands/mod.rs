//! One file a command.

mod clean;
mod config;
mod doctor;
mod embed;
mod eval;
mod export;
mod graph;
mod home;
mod impact;
mod index;
mod languages;
mod outline;
mod outline_worker;
mod overview;
mod scip;
mod search;
mod show;
mod spend;
mod status;
mod summarize;
mod template;
mod template_edit;
mod watch;

use std::process::ExitCode;

use crate::arguments::{Arguments, Command};

pub(crate) use search::label as feature_label;

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        None => home::run(&arguments.home),
        Some(Command::Index(index)) => index::run(&index),
        Some(Command::Status(status)) => status::run(&status),
        Some(Command::Summarize(summarize)) => summarize::run(&summarize),
        Some(Command::Search(search)) => search::run(&search),
        Some(Command::Show(show)) => show::run(&show),
        Some(Command::Overview(overview)) => overview::run(&overview),
        Some(Command::Clean(clean)) => clean::run(&clean),
        Some(Command::Doctor(doctor)) => doctor::run(&doctor),
        Some(Command::Outline(outline)) => outline::run(&outline),
        Some(Command::Impact(impact)) => impact::run(&impact),
        Some(Command::Graph(graph)) => graph::run(&graph),
        Some(Command::Scip(scip)) => scip::run(&scip),
        Some(Command::Embed(embed)) => embed::run(&embed),
        Some(Command::Config(config)) => config::run(&config),
        Some(Command::Template(template)) => template::run(&template),
        Some(Command::Eval(eval)) => eval::run(&eval),
        Some(Command::Export(export)) => export::run(&export),
        Some(Command::Watch(watch)) => watch::run(&watch),
        Some(Command::Languages(languages)) => languages::run(&languages),
        Some(Command::OutlineWorker) => outline_worker::run(),
    }
}
