//! Chat against providers on this machine: what is sent, byte by byte, and what becomes of every kind of
//! answer and of every fault.

mod answers;
mod cancel;
mod credentials;
mod faults;
mod health;
mod kit;
mod mixed;
mod money;
mod recording;
mod requests;
