//! A file's outline as JSON. Empty lists and absent values are left out.

use epitome_engine::outline::OutlinedFile;
use epitome_model::hash::hex;
use epitome_model::id::symbol_ids;
use epitome_model::outline::{
    Doc, DocKind, Facts, Field, Global, Import, ImportedName, Parameter, Section, Symbol,
};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct FileJson<'a> {
    path: &'a str,
    language: &'a str,
    lines: u32,
    blake3: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<DocJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    imports: Vec<ImportJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exports: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    globals: Vec<ValueJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    implements: Vec<ImplJson<'a>>,
    symbols: Vec<SymbolJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionJson<'a>>,
    facts: FactsJson<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

#[derive(Serialize)]
struct DocJson<'a> {
    text: &'a str,
    kind: &'static str,
    start_line: u32,
    end_line: u32,
}

#[derive(Serialize)]
struct ImportJson<'a> {
    module: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<NameJson<'a>>,
    line: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    local: bool,
}

#[derive(Serialize)]
struct NameJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<&'a str>,
}

/// A parameter, field or global.
#[derive(Serialize)]
struct ValueJson<'a> {
    name: &'a str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

#[derive(Serialize)]
struct ImplJson<'a> {
    #[serde(rename = "type")]
    ty: &'a str,
    base: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct SymbolJson<'a> {
    id: String,
    name: &'a str,
    qualified_name: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    start_line: u32,
    end_line: u32,
    name_line: u32,
    signature: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<ValueJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    return_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<DocJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decorators: Vec<TextJson<'a>>,
    visibility: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modifiers: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bases: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<ValueJson<'a>>,
    complexity: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_declaration: bool,
    content_hash: String,
    source_sha256: String,
    #[serde(flatten)]
    facts: FactsJson<'a>,
}

#[derive(Serialize)]
struct SectionJson<'a> {
    title: &'a str,
    level: u8,
    start_line: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    excerpt: &'a str,
}

#[derive(Serialize)]
struct FactsJson<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<CallJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    returns: Vec<TextJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    writes: Vec<TextJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bindings: Vec<BindingJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    literals: Vec<LiteralJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loops: Vec<TextJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<TextJson<'a>>,
}

/// Text at a line, with the condition it stands under.
#[derive(Serialize)]
struct TextJson<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    guard: Option<&'a str>,
    line: u32,
}

#[derive(Serialize)]
struct CallJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    receiver: Option<&'a str>,
    args: Vec<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    constructs: bool,
    line: u32,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    #[serde(rename = "type")]
    ty: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guard: Option<&'a str>,
    returned: bool,
    line: u32,
}

#[derive(Serialize)]
struct BindingJson<'a> {
    name: &'a str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'a str>,
    line: u32,
}

#[derive(Serialize)]
struct LiteralJson<'a> {
    value: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    kind: &'static str,
    line: u32,
}

impl<'a> FileJson<'a> {
    pub(crate) fn new(file: &'a OutlinedFile) -> Self {
        let outline = &file.outline;
        let ids = symbol_ids(file.path.as_str(), &outline.symbols);
        FileJson {
            path: file.path.as_str(),
            language: &outline.language,
            lines: outline.lines,
            blake3: hex(&file.raw_hash),
            doc: outline.doc.as_ref().map(doc),
            imports: outline.imports.iter().map(import).collect(),
            exports: outline.exports.iter().map(|name| name.as_str()).collect(),
            globals: outline.globals.iter().map(global).collect(),
            implements: outline
                .impls
                .iter()
                .map(|it| ImplJson { ty: &it.ty, base: &it.base, line: it.line })
                .collect(),
            symbols: outline
                .symbols
                .iter()
                .enumerate()
                .map(|(i, s)| symbol(s, ids[i].clone(), s.parent.map(|p| ids[p as usize].clone())))
                .collect(),
            sections: outline.sections.iter().map(section).collect(),
            facts: facts(&outline.facts),
            problems: outline.problems.iter().map(ToString::to_string).collect(),
        }
    }
}

