//! Indexes and questions that get an error with a way out, never a wrong answer.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use epitome_engine::embed::{Embedder, EmbeddingsOptions};
use epitome_engine::index::Index;
use epitome_engine::outline::Workers;
use epitome_engine::search::{Filter, SearchError, SearchOptions, Searcher};
use epitome_engine::update::{UpdateOptions, update};

use crate::kit::{Repository, SERVICE};

fn refused(repository: &Repository, query: &str, options: &SearchOptions) -> String {
    let embedder = Arc::new(Embedder::embedded().unwrap());
    let asked = Searcher::open(repository.index(), embedder)
        .and_then(|searcher| searcher.search(query, options));
    asked.map(|answer| answer.results.len()).unwrap_err().to_string()
}

#[test]
fn questions_that_are_none() {
    let repository = Repository::new(SERVICE);
    assert!(refused(&repository, " \n", &SearchOptions::default()).contains("the query is empty"));
    let filter = Filter { paths: vec!["src/[".to_owned()], ..Filter::default() };
    let options = SearchOptions { filter, ..SearchOptions::default() };
    let told = refused(&repository, "sessions", &options);
    assert!(told.contains("`src/[` is no pattern of paths"), "{told}");
}

/// Every file of the search indexes, cut and altered: an error that names it, or the same answer.
#[test]
fn damage_is_told_and_never_answers_wrongly() {
    let repository = Repository::new(SERVICE);
    let options = SearchOptions::default();
    let query = "how sessions are kept";
    let right: Vec<String> =
        repository.ask(query, &options).results.iter().map(|r| r.document.id.clone()).collect();
    let generation = fs::canonicalize(repository.root().join(".epitome/current")).unwrap();
    let mut damaged = 0;
    for folder in ["code_index", "summary_index_function_level"] {
        let inner = fs::read_dir(generation.join(folder)).unwrap().next().unwrap().unwrap().path();
        for part in ["bm25", "dense"] {
            for entry in fs::read_dir(inner.join(part)).unwrap() {
                let path = entry.unwrap().path();
                let bytes = fs::read(&path).unwrap();
                let cut = bytes[..bytes.len() / 2].to_vec();
                let mut flipped = bytes.clone();
                flipped[bytes.len() / 3] ^= 0x10;
                for changed in [cut, flipped, Vec::new()] {
                    fs::write(&path, &changed).unwrap();
                    let embedder = Arc::new(Embedder::embedded().unwrap());
                    let asked = Index::open(repository.root())
                        .map_err(SearchError::from)
                        .and_then(|index| Searcher::open(index.unwrap(), embedder))
                        .and_then(|searcher| searcher.search(query, &options));
                    match asked {
                        Ok(answer) => {
                            let ids: Vec<String> =
                                answer.results.iter().map(|r| r.document.id.clone()).collect();
                            assert_eq!(ids, right, "{}", path.display());
                        }
                        Err(SearchError::Index(error)) => {
                            damaged += 1;
                            let told = error.to_string();
                            let name = path.file_name().unwrap().to_string_lossy();
                            assert!(told.contains(&*name), "{told} does not name {name}");
                            assert!(told.contains("epitome"), "{told} names no way out");
                        }
                        Err(other) => panic!("{other}"),
                    }
                }
                fs::write(&path, &bytes).unwrap();
            }
        }
    }
    assert!(damaged >= 20, "only {damaged} of the changes were seen");
}

/// A service on this machine that gives vectors of four numbers, made of the lengths of the texts.
fn service() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                if reader.read_line(&mut line).unwrap() < 3 {
                    break;
                }
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let asked: serde_json::Value = serde_json::from_slice(&body).unwrap();
            let row = |(at, text): (usize, &serde_json::Value)| {
                let long = text.as_str().unwrap().len() as f32;
                serde_json::json!({"index": at, "embedding": [1.0, long, 2.0, 3.0]})
            };
            let data: Vec<_> =
                asked["input"].as_array().unwrap().iter().enumerate().map(row).collect();
            let answer = serde_json::json!({ "data": data }).to_string();
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
            write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{answer}", answer.len()).unwrap();
        }
    });
    url
}

#[test]
fn vectors_of_another_model_are_not_compared() {
    let repository = Repository::new(SERVICE);
    let embedder = Embedder::endpoint(EmbeddingsOptions::new(service(), "tiny")).unwrap();
    let embedder = Arc::new(embedder);
    let options =
        UpdateOptions { embedder: Some(Arc::clone(&embedder)), ..UpdateOptions::default() };
    let stop = AtomicBool::new(false);
    update(repository.root(), &options, &Workers::in_process(), &|_| {}, &stop).unwrap();
    let told = refused(&repository, "sessions", &SearchOptions::default());
    assert!(told.contains("made with the embedder `endpoint:"), "{told}");
    assert!(told.contains("epitome index --full"), "{told}");
    // The one that made it is welcome.
    let searcher = Searcher::open(repository.index(), embedder).unwrap();
    assert!(!searcher.search("sessions", &SearchOptions::default()).unwrap().results.is_empty());
    // Without it all vectors are made again.
    repository.update();
    assert!(!repository.ask("sessions", &SearchOptions::default()).results.is_empty());
}
