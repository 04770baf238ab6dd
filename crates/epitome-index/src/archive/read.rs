//! Finding the members of a mapped archive.
//!
//! Nothing in the file is trusted: each number is checked against the bytes there are, and nothing is
//! allocated by what a number says.

use std::ops::Range;
use std::path::Path;

use super::ALIGNMENT;
use super::layout::{
    CENTRAL, CENTRAL_LENGTH, ELSEWHERE, END, END_64, END_64_LENGTH, END_LENGTH, EXTRA_64, LOCAL,
    LOCAL_LENGTH, LOCATOR_64, LOCATOR_64_LENGTH,
};
use crate::error::IndexError;
use crate::map::Map;

/// A mapped archive.
#[derive(Debug)]
pub struct Archive {
    map: Map,
    members: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    name: String,
    crc: u32,
    data: Range<usize>,
}

impl Archive {
    /// Finds the members. Their bytes are not looked at; [`Archive::check`] does that.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not an archive as this crate writes them.
    pub fn open(map: Map) -> Result<Self, IndexError> {
        match members(&map) {
            Some(members) => Ok(Self { map, members }),
            None => Err(IndexError::damaged(map.path(), "it is not an archive made by epitome")),
        }
    }

    /// The file's path, for messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.map.path()
    }

    /// The names of the members, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.name.as_str())
    }

    /// Whether there is such a member.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// The bytes of a member, where they lie; they begin at a multiple of 64.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if there is no such member.
    pub fn member(&self, name: &str) -> Result<&[u8], IndexError> {
        Ok(&self.map[self.range(name)?])
    }

    /// Where the bytes of a member lie in the file; for who must not borrow the archive.
    pub(crate) fn range(&self, name: &str) -> Result<Range<usize>, IndexError> {
        Ok(self.find(name)?.data.clone())
    }

    /// All bytes of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Reads all bytes of a member and compares their sum (CRC-32).
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if they are not as written.
    pub fn check(&self, name: &str) -> Result<(), IndexError> {
        let member = self.find(name)?;
        if crc32fast::hash(&self.map[member.data.clone()]) == member.crc {
            return Ok(());
        }
        let cause = format!("the bytes of `{name}` in it are not those that were written");
        Err(IndexError::damaged(self.path(), cause))
    }

    fn find(&self, name: &str) -> Result<&Member, IndexError> {
        let found = self.members.iter().find(|member| member.name == name);
        found.ok_or_else(|| IndexError::damaged(self.path(), format!("there is no `{name}` in it")))
    }
}

/// The members, as the directory at the end says; none if anything is not as we write it.
fn members(bytes: &[u8]) -> Option<Vec<Member>> {
    let end = bytes.len().checked_sub(END_LENGTH)?;
    if u32_at(bytes, end)? != END || u16_at(bytes, end + 20)? != 0 {
        return None;
    }
    let mut count = u64::from(u16_at(bytes, end + 10)?);
    let mut length = u64::from(u32_at(bytes, end + 12)?);
    let mut start = u64::from(u32_at(bytes, end + 16)?);
    let mut directory_end = end;
    let elsewhere = u64::from(ELSEWHERE);
    if count == u64::from(u16::MAX) || length == elsewhere || start == elsewhere {
        let locator = end.checked_sub(LOCATOR_64_LENGTH)?;
        let end_64 = locator.checked_sub(END_64_LENGTH)?;
        if u32_at(bytes, locator)? != LOCATOR_64
            || u64_at(bytes, locator + 8)? != end_64 as u64
            || u32_at(bytes, end_64)? != END_64
        {
            return None;
        }
        count = u64_at(bytes, end_64 + 32)?;
        length = u64_at(bytes, end_64 + 40)?;
        start = u64_at(bytes, end_64 + 48)?;
        directory_end = end_64;
    }
    let start = usize::try_from(start).ok()?;
    if start.checked_add(usize::try_from(length).ok()?)? != directory_end {
        return None;
    }
    let mut members = Vec::new();
    let (mut at, mut data_end) = (start, 0);
    for _ in 0..count {
        let (member, next) = member(bytes.get(..directory_end)?, at, data_end)?;
        // A member lies behind the one before it, and all before the directory.
        if member.data.end > start {
            return None;
        }
        data_end = member.data.end;
        at = next;
        members.push(member);
    }
    (at == directory_end).then_some(members)
}

/// The member that the directory names at `at`, and where the next one stands. Its header begins at
/// `header`, where the member before it ends.
fn member(bytes: &[u8], at: usize, header: usize) -> Option<(Member, usize)> {
    let head = bytes.get(at..at.checked_add(CENTRAL_LENGTH)?)?;
    if u32_at(head, 0)? != CENTRAL || u16_at(head, 10)? != 0 {
        return None;
    }
    let name_length = usize::from(u16_at(head, 28)?);
    let extra_length = usize::from(u16_at(head, 30)?);
    let name_end = at + CENTRAL_LENGTH + name_length;
    let name = bytes.get(at + CENTRAL_LENGTH..name_end)?;
    let mut extra = Extra { bytes: bytes.get(name_end..name_end + extra_length)? };
    let stored = extra.number(u32_at(head, 20)?)?;
    let length = extra.number(u32_at(head, 24)?)?;
    let offset = extra.number(u32_at(head, 42)?)?;
    let crc = u32_at(head, 16)?;
    if stored != length || offset != header as u64 || u32_at(bytes, header)? != LOCAL {
        return None;
    }
    let local = bytes.get(header..header.checked_add(LOCAL_LENGTH)?)?;
    let local_name = header + LOCAL_LENGTH;
    if u32_at(local, 14)? != crc
        || usize::from(u16_at(local, 26)?) != name_length
        || bytes.get(local_name..local_name + name_length)? != name
    {
        return None;
    }
    let start = local_name + name_length + usize::from(u16_at(local, 28)?);
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    if !(start as u64).is_multiple_of(ALIGNMENT) || end > bytes.len() {
        return None;
    }
    let name = std::str::from_utf8(name).ok()?.to_owned();
    Some((Member { name, crc, data: start..end }, name_end + extra_length))
}

/// The extra field with numbers of 64 bits, taken one after the other.
struct Extra<'a> {
    bytes: &'a [u8],
}

impl Extra<'_> {
    /// The number itself, or the next one of the extra field if it says so.
    fn number(&mut self, short: u32) -> Option<u64> {
        if short != ELSEWHERE {
            return Some(u64::from(short));
        }
        if u16_at(self.bytes, 0) == Some(EXTRA_64) && self.bytes.len() % 8 == 4 {
            self.bytes = &self.bytes[4..];
        }
        let number = u64_at(self.bytes, 0)?;
        self.bytes = &self.bytes[8..];
        Some(number)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
