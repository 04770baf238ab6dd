//! When to try again, when to wait, and how many may ask at once.

mod after;
mod limiter;
mod policy;

pub use limiter::{Limiter, Permit};
pub use policy::RetryPolicy;

pub(crate) use after::pause_asked_for;
pub(crate) use policy::Jitter;
