//! Search through a real index.

mod asking;
mod keeping;
mod kit;
mod ranks;
mod refusing;
