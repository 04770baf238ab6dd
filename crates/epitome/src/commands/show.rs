//! `epitome show`: a document with its evidence, neighbours and freshness.

use std::io::Write;
use std::process::ExitCode;

use epitome_engine::git::head_commit;
use epitome_engine::index::{Claim, EvidenceState, FindDocumentError, Freshness, Index, freshness};
use epitome_engine::scan::ScanOptions;
use epitome_model::document::Document;
use epitome_model::summary::ClaimField;

use super::status::no_index;
use crate::arguments::Show;
use crate::exit::{NO_INDEX, NOTHING_FOUND};
use crate::output::{json, plain, stdout};
use crate::wire::document::{ClaimJson, ShowJson, claim_state};
use crate::wire::upkeep::IndexStateJson;

pub(crate) fn run(arguments: &Show) -> anyhow::Result<ExitCode> {
    let Some(index) = Index::open(&arguments.root)? else {
        writeln!(anstream::stderr(), "{}", no_index(&arguments.root))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let found = match index.find(&arguments.asked) {
        Ok(found) => found,
        Err(error @ FindDocumentError::Nothing { .. }) => {
            writeln!(anstream::stderr(), "{}", plain(&error.to_string()))?;
            return Ok(ExitCode::from(NOTHING_FOUND));
        }
        Err(error) => return Err(error.into()),
    };
    let fresh = freshness(&arguments.root, &ScanOptions::default())?.unwrap_or_default();
    let document = &found.document;
    let claims = index.claims(document);
    let mut out = stdout();
    if arguments.json {
        let state = IndexStateJson::new(index.manifest(), &fresh, head_commit(&arguments.root));
        let shown = ShowJson {
            document,
            file_is_stale: fresh.is_stale(&document.file_path),
            claims: claims.iter().map(ClaimJson::from).collect(),
            index: state,
        };
        json(&mut out, &shown)?;
    } else {
        text(&mut out, document, &claims, &fresh)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn text(
    out: &mut impl Write,
    document: &Document,
    claims: &[Claim],
    fresh: &Freshness,
) -> anyhow::Result<()> {
    writeln!(out, "{}", plain(&document.id))?;
    let place = match (document.start_line, document.end_line) {
        (Some(start), Some(end)) => format!("{}:{start}-{end}", document.file_path),
        _ => document.file_path.clone(),
    };
    let kind = serde_json::to_value(document.kind)?;
    let placeholder = if document.is_placeholder { ", placeholder" } else { "" };
    writeln!(
        out,
        "{} {}, {}{placeholder}",
        plain(&document.language),
        kind.as_str().unwrap_or_default(),
        plain(&place)
    )?;
    if fresh.is_stale(&document.file_path) {
        writeln!(out, "This file changed since it was indexed; `epitome index` reads it again.")?;
    }
    writeln!(out, "\n{}", plain(&document.summary))?;
    if !document.keywords.is_empty() {
        writeln!(out, "Keywords: {}", plain(&document.keywords.join(", ")))?;
    }
    let mut last = None;
    for claim in claims {
        if last != Some(claim.field) {
            writeln!(out, "\n{}", title(claim.field))?;
            last = Some(claim.field);
        }
        one_claim(out, claim)?;
    }
    neighbours(out, document)
}

fn one_claim(out: &mut impl Write, claim: &Claim) -> anyhow::Result<()> {
    let stale = match claim_state(claim) {
        EvidenceState::Stale => "  [stale: its lines changed]",
        EvidenceState::Fresh | EvidenceState::Unknown => "",
    };
    writeln!(out, "  {}{stale}", plain(&claim.text))?;
    for evidence in &claim.evidence {
        let lines = match evidence.line_end - evidence.line_start {
            0 => evidence.line_start.to_string(),
            _ => format!("{}-{}", evidence.line_start, evidence.line_end),
        };
        writeln!(out, "    {}:{lines}", plain(&evidence.path))?;
        for (at, line) in (evidence.line_start..).zip(&evidence.excerpt) {
            writeln!(out, "      {at:>5} | {}", plain(line))?;
        }
        let shown = evidence.excerpt.len() as u32;
        if shown > 0 && evidence.line_start + shown <= evidence.line_end {
            writeln!(out, "            …")?;
        }
    }
    Ok(())
}

fn neighbours(out: &mut impl Write, document: &Document) -> anyhow::Result<()> {
    let empty = Vec::new();
    let (called_by, calls) = match &document.context {
        Some(context) => (&context.called_by, &context.calls),
        None => (&empty, &document.dependencies),
    };
    for (title, ids) in [("Called by", called_by), ("Uses", calls)] {
        if !ids.is_empty() {
            writeln!(out, "\n{title}")?;
            for id in ids {
                writeln!(out, "  {}", plain(id))?;
            }
        }
    }
    Ok(())
}

fn title(field: ClaimField) -> &'static str {
    match field {
        ClaimField::Purpose => "Purpose",
        ClaimField::Inputs => "Takes",
        ClaimField::Returns => "Returns",
        ClaimField::SideEffects => "Touches",
        ClaimField::Invariants => "Assumes and keeps",
    }
}
