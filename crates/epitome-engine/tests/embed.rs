//! The choice of embedder: what each gives, and what an endpoint may not do.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;

use epitome_engine::embed::{EmbedError, Embedder, EmbeddingsOptions, Side};

/// An endpoint that gives each request the next of `answers`.
fn endpoint(answers: &[&'static str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let answers = answers.to_vec();
    std::thread::spawn(move || {
        for answer in answers {
            let mut reader = BufReader::new(listener.accept().unwrap().0);
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            reader.read_exact(&mut vec![0; length]).unwrap();
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}", answer.len());
            write!(reader.get_mut(), "{head}\r\nconnection: close\r\n\r\n{answer}").unwrap();
        }
    });
    url
}

#[test]
fn the_embedded_model_is_always_there() {
    let embedder = Embedder::embedded().unwrap();
    assert_eq!(embedder.dims(), 256);
    assert!(embedder.fingerprint().starts_with("epitome-vec:"));
    let texts = ["read the file", "", "readFile"];
    let documents = embedder.embed_documents(&texts).unwrap();
    assert_eq!((documents.len(), documents.dims(), documents.numbers().len()), (3, 256, 768));
    assert_eq!(documents, embedder.embed(Side::Document, &texts).unwrap());
    let queries = embedder.embed_queries(&texts).unwrap();
    assert_eq!(queries, embedder.embed(Side::Query, &texts).unwrap());
    for (vector, text) in documents.iter().chain(queries.iter()).zip(texts.iter().cycle()) {
        let length: f32 = vector.iter().map(|value| value * value).sum();
        let expected = if text.is_empty() { 0.0 } else { 1.0 };
        assert!((length - expected).abs() < 1e-5, "{text:?}: {length}");
    }
    assert!(embedder.embed_queries(&[]).unwrap().is_empty());
}

#[test]
fn an_endpoint_tells_its_length_and_keeps_it() {
    let url = endpoint(&[
        r#"{"data":[{"index":0,"embedding":[0,5]}]}"#,
        r#"{"data":[{"index":0,"embedding":[0,-2]},{"index":1,"embedding":[0,0]}]}"#,
        r#"{"data":[{"index":0,"embedding":[1,2,3]}]}"#,
    ]);
    let embedder = Embedder::endpoint(EmbeddingsOptions::new(&url, "small")).unwrap();
    assert_eq!(embedder.dims(), 2);
    assert_eq!(embedder.fingerprint(), format!("endpoint:{url}:2:small"));
    let vectors = embedder.embed_documents(&["a", "b"]).unwrap();
    assert_eq!(vectors.numbers(), [0.0, -1.0, 0.0, 0.0]);
    let error = embedder.embed_queries(&["c"]).unwrap_err();
    assert!(matches!(error, EmbedError::Dims { found: 3, expected: 2, .. }), "{error}");
}
