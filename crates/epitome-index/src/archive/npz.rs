//! Arrays in an archive, as numpy saves them: members named `….npy`, each a short head and the data.
//!
//! The head is as long as a multiple of 64 and stands at one, so the data do too.

use std::ops::Range;

use bytemuck::Pod;

use super::{Archive, ArchiveWriter};
use crate::error::IndexError;

/// How long the head of a text or of an array with one dimension can be.
const HEAD_LENGTHS: [usize; 2] = [64, 128];

/// A type of numbers that arrays are made of.
pub trait Element: Pod {
    /// What numpy calls it.
    const DESCR: &'static str;
}

macro_rules! elements {
    ($($type:ty => $descr:literal),*) => {
        $(impl Element for $type { const DESCR: &'static str = $descr; })*
    };
}
elements!(i8 => "|i1", u8 => "|u1", u16 => "<u2", i32 => "<i4", u32 => "<u4", i64 => "<i8", u64 => "<u8",
    f32 => "<f4", f64 => "<f8");

/// Adds an array. `parts` are its numbers, row after row.
///
/// # Errors
/// What the file system refuses.
pub fn add<'a, T: Element>(
    archive: &mut ArchiveWriter,
    name: &str,
    shape: &[usize],
    parts: impl Iterator<Item = &'a [T]> + Clone,
) -> Result<(), IndexError> {
    let head = head(T::DESCR, shape);
    let parts = parts.map(|part| bytemuck::cast_slice::<T, u8>(part));
    archive.add(&member(name), std::iter::once(head.as_slice()).chain(parts))
}

/// Adds a text, as an array without dimensions of numpy's type for bytes.
///
/// # Errors
/// What the file system refuses.
pub fn add_text(archive: &mut ArchiveWriter, name: &str, text: &str) -> Result<(), IndexError> {
    // numpy has no empty text: it is one zero byte, which it takes for the end.
    let bytes = if text.is_empty() { &[0] } else { text.as_bytes() };
    let head = head(&format!("|S{}", bytes.len()), &[]);
    archive.add(&member(name), [head.as_slice(), bytes].into_iter())
}

/// An array found in an archive: where its numbers lie. It does not borrow the archive.
#[derive(Clone, Debug)]
pub struct Array<T> {
    data: Range<usize>,
    kind: std::marker::PhantomData<T>,
}

impl<T: Element> Array<T> {
    /// Finds an array of this type and shape.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not there or of another type or shape.
    pub fn find(archive: &Archive, name: &str, shape: &[usize]) -> Result<Self, IndexError> {
        let head = head(T::DESCR, shape);
        let length = shape.iter().try_fold(size_of::<T>(), |all, &one| all.checked_mul(one));
        Self::place(archive, name, &head, length)
    }

    /// Finds an array of this type with one dimension, however long.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not there or of another type or shape.
    pub fn find_list(archive: &Archive, name: &str) -> Result<Self, IndexError> {
        // The head's length depends on the number of digits in it: try the lengths it can have.
        let member = archive.range(&member(name))?;
        for head_length in HEAD_LENGTHS.into_iter().filter(|&head| head <= member.len()) {
            let count = (member.len() - head_length) / size_of::<T>();
            let head = head(T::DESCR, &[count]);
            if head.len() == head_length {
                let length = count.checked_mul(size_of::<T>());
                return Self::place(archive, name, &head, length);
            }
        }
        Err(unfit(archive, name))
    }

    fn place(
        archive: &Archive,
        name: &str,
        head: &[u8],
        length: Option<usize>,
    ) -> Result<Self, IndexError> {
        let member = archive.range(&member(name))?;
        let data = member.start + head.len()..member.end;
        let fits = archive.bytes()[member].starts_with(head) && Some(data.len()) == length;
        let array = Self { data, kind: std::marker::PhantomData };
        if fits && array.try_slice(archive).is_some() {
            Ok(array)
        } else {
            Err(unfit(archive, name))
        }
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

/// The text that [`add_text`] added.
///
/// # Errors
/// [`IndexError::Damaged`] if it is not there or no text.
pub fn text<'a>(archive: &'a Archive, name: &str) -> Result<&'a str, IndexError> {
    let bytes = archive.member(&member(name))?;
    // As in `find_list`: the head's length depends on what it says.
    for head_length in HEAD_LENGTHS.into_iter().filter(|&head| head <= bytes.len()) {
        let (head_is, text) = bytes.split_at(head_length);
        if head_is == head(&format!("|S{}", text.len()), &[]) {
            let text = if text == [0] { &[] } else { text };
            return std::str::from_utf8(text).map_err(|_| unfit(archive, name));
        }
    }
    Err(unfit(archive, name))
}

/// The name of an array's member.
#[must_use]
pub fn member(name: &str) -> String {
    format!("{name}.npy")
}

fn unfit(archive: &Archive, name: &str) -> IndexError {
    IndexError::damaged(archive.path(), format!("`{name}` in it is not the array it should be"))
}

/// The head of an array, as numpy writes it.
fn head(descr: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = match shape {
        [one] => format!("{one},"),
        many => many.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // Magic, version and length are ten bytes; the text ends with a new line.
    let length = (10 + text.len() + 1).next_multiple_of(64);
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend_from_slice(&u16::try_from(length - 10).unwrap_or(u16::MAX).to_le_bytes());
    head.extend_from_slice(text.as_bytes());
    head.resize(length - 1, b' ');
    head.push(b'\n');
    head
}
