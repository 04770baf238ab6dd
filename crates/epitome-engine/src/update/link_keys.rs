//! A short mark of each document's neighbours, in the order of the documents: by it, a document
//! whose neighbours did not change is found without reading it.

use epitome_index::{Generation, GenerationWriter, IndexError};

/// The file in a generation.
const FILE: &str = "graph_index/links.keys";
/// Bytes of one mark.
const WIDTH: usize = 12;

/// The mark of one document's neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkKey {
    /// Of context and dependencies.
    pub(super) hash: u64,
    /// How many callers there are, those beyond the context's few included.
    pub(crate) callers: u32,
}

impl LinkKey {
    /// By how many the callers grew.
    pub(super) fn new_callers(self, old: Option<LinkKey>) -> i64 {
        i64::from(self.callers) - i64::from(old.map_or(0, |old| old.callers))
    }
}

/// The marks of all documents.
#[derive(Debug, Default)]
pub(crate) struct LinkKeys {
    keys: Vec<LinkKey>,
}

impl LinkKeys {
    pub(crate) fn open(generation: &Generation, documents: usize) -> Result<LinkKeys, IndexError> {
        let map = generation.map_checked(FILE)?;
        if map.len() != documents * WIDTH {
            return Err(IndexError::damaged(map.path(), "it speaks of other documents"));
        }
        let keys = map.chunks_exact(WIDTH).map(|bytes| {
            let (hash, callers) = bytes.split_at(8);
            LinkKey {
                hash: u64::from_le_bytes(hash.try_into().unwrap_or_default()),
                callers: u32::from_le_bytes(callers.try_into().unwrap_or_default()),
            }
        });
        Ok(LinkKeys { keys: keys.collect() })
    }

    pub(super) fn write(&self, generation: &mut GenerationWriter<'_>) -> Result<(), IndexError> {
        let mut bytes = Vec::with_capacity(self.keys.len() * WIDTH);
        for key in &self.keys {
            bytes.extend(key.hash.to_le_bytes());
            bytes.extend(key.callers.to_le_bytes());
        }
        generation.write(FILE, &bytes)
    }

    pub(super) fn with_room(documents: usize) -> LinkKeys {
        LinkKeys { keys: Vec::with_capacity(documents) }
    }

    pub(super) fn push(&mut self, key: LinkKey) {
        self.keys.push(key);
    }

    pub(crate) fn get(&self, at: usize) -> LinkKey {
        self.keys.get(at).copied().unwrap_or_default()
    }
}
