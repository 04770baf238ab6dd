//! Writing an archive into a file of a generation, front to back.

use super::ALIGNMENT;
use super::layout::{
    CENTRAL, ELSEWHERE, END, END_64, END_64_LENGTH, EXTRA_64, EXTRA_PADDING, LOCAL, LOCAL_LENGTH,
    LOCATOR_64,
};
use crate::error::IndexError;
use crate::write::FileWriter;

/// An archive under way.
#[derive(Debug)]
#[must_use = "an archive that is not finished fails the commit"]
pub struct ArchiveWriter {
    file: FileWriter,
    members: Vec<Member>,
    /// Lengths and offsets from here on are written with 64 bits. Tests lower it.
    limit: u64,
}

#[derive(Debug)]
struct Member {
    name: String,
    crc: u32,
    length: u64,
    offset: u64,
}

impl ArchiveWriter {
    /// Begins an archive in an empty file.
    pub fn new(file: FileWriter) -> Self {
        Self { file, members: Vec::new(), limit: u64::from(u32::MAX) }
    }

    #[cfg(test)]
    pub(crate) fn with_limit(file: FileWriter, limit: u64) -> Self {
        Self { limit, ..Self::new(file) }
    }

    /// Adds a member made of parts that follow each other. They are gone through twice, for the sum
    /// that stands before them and for the bytes, so nothing has to be gathered in one place.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn add<'a>(
        &mut self,
        name: &str,
        parts: impl Iterator<Item = &'a [u8]> + Clone,
    ) -> Result<(), IndexError> {
        let mut crc = crc32fast::Hasher::new();
        let mut length = 0;
        for part in parts.clone() {
            crc.update(part);
            length += part.len() as u64;
        }
        let member = Member {
            name: name.to_owned(),
            crc: crc.finalize(),
            length,
            offset: self.file.length(),
        };
        self.file.put(&self.local_header(&member)?)?;
        self.members.push(member);
        for part in parts {
            self.file.put(part)?;
        }
        Ok(())
    }

    /// Writes the directory and ends the file.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn finish(mut self) -> Result<(), IndexError> {
        let start = self.file.length();
        let mut out = Vec::new();
        for member in &self.members {
            self.central_header(member, &mut out);
        }
        let length = out.len() as u64;
        let count = self.members.len() as u64;
        if start >= self.limit || length >= self.limit || count >= u64::from(u16::MAX) {
            let end_64 = start + length;
            put_u32(&mut out, END_64);
            put_u64(&mut out, END_64_LENGTH as u64 - 12);
            put_u16(&mut out, &[VERSION, VERSION]);
            put_u32(&mut out, 0);
            put_u32(&mut out, 0);
            for number in [count, count, length, start] {
                put_u64(&mut out, number);
            }
            put_u32(&mut out, LOCATOR_64);
            put_u32(&mut out, 0);
            put_u64(&mut out, end_64);
            put_u32(&mut out, 1);
        }
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        put_u32(&mut out, END);
        put_u16(&mut out, &[0, 0, count, count]);
        put_u32(&mut out, self.short(length));
        put_u32(&mut out, self.short(start));
        put_u16(&mut out, &[0]);
        self.file.put(&out)?;
        self.file.finish()
    }

    /// What stands before a member's data, padded so that the data begin where they should.
    fn local_header(&self, member: &Member) -> Result<Vec<u8>, IndexError> {
        let mut extra = Vec::new();
        if member.length >= self.limit {
            put_u16(&mut extra, &[EXTRA_64, 16]);
            put_u64(&mut extra, member.length);
            put_u64(&mut extra, member.length);
        }
        let before = member.offset + (LOCAL_LENGTH + member.name.len() + extra.len()) as u64;
        // The field's own head, its length and the alignment that Android's tools put first.
        let padding = (ALIGNMENT - (before + 6) % ALIGNMENT) % ALIGNMENT;
        let padding = u16::try_from(padding).unwrap_or(0);
        put_u16(&mut extra, &[EXTRA_PADDING, 2 + padding, ALIGNMENT as u16]);
        extra.resize(extra.len() + usize::from(padding), 0);
        let (Ok(name), Ok(extra_length)) =
            (u16::try_from(member.name.len()), u16::try_from(extra.len()))
        else {
            return Err(IndexError::misused(self.file.path(), "a member's name is too long"));
        };
        let mut out = Vec::with_capacity(128);
        put_u32(&mut out, LOCAL);
        put_u16(&mut out, &[VERSION, UTF_8, STORED, TIME, DATE]);
        put_u32(&mut out, member.crc);
        put_u32(&mut out, self.short(member.length));
        put_u32(&mut out, self.short(member.length));
        put_u16(&mut out, &[name, extra_length]);
        out.extend_from_slice(member.name.as_bytes());
        out.extend_from_slice(&extra);
        Ok(out)
    }

    fn central_header(&self, member: &Member, out: &mut Vec<u8>) {
        let mut extra = Vec::new();
        let long: Vec<u64> = [member.length, member.length, member.offset]
            .into_iter()
            .filter(|&number| number >= self.limit)
            .collect();
        if !long.is_empty() {
            put_u16(&mut extra, &[EXTRA_64, 8 * long.len() as u16]);
            for number in long {
                put_u64(&mut extra, number);
            }
        }
        put_u32(out, CENTRAL);
        put_u16(out, &[VERSION, VERSION, UTF_8, STORED, TIME, DATE]);
        put_u32(out, member.crc);
        put_u32(out, self.short(member.length));
        put_u32(out, self.short(member.length));
        put_u16(out, &[member.name.len() as u16, extra.len() as u16, 0, 0, 0]);
        put_u32(out, 0);
        put_u32(out, self.short(member.offset));
        out.extend_from_slice(member.name.as_bytes());
        out.extend_from_slice(&extra);
    }

    /// A number, or the sign that it stands in the extra field.
    fn short(&self, number: u64) -> u32 {
        if number >= self.limit { ELSEWHERE } else { number as u32 }
    }
}

