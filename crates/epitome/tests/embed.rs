//! `epitome embed`, through the real program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::Output;

use assert_cmd::Command;
use expect_test::{Expect, expect};
use serde_json::Value;

fn epitome(args: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("epitome").unwrap();
    // Whoever runs the tests may have a configuration of their own.
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.arg("embed").args(args).env("NO_COLOR", "1").write_stdin(input).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn objects(args: &[&str], input: &str) -> Vec<Value> {
    let output = epitome(args, input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn vector(object: &Value) -> Vec<f64> {
    object["vector"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
}

fn cosine(a: &Value, b: &Value) -> f64 {
    vector(a).iter().zip(vector(b)).map(|(a, b)| a * b).sum()
}

/// Exit code and standard error of a call that must print nothing on standard output.
fn check_refused(args: &[&str], expected: Expect) {
    let output = epitome(args, "");
    assert_eq!(stdout(&output), "");
    let errors = String::from_utf8(output.stderr).unwrap();
    expected.assert_eq(&format!("exit {}\n{errors}", output.status.code().unwrap()));
}

#[test]
fn texts_that_share_words_are_near() {
    let found = objects(&["--json", "read the file", "readFile", "graph of calls"], "");
    assert_eq!(found.len(), 3);
    for object in &found {
        assert_eq!(vector(object).len(), 256);
        assert!((cosine(object, object) - 1.0).abs() < 1e-5);
        assert_eq!(object["side"], "document");
        assert!(object["model"].as_str().unwrap().starts_with("epitome-vec:1:256:"));
    }
    assert!(cosine(&found[0], &found[1]) > cosine(&found[0], &found[2]));
}

#[test]
fn a_text_is_the_same_however_it_comes() {
    let typed = objects(&["--json", "--side", "query", "read a file", "größe 文件"], "");
    let piped = objects(&["--json", "--side", "query", "--stdin"], "read a file\r\ngröße 文件\n");
    assert_eq!(typed, piped);
    assert_eq!(typed[1]["text"], "größe 文件");
    let plain = stdout(&epitome(&["--side", "query", "read a file"], ""));
    let numbers: Vec<f64> = plain.split_whitespace().map(|n| n.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 256);
    for (plain, exact) in numbers.iter().zip(vector(&typed[0])) {
        assert!((plain - exact).abs() < 1e-6);
    }
}

#[test]
fn an_array_for_numpy() {
    let output = epitome(&["--stdin", "--npy"], "read\n\nfile\n");
    let bytes = output.stdout;
    assert_eq!(&bytes[..6], b"\x93NUMPY");
    let header = String::from_utf8_lossy(&bytes[10..128]).into_owned();
    assert!(header.contains("'descr': '<f4', 'fortran_order': False, 'shape': (3,256,)"));
    let numbers: Vec<f32> =
        bytes[128..].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    assert_eq!(numbers.len(), 3 * 256);
    assert_eq!(numbers[256..512], [0.0; 256], "a line without a word has no direction");
    let read = vector(&objects(&["--json", "read"], "")[0]);
    assert!(numbers.iter().zip(&read).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-7));
}

#[test]
fn nothing_in_nothing_out() {
    let output = epitome(&["--stdin", "--json"], "");
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), String::new()));
}

#[test]
fn refusals_say_what_to_do() {
    check_refused(
        &[],
        expect![[r#"
            exit 2
            error: the following required arguments were not provided:
              <TEXT>...

            Usage: epitome embed <TEXT>...

            For more information, try '--help'.
        "#]],
    );
    check_refused(
        &["--endpoint", "host/v1", "--model", "m", "text"],
        expect![[r#"
            exit 1
            error: host/v1 is no address of an endpoint: write it like https://host/v1
        "#]],
    );
    check_refused(
        &["--endpoint", "http://127.0.0.1:1/v1", "--model", "m", "--key-variable", "NO_SUCH", "x"],
        expect![[r#"
            exit 1
            error: the environment variable NO_SUCH holds no usable key: set it, or name another one
        "#]],
    );
}

/// An endpoint that answers each request with `[3, 4]` for each text; ends with the test.
fn endpoint() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut reader = BufReader::new(stream.unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let line = line.trim().to_ascii_lowercase();
                if let Some(value) = line.strip_prefix("content-length: ") {
                    length = value.parse().unwrap();
                }
                if line.is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let body: Value = serde_json::from_slice(&body).unwrap();
            let count = body["input"].as_array().unwrap().len();
            let items: Vec<String> =
                (0..count).map(|n| format!(r#"{{"index":{n},"embedding":[3,4]}}"#)).collect();
            let answer = format!(r#"{{"data":[{}]}}"#, items.join(","));
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}", answer.len());
            write!(reader.get_mut(), "{head}\r\nconnection: close\r\n\r\n{answer}").unwrap();
        }
    });
    url
}

#[test]
fn an_endpoint_takes_the_place_of_the_model() {
    let url = endpoint();
    let found = objects(&["--json", "--endpoint", &url, "--model", "small", "a", "b"], "");
    assert_eq!(found.len(), 2);
    for object in &found {
        assert_eq!(vector(object), [0.6, 0.8]);
        assert_eq!(object["model"], format!("endpoint:{url}:2:small"));
    }
}
