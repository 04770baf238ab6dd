//! A repository in a temporary folder, indexed in this process and asked.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use epitome_engine::embed::Embedder;
use epitome_engine::index::Index;
use epitome_engine::outline::Workers;
use epitome_engine::search::{SearchAnswer, SearchOptions, Searcher};
use epitome_engine::update::{UpdateOptions, update};

pub(crate) struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    pub(crate) fn new(files: &[(&str, &str)]) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        repository.write(files);
        repository.update();
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, files: &[(&str, &str)]) {
        for (path, content) in files {
            let path = self.root().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }

    pub(crate) fn update(&self) {
        let stop = AtomicBool::new(false);
        let options = UpdateOptions::default();
        update(self.root(), &options, &Workers::in_process(), &|_| {}, &stop).unwrap();
    }

    pub(crate) fn index(&self) -> Index {
        Index::open(self.root()).unwrap().unwrap()
    }

    pub(crate) fn searcher(&self) -> Searcher {
        Searcher::open(self.index(), Arc::new(Embedder::embedded().unwrap())).unwrap()
    }

    pub(crate) fn ask(&self, query: &str, options: &SearchOptions) -> SearchAnswer {
        self.searcher().search(query, options).unwrap()
    }
}

/// The ids of an answer, in order.
pub(crate) fn ids(answer: &SearchAnswer) -> Vec<&str> {
    answer.results.iter().map(|result| result.document.id.as_str()).collect()
}

/// A small service: reading settings, talking HTTP, keeping sessions, with tests and an example.
pub(crate) const SERVICE: &[(&str, &str)] = &[
    ("README.md", "# Relay\n\nRelay forwards HTTP requests to a backend and keeps sessions.\n"),
    (
        "relay/settings.py",
        r#"
"""Settings of the relay."""
import os
import tomllib

DEFAULT_PORT = 8080


def load_settings(path):
    """Reads the settings file and fills in defaults."""
    with open(path, "rb") as file:
        values = tomllib.load(file)
    if "port" not in values:
        values["port"] = DEFAULT_PORT
    return values


def port_from_environment():
    value = os.environ.get("RELAY_PORT")
    if value is None:
        return DEFAULT_PORT
    return int(value)
"#,
    ),
    (
        "relay/http_client.py",
        r#"
"""Talking to the backend."""
import time
import requests


class RetryError(Exception):
    """Every try was refused."""


def fetch_with_retry(url, attempts=4):
    for number in range(attempts):
        response = requests.get(url, timeout=10)
        if response.status_code not in (429, 503):
            return response
        time.sleep(0.2 * 2 ** number)
    raise RetryError(f"gave up on {url}")
"#,
    ),
    (
        "relay/session_store.py",
        r#"
class SessionStore:
    """Keeps sessions until they expire."""

    def __init__(self, lifetime):
        self.lifetime = lifetime
        self.sessions = {}

    def remember(self, key, session, now):
        """Stores a session under its key."""
        if key in self.sessions:
            raise KeyError("session is already known")
        self.sessions[key] = (session, now + self.lifetime)

    def forget_expired(self, now):
        for key, (session, end) in list(self.sessions.items()):
            if end < now:
                del self.sessions[key]
"#,
    ),
    (
        "web/router.ts",
        r#"
export interface Route { pattern: string; handler: string }

/** Finds the route whose pattern fits the path. */
export function matchRoute(routes: Route[], path: string): Route | undefined {
  for (const route of routes) {
    if (path.startsWith(route.pattern)) {
      return route;
    }
  }
  return undefined;
}
"#,
    ),
    (
        "tests/test_session_store.py",
        r#"
from relay.session_store import SessionStore


def test_sessions_expire():
    store = SessionStore(10)
    store.remember("a", object(), now=0)
    store.forget_expired(now=11)
    assert store.sessions == {}
"#,
    ),
    (
        "examples/fetch.py",
        r#"
from relay.http_client import fetch_with_retry


def main():
    for number in range(3):
        print(fetch_with_retry("http://localhost"))
"#,
    ),
];
