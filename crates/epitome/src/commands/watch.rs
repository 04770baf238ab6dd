//! `epitome watch`: keeps the index fresh while people work.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use epitome_engine::embed::Embedder;
use epitome_engine::index::{Freshness, freshness};
use epitome_engine::scan::display_os_path;
use epitome_engine::update::{UpdateOptions, now};
use epitome_engine::watch::{Callbacks, Inbox, Means, WatchEvent, WatchOptions, watch};

use super::index::{Refreshed, graph_options, outcome, refresh};
use crate::arguments::WatchArguments;
use crate::exit::INTERRUPTED;
use crate::interrupt;
use crate::output::{count, json, plain, stdout};
use crate::wire::index::IndexJson;
use crate::wire::watch::{MeansJson, WatchEventJson, WatchJson};

pub(crate) fn run(arguments: &WatchArguments) -> anyhow::Result<ExitCode> {
    let stop = interrupt::flag()?;
    let inbox = Arc::new(Inbox::default());
    let bell = Arc::clone(&inbox);
    interrupt::when_stopped(move || bell.ring());
    let root = &arguments.path;
    let graph = graph_options(&arguments.reading, root)?;
    let scan = graph.tree.scan.clone();
    let options = UpdateOptions {
        graph,
        // Loaded once, and not for every change.
        embedder: Some(Arc::new(Embedder::embedded()?)),
        ..UpdateOptions::default()
    };
    let shown = display_os_path(root).to_string();
    let mut callbacks = Callbacks {
        update: &mut || match refresh(root, &options) {
            Ok(Refreshed::Done(report)) => Ok(Some(*report)),
            Ok(Refreshed::Stopped) => Ok(None),
            Err(error) => Err(format!("{error:#}")),
        },
        is_fresh: &|| {
            let fresh = freshness(root, &scan);
            matches!(fresh, Ok(Some(fresh)) if Freshness::is_fresh(&fresh))
        },
        tell: &mut |event| tell(event, &shown, arguments.json),
    };
    let how = WatchOptions { poll: arguments.poll, ..WatchOptions::default() };
    watch(root, &how, &inbox, stop, &mut callbacks)?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn tell(event: &WatchEvent<'_>, root: &str, as_json: bool) -> io::Result<()> {
    if as_json {
        let what = match event {
            WatchEvent::Watching(means) => WatchEventJson::Watching(MeansJson::new(root, means)),
            WatchEvent::Updated { report, took } => {
                WatchEventJson::Updated(Box::new(IndexJson::new(report, *took)))
            }
            WatchEvent::Failed { cause, pause } => {
                WatchEventJson::Failed { cause, retry_seconds: pause.as_secs_f64() }
            }
        };
        let mut out = stdout();
        json(&mut out, &WatchJson { at: now(), what }).map_err(io_error)?;
        return out.flush();
    }
    let mut err = anstream::stderr();
    match event {
        WatchEvent::Watching(Means::Events { folders }) => {
            writeln!(
                err,
                "Watching {} of {root}; Ctrl-C ends it.",
                count(*folders as u64, "folder")
            )
        }
        WatchEvent::Watching(Means::Looking { every, because }) => writeln!(
            err,
            "Looking at {root} every {} s, since {}; Ctrl-C ends it.",
            every.as_secs_f64(),
            plain(because)
        ),
        WatchEvent::Updated { report, took } => writeln!(err, "{}", outcome(report, *took)),
        WatchEvent::Failed { cause, pause } => {
            writeln!(err, "not updated: {}; next try in {} s", plain(cause), pause.as_secs_f64())
        }
    }
}

/// The cause, where it is one of writing: whether the reader went away is asked further out.
fn io_error(error: anyhow::Error) -> io::Error {
    match error.downcast::<serde_json::Error>() {
        Ok(error) => error.into(),
        Err(error) => error.downcast().unwrap_or_else(io::Error::other),
    }
}
