//! Publishing and reading back, and what is refused.

mod documents;
mod generations;
mod made;
