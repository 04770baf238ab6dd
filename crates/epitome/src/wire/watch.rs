//! What happens while a repository is watched, as JSON.

use std::time::Duration;

use epitome_engine::watch::Means;
use serde::Serialize;

use super::index::IndexJson;

/// One line: what happened, when, and about it.
#[derive(Serialize)]
pub(crate) struct WatchJson<'a> {
    pub(crate) at: String,
    #[serde(flatten)]
    pub(crate) what: WatchEventJson<'a>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum WatchEventJson<'a> {
    Watching(MeansJson<'a>),
    Updated(Box<IndexJson>),
    Failed { cause: &'a str, retry_seconds: f64 },
}

#[derive(Serialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub(crate) enum MeansJson<'a> {
    Events { root: &'a str, folders: usize },
    Looking { root: &'a str, every_seconds: f64, because: &'a str },
}

impl<'a> MeansJson<'a> {
    pub(crate) fn new(root: &'a str, means: &'a Means) -> MeansJson<'a> {
        match means {
            Means::Events { folders } => MeansJson::Events { root, folders: *folders },
            Means::Looking { every, because } => {
                MeansJson::Looking { root, every_seconds: Duration::as_secs_f64(every), because }
            }
        }
    }
}
