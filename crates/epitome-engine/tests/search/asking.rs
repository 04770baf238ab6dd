//! What is found, by what, and within which limits.

use epitome_engine::search::{Filter, List, QueryClass, SearchOptions};
use epitome_model::document::DocumentKind;

use crate::kit::{Repository, SERVICE, ids};

fn check(query: &str, class: QueryClass, first: &str) {
    let repository = Repository::new(SERVICE);
    let answer = repository.ask(query, &SearchOptions::default());
    assert_eq!(answer.class, class, "{query}");
    assert_eq!(ids(&answer).first().copied(), Some(first), "{query}: {:?}", ids(&answer));
}

#[test]
fn each_kind_of_question_finds_what_it_means() {
    check("SessionStore", QueryClass::Symbol, "relay/session_store.py::SessionStore");
    check(
        "SessionStore.remember",
        QueryClass::Symbol,
        "relay/session_store.py::SessionStore::remember",
    );
    check("Reads the settings file.", QueryClass::Sentence, "relay/settings.py::load_settings");
    check(
        "fetch a URL again while the server answers 429",
        QueryClass::Sentence,
        "relay/http_client.py::fetch_with_retry",
    );
    check("how routes are matched", QueryClass::Topic, "web/router.ts::matchRoute");
    check(
        "Sessions are never forgotten\n\nAfter an hour `forget_expired` leaves them in place:\n```\nstore.forget_expired(now)\n```\n",
        QueryClass::Issue,
        "relay/session_store.py::SessionStore::forget_expired",
    );
}

#[test]
fn tests_and_examples_stand_back_unless_they_are_asked_for() {
    let repository = Repository::new(SERVICE);
    let place = |query: &str, id: &str| {
        let answer = repository.ask(query, &SearchOptions::default());
        ids(&answer).iter().position(|found| *found == id).unwrap_or(usize::MAX)
    };
    let test = "tests/test_session_store.py::test_sessions_expire";
    assert!(place("how sessions expire", test) > 0);
    assert_eq!(place("test that sessions expire", test), 0);
}

// G3
#[test]
fn filters_combine() {
    let repository = Repository::new(SERVICE);
    let found = |kinds: &[DocumentKind], paths: &[&str], languages: &[&str]| {
        let text = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let filter =
            Filter { kinds: kinds.to_vec(), paths: text(paths), languages: text(languages) };
        let options = SearchOptions { filter, limit: 50, ..SearchOptions::default() };
        let answer = repository.ask("sessions and routes and settings", &options);
        let ids: Vec<String> = ids(&answer).iter().map(|id| (*id).to_owned()).collect();
        ids
    };
    let all = found(&[], &[], &[]);
    assert!(all.iter().any(|id| id == "web/router.ts"), "{all:?}");
    assert!(!all.iter().any(|id| id == "relay"), "modules are not asked for: {all:?}");
    assert_eq!(
        found(&[DocumentKind::Class], &[], &["python"])[0],
        "relay/session_store.py::SessionStore"
    );
    assert!(found(&[], &["web/"], &[]).iter().all(|id| id.starts_with("web/")));
    assert!(found(&[], &["!relay/**"], &[]).iter().all(|id| !id.starts_with("relay/")));
    assert!(found(&[], &["relay/"], &["typescript"]).is_empty());
    let modules = found(&[DocumentKind::Module], &[], &[]);
    assert!(modules.contains(&"relay".to_owned()), "{modules:?}");
}

// G62
#[test]
fn each_list_answers_alone() {
    let repository = Repository::new(SERVICE);
    for list in List::ALL {
        let options =
            SearchOptions { lists: vec![list], rerank: false, ..SearchOptions::default() };
        let answer = repository.ask("keeps sessions until they expire", &options);
        assert!(!answer.results.is_empty(), "{list:?}");
        assert!(ids(&answer)[0].contains("session"), "{list:?}: {:?}", ids(&answer));
    }
}

#[test]
fn a_score_is_the_sum_of_its_parts() {
    let repository = Repository::new(SERVICE);
    let options = SearchOptions { explain: true, ..SearchOptions::default() };
    let answer = repository.ask("Stores a session under its key.", &options);
    let first = &answer.results[0];
    let sum: f32 = first.parts.iter().map(|part| part.value * part.weight).sum();
    assert!((sum - first.score).abs() < 1e-3, "{sum} is not {}", first.score);
    assert!(first.parts.len() > 3);
    let said: Vec<&str> =
        first.matched.iter().flat_map(|matched| matched.terms.iter().map(String::as_str)).collect();
    assert!(said.contains(&"session") && said.contains(&"Stores"), "{said:?}");
}

#[test]
fn what_nothing_speaks_of_is_not_found() {
    let repository = Repository::new(SERVICE);
    let answer = repository.ask("xylophone quux zyzzyva", &SearchOptions::default());
    assert!(answer.results.is_empty(), "{:?}", ids(&answer));
    // One file has the word: that file is the answer, and not what is well known besides.
    let answer = repository.ask("zyzzyva tomllib quux", &SearchOptions::default());
    assert!(!answer.results.is_empty());
    assert!(
        ids(&answer).iter().all(|id| id.starts_with("relay/settings.py")),
        "{:?}",
        ids(&answer)
    );
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let repository = Repository::new(SERVICE);
    let ask = || {
        let answer = repository.ask("how sessions are kept", &SearchOptions::default());
        answer
            .results
            .iter()
            .map(|r| (r.document.id.clone(), r.score.to_bits()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ask(), ask());
}

#[test]
fn chinese_is_found() {
    let repository = Repository::new(&[
        (
            "config.py",
            "def load(path):\n    \"\"\"解析配置文件并返回设置。\"\"\"\n    if path:\n        return open(path).read()\n    return None\n",
        ),
        (
            "mail.py",
            "def send(to):\n    \"\"\"发送电子邮件。\"\"\"\n    if to:\n        return to.strip()\n    return None\n",
        ),
    ]);
    let answer = repository.ask("如何解析配置", &SearchOptions::default());
    assert_eq!(ids(&answer)[0], "config.py::load");
}
