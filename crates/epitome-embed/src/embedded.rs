//! The model inside the program.
//!
//! Its bytes are part of the binary: the system maps them and reads what is used. A test compares
//! them with the sum in `model/epitome.vec.blake3`, so that a changed file cannot slip in.

use crate::error::FormatError;
use crate::model::Model;

/// Begins at a cache line, as the sections inside do.
#[repr(C, align(64))]
struct Aligned<T: ?Sized>(T);

static BYTES: &Aligned<[u8]> = &Aligned(*include_bytes!("../model/epitome.vec"));

/// The model inside the program; an error would be a mistake of the build.
pub fn embedded() -> Result<Model<'static>, FormatError> {
    Model::view(&BYTES.0)
}