fn symbol<'a>(s: &'a Symbol, id: String, parent: Option<String>) -> SymbolJson<'a> {
    SymbolJson {
        id,
        name: &s.name,
        qualified_name: &s.qualified_name,
        kind: s.kind.word(),
        parent,
        start_line: s.span.start_line,
        end_line: s.span.end_line,
        name_line: s.name_line,
        signature: &s.signature,
        parameters: s.parameters.iter().map(parameter).collect(),
        return_type: s.return_type.as_deref(),
        doc: s.doc.as_ref().map(doc),
        decorators: s.decorators.iter().map(|d| text(&d.text, d.line)).collect(),
        visibility: s.visibility.word(),
        modifiers: s.modifiers.iter().map(|m| m.as_str()).collect(),
        bases: s.bases.iter().map(|b| b.as_str()).collect(),
        fields: s.fields.iter().map(field).collect(),
        complexity: s.complexity,
        is_declaration: s.is_declaration,
        content_hash: hex(&s.content_hash),
        source_sha256: hex(&s.source_sha256),
        facts: facts(&s.facts),
    }
}

fn facts(facts: &Facts) -> FactsJson<'_> {
    FactsJson {
        calls: facts
            .calls
            .iter()
            .map(|c| CallJson {
                name: &c.name,
                receiver: c.receiver.as_deref(),
                args: c.args.iter().map(|a| a.word()).collect(),
                constructs: c.constructs,
                line: c.line,
            })
            .collect(),
        errors: facts
            .errors
            .iter()
            .map(|e| ErrorJson {
                ty: &e.ty,
                message: e.message.as_deref(),
                guard: e.guard.as_deref(),
                returned: e.returned,
                line: e.line,
            })
            .collect(),
        returns: facts
            .returns
            .iter()
            .map(|r| TextJson { text: &r.expression, guard: r.guard.as_deref(), line: r.line })
            .collect(),
        writes: facts.writes.iter().map(|w| text(&w.target, w.line)).collect(),
        bindings: facts
            .bindings
            .iter()
            .map(|b| BindingJson {
                name: &b.name,
                ty: b.ty.as_deref(),
                made_by: b.made_by.as_deref(),
                line: b.line,
            })
            .collect(),
        literals: facts
            .literals
            .iter()
            .map(|l| LiteralJson {
                value: &l.value,
                name: l.name.as_deref(),
                kind: if l.is_number { "number" } else { "text" },
                line: l.line,
            })
            .collect(),
        loops: facts.loops.iter().map(|l| text(&l.over, l.line)).collect(),
        comments: facts.comments.iter().map(|c| text(&c.text, c.line)).collect(),
    }
}

fn doc(doc: &Doc) -> DocJson<'_> {
    DocJson {
        text: &doc.text,
        kind: match doc.kind {
            DocKind::Docstring => "docstring",
            DocKind::DocComment => "doc_comment",
            DocKind::Comment => "comment",
        },
        start_line: doc.span.start_line,
        end_line: doc.span.end_line,
    }
}

fn import(import: &Import) -> ImportJson<'_> {
    ImportJson {
        module: &import.module,
        alias: import.alias.as_deref(),
        names: import.names.iter().map(imported_name).collect(),
        line: import.line,
        local: import.local,
    }
}

fn imported_name(name: &ImportedName) -> NameJson<'_> {
    NameJson { name: &name.name, alias: name.alias.as_deref() }
}

fn parameter(p: &Parameter) -> ValueJson<'_> {
    ValueJson { name: &p.name, ty: p.ty.as_deref(), value: p.default.as_deref(), line: None }
}

fn field(f: &Field) -> ValueJson<'_> {
    ValueJson { name: &f.name, ty: f.ty.as_deref(), value: f.value.as_deref(), line: Some(f.line) }
}

fn global(g: &Global) -> ValueJson<'_> {
    ValueJson { name: &g.name, ty: None, value: g.value.as_deref(), line: Some(g.line) }
}

fn section(s: &Section) -> SectionJson<'_> {
    SectionJson {
        title: &s.title,
        level: s.level,
        start_line: s.span.start_line,
        end_line: s.span.end_line,
        excerpt: &s.excerpt,
    }
}

fn text(text: &str, line: u32) -> TextJson<'_> {
    TextJson { text, guard: None, line }
}
