//! The version of the serialised outline, written beside every stored or sent one.
//!
//! The binary form has no field names, so a reader of another version must refuse it, not guess.

/// Raise this whenever a type in [`crate::outline`] gains, loses or reorders a field.
pub const OUTLINE_FORMAT: u32 = 2;
