//! `epitome`: turns a repository into grounded, searchable summaries.
//!
//! This crate is thin: it parses what the user typed, calls the engine, and prints. Data goes to
//! standard output, talk to standard error.

mod arguments;
mod commands;
mod exit;
mod interrupt;
mod output;
mod progress;
mod settings;
mod wire;

use std::process::ExitCode;

use clap::Parser as _;

// Documents are made of many short texts on several threads, often freed by another than made them;
// the allocator of the C library spends twice the time on that (`docs/benchmarks.md`). This one takes
// the place of `malloc` for everything in the program, parsers and SQLite included, by being linked.
use mimalloc as _;

fn main() -> ExitCode {
    let arguments = match arguments::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    match commands::run(arguments) {
        Ok(code) => code,
        Err(error) => exit::failed(&error),
    }
}
