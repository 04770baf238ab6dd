//! Embedding: texts and tokens in a second of processor time, time until ready, size.

use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use epitome_embed::{Model, Scratch, Side, Tokenizer, Workspace, embedded};

use super::cpu::used;
use super::median;
use crate::model::texts;

/// What issue 5 asks for, each per second of processor time on one core.
const MIN_SHORT_TEXTS: f64 = 100_000.0;
const MIN_TOKENS: f64 = 5_000_000.0;
const MAX_READY_MS: f64 = 5.0;
const MAX_BYTES: usize = 10_000_000;

/// A short text has so many tokens, a long one so many.
const SHORT: usize = 20;
const LONG: usize = 200;
const TEXTS: usize = 20_000;
/// Texts the other model is given; it needs longer for each.
const FEW: usize = 512;
const ROUNDS: usize = 7;

/// What to measure with.
pub(crate) struct Options {
    /// A packed model, instead of the embedded one.
    pub(crate) model: Option<PathBuf>,
    /// Real texts, instead of made ones.
    pub(crate) texts: Option<PathBuf>,
    /// The field of theirs to read.
    pub(crate) field: String,
    /// A folder with MiniLM as ONNX.
    pub(crate) minilm: Option<PathBuf>,
    /// The Python that runs it.
    pub(crate) python: PathBuf,
}

pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let bytes = options.model.as_deref().map(std::fs::read).transpose().context("--model")?;
    // First of all, while nothing of the embedded model has been read.
    let began = Instant::now();
    let model = match &bytes {
        Some(bytes) => Model::view(bytes)?,
        None => embedded()?,
    };
    let mut vector = vec![0.0; model.dims()];
    model.embed(Side::Query, b"read the file", &mut Workspace::default(), &mut vector);
    let ready = began.elapsed();
    black_box(vector);

    let tokenizer = model.tokenizer();
    let real = options.texts.as_deref().map(|path| read(path, &options.field)).transpose()?;
    let sample = |size| match &real {
        Some(real) => cut(real, size, &tokenizer),
        None => Ok(made(size, &tokenizer)),
    };
    let (short, long) = (sample(SHORT)?, sample(LONG)?);
    println!("{:<34}{:>14}{:>16}", "", "measured", "asked");
    let ready_ms = ready.as_secs_f64() * 1e3;
    println!(
        "{:<34}{ready_ms:>14.2}{:>16}",
        "ready, first vector, ms",
        format!("< {MAX_READY_MS}")
    );
    println!("{:<34}{:>14}{:>16}", "size, bytes", model.size(), format!("<= {MAX_BYTES}"));
    let mut speeds = Vec::new();
    for (name, texts) in [("short", &short), ("long", &long)] {
        let speed = measure(&model, texts);
        let asked = if name == "short" { format!(">= {MIN_SHORT_TEXTS}") } else { String::new() };
        let tokens = format!(">= {MIN_TOKENS}");
        let per_text = speed.tokens / speed.texts;
        println!("{name} texts of {per_text:.1} tokens, in a second of processor time:");
        println!("{:<34}{:>14.0}{asked:>16}", "  texts", speed.texts);
        println!("{:<34}{:>14.0}{tokens:>16}", "  tokens", speed.tokens);
        println!("{:<34}{:>14.0}", "  tokens, without embedding", tokens_alone(&tokenizer, texts));
        speeds.push(speed);
    }
    match &options.minilm {
        None => println!("MiniLM: skipped, no --minilm DIR with its ONNX file and tokenizer"),
        Some(folder) => {
            for ((name, texts), ours) in [("short", &short), ("long", &long)].iter().zip(&speeds) {
                let theirs = minilm(root, options, folder, texts)?;
                let ratio = ours.texts / theirs;
                println!(
                    "MiniLM int8, {name}: {theirs:.0} texts; ours are {ratio:.0} times as many"
                );
            }
        }
    }
    Ok(())
}

struct Speed {
    texts: f64,
    tokens: f64,
}

