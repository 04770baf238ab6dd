//! A vector as JSON.

use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct VectorJson<'a> {
    pub(crate) text: &'a str,
    /// What the vector may be compared with: vectors of the same model only.
    pub(crate) model: &'a str,
    pub(crate) side: &'a str,
    pub(crate) vector: &'a [f32],
}
