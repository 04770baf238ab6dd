//! Publishing and reading back; what is refused; and what is left after kills, refusals and damage.
//!
//! `cargo xtask faults` tries the same faults many more times.

mod crowd;
mod damage;
mod documents;
mod generations;
mod kills;
mod made;
mod program;
mod speed;
