//! What the checker says of summaries that nobody tampered with.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use epitome_model::check::{
    Code, Evidence, FileEvidence, NameSet, Reason, Repository, Severity, SourceText, check,
};
use epitome_model::summarize::{FilePart, FileRole, summarize_module, summarize_repository};
use epitome_model::summary::{Citation, Summary};

use rustix::time::{ClockId, clock_gettime};

use super::percent;
use super::tree::Tree;

/// Processor time of this thread: what else the machine does is not the checker's fault.
fn used() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Counts over one tree or all.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) files: usize,
    pub(super) bytes: usize,
    pub(super) summaries: usize,
    pub(super) citations: usize,
    pub(super) resolved: usize,
    pub(super) refused: usize,
    pub(super) doubted: usize,
    pub(super) by_code: BTreeMap<Code, usize>,
    pub(super) judging: Duration,
    pub(super) slowest: Duration,
    pub(super) slowest_place: String,
    pub(super) preparing: Duration,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.summaries += other.summaries;
        self.citations += other.citations;
        self.resolved += other.resolved;
        self.refused += other.refused;
        self.doubted += other.doubted;
        for (&code, &count) in &other.by_code {
            *self.by_code.entry(code).or_default() += count;
        }
        self.judging += other.judging;
        self.take_slowest(other.slowest, &other.slowest_place);
        self.preparing += other.preparing;
    }

    fn take_slowest(&mut self, took: Duration, place: &str) {
        if took > self.slowest {
            self.slowest = took;
            self.slowest_place = place.to_owned();
        }
    }

    pub(super) fn resolved_percent(&self) -> f64 {
        percent(self.resolved, self.citations)
    }

    pub(super) fn refused_percent(&self) -> f64 {
        percent(self.refused, self.summaries)
    }

    pub(super) fn doubted_percent(&self) -> f64 {
        percent(self.doubted, self.summaries)
    }

    pub(super) fn micros_each(&self) -> f64 {
        self.judging.as_secs_f64() * 1e6 / self.summaries.max(1) as f64
    }
}

/// Judges everything; prints up to `show` examples of each rule.
pub(super) fn judge(tree: &Tree, show: usize) -> Tally {
    let mut run = Run { tally: Tally::default(), shown: BTreeMap::new(), show };
    let has_name = |name: &str| tree.names.contains(name);
    let lines_of = |path: &str| tree.lines.get(path).copied();
    let repository = Repository { has_name: &has_name, lines_of: &lines_of };
    let mut modules: BTreeMap<&str, Vec<FilePart>> = BTreeMap::new();
    for file in &tree.files {
        run.tally.files += 1;
        run.tally.bytes += file.text.len();
        let began = used();
        let prepared = FileEvidence::new(&file.path, &file.outline, &file.text);
        run.tally.preparing += used() - began;
        for (i, summary) in file.summaries.symbols.iter().enumerate() {
            let symbol = &file.outline.symbols[i];
            let neighbours: Vec<&str> = file.neighbours[i].iter().map(String::as_str).collect();
            let evidence = prepared.symbol(i, &neighbours, repository);
            run.one(&format!("{}:{}", file.path, symbol.name_line), summary, &evidence);
        }
        run.one(&file.path, &file.summaries.file, &prepared.file(&[], repository));
        let folder = file.path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        modules.entry(folder).or_default().push(file.summaries.part.clone());
    }
    let mut repository_parts = Vec::new();
    let mut repository_text = String::new();
    for (folder, parts) in &modules {
        let (summary, part) = summarize_module(folder, parts);
        repository_text.push_str(&text_of(parts));
        repository_text.push_str(&summary.summary);
        repository_text.push('\n');
        repository_parts.push(part);
        let text = text_of(parts);
        let source = SourceText::new(&text);
        let beside =
            NameSet::from_iter(parts.iter().map(|part| part.path.as_str()).chain([*folder]));
        let tests = parts.iter().filter(|part| part.role == FileRole::Test).count();
        let counts = [parts.len() as u32, tests as u32, parts.iter().map(|part| part.lines).sum()];
        run.one(folder, &summary, &Evidence::module(&source, &beside, &counts, repository));
    }
    let root = modules.get(".").map_or(&[][..], Vec::as_slice);
    let summary = summarize_repository(&tree.name, &repository_parts, root);
    let source = SourceText::new(&repository_text);
    let beside = NameSet::from_iter([tree.name.as_str()]);
    let counts = [modules.len() as u32, tree.files.len() as u32];
    run.one(&tree.name, &summary, &Evidence::module(&source, &beside, &counts, repository));
    run.tally
}

