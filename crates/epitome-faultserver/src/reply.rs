//! What a server does with a request.

use std::time::Duration;

/// An answer, or the lack of one.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A status, headers and a body with its length.
    Whole {
        /// The status.
        status: u16,
        /// Headers besides the length.
        headers: Vec<(String, String)>,
        /// The body.
        body: Vec<u8>,
    },
    /// A body in pieces, each sent by itself.
    Pieces {
        /// The status.
        status: u16,
        /// Headers besides the framing.
        headers: Vec<(String, String)>,
        /// The pieces.
        pieces: Vec<Vec<u8>>,
        /// A pause before each.
        pause: Duration,
        /// How it ends.
        ending: Ending,
    },
    /// The connection is closed without a word.
    HangUp,
    /// Nothing comes for that long, then the connection is closed.
    Silence(Duration),
}

/// How a body in pieces ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Properly.
    Proper,
    /// The body has no length: its end is the end of the connection.
    Close,
    /// The connection breaks in the middle of the framing.
    Cut,
    /// After the pieces nothing comes for that long.
    Silent(Duration),
}

impl Reply {
    /// 200 and JSON.
    pub fn json(body: impl Into<Vec<u8>>) -> Reply {
        Reply::status(200, body)
    }

    /// A status and JSON.
    pub fn status(status: u16, body: impl Into<Vec<u8>>) -> Reply {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        Reply::Whole { status, headers, body: body.into() }
    }

    /// 200 and a stream of these pieces.
    pub fn stream(kind: &str, pieces: Vec<Vec<u8>>, ending: Ending) -> Reply {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Reply::Pieces { status: 200, headers, pieces, pause: Duration::ZERO, ending }
    }

    /// The reply with one more header.
    pub fn with_header(mut self, name: &str, value: &str) -> Reply {
        if let Reply::Whole { headers, .. } | Reply::Pieces { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }
}
