//! Chat and embedding backends, pins, replay, retries, budgets, secrets that mask themselves.
//!
//! Planned, and empty until then: the crate exists so that its boundary is held from the first day.
//! It must not know code, symbols, or what a prompt means; no other library may open a connection.
