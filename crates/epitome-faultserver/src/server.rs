//! A small HTTP/1.1 server: one thread a connection, requests kept as they came.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::reply::{Ending, Reply};

/// A request as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Which one it is, from 0.
    pub number: usize,
    /// `POST` and the like.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Headers in their order; names in small letters, values as they came.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Received {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

type Handler = dyn Fn(&Received) -> Reply + Send + Sync;

struct Shared {
    handler: Box<Handler>,
    received: Mutex<Vec<Received>>,
    count: AtomicUsize,
    connections: AtomicUsize,
    stopped: AtomicBool,
    keep: bool,
}

/// A server that runs until it is dropped.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Server {
    /// Answers each request as `handler` says, on a free port of this machine; panics where there is none.
    pub fn start(handler: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Server {
        Server::with(Box::new(handler), true)
    }

    /// As [`Server::start`], but requests are only counted, not kept: for runs of many thousand.
    pub fn counting(handler: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Server {
        Server::with(Box::new(handler), false)
    }

    fn with(handler: Box<Handler>, keep: bool) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port on this machine");
        let address = listener.local_addr().expect("the port that was bound");
        let shared = Arc::new(Shared {
            handler,
            received: Mutex::default(),
            count: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            keep,
        });
        let accepting = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if accepting.stopped.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                accepting.connections.fetch_add(1, Ordering::SeqCst);
                let shared = Arc::clone(&accepting);
                std::thread::spawn(move || serve(stream, &shared));
            }
        });
        Server { address, shared }
    }

    /// Answers the first request with the first reply, and so on; the last one again and again.
    pub fn replying(replies: Vec<Reply>) -> Server {
        Server::start(move |received| {
            let at = received.number.min(replies.len().saturating_sub(1));
            replies.get(at).cloned().unwrap_or(Reply::HangUp)
        })
    }

    /// `http://127.0.0.1:PORT`
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What came so far.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many requests came so far.
    pub fn count(&self) -> usize {
        self.shared.count.load(Ordering::SeqCst)
    }

    /// How many connections were made so far.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_millis(200));
    }
}

/// Answers the requests of a connection one after the other. Errors mean that the client went away.
fn serve(stream: TcpStream, shared: &Shared) {
    let _ = stream.set_nodelay(true);
    let Ok(writing) = stream.try_clone() else { return };
    let mut reader = BufReader::new(stream);
    while let Some(mut received) = receive(&mut reader) {
        received.number = shared.count.fetch_add(1, Ordering::SeqCst);
        let reply = (shared.handler)(&received);
        if shared.keep {
            shared.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
        }
        if !answer(&writing, reply, shared).unwrap_or(false) {
            break;
        }
    }
    let _ = writing.shutdown(std::net::Shutdown::Both);
}

fn receive(reader: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':')?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap_or(0))];
    reader.read_exact(&mut body).ok()?;
    Some(Received { number: 0, method, path, headers, body })
}

/// Says whether the connection stays open.
fn answer(mut stream: &TcpStream, reply: Reply, shared: &Shared) -> std::io::Result<bool> {
    let wait = |time: Duration| {
        let mut left = time;
        while !left.is_zero() && !shared.stopped.load(Ordering::SeqCst) {
            let step = left.min(Duration::from_millis(20));
            std::thread::sleep(step);
            left -= step;
        }
    };
    match reply {
        Reply::HangUp => Ok(false),
        Reply::Silence(time) => {
            wait(time);
            Ok(false)
        }
        Reply::Whole { status, headers, body } => {
            let mut bytes = head(status, &headers, &format!("content-length: {}", body.len()));
            bytes.extend(body);
            stream.write_all(&bytes)?;
            Ok(true)
        }
        Reply::Pieces { status, headers, pieces, pause, ending } => {
            let close = ending == Ending::Close;
            let framing = if close { "connection: close" } else { "transfer-encoding: chunked" };
            stream.write_all(&head(status, &headers, framing))?;
            for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
                wait(pause);
                let mut bytes = Vec::with_capacity(piece.len() + 16);
                if close {
                    bytes.extend(piece);
                } else {
                    bytes.extend(format!("{:x}\r\n", piece.len()).bytes());
                    bytes.extend(piece);
                    bytes.extend(b"\r\n");
                }
                stream.write_all(&bytes)?;
            }
            match ending {
                Ending::Proper => stream.write_all(b"0\r\n\r\n")?,
                Ending::Cut => stream.write_all(b"7f\r\nhalf")?,
                Ending::Silent(time) => wait(time),
                Ending::Close => {}
            }
            Ok(ending == Ending::Proper)
        }
    }
}

fn head(status: u16, headers: &[(String, String)], framing: &str) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Said\r\n{framing}\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    (head + "\r\n").into_bytes()
}
