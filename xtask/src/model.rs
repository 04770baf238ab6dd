//! `cargo xtask model`: the parts of the embedded model that are not learned by gradient.
//!
//! The tokenizer lives in Rust and nowhere else: what training wants to know about a text it gets
//! from here as numbers, so the two sides cannot disagree.

mod count;
mod npy;
pub(crate) mod npz;
mod pack;
pub(crate) mod texts;
mod tokens;
mod vocab;

use std::path::PathBuf;
use std::process::ExitCode;

use epitome_embed::Damping;

/// What to make
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Learn a vocabulary from texts; also writes OUT.tsv with id, kind, counts and text of each token
    Vocab {
        /// JSON objects, one a line; `package` says where a text is from
        #[arg(long, required = true)]
        texts: Vec<PathBuf>,
        /// The fields to read, those that an object has
        #[arg(long, value_delimiter = ',', required = true)]
        fields: Vec<String>,
        /// Tokens in all, pieces and buckets included
        #[arg(long, default_value_t = 35_000)]
        size: usize,
        /// Of these, pieces of unknown words
        #[arg(long, default_value_t = 1_500)]
        pieces: usize,
        /// Of these, buckets for unknown words
        #[arg(long, default_value_t = 2_048)]
        buckets: usize,
        /// Where to write it
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the tokens of texts as PREFIX.ids.npy and PREFIX.offsets.npy
    Tokens {
        /// The vocabulary, or a packed model
        #[arg(long)]
        vocab: PathBuf,
        /// JSON objects, one a line; each gives one text
        #[arg(long = "in")]
        input: PathBuf,
        /// The field to read; several, parted by commas, are joined by a blank
        #[arg(long, value_delimiter = ',', required = true)]
        field: Vec<String>,
        /// For which side; both have the same tokens, the sides differ in their scales
        #[arg(long, value_parser = ["query", "document"], default_value = "document")]
        side: String,
        /// How tokens that come again are written: all of them; what they count, the model says
        #[arg(long, value_parser = ["raw"], default_value = "raw")]
        repeats: String,
        /// Where to write them
        #[arg(long)]
        out: PathBuf,
    },
    /// Make the model file, with OUT.blake3 beside it
    Pack {
        /// The vocabulary
        #[arg(long)]
        vocab: PathBuf,
        /// What training wrote: `rows`, `query_scale` and `document_scale`
        #[arg(long, required_unless_present = "untrained")]
        weights: Option<PathBuf>,
        /// How much tokens count that come again, as in training
        #[arg(long, value_parser = rule, default_value = "log2")]
        times: Damping,
        /// Random rows instead of weights
        #[arg(long, conflicts_with = "weights")]
        untrained: bool,
        /// Where to write it
        #[arg(long)]
        out: PathBuf,
    },
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Vocab { texts, fields, size, pieces, buckets, out } => {
            vocab::run(&texts, &fields, &vocab::Sizes { size, pieces, buckets }, &out)
        }
        What::Tokens { vocab, input, field, side: _, repeats: _, out } => {
            tokens::run(&vocab, &input, &field, &out)
        }
        What::Pack { vocab, weights, times, untrained: _, out } => {
            pack::run(&vocab, weights.as_deref(), times, &out)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn rule(name: &str) -> Result<Damping, String> {
    let names = Damping::ALL.map(Damping::name).join(", ");
    let rule = Damping::ALL.into_iter().find(|rule| rule.name() == name);
    rule.ok_or_else(|| format!("one of {names}"))
}
