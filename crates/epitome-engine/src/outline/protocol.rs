//! What the two sides of a worker's pipes say to each other.
//!
//! A request is the language's place in the registry, the length of the text, and the text. An
//! answer is a length and an outline. Both sides are the same program, so nothing needs to be
//! negotiated; the greeting only guards against a program that is not ours.

use std::io::{self, Read, Write};

use epitome_model::codec_version::OUTLINE_FORMAT;
use epitome_model::outline::FileOutline;

const GREETING: [u8; 4] = *b"epi\n";
/// No honest outline of a file within the limits comes near this.
const MAX_ANSWER: u32 = 1 << 30;

pub(super) fn write_greeting(out: &mut impl Write) -> io::Result<()> {
    out.write_all(&GREETING)?;
    out.write_all(&OUTLINE_FORMAT.to_le_bytes())?;
    out.flush()
}

pub(super) fn read_greeting(input: &mut impl Read) -> io::Result<()> {
    let mut greeting = [0; 4];
    input.read_exact(&mut greeting)?;
    if greeting != GREETING || read_u32(input)? != OUTLINE_FORMAT {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not an outline worker"));
    }
    Ok(())
}

pub(super) fn write_request(out: &mut impl Write, language: u32, text: &str) -> io::Result<()> {
    out.write_all(&language.to_le_bytes())?;
    out.write_all(&length(text.len())?.to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// `None` when the other side has nothing more to ask.
pub(super) fn read_request(input: &mut impl Read, text: &mut String) -> io::Result<Option<u32>> {
    let mut language = [0; 4];
    match input.read_exact(&mut language) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = read_u32(input)?;
    text.clear();
    let read = input.take(u64::from(length)).read_to_string(text)?;
    if read != length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(u32::from_le_bytes(language)))
}

/// `buffer` is room that is used again from answer to answer.
pub(super) fn write_answer(
    out: &mut impl Write,
    outline: &FileOutline,
    buffer: &mut Vec<u8>,
) -> io::Result<()> {
    buffer.clear();
    *buffer = postcard::to_extend(outline, std::mem::take(buffer)).map_err(io::Error::other)?;
    out.write_all(&length(buffer.len())?.to_le_bytes())?;
    out.write_all(buffer)?;
    out.flush()
}

/// The outline, and the bytes that it was.
pub(super) fn read_answer(input: &mut impl Read) -> io::Result<(FileOutline, Vec<u8>)> {
    let length = read_u32(input)?;
    if length > MAX_ANSWER {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "an answer without measure"));
    }
    // A length is only a claim; most are far below this.
    let mut bytes = Vec::with_capacity((length as usize).min(1 << 20));
    let read = input.take(u64::from(length)).read_to_end(&mut bytes)?;
    if read != length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((postcard::from_bytes(&bytes).map_err(io::Error::other)?, bytes))
}

fn read_u32(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(|_| io::Error::other("longer than 4 GiB"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut pipe = Vec::new();
        write_greeting(&mut pipe).unwrap();
        write_request(&mut pipe, 7, "def f(): pass\n").unwrap();
        let outline = FileOutline { language: "python".into(), lines: 1, ..FileOutline::default() };
        write_answer(&mut pipe, &outline, &mut vec![9; 3]).unwrap();

        let mut input = pipe.as_slice();
        read_greeting(&mut input).unwrap();
        let mut text = String::new();
        assert_eq!(read_request(&mut input, &mut text).unwrap(), Some(7));
        assert_eq!(text, "def f(): pass\n");
        let (read, bytes) = read_answer(&mut input).unwrap();
        assert_eq!(postcard::from_bytes::<FileOutline>(&bytes).unwrap(), read);
        assert_eq!(read, outline);
        assert_eq!(read_request(&mut input, &mut text).unwrap(), None);
    }

    #[test]
    fn a_stranger_or_a_torn_answer_is_refused() {
        assert!(read_greeting(&mut b"hello world".as_slice()).is_err());
        assert!(read_answer(&mut [255, 255, 255, 255, 0].as_slice()).is_err());
        assert!(read_answer(&mut [9, 0, 0, 0, 1].as_slice()).is_err());
        assert!(
            read_request(&mut [0, 0, 0, 0, 9, 0, 0, 0, b'x'].as_slice(), &mut String::new())
                .is_err()
        );
    }
}