/// Texts and tokens per second of processor time; the median of several rounds.
fn measure(model: &Model<'_>, texts: &[String]) -> Speed {
    let mut scratch = Scratch::default();
    let tokens: usize =
        texts.iter().map(|t| model.tokenizer().tokens(t.as_bytes(), &mut scratch).len()).sum();
    let mut out = vec![0.0; texts.len() * model.dims()];
    let seconds = median_seconds(|| {
        model.embed_all(Side::Document, texts, &mut out);
        black_box(&out);
    });
    Speed { texts: texts.len() as f64 / seconds, tokens: tokens as f64 / seconds }
}

fn tokens_alone(tokenizer: &Tokenizer<'_>, texts: &[String]) -> f64 {
    let mut scratch = Scratch::default();
    let mut tokens = 0;
    let seconds = median_seconds(|| {
        tokens = texts.iter().map(|t| tokenizer.tokens(t.as_bytes(), &mut scratch).len()).sum();
    });
    tokens as f64 / seconds
}

fn median_seconds(mut work: impl FnMut()) -> f64 {
    work();
    let rounds = (0..ROUNDS).map(|_| {
        let began = used();
        work();
        (used() - began).max(Duration::from_nanos(1)).as_secs_f64()
    });
    median(rounds.collect())
}

fn read(path: &Path, field: &str) -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    texts::each_object(path, |object| {
        all.push(texts::field(object, field).to_owned());
        Ok(())
    })?;
    Ok(all)
}

/// Beginnings of real texts that have about `size` tokens.
fn cut(real: &[String], size: usize, tokenizer: &Tokenizer<'_>) -> anyhow::Result<Vec<String>> {
    let mut scratch = Scratch::default();
    let mut cut = Vec::new();
    for text in real {
        let tokens = tokenizer.tokens(text.as_bytes(), &mut scratch).len();
        if tokens < size {
            continue;
        }
        let mut end = text.len();
        while tokenizer.tokens(&text.as_bytes()[..end], &mut scratch).len() > size {
            end -= (end / 50).max(1);
        }
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        cut.push(text[..end].to_owned());
        if cut.len() == TEXTS {
            break;
        }
    }
    ensure!(!cut.is_empty(), "no text has {size} tokens");
    Ok(cut)
}

/// Texts of the vocabulary's own words, each as frequent as its place in the list says (Zipf's law);
/// one in twenty-four made unknown, one in six joined to the next by an underscore.
pub(super) fn made(size: usize, tokenizer: &Tokenizer<'_>) -> Vec<String> {
    let vocabulary = tokenizer.vocabulary();
    let mut state = 7_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    let named = (vocabulary.len() - vocabulary.buckets()) as f64;
    let mut word = || {
        let token = vocabulary.token(named.powf(random()) as u16);
        let mut word =
            token.map_or_else(String::new, |(_, text)| String::from_utf8_lossy(text).into());
        match (random() * 24.0) as u8 {
            0 => word.push_str("qzen "),
            1..=4 => word.push('_'),
            _ => word.push(' '),
        }
        word
    };
    (0..TEXTS).map(|_| (0..size).map(|_| word()).collect()).collect()
}

/// Texts per second of processor time of MiniLM on the same texts.
fn minilm(root: &Path, options: &Options, folder: &Path, texts: &[String]) -> anyhow::Result<f64> {
    let texts = &texts[..texts.len().min(FEW)];
    let mut child = Command::new(&options.python)
        .arg(root.join("xtask/baselines/minilm_speed.py"))
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", options.python.display()))?;
    let mut input = child.stdin.take().context("no standard input")?;
    input.write_all(&serde_json::to_vec(texts)?)?;
    drop(input);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "minilm_speed.py failed; its words are above");
    let text = String::from_utf8(output.stdout)?;
    let seconds = text.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    Ok(texts.len() as f64 / seconds.with_context(|| format!("minilm_speed.py said {text:?}"))?)
}
