//! Texts to arrays of token numbers, for training.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use epitome_embed::{Scratch, Tokenizer, Vocabulary};

use super::{npy, texts};

pub(super) fn run(vocab: &Path, input: &Path, fields: &[String], out: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(vocab).with_context(|| format!("reading {}", vocab.display()))?;
    let vocabulary = Vocabulary::view(&bytes).with_context(|| vocab.display().to_string())?;
    let tokenizer = Tokenizer::new(vocabulary);
    let mut scratch = Scratch::default();
    let (mut ids, mut offsets) = (Vec::<u8>::new(), vec![0; 4]);
    let (mut empty, mut text) = (0, String::new());
    texts::each_object(input, |object| {
        text.clear();
        for field in fields {
            text.push_str(texts::field(object, field));
            text.push(' ');
        }
        let tokens = tokenizer.tokens(text.as_bytes(), &mut scratch);
        empty += usize::from(tokens.is_empty());
        ids.extend(tokens.iter().flat_map(|id| id.to_le_bytes()));
        offsets.extend_from_slice(&u32::try_from(ids.len() / 2)?.to_le_bytes());
        Ok(())
    })?;
    let (count, texts) = (ids.len() / 2, offsets.len() / 4 - 1);
    npy::write(&beside(out, "ids.npy"), "<u2", &[count], &ids)?;
    npy::write(&beside(out, "offsets.npy"), "<u4", &[texts + 1], &offsets)?;
    println!("{texts} texts, {count} tokens, {empty} texts without any");
    Ok(())
}

/// `PREFIX.suffix`, whatever dots the prefix has.
pub(super) fn beside(prefix: &Path, suffix: &str) -> PathBuf {
    let mut path = prefix.as_os_str().to_owned();
    path.push(".");
    path.push(suffix);
    path.into()
}
