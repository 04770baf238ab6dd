//! Summaries by a language model, against services on this machine.

mod calls;
mod fusion;
mod gates;
mod guarded;
mod kit;
mod rows;
