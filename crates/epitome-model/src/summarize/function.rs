//! The summary of a function: evidence first, then sentences in the order a reader wants them.

use crate::outline::{FileOutline, Symbol, SymbolKind};
use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::bounds::{clipped, fitting, reaches};
use super::doc_words::{self, DocWords};
use super::effects::{Effect, effect};
use super::failures::{failure_claims, failure_sentence};
use super::inputs::{inputs, is_plain, real_parameters};
use super::keywords::Keywords;
use super::lead::lead;
use super::neutral::{Known, neutral};
use super::notes::{literal_sentence, note_sentences};
use super::placeholder::is_placeholder;
use super::returns::given;
use super::shown::{assertion, names_in, only_line};
use super::source::Source;
use super::steps::steps;
use super::test_names::is_test;
use super::types::type_noun;
use super::words::{listed, spoken, with_article, with_the};

/// What all symbols of a file share.
pub(super) struct File<'a> {
    pub(super) path: &'a str,
    pub(super) outline: &'a FileOutline,
    pub(super) source: Source<'a>,
    /// Names that imports bind, sorted.
    pub(super) imported: Vec<&'a str>,
}

impl<'a> File<'a> {
    /// A file with what is looked up often.
    pub(super) fn new(path: &'a str, outline: &'a FileOutline, text: &'a str) -> File<'a> {
        let mut imported: Vec<&str> = Vec::new();
        for import in &outline.imports {
            match &import.alias {
                Some(alias) => imported.push(alias),
                None if import.names.is_empty() => {
                    let module = import.module.trim_matches(['"', '\'', '<', '>']);
                    imported.extend(module.rsplit(['.', '/', ':']).next());
                    imported.push(module);
                }
                None => {}
            }
            // A class that is imported is what is worked on; a function or module is not.
            imported.extend(
                import
                    .names
                    .iter()
                    .map(|name| name.alias.as_ref().unwrap_or(&name.name).as_str())
                    .filter(|name| name.starts_with(char::is_lowercase)),
            );
        }
        imported.sort_unstable();
        File { path, outline, source: Source::new(text), imported }
    }

    /// Whether functions carry the library's name before their own.
    pub(super) fn has_prefixes(&self) -> bool {
        matches!(self.outline.language.as_str(), "c" | "cpp" | "bash" | "lua")
    }

    /// Whether a capital letter tells a class from a function.
    pub(super) fn capital_makes(&self) -> bool {
        !matches!(
            self.outline.language.as_str(),
            "go" | "csharp"
                | "c"
                | "cpp"
                | "php"
                | "zig"
                | "lua"
                | "javascript"
                | "typescript"
                | "tsx"
        )
    }

    /// Whether a receiver is a module or a name that the file imports.
    pub(super) fn is_imported(&self, path: &str) -> bool {
        let root = path.split(['.', ':']).next().unwrap_or(path);
        self.imported.binary_search(&root).is_ok() || self.imported.binary_search(&path).is_ok()
    }
}

/// Characters of a summary; the rest is left to the grounded fields.
const SUMMARY_LIMIT: usize = 1_000;

/// Claims and the lines that show them.
#[derive(Default)]
struct Evidence {
    citations: Vec<Citation>,
    first: u32,
    last: u32,
}

impl Evidence {
    fn new(symbol: &Symbol) -> Evidence {
        let span = symbol.full_span();
        Evidence {
            citations: Vec::new(),
            first: span.start_line.max(1),
            last: span.end_line.max(span.start_line).max(1),
        }
    }

