//! An outline as text: one line a fact, for people and for snapshots.

use std::fmt::Write as _;

use crate::outline::{Doc, DocKind, Facts, FileOutline, Import, Symbol};

/// Every fact of an outline, one a line, indented below its symbol.
#[must_use]
pub fn outline_text(outline: &FileOutline) -> String {
    let mut out = String::new();
    let mut line = |depth: usize, text: String| {
        let _ = writeln!(out, "{}{}", "  ".repeat(depth), text.trim_end());
    };
    line(0, format!("{}, {} lines", outline.language, outline.lines));
    if let Some(doc) = &outline.doc {
        line(1, doc_line(doc));
    }
    for problem in &outline.problems {
        line(1, format!("problem: {problem}"));
    }
    for import in &outline.imports {
        let local = if import.local { "local " } else { "" };
        line(1, format!("{local}import {}: {}", import.line, import_text(import)));
    }
    if !outline.exports.is_empty() {
        line(1, format!("exports {}", outline.exports.join(", ")));
    }
    for global in &outline.globals {
        line(1, format!("global {}: {}{}", global.line, global.name, tail(" = ", &global.value)));
    }
    for it in &outline.impls {
        line(1, format!("impl {}: {} for {}", it.line, it.base, it.ty));
    }
    for section in &outline.sections {
        let depth = usize::from(section.level);
        let excerpt = if section.excerpt.is_empty() {
            String::new()
        } else {
            format!(": {}", section.excerpt)
        };
        line(depth, format!("section {} {}{excerpt}", lines_of(section.span), section.title));
    }
    facts_lines(&outline.facts, 1, &mut line);
    let mut depths: Vec<usize> = Vec::with_capacity(outline.symbols.len());
    for symbol in &outline.symbols {
        let depth = symbol.parent.map_or(1, |p| depths.get(p as usize).map_or(1, |d| d + 1));
        depths.push(depth);
        symbol_lines(symbol, depth, &mut line);
    }
    out
}

fn symbol_lines(symbol: &Symbol, depth: usize, line: &mut impl FnMut(usize, String)) {
    let declared = if symbol.is_declaration { ", declared only" } else { "" };
    line(
        depth,
        format!(
            "{} {} {} {}, complexity {}{declared}",
            symbol.kind.word(),
            symbol.qualified_name,
            lines_of(symbol.span),
            symbol.visibility.word(),
            symbol.complexity,
        ),
    );
    let depth = depth + 1;
    line(depth, format!("signature: {}", symbol.signature));
    if let Some(doc) = &symbol.doc {
        line(depth, doc_line(doc));
    }
    for decorator in &symbol.decorators {
        line(depth, format!("decorator {}: {}", decorator.line, decorator.text));
    }
    if !symbol.modifiers.is_empty() {
        line(depth, format!("modifiers {}", symbol.modifiers.join(" ")));
    }
    if !symbol.bases.is_empty() {
        line(depth, format!("bases {}", symbol.bases.join(" & ")));
    }
    for p in &symbol.parameters {
        line(depth, format!("param {}{}{}", p.name, tail(": ", &p.ty), tail(" = ", &p.default)));
    }
    if let Some(ty) = &symbol.return_type {
        line(depth, format!("returns type {ty}"));
    }
    for f in &symbol.fields {
        let rest = format!("{}{}", tail(": ", &f.ty), tail(" = ", &f.value));
        line(depth, format!("field {}: {}{rest}", f.line, f.name));
    }
    facts_lines(&symbol.facts, depth, line);
}

fn facts_lines(facts: &Facts, depth: usize, line: &mut impl FnMut(usize, String)) {
    for call in &facts.calls {
        let args: Vec<&str> = call.args.iter().map(|a| a.word()).collect();
        let new = if call.constructs { "new " } else { "" };
        let receiver = call.receiver.as_ref().map_or(String::new(), |r| format!("{r} . "));
        line(
            depth,
            format!("call {}: {new}{receiver}{}({})", call.line, call.name, args.join(", ")),
        );
    }
    for e in &facts.errors {
        let verb = if e.returned { "error value" } else { "raise" };
        let message = e.message.as_ref().map_or(String::new(), |m| format!(" {m:?}"));
        line(depth, format!("{verb} {}: {}{message}{}", e.line, e.ty, tail(" when ", &e.guard)));
    }
    for r in &facts.returns {
        line(depth, format!("return {}: {}{}", r.line, r.expression, tail(" when ", &r.guard)));
    }
    for w in &facts.writes {
        line(depth, format!("write {}: {}", w.line, w.target));
    }
    for b in &facts.bindings {
        let rest = format!("{}{}", tail(": ", &b.ty), tail(" made by ", &b.made_by));
        line(depth, format!("binding {}: {}{rest}", b.line, b.name));
    }
    for l in &facts.literals {
        let name = l.name.as_ref().map_or(String::new(), |n| format!("{n} = "));
        let value = if l.is_number { l.value.to_string() } else { format!("{:?}", l.value) };
        line(depth, format!("literal {}: {name}{value}", l.line));
    }
    for l in &facts.loops {
        line(depth, format!("loop {}: {}", l.line, l.over));
    }
    for c in &facts.comments {
        line(depth, format!("comment {}: {}", c.line, c.text));
    }
}

/// `os.path (join, split as cut)`.
#[must_use]
pub fn import_text(import: &Import) -> String {
    let mut out = import.module.to_string();
    if let Some(alias) = &import.alias {
        let _ = write!(out, " as {alias}");
    }
    if !import.names.is_empty() {
        let names: Vec<String> =
            import.names.iter().map(|n| format!("{}{}", n.name, tail(" as ", &n.alias))).collect();
        let _ = write!(out, " ({})", names.join(", "));
    }
    out
}

fn tail(before: &str, value: &Option<crate::text::Text>) -> String {
    value.as_ref().map_or(String::new(), |v| format!("{before}{v}"))
}

fn lines_of(span: crate::span::Span) -> String {
    if span.start_line == span.end_line {
        format!("[{}]", span.start_line)
    } else {
        format!("[{}-{}]", span.start_line, span.end_line)
    }
}

fn doc_line(doc: &Doc) -> String {
    let word = match doc.kind {
        DocKind::Docstring | DocKind::DocComment => "doc",
        DocKind::Comment => "leading comment",
    };
    format!("{word} {}: {}", lines_of(doc.span), one_line(&doc.text))
}

fn one_line(text: &str) -> String {
    text.replace('\n', "⏎")
}