/// 4.5: the version that knows 64 bits.
const VERSION: u16 = 45;
const UTF_8: u16 = 1 << 11;
const STORED: u16 = 0;
/// The first moment that a zip file can tell, so that the same content gives the same bytes.
const TIME: u16 = 0;
const DATE: u16 = 1 << 5 | 1;

fn put_u16(out: &mut Vec<u8>, numbers: &[u16]) {
    for number in numbers {
        out.extend_from_slice(&number.to_le_bytes());
    }
}

fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_u64(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::archive::Archive;
    use crate::archive::npz::{self, Array};
    use crate::{About, Generation, Holder, Publisher};

    /// As of 4 GiB, without 4 GiB: every length and offset above the limit has 64 bits.
    #[test]
    fn long_archives_are_read_by_us_and_by_python() {
        for limit in [0, 1, 70, 200, 1000] {
            let root = tempfile::tempdir().unwrap();
            let state = root.path().join(".epitome");
            let holder = Holder::this_process("2026-01-01T00:00:00Z", "a test");
            let publisher = Publisher::lock(&state, &holder).unwrap();
            let mut generation = publisher.begin(None).unwrap();
            let file = generation.file("long.npz").unwrap();
            let mut archive = ArchiveWriter::with_limit(file, limit);
            for (name, number) in [("one", 1_i32), ("two", 2)] {
                npz::add(&mut archive, name, &[1], [[number].as_slice()].into_iter()).unwrap();
            }
            archive.finish().unwrap();
            generation.commit(About::default()).unwrap();

            let opened = Generation::open(&state).unwrap();
            let archive = Archive::open(opened.map("long.npz").unwrap()).unwrap();
            for (name, number) in [("one", 1_i32), ("two", 2)] {
                archive.check(&npz::member(name)).unwrap();
                let array = Array::<i32>::find(&archive, name, &[1]).unwrap();
                assert_eq!(array.slice(&archive), [number]);
            }
            // `.ci/python` says which; the test of whole indexes says where there is none.
            if let Some(python) = std::env::var_os("EPITOME_CI_PYTHON") {
                let script = "import sys, numpy; a = numpy.load(sys.argv[1]); \
                              assert (a['one'].tolist(), a['two'].tolist()) == ([1], [2])";
                let mut command = Command::new(python);
                let run = command.args(["-c", script]).arg(archive.path()).output().unwrap();
                assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
            }
        }
    }
}
