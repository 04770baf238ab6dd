//! Bytes to and from a provider: connections with three clocks, and the framings of streams.

mod address;
mod event_stream;
mod http;
mod lines;
mod said;
mod sse;

pub(crate) use address::{Address, is_this_machine};
pub(crate) use event_stream::{EventMessage, EventStream};
pub(crate) use http::{Incoming, Method, Outgoing, Wire, WireError};
pub(crate) use lines::{Lines, TooLongLine};
pub(crate) use said::said;
pub(crate) use sse::Sse;
