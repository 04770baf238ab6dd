//! `epitome config`, as typed.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome config                      every setting, its value and where it comes from
  epitome config get llm.model        one value
  epitome config --json | jq '.settings[] | select(.source.kind != \"default\")'

A setting comes from, each above the one before: its default; `.epitome/config.toml` of the project;
`epitome/config.toml` in your configuration folder; the environment (`EPITOME_LLM_MODEL` for
`llm.model`); flags. What decides where text, keys and money go is not taken from a project unless
your own file names it in `trusted_projects`. docs/reference/configuration.md describes them all.

Exit codes: 0 done; 1 the configuration is wrong; 3 no such setting.")]
pub(crate) struct ConfigArguments {
    #[command(subcommand)]
    pub(crate) action: Option<ConfigAction>,
    /// The project.
    #[arg(long, value_name = "PATH", default_value = ".", global = true)]
    pub(crate) root: PathBuf,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum ConfigAction {
    /// Print one value.
    Get {
        /// The setting, such as `llm.model`.
        key: String,
    },
}
