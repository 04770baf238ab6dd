//! A small set with the rank of each answer: a change of the ranking shows here, line by line.
//!
//! The repository is made of the samples of all languages, which are small programs of our own.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use epitome_engine::search::SearchOptions;
use expect_test::expect;

use crate::kit::{Repository, ids};

/// What is asked, and a part of the id that answers it.
const QUESTIONS: &[(&str, &str)] = &[
    ("JobError", "javascript/sample.js::JobError"),
    ("RoutePlanner", "java/sample.java::RoutePlanner"),
    ("drop_oldest", "c/sample.c::drop_oldest"),
    ("SensorError", "swift/sample.swift::SensorError"),
    ("Gate.Limiter", "elixir/sample.ex::Gate"),
    ("log_line", "bash/sample.sh::log_line"),
    ("ring buffer of log lines", "c/sample.c"),
    ("job queue with retries", "javascript/sample"),
    ("how money is transferred between accounts", "typescript/sample"),
    ("tide levels at a station", "go/sample.go"),
    ("how callers are limited", "elixir/sample"),
    ("temperature sensor readings", "swift/sample"),
    ("how backups are made", "bash/sample"),
    ("watering garden beds", "kotlin/sample"),
    ("sending a newsletter in batches", "php/sample"),
    ("visits to pages per day", "ruby/sample"),
    ("planning routes for parcels", "java/sample"),
    ("wind measured by a weather station", "zig/sample"),
    ("articles that run low in stock", "csharp/sample"),
    ("scheduling of tasks", "cpp/sample"),
    ("how cached files are evicted", "lua/sample"),
    ("Drops the oldest line of the ring.", "c/sample.c::drop_oldest"),
    ("Removes entries that are older than the window.", "elixir/sample"),
    ("Compares two readings by temperature.", "swift/sample"),
    ("Evict what was not used for longest.", "lua/sample"),
    ("Checks that the tools are installed.", "bash/sample.sh::require_tools"),
    (
        "Queue stops after an error\n\nWhen a job throws `JobError` the queue never emits `drained` again:\n```js\nqueue.on('drained', done)\n```\n",
        "javascript/sample",
    ),
    (
        "planner avoids the wrong depot\n\n`RoutePlanner.plan(parcel, \"north\")` still returns the north depot.\n",
        "java/sample.java::RoutePlanner",
    ),
];

// G61
#[test]
fn ranks_of_a_small_set() {
    let languages = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../epitome-syntax/languages");
    let mut samples: Vec<(String, String)> = Vec::new();
    for language in fs::read_dir(languages).unwrap() {
        let language = language.unwrap();
        for file in fs::read_dir(language.path()).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().to_string_lossy().into_owned();
            if name.starts_with("sample.") && !name.ends_with(".outline") {
                let folder = language.file_name().to_string_lossy().into_owned();
                samples
                    .push((format!("{folder}/{name}"), fs::read_to_string(file.path()).unwrap()));
            }
        }
    }
    let files: Vec<(&str, &str)> = samples.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let repository = Repository::new(&files);
    let searcher = repository.searcher();
    let mut told = String::new();
    let mut sum = 0.0;
    for (query, answer) in QUESTIONS {
        let found = searcher.search(query, &SearchOptions::default()).unwrap();
        let rank = ids(&found).iter().position(|id| id.contains(answer));
        sum += rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        let rank = rank.map_or("-".to_owned(), |rank| (rank + 1).to_string());
        writeln!(told, "{rank:>2}  {query} -> {answer}").unwrap();
    }
    writeln!(told, "MRR@10 {:.3}", sum / QUESTIONS.len() as f64).unwrap();
    expect![[r#"
         1  JobError -> javascript/sample.js::JobError
         1  RoutePlanner -> java/sample.java::RoutePlanner
         1  drop_oldest -> c/sample.c::drop_oldest
         1  SensorError -> swift/sample.swift::SensorError
         1  Gate.Limiter -> elixir/sample.ex::Gate
         1  log_line -> bash/sample.sh::log_line
         1  ring buffer of log lines -> c/sample.c
         1  job queue with retries -> javascript/sample
         1  how money is transferred between accounts -> typescript/sample
         1  tide levels at a station -> go/sample.go
         1  how callers are limited -> elixir/sample
         1  temperature sensor readings -> swift/sample
         1  how backups are made -> bash/sample
         1  watering garden beds -> kotlin/sample
         1  sending a newsletter in batches -> php/sample
         1  visits to pages per day -> ruby/sample
         1  planning routes for parcels -> java/sample
         1  wind measured by a weather station -> zig/sample
         1  articles that run low in stock -> csharp/sample
         1  scheduling of tasks -> cpp/sample
         1  how cached files are evicted -> lua/sample
         1  Drops the oldest line of the ring. -> c/sample.c::drop_oldest
         1  Removes entries that are older than the window. -> elixir/sample
         7  Compares two readings by temperature. -> swift/sample
         1  Evict what was not used for longest. -> lua/sample
         1  Checks that the tools are installed. -> bash/sample.sh::require_tools
         1  Queue stops after an error

        When a job throws `JobError` the queue never emits `drained` again:
        ```js
        queue.on('drained', done)
        ```
         -> javascript/sample
         1  planner avoids the wrong depot

        `RoutePlanner.plan(parcel, "north")` still returns the north depot.
         -> java/sample.java::RoutePlanner
        MRR@10 0.969
    "#]]
    .assert_eq(&told);
}
