//! What a generation says of itself, and the check that tells whether it still says what was written.
//!
//! `manifest.json` ends with the field `check`, BLAKE3 over all bytes before it. It is read as bytes,
//! so that any altered byte shows, in the check itself too.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::IndexError;
use crate::folder::is_plain;
use crate::layout;

/// The format of a generation, separate from the program's version. It goes up when a program of
/// before could not read what is written now.
pub const FORMAT_VERSION: u32 = 2;

/// What a generation says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Generations are numbered from 1.
    pub number: u64,
    /// [`FORMAT_VERSION`] of the program that wrote it.
    pub format_version: u32,
    /// What the caller said when it committed.
    #[serde(flatten)]
    pub about: About,
    /// Every file but this one, by path.
    pub files: Vec<FileRecord>,
}

/// What the caller says of a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of the program that wrote it.
    pub program_version: String,
    /// When, RFC 3339 in UTC.
    pub created: String,
    /// The name of the root folder.
    pub root: String,
    /// The commit the tree was at, where it is known and the tree was clean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexed_commit: Option<String>,
    /// How many there are of what: `documents`, `files`, `functions` and so on.
    pub counts: BTreeMap<String, u64>,
}

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its path in the generation's folder.
    pub path: String,
    /// Its length in bytes.
    pub length: u64,
    /// BLAKE3 of its bytes, in hexadecimal; of its pieces' hashes, one after another, where it has
    /// pieces.
    pub blake3: String,
    /// A large file of which most stays from generation to generation is hashed in pieces, so that
    /// what is carried over need not be hashed again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A part of a file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Its length in bytes; the next piece begins where it ends.
    pub length: u64,
    /// BLAKE3 of its bytes, in hexadecimal.
    pub blake3: String,
}

/// The hash of a file that has pieces.
pub(crate) fn hash_of_pieces(pieces: &[Piece]) -> String {
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(piece.blake3.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// What stands between the part that is checked and the check.
const BEFORE_CHECK: &str = ",\n  \"check\": \"";
const AFTER_CHECK: &str = "\"\n}\n";
const CHECK_LENGTH: usize = 2 * blake3::OUT_LEN;

impl Manifest {
    /// The bytes of `manifest.json`.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string_pretty(self).expect("texts and numbers are JSON");
        let checked = text.strip_suffix("\n}").expect("a struct with fields ends so");
        let check = blake3::hash(checked.as_bytes()).to_hex();
        format!("{checked}{BEFORE_CHECK}{check}{AFTER_CHECK}").into_bytes()
    }

    /// Reads `manifest.json`, refusing what is altered, of another format, or makes no sense.
    pub(crate) fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, IndexError> {
        let damaged = |cause: &str| IndexError::damaged(path, cause);
        let end = bytes.len().checked_sub(AFTER_CHECK.len() + CHECK_LENGTH + BEFORE_CHECK.len());
        let (checked, rest) =
            end.map(|end| bytes.split_at(end)).ok_or_else(|| damaged("it is cut short"))?;
        let expected = blake3::hash(checked).to_hex();
        let expected = format!("{BEFORE_CHECK}{expected}{AFTER_CHECK}");
        if rest != expected.as_bytes() {
            return Err(damaged("its check does not match what it says"));
        }
        // The version first: a manifest of another format need not have our fields.
        let found = serde_json::from_slice::<VersionOnly>(bytes)
            .map_err(|error| damaged(&error.to_string()))?
            .format_version;
        let (path_buf, known) = (path.to_owned(), FORMAT_VERSION);
        if found > known {
            return Err(IndexError::Newer { path: path_buf, found, known });
        }
        if found < known {
            return Err(IndexError::Older { path: path_buf, found, known });
        }
        let manifest: Self =
            serde_json::from_slice(bytes).map_err(|error| damaged(&error.to_string()))?;
        let names = manifest.files.iter().map(|file| file.path.as_str());
        if !names.clone().all(|name| is_plain(name) && name != layout::MANIFEST) {
            return Err(damaged("it names a file outside its generation"));
        }
        let fits = |file: &FileRecord| {
            let length = file.pieces.iter().try_fold(0_u64, |sum, p| sum.checked_add(p.length));
            file.pieces.is_empty()
                || length == Some(file.length) && hash_of_pieces(&file.pieces) == file.blake3
        };
        if !manifest.files.iter().all(fits) {
            return Err(damaged("the pieces of a file are not the file"));
        }
        if !names.is_sorted_by(|a, b| a < b) {
            return Err(damaged("its files are not in order"));
        }
        Ok(manifest)
    }

    /// The record of a file.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&FileRecord> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(name)).ok()?;
        Some(&self.files[at])
    }
}

#[derive(Deserialize)]
struct VersionOnly {
    format_version: u32,
}
