//! `epitome embed`: texts to vectors.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use epitome_engine::config::{EmbedProvider, EmbedSettings};
use epitome_engine::embed::{Embedder, EmbeddingsOptions, Secret, Side, npy_header};

use crate::arguments::{Embed, EmbedSide};
use crate::output::{json, plain, stdout};
use crate::settings;
use crate::wire::embed::VectorJson;

/// Texts embedded before they are printed, so that endless input needs no endless memory.
const BATCH: usize = 1024;

pub(crate) fn run(arguments: &Embed) -> anyhow::Result<ExitCode> {
    if arguments.npy && io::stdout().is_terminal() {
        bail!("--npy writes bytes that are not for a terminal: send them to a file with `> FILE`");
    }
    let embedder = embedder(arguments)?;
    let side = match arguments.side {
        EmbedSide::Query => Side::Query,
        EmbedSide::Document => Side::Document,
    };
    let texts = arguments.texts.iter().cloned().map(Ok);
    let mut source: Box<dyn Iterator<Item = anyhow::Result<String>>> =
        if arguments.stdin { Box::new(lines()) } else { Box::new(texts) };
    if arguments.npy {
        array(&embedder, side, &mut source)?;
    } else {
        print(arguments, &embedder, side, &mut source)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn embedder(arguments: &Embed) -> anyhow::Result<Embedder> {
    let mut flags = Vec::new();
    if let (Some(url), Some(model)) = (&arguments.endpoint, &arguments.model) {
        // A key that is configured belongs to the configured service, not to one that is typed.
        let variable = arguments.key_variable.clone().unwrap_or_default();
        flags.push(("embed.provider", "endpoint".to_owned()));
        flags.push(("embed.endpoint", url.clone()));
        flags.push(("embed.model", model.clone()));
        flags.push(("embed.key_variable", variable));
    }
    let config = settings::load(Path::new("."), &flags)?;
    for note in config.notes.iter().filter(|note| note.key.starts_with("embed.")) {
        writeln!(anstream::stderr(), "{}", plain(&note.message))?;
    }
    let settings = config.settings();
    let EmbedSettings { provider, endpoint, model, key_variable } = settings.embed;
    match provider {
        EmbedProvider::Embedded => Ok(Embedder::embedded()?),
        EmbedProvider::Endpoint if settings.offline => {
            bail!(
                "`offline` is set, so {endpoint} is not asked; unset it, or use the model inside the program"
            )
        }
        EmbedProvider::Endpoint if endpoint.is_empty() || model.is_empty() => {
            bail!(
                "`embed.provider` is `endpoint`, which needs `embed.endpoint` and `embed.model` too"
            )
        }
        EmbedProvider::Endpoint => {
            let mut options = EmbeddingsOptions::new(&endpoint, &model);
            options.key = key_variable.as_deref().map(Secret::from_variable).transpose()?;
            Ok(Embedder::endpoint(options)?)
        }
    }
}

/// The lines of standard input; bytes that are no text are replaced, as a terminal would.
fn lines() -> impl Iterator<Item = anyhow::Result<String>> {
    io::stdin().lock().split(b'\n').map(|line| {
        let line = line.context("reading standard input")?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Ok(String::from_utf8_lossy(line).into_owned())
    })
}

fn next_batch(
    texts: &mut dyn Iterator<Item = anyhow::Result<String>>,
) -> anyhow::Result<Vec<String>> {
    texts.take(BATCH).collect()
}

fn print(
    arguments: &Embed,
    embedder: &Embedder,
    side: Side,
    texts: &mut dyn Iterator<Item = anyhow::Result<String>>,
) -> anyhow::Result<()> {
    let mut out = stdout();
    let model = embedder.fingerprint();
    let side_word = match side {
        Side::Query => "query",
        Side::Document => "document",
    };
    loop {
        let batch = next_batch(texts)?;
        if batch.is_empty() {
            break;
        }
        let borrowed: Vec<&str> = batch.iter().map(String::as_str).collect();
        let vectors = embedder.embed(side, &borrowed)?;
        for (text, vector) in borrowed.iter().zip(vectors.iter()) {
            if arguments.json {
                json(&mut out, &VectorJson { text, model: &model, side: side_word, vector })?;
            } else {
                let numbers: Vec<String> = vector.iter().map(|n| format!("{n:.6}")).collect();
                writeln!(out, "{}", numbers.join(" "))?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// The array's size stands before its numbers, so all of them are computed first.
fn array(
    embedder: &Embedder,
    side: Side,
    texts: &mut dyn Iterator<Item = anyhow::Result<String>>,
) -> anyhow::Result<()> {
    let mut numbers = Vec::<u8>::new();
    let mut rows = 0;
    loop {
        let batch = next_batch(texts)?;
        if batch.is_empty() {
            break;
        }
        let borrowed: Vec<&str> = batch.iter().map(String::as_str).collect();
        let vectors = embedder.embed(side, &borrowed)?;
        rows += vectors.len();
        numbers.extend(vectors.numbers().iter().flat_map(|number| number.to_le_bytes()));
    }
    // Not the usual standard output, which takes colours out of text: these are bytes.
    let mut out = io::stdout().lock();
    out.write_all(&npy_header("<f4", &[rows, embedder.dims()]))?;
    out.write_all(&numbers)?;
    out.flush()?;
    Ok(())
}