/// What a module's summary may be made of.
pub(super) fn text_of(parts: &[FilePart]) -> String {
    let mut text = String::new();
    for part in parts {
        for piece in [&part.path, &part.language, &part.summary, &part.business_intent, &part.claim]
        {
            text.push_str(piece);
            text.push('\n');
        }
        text.push_str(&part.keywords.join(" "));
        text.push('\n');
        text.push_str(&part.imports.join(" "));
        text.push('\n');
    }
    text
}

struct Run {
    tally: Tally,
    shown: BTreeMap<Code, usize>,
    show: usize,
}

impl Run {
    fn one(&mut self, place: &str, summary: &Summary, evidence: &Evidence<'_>) {
        let began = used();
        let reasons = check(summary, evidence);
        let took = used() - began;
        self.tally.judging += took;
        self.tally.take_slowest(took, place);
        self.tally.summaries += 1;
        for citation in &summary.grounded.citations {
            self.tally.citations += 1;
            self.tally.resolved += usize::from(resolves(citation, evidence));
        }
        let refused = reasons.iter().any(|reason| reason.severity == Severity::Refuse);
        self.tally.refused += usize::from(refused);
        self.tally.doubted += usize::from(!refused && !reasons.is_empty());
        let codes: BTreeSet<Code> = reasons.iter().map(|reason| reason.code).collect();
        for code in codes {
            *self.tally.by_code.entry(code).or_default() += 1;
        }
        self.print(place, summary, &reasons);
    }

    fn print(&mut self, place: &str, summary: &Summary, reasons: &[Reason]) {
        for reason in reasons {
            let shown = self.shown.entry(reason.code).or_default();
            if *shown < self.show {
                *shown += 1;
                let (path, message) = (&reason.path, &reason.message);
                println!("  {} {place} {path}: {message}", reason.code.word());
                println!("      {}", text_at(summary, path));
            }
        }
    }
}

/// Whether a citation leads to lines that are there, by the file alone and not by the checker.
fn resolves(citation: &Citation, evidence: &Evidence<'_>) -> bool {
    let (start, end) = (citation.line_start, citation.line_end);
    let forward = 1 <= start && start <= end;
    match &citation.path {
        Some(path) => {
            forward && (evidence.repository.lines_of)(path).is_some_and(|lines| end <= lines)
        }
        None => forward && evidence.first_line <= start && end <= evidence.last_line,
    }
}

/// The text a reason speaks about.
pub(super) fn text_at<'a>(summary: &'a Summary, path: &str) -> &'a str {
    let grounded = &summary.grounded;
    let mut parts = path.split('.');
    let field = parts.next().unwrap_or_default();
    let item = parts.next().and_then(|item| item.parse::<usize>().ok()).unwrap_or_default();
    let text = match field {
        "summary" => Some(&summary.summary),
        "business_intent" => Some(&summary.business_intent),
        "keywords" => summary.keywords.get(item),
        "purpose" => Some(&grounded.purpose),
        "inputs" => grounded.inputs.get(item).map(|input| &input.description),
        "returns" => grounded.returns.as_ref().map(|returns| &returns.details),
        "side_effects" => grounded.side_effects.get(item),
        "invariants" => grounded.invariants.get(item),
        _ => None,
    };
    text.map_or("", String::as_str)
}
