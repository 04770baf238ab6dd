//! Summaries by a language model, against services on this machine.

mod calls;
mod fusion;
mod gates;
mod guarded;
mod kills;
mod kit;
mod real_model;
mod rows;
