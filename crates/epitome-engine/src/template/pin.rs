//! Pinned mode: only prompts that somebody has looked at (D6).

use super::error::TemplateError;
use super::store::Template;

impl Template {
    /// Whether the template may be used. `allowed` are hashes, each `blake3:<hex>`; without pinned
    /// mode any template may, and its own hash is the pin of what is made with it.
    pub fn check_pin(&self, pinned: bool, allowed: &[String]) -> Result<(), TemplateError> {
        if !pinned || allowed.contains(&self.blake3) {
            return Ok(());
        }
        Err(TemplateError::NotPinned {
            kind: self.kind,
            name: self.name.clone(),
            blake3: self.blake3.clone(),
        })
    }
}