    fn cite(&mut self, field_name: ClaimField, item: Option<usize>, start: u32, end: u32) {
        let line_start = start.clamp(self.first, self.last);
        let line_end = end.clamp(line_start, self.last);
        let citation = Citation {
            field_name,
            item: item.map(|at| at as u32),
            path: None,
            line_start,
            line_end,
        };
        if !self.citations.contains(&citation) {
            self.citations.push(citation);
        }
    }
}

/// Summarises one function.
pub(super) fn function(symbol: &Symbol, file: &File<'_>) -> Summary {
    let outline = file.outline;
    let owner_words = owner(symbol, outline);
    let owner = owner_words.as_deref();
    let own_source = file.source.span(symbol.span);
    let known = Known::new(symbol, own_source);
    let doc = symbol.doc.as_ref().map(|doc| doc_words::read(&doc.text)).unwrap_or_default();
    let mut evidence = Evidence::new(symbol);

    let lead = lead(symbol, file, &doc, owner, &known);
    let steps = steps(symbol, file, owner, 7);
    let lead_lower = lead.sentence.to_lowercase();
    let step_words: Vec<String> = steps
        .iter()
        .map(|step| step.words.clone())
        .filter(|words| !lead_lower.contains(words.as_str()))
        .collect();
    let step_sentence =
        (!step_words.is_empty()).then(|| format!("It {}.", listed(&merged(step_words))));

    // Purpose: the lead, completed by what the code does where the lead is short.
    let doc_lines = symbol.doc.as_ref().map(|doc| doc.span);
    match doc_lines {
        Some(span) if lead.from_doc => {
            evidence.cite(ClaimField::Purpose, None, span.start_line, span.end_line)
        }
        _ => evidence.cite(ClaimField::Purpose, None, symbol.name_line, symbol.name_line),
    }
    let given_back = given(
        symbol,
        owner,
        doc.returns.as_deref().map(|words| neutral(words, &known)).as_deref(),
        lead_lower.starts_with("return") || lead_lower.starts_with("tells whether"),
        file.capital_makes(),
    );
    let loops = loop_sentence(symbol);
    let mut purpose_parts: Vec<&str> = vec![&lead.sentence];
    if let Some(sentence) = &step_sentence {
        purpose_parts.push(sentence);
    } else if let Some(sentence) = &given_back.sentence {
        purpose_parts.push(sentence);
    }
    let mut purpose = fitting(purpose_parts, 400);
    if purpose.len() > lead.sentence.len() {
        if step_sentence.is_some() {
            let (first, last) = (
                steps.first().map_or(0, |s| s.line),
                steps.iter().map(|s| s.line).max().unwrap_or(0),
            );
            evidence.cite(ClaimField::Purpose, None, first, last);
        } else {
            for line in &given_back.lines {
                evidence.cite(ClaimField::Purpose, None, *line, *line);
            }
        }
    }
    if !reaches(&purpose, 30) {
        purpose = padded_purpose(&purpose, symbol, owner);
    }

    let inputs = inputs(symbol, &doc, owner);
    for (at, input) in inputs.iter().enumerate() {
        let line = signature_line(symbol, file, &input.name);
        evidence.cite(ClaimField::Inputs, Some(at), line, line);
    }
    for line in &given_back.lines {
        evidence.cite(ClaimField::Returns, None, *line, *line);
    }
    if doc.returns.is_some()
        && let Some(span) = doc_lines
    {
        evidence.cite(ClaimField::Returns, None, span.start_line, span.end_line);
    }

    let (side_effects, effects) = side_effects(symbol, file, owner, &doc, &mut evidence);
    let mut invariants = Vec::new();
    for (claim, line) in super::invariants::invariants(symbol) {
        evidence.cite(ClaimField::Invariants, Some(invariants.len()), line, line);
        invariants.push(claim);
    }

    // The summary, most telling first.
    let mut sentences: Vec<String> = vec![lead.sentence.clone()];
    sentences.extend(lead.more);
    sentences.extend(step_sentence);
    sentences.extend(loops);
    let repeated = given_back.sentence.as_ref().is_some_and(|sentence| {
        lead_lower.contains(
            sentence.trim_start_matches("Returns ").trim_end_matches('.').to_lowercase().as_str(),
        )
    });
    if let Some(sentence) = given_back.sentence.filter(|_| !repeated) {
        sentences.push(sentence);
    }
    if symbol.is_declaration && !lead.from_doc {
        sentences.push("It is declared here without code.".to_owned());
    }
    sentences.extend(failure_sentence(symbol, &known));
    sentences.extend(effect_sentence(&effects, symbol, owner));
    sentences.extend(parameter_sentence(symbol, &sentences));
    sentences.extend(note_sentences(symbol, &known));
    sentences.extend(literal_sentence(symbol, &known, &sentences));
    // Where the name and the types are all there is, the code itself must speak.
    let is_test = is_test(symbol, file);
    let told: usize = sentences.iter().skip(1).filter(|said| !is_thin(said)).count();
    if !lead.from_doc && told == 0 && !symbol.is_declaration {
        let filled = (symbol.kind == SymbolKind::Constructor)
            .then(|| super::writes::field_words(symbol, owner))
            .flatten()
            .map(|fields| format!("It fills {fields}."));
        let shown = filled
            .or_else(|| only_line(symbol, file, &known))
            .or_else(|| names_in(own_source, &symbol.name, &known));
        sentences.extend(shown);
        sentences.extend(is_test.then(|| assertion(symbol)).flatten());
    }
    let summary = fitting(sentences.iter().map(String::as_str), SUMMARY_LIMIT);

    let mut keywords = Keywords::default();
    keywords.name(&symbol.name, 4);
    keywords.prose(&lead.sentence, 2);
    if let Some(owner) = owner {
        keywords.prose(owner, 2);
    }
    for (_, name) in real_parameters(symbol) {
        if is_plain(name) {
            keywords.name(name, 1);
        }
    }
    for call in symbol.facts.calls.iter().take(10) {
        keywords.name(&call.name, 1);
    }
    for literal in symbol.facts.literals.iter().filter(|literal| !literal.is_number).take(5) {
        keywords.prose(&literal.value, 1);
    }

    Summary {
        summary: known.scrubbed(summary),
        business_intent: known.scrubbed(lead.intent),
        keywords: keywords.best(),
        grounded: Grounded {
            purpose,
            inputs,
            returns: Some(given_back.field),
            side_effects,
            invariants,
            citations: evidence.citations,
        },
        is_placeholder: is_placeholder(symbol),
    }
}

/// Whether a sentence says no more than the signature, or so little that it hardly counts.
fn is_thin(sentence: &str) -> bool {
    sentence.starts_with("Takes ")
        || sentence.starts_with("The result is a")
        || sentence.starts_with("Returns a")
        || sentence.starts_with("Returns true or false")
        || sentence.starts_with("It prints to the terminal")
        || sentence.starts_with("It runs ")
}

/// The class a method completes its name with.
pub(super) fn owner(symbol: &Symbol, outline: &FileOutline) -> Option<String> {
    let Some(parent) = symbol.parent.and_then(|at| outline.symbols.get(at as usize)) else {
        // An extension of a type that lives elsewhere: its name stands before the dot.
        let (before, _) = symbol.qualified_name.rsplit_once('.')?;
        let class = before.rsplit('.').next()?;
        let is_type = class.starts_with(char::is_uppercase)
            && class.chars().all(char::is_alphanumeric)
            && symbol.kind == SymbolKind::Method;
        return is_type.then(|| spoken(class)).filter(|words| words.len() > 1);
    };
    let holds = !parent.kind.is_function()
        && !matches!(parent.kind, SymbolKind::Module | SymbolKind::Namespace);
    let name = parent.name.as_str();
    let name = name.split(['<', '[', '(']).next().unwrap_or(name);
    let name = name.rsplit("::").next().unwrap_or(name);
    // `IRoutes` is the interface of routes.
    let name = name
        .strip_prefix('I')
        .filter(|rest| {
            rest.len() > 2
                && rest.starts_with(char::is_uppercase)
                && rest.chars().nth(1).is_some_and(char::is_lowercase)
        })
        .unwrap_or(name);
    let mut words = spoken(name);
    // "the generate" is no noun.
    if !words.contains(' ')
        && (super::name_grammar::is_verb(&words) && !words.ends_with('e')
            || super::words::is_adjective(&words))
    {
        words.push_str(" object");
    }
    (holds && words.len() > 1).then_some(words)
}

/// Joins steps that share their verb: "uses x" and "uses y" are "uses x and y".
fn merged(steps: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(steps.len());
    let mut shared: Vec<(&str, usize, Vec<String>)> = Vec::new();
    for step in steps {
        let verb = ["uses ", "makes ", "runs "].into_iter().find(|verb| step.starts_with(verb));
        let Some(verb) = verb.filter(|verb| *verb != "runs " || !step.starts_with("runs the "))
        else {
            out.push(step);
            continue;
        };
        let thing = step[verb.len()..].to_owned();
        match shared.iter_mut().find(|(known, ..)| *known == verb) {
            Some((_, _, things)) => things.push(thing),
            None => {
                shared.push((verb, out.len(), vec![thing]));
                out.push(String::new());
            }
        }
    }
    for (verb, at, things) in shared {
        out[at] = format!("{verb}{}", listed(&things));
    }
    out
}

fn loop_sentence(symbol: &Symbol) -> Option<String> {
    let mut over: Vec<String> = Vec::new();
    for run in &symbol.facts.loops {
        let text = run
            .over
            .trim_end_matches(".items()")
            .trim_end_matches(".values()")
            .trim_end_matches(".keys()")
            .trim_end_matches(".iter()")
            .trim_end_matches("()");
        let text = text.trim_start_matches('&').trim_start_matches("mut ");
        let text = text.strip_prefix("range ").unwrap_or(text);
        let passing = |words: &String| {
            super::words::is_adjective(words)
                || super::name_grammar::is_verb(words) && !words.ends_with('s')
                || words == "next"
                || words == "true"
                || words.starts_with("to ")
                || words == "loop"
        };
        if let Some(words) = super::guards::path_words(text).filter(|words| !passing(words)) {
            let words = with_the(&words);
            if !over.contains(&words) {
                over.push(words);
            }
        }
        if over.len() == 3 {
            break;
        }
    }
    (!over.is_empty()).then(|| format!("Loops over {}.", listed(&over)))
}

/// Parameters not yet spoken of, in one sentence.
fn parameter_sentence(symbol: &Symbol, said: &[String]) -> Option<String> {
    let mut taken: Vec<String> = Vec::new();
    for (parameter, name) in real_parameters(symbol).take(8) {
        if !is_plain(name) {
            continue;
        }
        let mut words = spoken(name);
        if words.split(' ').all(|word| word.len() == 1) && words.contains(' ') {
            continue;
        }
        words = super::words::as_noun(words);
        // `g_mutex`: a letter before the name marks where it lives.
        if words.len() > 4 && words.as_bytes()[1] == b' ' {
            words.replace_range(..2, "");
        }
        let kind = parameter.ty.as_deref().and_then(type_noun).filter(|kind| {
            kind != "value"
                && kind != "true or false"
                && !kind.contains(',')
                && !kind.contains(" or ")
                && !kind.contains(" and ")
                && !words.contains(kind.as_str())
                && !kind.ends_with(words.as_str())
        });
        let noun = match (words.len() < 3, kind) {
            (true, Some(kind)) => with_article(&kind),
            (true, None) => continue,
            (false, Some(kind)) if kind != "string" && kind != "integer" && kind != "number" => {
                format!("{} ({kind})", with_article(&words))
            }
            (false, _) => with_article(&words),
        };
        let already =
            said.first().is_some_and(|lead| lead.to_lowercase().contains(&words.to_lowercase()));
        if already && !noun.contains('(') || taken.contains(&noun) {
            continue;
        }
        taken.push(noun);
    }
    (!taken.is_empty()).then(|| format!("Takes {}.", listed(&taken)))
}

fn padded_purpose(purpose: &str, symbol: &Symbol, owner: Option<&str>) -> String {
    let kind = match symbol.kind {
        SymbolKind::Constructor => "constructor",
        SymbolKind::Macro => "macro",
        SymbolKind::Method => "method",
        _ => "function",
    };
    let place = match owner {
        Some(owner) => format!("It is {} of the {owner}.", with_article(kind)),
        None => format!("It is a small {kind} of this file."),
    };
    let padded = format!("{purpose} {place}");
    if reaches(&padded, 30) { padded } else { format!("{padded} Its code says no more.") }
}

/// The line of the signature that holds the parameter.
fn signature_line(symbol: &Symbol, file: &File<'_>, name: &str) -> u32 {
    let last = symbol.span.end_line.min(symbol.name_line + 30);
    for line in symbol.name_line..=last {
        if super::inputs::is_name_in(file.source.line(line), name) {
            return line;
        }
    }
    symbol.name_line
}

fn side_effects(
    symbol: &Symbol,
    file: &File<'_>,
    owner: Option<&str>,
    doc: &DocWords,
    evidence: &mut Evidence,
) -> (Vec<String>, Vec<Effect>) {
    let mut claims: Vec<String> = Vec::new();
    let mut effects: Vec<Effect> = Vec::new();
    let language = file.outline.language.as_str();
    for call in &symbol.facts.calls {
        if let Some(effect) = effect(call, language) {
            let at = match effects.iter().position(|known| *known == effect) {
                Some(at) => at,
                None => {
                    effects.push(effect);
                    claims.push(effect.claim().to_owned());
                    effects.len() - 1
                }
            };
            evidence.cite(ClaimField::SideEffects, Some(at), call.line, call.line);
        }
    }
    if let Some((claim, lines)) = super::writes::mutation(symbol, owner) {
        for line in lines {
            evidence.cite(ClaimField::SideEffects, Some(claims.len()), line, line);
        }
        claims.push(clipped(&claim, 200));
    }
    for (claim, line) in failure_claims(symbol) {
        evidence.cite(ClaimField::SideEffects, Some(claims.len()), line, line);
        claims.push(clipped(&claim, 200));
    }
    if let Some(span) = symbol.doc.as_ref().map(|doc| doc.span) {
        for (ty, when) in doc.raises.iter().take(4) {
            let claim = format!("raises {ty}: {when}");
            if !claims.iter().any(|other| other.contains(ty.as_str())) && reaches(&claim, 10) {
                evidence.cite(
                    ClaimField::SideEffects,
                    Some(claims.len()),
                    span.start_line,
                    span.end_line,
                );
                claims.push(clipped(&claim, 200));
            }
        }
    }
    (claims, effects)
}

fn effect_sentence(effects: &[Effect], symbol: &Symbol, owner: Option<&str>) -> Option<String> {
    let mut parts: Vec<String> =
        effects.iter().take(4).map(|effect| effect.clause().to_owned()).collect();
    if symbol.kind != SymbolKind::Constructor
        && let Some(fields) = super::writes::field_words(symbol, owner)
    {
        parts.push(format!("changes {fields}"));
    }
    (!parts.is_empty()).then(|| format!("It {}.", listed(&parts)))
}

/// A name as the subject of a sentence.
pub(super) fn subject(symbol: &Symbol) -> Option<String> {
    let (parameter, name) = real_parameters(symbol).next()?;
    if name.len() < 3 || super::noun_phrases::is_preposition(name) {
        // `in`, `r`, `xs`: the type says what it is.
        return parameter
            .ty
            .as_deref()
            .and_then(type_noun)
            .filter(|noun| noun != "value" && !noun.contains(',') && !noun.contains(" or "));
    }
    is_plain(name).then(|| spoken(name)).filter(|words| words.len() > 2).map(super::words::as_noun)
}
