//! Tensors in an archive, as torch saves them: a dictionary of names, pickled, and a member for the
//! numbers of each.
//!
//! The pickle is written by hand, with no more than `torch.load(weights_only=True)` lets pass. It is
//! not parsed when read: what it must say is known, so it is made again and compared.

use std::ops::Range;

use bytemuck::Pod;

use super::{Archive, ArchiveWriter};
use crate::error::IndexError;

/// The folder in the archive; torch takes any, and calls it so itself.
const FOLDER: &str = "archive";

/// A type of numbers that tensors are made of.
pub trait Scalar: Pod {
    /// What torch calls a store of them.
    const STORAGE: &'static str;
}

impl Scalar for i8 {
    const STORAGE: &'static str = "CharStorage";
}

impl Scalar for f32 {
    const STORAGE: &'static str = "FloatStorage";
}

/// What the pickle says of a tensor.
#[derive(Clone, Debug)]
pub struct Tensor {
    name: &'static str,
    storage: &'static str,
    shape: Vec<usize>,
}

impl Tensor {
    /// A tensor of numbers `T`.
    #[must_use]
    pub fn of<T: Scalar>(name: &'static str, shape: &[usize]) -> Self {
        Self { name, storage: T::STORAGE, shape: shape.to_vec() }
    }
}

/// Begins an archive of these tensors. Their numbers follow by [`add`], in the same order.
///
/// # Errors
/// What the file system refuses.
pub fn begin(archive: &mut ArchiveWriter, tensors: &[Tensor]) -> Result<(), IndexError> {
    archive.add(&format!("{FOLDER}/data.pkl"), [pickle(tensors).as_slice()].into_iter())?;
    archive.add(&format!("{FOLDER}/byteorder"), [b"little".as_slice()].into_iter())
}

/// Adds the numbers of tensor `at`.
///
/// # Errors
/// What the file system refuses.
pub fn add<'a, T: Scalar>(
    archive: &mut ArchiveWriter,
    at: usize,
    parts: impl Iterator<Item = &'a [T]> + Clone,
) -> Result<(), IndexError> {
    archive.add(&data_name(at), parts.map(|part| bytemuck::cast_slice::<T, u8>(part)))
}

/// Ends the archive.
///
/// # Errors
/// What the file system refuses.
pub fn finish(mut archive: ArchiveWriter) -> Result<(), IndexError> {
    archive.add(&format!("{FOLDER}/version"), [b"3\n".as_slice()].into_iter())?;
    archive.finish()
}

/// Checks that the archive holds these tensors, and no others.
///
/// # Errors
/// [`IndexError::Damaged`] if not.
pub fn expect(archive: &Archive, tensors: &[Tensor]) -> Result<(), IndexError> {
    if archive.member(&format!("{FOLDER}/data.pkl"))? == pickle(tensors) {
        return Ok(());
    }
    Err(IndexError::damaged(archive.path(), "the tensors in it are not those it should have"))
}

/// Where the numbers of a tensor lie in an archive.
#[derive(Clone, Debug)]
pub struct Numbers<T> {
    data: Range<usize>,
    kind: std::marker::PhantomData<T>,
}

impl<T: Scalar> Numbers<T> {
    /// The `count` numbers of tensor `at`.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if there are more or less.
    pub fn find(archive: &Archive, at: usize, count: usize) -> Result<Self, IndexError> {
        let numbers = Self { data: archive.range(&data_name(at))?, kind: std::marker::PhantomData };
        if numbers.try_slice(archive).is_some_and(|slice| slice.len() == count) {
            return Ok(numbers);
        }
        let cause = format!("its tensor {at} does not have {count} numbers");
        Err(IndexError::damaged(archive.path(), cause))
    }

    /// The numbers, where they lie in the file.
    #[must_use]
    pub fn slice<'a>(&self, archive: &'a Archive) -> &'a [T] {
        self.try_slice(archive).unwrap_or_default()
    }

    fn try_slice<'a>(&self, archive: &'a Archive) -> Option<&'a [T]> {
        bytemuck::try_cast_slice(archive.bytes().get(self.data.clone())?).ok()
    }
}

fn data_name(at: usize) -> String {
    format!("{FOLDER}/data/{at}")
}

/// `{name: torch._utils._rebuild_tensor_v2(storage, 0, shape, strides, False, OrderedDict())}`
fn pickle(tensors: &[Tensor]) -> Vec<u8> {
    let mut out = b"\x80\x02}(".to_vec();
    for (at, Tensor { name, storage, shape }) in tensors.iter().enumerate() {
        text(&mut out, name);
        out.extend_from_slice(b"ctorch._utils\n_rebuild_tensor_v2\n((");
        text(&mut out, "storage");
        out.extend_from_slice(format!("ctorch\n{storage}\n").as_bytes());
        text(&mut out, &at.to_string());
        text(&mut out, "cpu");
        number(&mut out, shape.iter().product());
        // The storage by its name, from the first number of it.
        out.extend_from_slice(b"tQK\x00(");
        for &length in shape {
            number(&mut out, length);
        }
        out.extend_from_slice(b"t(");
        for dimension in 0..shape.len() {
            number(&mut out, shape[dimension + 1..].iter().product());
        }
        out.extend_from_slice(b"t\x89ccollections\nOrderedDict\n)RtR");
    }
    out.extend_from_slice(b"u.");
    out
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(b'X');
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn number(out: &mut Vec<u8>, number: usize) {
    match i32::try_from(number) {
        Ok(short) => {
            out.push(b'J');
            out.extend_from_slice(&short.to_le_bytes());
        }
        Err(_) => {
            // Nine bytes, so that the highest bit is no sign.
            out.extend_from_slice(&[0x8a, 9]);
            out.extend_from_slice(&(number as u64).to_le_bytes());
            out.push(0);
        }
    }
}
