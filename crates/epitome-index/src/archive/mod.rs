//! Archives of arrays that other programs open: zip files without compression, every member at an
//! offset that is a multiple of 64.
//!
//! So one file serves both sides: `numpy.load` and `torch.load` read it, and this crate maps it and
//! uses the arrays where they lie, without a copy. [`npz`] and [`pt`] say what is inside.
//!
//! The reader reads what the writer writes and nothing else. A zip file can be laid out in many
//! ways; one of another layout is somebody else's, and refused.

pub mod npz;
pub mod pt;
mod read;
mod write;

pub use read::Archive;
pub use write::ArchiveWriter;

/// Where the data of a member may begin: at multiples of this.
pub(crate) const ALIGNMENT: u64 = 64;

/// Signatures and lengths of the parts of a zip file.
mod layout {
    pub(super) const LOCAL: u32 = 0x0403_4b50;
    pub(super) const CENTRAL: u32 = 0x0201_4b50;
    pub(super) const END: u32 = 0x0605_4b50;
    pub(super) const END_64: u32 = 0x0606_4b50;
    pub(super) const LOCATOR_64: u32 = 0x0706_4b50;
    pub(super) const LOCAL_LENGTH: usize = 30;
    pub(super) const CENTRAL_LENGTH: usize = 46;
    pub(super) const END_LENGTH: usize = 22;
    pub(super) const END_64_LENGTH: usize = 56;
    pub(super) const LOCATOR_64_LENGTH: usize = 20;
    /// The extra field that holds lengths and offsets of 64 bits.
    pub(super) const EXTRA_64: u16 = 1;
    /// The extra field that Android's tools pad with; others pass over what they do not know.
    pub(super) const EXTRA_PADDING: u16 = 0xd935;
    /// A number that is in [`EXTRA_64`] instead.
    pub(super) const ELSEWHERE: u32 = u32::MAX;
}
