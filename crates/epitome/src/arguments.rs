//! What the user typed, before anything is done about it.

mod config;
mod export;
mod summarize;
mod template;
mod watch;

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};
use epitome_engine::scan::ScanOptions;
use epitome_model::document::DocumentKind;

pub(crate) use self::config::{ConfigAction, ConfigArguments};
pub(crate) use self::export::{ExportArguments, ExportFormat};
pub(crate) use self::summarize::SummarizeArguments;
pub(crate) use self::template::{TemplateAction, TemplateArguments};
pub(crate) use self::watch::WatchArguments;
use crate::settings;

/// Turns a repository into grounded, searchable summaries.
///
/// Without a command: indexes the repository at PATH, or refreshes its index, and says what it is.
#[derive(Parser, Debug)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  epitome                         what the current repository is, and where to start
  epitome search \"where are routes matched\"
  epitome show src/main.rs:42     what is known of the function at that line
  epitome overview --md           the repository, module by module, as Markdown
  epitome status                  how fresh the index is
  epitome outline src/main.rs     the outline of one file

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 nothing found; 4 no index; 5 stale, damaged, or a gate not met;
130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) home: Home,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Make the index, or bring it up to date.
    #[command(visible_alias = "update", alias = "init")]
    Index(IndexArguments),
    /// Say how fresh the index is, what it holds and how large it is.
    Status(Status),
    /// Say what a language model would be asked and what that costs; then, if allowed, ask it.
    Summarize(SummarizeArguments),
    /// Find functions, classes, files and modules by a question, a name or the text of an issue.
    Search(Search),
    /// Show what is known of a symbol, file or module, with the lines that show it.
    Show(Show),
    /// Describe the repository, module by module.
    Overview(Overview),
    /// Remove the index of a repository.
    Clean(Clean),
    /// Check every file of the index, and mend what is damaged.
    Doctor(Doctor),
    /// Print the outline of a file, or of every file below a folder.
    Outline(Outline),
    /// Show who calls a symbol and what it calls, with how sure that is and why.
    Impact(Impact),
    /// Export the graph, or a part of it, as dot, Mermaid or JSON.
    Graph(GraphArguments),
    /// Say which SCIP indexers make the graph certain, which indexes are there, and run them.
    Scip(ScipArguments),
    /// Turn texts into vectors, with the model inside the program or an endpoint.
    Embed(Embed),
    /// Show every setting, its value, and where that comes from.
    Config(ConfigArguments),
    /// List, show and change the templates that prompts are made from.
    Template(TemplateArguments),
    /// Measure how well search answers the questions of a set.
    Eval(Eval),
    /// Write the documents elsewhere: as JSON lines, Parquet, SQLite or CSV.
    Export(ExportArguments),
    /// Keep the index fresh while files change.
    Watch(WatchArguments),
    /// List the languages, their file names, and how deep each is read.
    Languages(Languages),
    /// Serve outline requests on standard input; started by epitome itself.
    #[command(name = "outline-worker", hide = true)]
    OutlineWorker,
}

