//! `state.db` as later runs find it.
