//! `epitome export`: the documents of the index in a file for other programs.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use epitome_engine::export::{ExportError, ExportOptions, Format, export_to, export_to_file};
use epitome_engine::git::head_commit;
use epitome_engine::index::{Index, freshness};
use epitome_engine::scan::display_os_path;

use super::status::no_index;
use crate::arguments::{ExportArguments, ExportFormat};
use crate::exit::{INTERRUPTED, NO_INDEX};
use crate::output::{count, json, plain, stdout};
use crate::wire::export::ExportJson;
use crate::wire::upkeep::IndexStateJson;
use crate::{interrupt, settings};

pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    let format = format(arguments.format);
    let to_terminal = arguments.out.is_none() && io::stdout().is_terminal();
    if to_terminal && format.is_binary() {
        bail!(
            "{} is bytes that are not for a terminal: name a file with `--out FILE`, or use `> FILE`",
            format.name()
        );
    }
    let Some(index) = Index::open(&arguments.root)? else {
        writeln!(anstream::stderr(), "{}", no_index(&arguments.root))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let options = ExportOptions {
        format,
        kinds: arguments.kinds.iter().map(|kind| kind.document_kind()).collect(),
        vectors: arguments.vectors,
        escape_formulas: arguments.escape_formulas,
    };
    // Before the file is there: inside the repository it may be one more to read.
    let scan = settings::load(&arguments.root, &[])?.settings().scan;
    let fresh = freshness(&arguments.root, &scan)?.unwrap_or_default();
    let stop = interrupt::flag()?;
    let done = match &arguments.out {
        Some(path) => export_to_file(&index, &options, path, arguments.force, stop),
        None if to_terminal => {
            export_to(&index, &options, &mut TerminalLines { line: Vec::new() }, stop)
        }
        // Not the usual standard output, which takes colours out of text: these are bytes.
        None => export_to(&index, &options, &mut io::BufWriter::new(io::stdout().lock()), stop),
    };
    let exported = match done {
        Ok(exported) => exported,
        Err(error @ ExportError::Stopped) => {
            writeln!(anstream::stderr(), "{error}")?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Err(error) => return Err(error.into()),
    };
    if !fresh.is_fresh() {
        writeln!(
            anstream::stderr(),
            "{} changed since the index was made, and what was written is as old as the index: `epitome index` reads them",
            count(fresh.count() as u64, "file")
        )?;
    }
    let Some(path) = &arguments.out else { return Ok(ExitCode::SUCCESS) };
    let mut out = stdout();
    if arguments.json {
        let state = IndexStateJson::new(index.manifest(), &fresh, head_commit(&arguments.root));
        json(&mut out, &ExportJson::new(format.name(), &shown(path), exported, state))?;
    } else {
        writeln!(
            out,
            "Wrote {} to {} ({} bytes).",
            count(exported.documents, "document"),
            shown(path),
            exported.bytes
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn shown(path: &Path) -> String {
    display_os_path(path).to_string()
}

fn format(format: ExportFormat) -> Format {
    match format {
        ExportFormat::Jsonl => Format::Jsonl,
        ExportFormat::Csv => Format::Csv,
        ExportFormat::Sqlite => Format::Sqlite,
        ExportFormat::Parquet => Format::Parquet,
    }
}

/// A terminal gets text line by line, without what could steer it; a file or pipe gets the bytes.
struct TerminalLines {
    line: Vec<u8>,
}

impl Write for TerminalLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.flush()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        let mut out = anstream::stdout();
        writeln!(out, "{}", plain(text.trim_end_matches(['\r', '\n'])))
    }
}