/// The default command.
#[derive(Args, Debug)]
pub(crate) struct Home {
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
  epitome index                     what changed is read again, nothing else
  epitome index --full              everything is made again
  epitome index --json | jq .documents

The index lies in `.epitome` at the root, which git is told to ignore. Ctrl-C stops cleanly: what was
read is kept, and the published index stays as it was.")]
pub(crate) struct IndexArguments {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Make every document again, whatever is remembered.
    #[arg(long)]
    pub(crate) full: bool,
    /// SCIP indexes to believe, beside those found in the repository.
    #[arg(long, value_name = "FILE")]
    pub(crate) scip: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome status
  epitome status --json | jq .stale.changed
  epitome status --spend            what language models were asked and what that cost

Exit codes: 0 fresh; 4 no index; 5 stale or damaged.")]
pub(crate) struct Status {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Show what language models cost, by day and model.
    #[arg(long)]
    pub(crate) spend: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome search \"how are sessions kept alive\"
  epitome search JsonReader --type class
  epitome search \"retry with backoff\" --path src/ --lang python --limit 5
  gh issue view 42 --json title,body -q '.title+\"\\n\"+.body' | epitome search -
  epitome search \"parse the config\" --json | jq -r '.results[].id'

What changed since the index was made is read first where that is quick; else the answer says how
many files are stale. Nothing leaves this machine.

Exit codes: 0 found; 3 nothing speaks of this; 4 no index.")]
pub(crate) struct Search {
    /// A question, a name, a sentence, or the text of an issue; `-` reads standard input.
    #[arg(required = true, value_name = "QUERY")]
    pub(crate) query: Vec<String>,
    /// The repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Only results of this kind; may be given again.
    #[arg(long = "type", value_name = "KIND", value_enum)]
    pub(crate) kinds: Vec<KindArgument>,
    /// Only below this folder, or by this pattern (`src/**`, `!tests/**`); may be given again.
    #[arg(long = "path", value_name = "PATTERN")]
    pub(crate) paths: Vec<String>,
    /// Only in this language, by its id; may be given again.
    #[arg(long = "lang", value_name = "LANGUAGE")]
    pub(crate) languages: Vec<String>,
    /// So many results at most.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = at_least_one)]
    pub(crate) limit: usize,
    /// Say what each score is made of.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Answer from the index as it is, and say what is stale.
    #[arg(long)]
    pub(crate) no_refresh: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one result must be asked for".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KindArgument {
    /// Functions and methods.
    Function,
    /// Classes, structs, traits and the like.
    Class,
    /// Files.
    File,
    /// Folders of code.
    Module,
}

impl KindArgument {
    pub(crate) fn document_kind(self) -> DocumentKind {
        match self {
            KindArgument::Function => DocumentKind::Function,
            KindArgument::Class => DocumentKind::Class,
            KindArgument::File => DocumentKind::File,
            KindArgument::Module => DocumentKind::Module,
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome eval --set semble-dev.jsonl --root TREES
  epitome eval --set questions.jsonl --root . --runs runs/ --json

A set is lines of JSON with `query_id`, `repo`, `commit`, `query`, `gold_files` and, where functions
are asked for, `gold_functions` (`path`, `start`, `end`). Below the root, the tree of each commit lies
in a folder `OWNER+NAME@COMMIT`, of the commit 12 digits; a set about one tree may have that as its
root. Each tree is indexed first, in its own `.epitome`.")]
pub(crate) struct Eval {
    /// The questions.
    #[arg(long, value_name = "FILE")]
    pub(crate) set: PathBuf,
    /// The folder of trees, or the one tree.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: PathBuf,
    /// Write the rankings there, a file for each way to search.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) runs: Option<PathBuf>,
    /// Only as `epitome search` does, without each list alone.
    #[arg(long)]
    pub(crate) only_all: bool,
    /// Write all features of all candidates instead, for fitting weights.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) features: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome show src/auth.py::Login::check
  epitome show src/auth.py:42           the symbol at that line
  epitome show Login.check              by name, where it is the only one
  epitome show src                      a module; `.` is the repository
  epitome show src/auth.py --json | jq .summary")]
pub(crate) struct Show {
    /// An id, a path, `path:line`, or a name.
    pub(crate) asked: String,
    /// The repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome overview
  epitome overview --md > OVERVIEW.md
  epitome overview --json | jq -r '.modules[].id'")]
pub(crate) struct Overview {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Print Markdown.
    #[arg(long)]
    pub(crate) md: bool,
    /// Print JSON.
    #[arg(long, conflicts_with = "md")]
    pub(crate) json: bool,
    /// At most so many modules, the largest first; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) modules: usize,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  epitome clean --yes    removes `.epitome` with everything in it")]
pub(crate) struct Clean {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Do it; without this only what would go is said.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome doctor             checks every byte of the index
  epitome doctor --repair    sets a damaged database aside and builds what is damaged again

Exit codes: 0 all is well; 4 no index; 5 something is damaged.")]
pub(crate) struct Doctor {
    /// The repository.
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Mend what is damaged.
    #[arg(long)]
    pub(crate) repair: bool,
    /// Ask the language model's service for its list of models; without this nothing is sent.
    #[arg(long)]
    pub(crate) reach: bool,
    /// Print JSON.
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
Examples:
  epitome impact LoginHandler.authenticate
  epitome impact src/auth.py:42 --depth 3
  epitome impact authenticate --json | jq '.called_by[].id'")]
pub(crate) struct Impact {
    /// A name, `Class.method`, an id such as `src/auth.py::Login::check`, or `path:line`.
    pub(crate) symbol: String,
    /// Steps to follow.
    #[arg(long, default_value_t = 2)]
    pub(crate) depth: u32,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) source: GraphSource,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome graph --around Ring.insert --depth 1 --format mermaid
  epitome graph --format dot | dot -Tsvg > graph.svg
  epitome graph --format json | jq '.edges | length'")]
pub(crate) struct GraphArguments {
    /// What to print.
    #[arg(long, value_enum, default_value_t = GraphFormat::Json)]
    pub(crate) format: GraphFormat,
    /// Only what is near this symbol.
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) around: Option<String>,
    /// How near, in steps.
    #[arg(long, default_value_t = 1)]
    pub(crate) depth: u32,
    /// Print JSON; the same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) source: GraphSource,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome scip                     which indexer to run for each language found, and how
  epitome scip --run               runs those that are installed, into .epitome/scip/
  epitome scip --json | jq -r '.indexers[] | select(.program_path == null) | .install'

An index that is at the root or in .epitome/scip/ is used by `impact` and `graph` without being
asked for. Indexers may run code of the repository, such as build scripts: use --run only where you
would build it too.

Exit codes: 0 done; 1 an indexer failed; 3 no language with an indexer, or none installed to run.")]
pub(crate) struct ScipArguments {
    /// The repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Run the indexers that are on PATH; without this nothing is run.
    #[arg(long)]
    pub(crate) run: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome embed \"read a file\" \"write a file\"        one line of numbers a text
  epitome embed --json --side query \"read a file\" | jq '.vector | length'
  git log --format=%s | epitome embed --stdin --npy > subjects.npy
  epitome embed --endpoint http://127.0.0.1:8080/v1 --model NAME \"read a file\"

Vectors have length one: the product of two, added up, is their cosine. Only vectors of the same
model can be compared; --json names it. Nothing leaves this machine unless --endpoint is given, or
your configuration names one (`epitome config get embed.provider`).")]
pub(crate) struct Embed {
    /// The texts.
    #[arg(value_name = "TEXT", required_unless_present = "stdin", conflicts_with = "stdin")]
    pub(crate) texts: Vec<String>,
    /// Read texts from standard input, one a line.
    #[arg(long)]
    pub(crate) stdin: bool,
    /// Print JSON, one object a text and line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a numpy array of float32, one row a text.
    #[arg(long, conflicts_with = "json")]
    pub(crate) npy: bool,
    /// What the texts are: what is asked, or what is to be found.
    #[arg(long, value_enum, default_value_t = EmbedSide::Document)]
    pub(crate) side: EmbedSide,
    /// Ask a service that speaks OpenAI's /v1/embeddings instead of the model inside the program.
    #[arg(long, value_name = "URL", requires = "model")]
    pub(crate) endpoint: Option<String>,
    /// The model's name at the endpoint.
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    pub(crate) model: Option<String>,
    /// The environment variable that holds the endpoint's key.
    #[arg(long, value_name = "VARIABLE", requires = "endpoint")]
    pub(crate) key_variable: Option<String>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmbedSide {
    /// What is asked.
    Query,
    /// What is to be found.
    Document,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphFormat {
    /// Graphviz.
    Dot,
    /// Mermaid, which Markdown renderers draw.
    Mermaid,
    /// Nodes and edges with confidence, reason and line.
    Json,
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

/// Which graph, and how much of it.
#[derive(Args, Debug)]
pub(crate) struct GraphSource {
    /// Leave out edges that are less sure than this.
    #[arg(long, value_name = "0..1", default_value_t = 0.5)]
    pub(crate) min_confidence: f32,
    /// The repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) root: PathBuf,
    /// SCIP indexes to believe, beside those found in the repository.
    #[arg(long, value_name = "FILE")]
    pub(crate) scip: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// How files are read. What is not given here comes from the configuration.
#[derive(Args, Debug)]
pub(crate) struct Reading {
    /// Skip files larger than this many bytes [default: 1048576, or as configured].
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_bytes: Option<u64>,
    /// Threads to use; 0 for as many as there are cores [default: 0, or as configured].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

impl Reading {
    /// What holds for the project at `root`.
    pub(crate) fn scan_options(&self, root: &Path) -> anyhow::Result<ScanOptions> {
        Ok(settings::load(root, &self.flags())?.settings().scan)
    }

    /// The settings that were typed.
    pub(crate) fn flags(&self) -> Vec<(&'static str, String)> {
        let mut flags = Vec::new();
        flags.extend(self.max_bytes.map(|bytes| ("scan.max_bytes", bytes.to_string())));
        flags.extend(self.threads.map(|threads| ("scan.threads", threads.to_string())));
        flags
    }
}
