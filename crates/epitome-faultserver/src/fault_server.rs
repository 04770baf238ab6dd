//! A provider with faults, that counts what it would bill.

use std::sync::{Arc, Mutex, PoisonError};

use crate::answer::Answer;
use crate::dialect::Dialect;
use crate::fault::FaultPlan;
use crate::server::{Received, Server};

/// What would be billed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// Answers whose counts the client was told.
    pub told: u64,
    /// Their prompt tokens at full price.
    pub input_tokens: u64,
    /// Their tokens of answer.
    pub output_tokens: u64,
    /// Their prompt tokens read from a cache.
    pub cache_read: u64,
    /// Their prompt tokens written to it.
    pub cache_write: u64,
    /// Answers that broke off, whose cost the client cannot know.
    pub untold: u64,
    /// Requests that met a fault of any kind.
    pub faults: u64,
}

/// A provider on this machine.
pub struct FaultServer {
    server: Server,
    billed: Arc<Mutex<Billed>>,
}

impl FaultServer {
    /// Speaks `dialect`, gives each request the fault that `plan` has for it, and otherwise what `answer`
    /// says. Requests are counted, not kept.
    pub fn start(
        dialect: Dialect,
        plan: FaultPlan,
        answer: impl Fn(&Received) -> Answer + Send + Sync + 'static,
    ) -> FaultServer {
        let billed = Arc::new(Mutex::new(Billed::default()));
        let counting = Arc::clone(&billed);
        let server = Server::counting(move |received| {
            let answer = answer(received);
            let stream = dialect.asks_for_stream(&received.path, &received.body);
            let fault = plan.of(received.number);
            let (is_billed, is_told) = fault.map_or((true, true), |fault| fault.bill(stream));
            let mut billed = counting.lock().unwrap_or_else(PoisonError::into_inner);
            billed.faults += u64::from(fault.is_some());
            billed.untold += u64::from(is_billed && !is_told);
            if is_billed && is_told {
                billed.told += 1;
                billed.input_tokens += answer.input_tokens;
                billed.output_tokens += answer.output_tokens;
                billed.cache_read += answer.cache_read;
                billed.cache_write += answer.cache_write;
            }
            drop(billed);
            match fault {
                Some(fault) => fault.reply(dialect, &answer, stream),
                None => dialect.reply(&answer, stream),
            }
        });
        FaultServer { server, billed }
    }

    /// `http://127.0.0.1:PORT`
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// How many requests came so far.
    pub fn count(&self) -> usize {
        self.server.count()
    }

    /// What would be billed so far.
    pub fn billed(&self) -> Billed {
        *self.billed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
