//! Language model providers on this machine, well-behaved and otherwise; for tests only.
//!
//! [`Server`] answers HTTP requests as a closure says, and keeps what it was sent, byte for byte.
//! [`Dialect`] writes answers as the providers do: OpenAI, Anthropic, Ollama, Bedrock, whole and as streams.
//! [`Fault`] is every way in which a provider fails, and [`FaultPlan`] mixes them into good answers by a
//! seed. [`FaultServer`] puts all of it together and counts what a provider would bill.

mod answer;
mod dialect;
mod event_stream;
mod fault;
mod fault_server;
mod reply;
mod server;

pub use answer::Answer;
pub use dialect::Dialect;
pub use event_stream::event_message;
pub use fault::{Fault, FaultPlan};
pub use fault_server::{Billed, FaultServer};
pub use reply::{Ending, Reply};
pub use server::{Received, Server};
