//! The offline summariser on real code: every language's sample, this workspace, little repositories.

mod bounds;
mod hierarchy;
mod kit;
mod samples;
