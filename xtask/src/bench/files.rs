//! The source files of a tree, read beforehand, and the parse that nobody can avoid.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use epitome_engine::scan::{ScanOptions, nothing_known, scan};
use epitome_syntax::Builtin;

use super::cpu::used;

/// A file in a language with a grammar.
pub(crate) struct Source {
    pub(crate) language: &'static Builtin,
    pub(crate) text: String,
}

/// All files below a root that have a grammar.
pub(crate) fn sources(root: &Path) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    scan(root, &ScanOptions::default(), &nothing_known, |entry| {
        let path = entry.path.as_str().to_owned();
        if let Some(text) = entry.text()
            && let Some(language) = epitome_syntax::detect(&path, &text.text)
            && language.language().is_deep()
        {
            sources.push(Source { language, text: text.text.clone() });
        }
        ControlFlow::Continue(())
    })
    .with_context(|| format!("scanning {}", root.display()))?;
    Ok(sources)
}

/// Parses every source on all cores, and does nothing with the trees.
pub(crate) fn parse_all(sources: &[Source]) -> Duration {
    on_all_cores(sources, |source, parser| {
        if let Some(grammar) = source.language.language().grammar() {
            let _ = parser.set_language(grammar);
            let tree = parser.parse(&source.text, None);
            std::hint::black_box(&tree);
        }
    })
}

/// Outlines every source on all cores in this process, and keeps nothing.
pub(crate) fn outline_all(sources: &[Source]) -> Duration {
    let outliners: Mutex<Vec<epitome_syntax::Outliner>> = Mutex::default();
    on_all_cores(sources, |source, _| {
        let taken = outliners.lock().ok().and_then(|mut all| all.pop());
        let mut outliner = taken.unwrap_or_default();
        std::hint::black_box(&outliner.outline(source.language.language(), &source.text));
        if let Ok(mut all) = outliners.lock() {
            all.push(outliner);
        }
    })
}

fn on_all_cores(
    sources: &[Source],
    work: impl Fn(&Source, &mut tree_sitter::Parser) + Sync,
) -> Duration {
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let began = used();
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut parser = tree_sitter::Parser::new();
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(source, &mut parser);
                }
            });
        }
    });
    used() - began
}
