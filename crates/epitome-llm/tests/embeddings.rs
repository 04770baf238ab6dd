//! The embeddings client against a server on this machine: what is sent, byte by byte, and what
//! becomes of every kind of answer.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;
use std::time::Duration;

use epitome_llm::{Embeddings, EmbeddingsError, EmbeddingsOptions, Secret};

/// What the server was sent.
struct Asked {
    line: String,
    headers: Vec<String>,
    body: String,
}

/// Gives each request the next of `answers` (status line and body), then ends.
fn serve(answers: Vec<(&'static str, String)>) -> (String, JoinHandle<Vec<Asked>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let mut asked = Vec::new();
        for (status, body) in answers {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream);
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                lines.push(line.trim().to_ascii_lowercase());
            }
            let length = lines.iter().find_map(|line| line.strip_prefix("content-length: "));
            let mut sent = vec![0; length.unwrap().parse().unwrap()];
            reader.read_exact(&mut sent).unwrap();
            let line = lines.remove(0);
            asked.push(Asked { line, headers: lines, body: String::from_utf8(sent).unwrap() });
            write!(
                reader.get_mut(),
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nlocation: http://127.0.0.1:1/\r\n\
                 connection: close\r\n\r\n{body}",
                body.len()
            )
            .unwrap();
        }
        asked
    });
    (url, server)
}

fn ok(body: &str) -> (&'static str, String) {
    ("200 OK", body.to_owned())
}

fn one_vector() -> (&'static str, String) {
    ok(
        r#"{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,-1.0]}],"usage":{}}"#,
    )
}

#[test]
fn the_request_is_as_the_protocol_says() {
    let (url, server) = serve(vec![one_vector()]);
    let mut options = EmbeddingsOptions::new(url, "small");
    options.key = Some(Secret::new("sk-123"));
    let vectors = Embeddings::new(options).unwrap().embed(&["read \"é\""]).unwrap();
    assert_eq!(vectors, [vec![0.5, -1.0]]);
    let asked = server.join().unwrap().remove(0);
    assert_eq!(asked.line, "post /v1/embeddings http/1.1");
    assert_eq!(asked.body, r#"{"model":"small","input":["read \"é\""],"encoding_format":"float"}"#);
    for header in ["content-type: application/json", "authorization: bearer sk-123"] {
        assert!(asked.headers.iter().any(|sent| sent == header), "{:?}", asked.headers);
    }
}

#[test]
fn without_a_key_none_is_sent() {
    let (url, server) = serve(vec![one_vector()]);
    Embeddings::new(EmbeddingsOptions::new(url + "/", "m")).unwrap().embed(&["a"]).unwrap();
    let asked = server.join().unwrap().remove(0);
    assert_eq!(asked.line, "post /v1/embeddings http/1.1");
    assert!(!asked.headers.iter().any(|sent| sent.starts_with("authorization")));
}

#[test]
fn many_texts_go_in_batches_and_come_back_in_order() {
    let (url, server) = serve(vec![
        ok(r#"{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1]}]}"#),
        ok(r#"{"data":[{"index":0,"embedding":[3]}]}"#),
    ]);
    let mut options = EmbeddingsOptions::new(url, "m");
    options.batch = 2;
    let vectors = Embeddings::new(options).unwrap().embed(&["a", "b", "c"]).unwrap();
    assert_eq!(vectors, [[1.0], [2.0], [3.0]]);
    let bodies: Vec<String> = server.join().unwrap().into_iter().map(|asked| asked.body).collect();
    assert!(bodies[0].contains(r#"["a","b"]"#) && bodies[1].contains(r#"["c"]"#), "{bodies:?}");
}

#[test]
fn nothing_to_embed_asks_nobody() {
    let options = EmbeddingsOptions::new("http://127.0.0.1:1/v1", "m");
    assert_eq!(Embeddings::new(options).unwrap().embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
}

/// The error that an answer to one text gives, as people read it, without the address.
fn check(status: &'static str, body: &str, expected: &str) {
    let (url, server) = serve(vec![(status, body.to_owned())]);
    let mut options = EmbeddingsOptions::new(&url, "m");
    options.key = Some(Secret::new("sk-123"));
    let error = Embeddings::new(options).unwrap().embed(&["a"]).unwrap_err();
    server.join().unwrap();
    assert_eq!(error.to_string().replace(&url, "URL"), expected);
}

#[test]
fn refusals() {
    check(
        "401 Unauthorized",
        "bad key sk-123",
        "URL/embeddings answered 401: bad key ***; check the key",
    );
    check(
        "404 Not Found",
        "no such model",
        "URL/embeddings answered 404: no such model; check the address and the model's name",
    );
    check("302 Found", "", "URL/embeddings answered 302: (nothing); give the address it points to");
    check(
        "503 Service Unavailable",
        &"x".repeat(1000),
        &format!(
            "URL/embeddings answered 503: {}; the service is at fault, try again later",
            "x".repeat(300)
        ),
    );
}

#[test]
fn answers_that_are_none() {
    let start = "URL/embeddings answered something else than embeddings: ";
    let end = "; does it speak OpenAI's /v1/embeddings?";
    for (body, cause) in [
        ("<html>", "expected value at line 1 column 1"),
        (r#"{"data":[]}"#, "0 vectors for 1 texts"),
        (r#"{"data":[{"index":7,"embedding":[1]}]}"#, "no proper vector number 7"),
        (r#"{"data":[{"index":0,"embedding":[]}]}"#, "no proper vector number 0"),
        (r#"{}"#, "missing field `data` at line 1 column 2"),
    ] {
        check("200 OK", body, &format!("{start}{cause}{end}"));
    }
}

#[test]
fn nobody_there_or_too_slow() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut options = EmbeddingsOptions::new(&url, "m");
    options.timeout = Duration::from_millis(200);
    // The listener takes the connection but never answers.
    let error = Embeddings::new(options.clone()).unwrap().embed(&["a"]).unwrap_err();
    assert!(matches!(error, EmbeddingsError::TooSlow { .. }), "{error}");
    drop(listener);
    options.timeout = Duration::from_secs(20);
    let error = Embeddings::new(options).unwrap().embed(&["a"]).unwrap_err();
    assert!(matches!(error, EmbeddingsError::Unreachable { .. }), "{error}");
}

#[test]
fn addresses_that_are_none() {
    for url in ["", "host/v1", "ftp://host/v1", "http://", "not an address"] {
        let error = Embeddings::new(EmbeddingsOptions::new(url, "m")).unwrap_err();
        assert_eq!(error, EmbeddingsError::Address { url: url.to_owned() });
    }
    let error = Embeddings::new(EmbeddingsOptions::new("http://me:sk-123@host/v1", "m"));
    let error = error.unwrap_err().to_string();
    assert!(error.contains("***@host") && !error.contains("sk-123"), "{error}");
}

#[test]
fn a_key_shows_itself_to_nobody() {
    let mut options = EmbeddingsOptions::new("http://127.0.0.1:1/v1", "m");
    options.key = Some(Secret::new("sk-123"));
    let client = Embeddings::new(options.clone()).unwrap();
    for shown in
        [format!("{options:?}"), format!("{client:?}"), format!("{}", Secret::new("sk-123"))]
    {
        assert!(shown.contains("***") && !shown.contains("sk-123"), "{shown}");
    }
    let missing = Secret::from_variable("EPITOME_TEST_NO_SUCH_KEY").unwrap_err();
    assert!(missing.to_string().contains("EPITOME_TEST_NO_SUCH_KEY"), "{missing}");
}
