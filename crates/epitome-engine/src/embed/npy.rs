//! Numpy's own format for arrays: a line that says what they are, then the bytes.

/// What stands before the bytes of an array of the type that numpy calls `descr`, such as `<f4`.
pub fn npy_header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = shape.iter().map(|n| format!("{n},")).collect();
    let mut line = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The data begins at a multiple of 64; ten bytes come before the line, a line end closes it.
    let length = (10 + line.len() + 1).next_multiple_of(64) - 10;
    line.extend(std::iter::repeat_n(' ', length - line.len() - 1));
    line.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    // A shape of a few numbers is far below what two bytes can tell.
    bytes.extend_from_slice(&(length as u16).to_le_bytes());
    bytes.extend_from_slice(line.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::npy_header;

    fn check(descr: &str, shape: &[usize], expected: &str) {
        let bytes = npy_header(descr, shape);
        assert_eq!(bytes.len() % 64, 0);
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        assert_eq!(usize::from(bytes[8]) + 256 * usize::from(bytes[9]) + 10, bytes.len());
        let line = std::str::from_utf8(&bytes[10..]).unwrap();
        assert_eq!(line.trim_end_matches([' ', '\n']), expected);
        assert!(line.ends_with('\n'));
    }

    #[test]
    fn what_numpy_reads() {
        check("<f4", &[2, 256], "{'descr': '<f4', 'fortran_order': False, 'shape': (2,256,), }");
        check("<u2", &[7], "{'descr': '<u2', 'fortran_order': False, 'shape': (7,), }");
    }
}
