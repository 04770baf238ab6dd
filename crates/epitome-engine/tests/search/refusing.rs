//! Indexes and questions that get an error with a way out, never a wrong answer.

use std::fs;
use std::sync::Arc;

use epitome_engine::embed::Embedder;
use epitome_engine::index::Index;
use epitome_engine::search::{Filter, SearchError, SearchOptions, Searcher};

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
