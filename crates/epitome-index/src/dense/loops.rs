//! The inner loops of searching, in plain Rust; `simd.rs` compiles them for the processor at hand.

/// The product of the query and each row. The rows lie end to end.
#[inline(always)]
pub(super) fn products(query: &[i16], rows: &[i8], out: &mut [i32]) {
    for (row, out) in rows.chunks_exact(query.len().max(1)).zip(out) {
        *out = row.iter().zip(query).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
    }
}

/// How many bits of the query and each row differ. The rows lie end to end.
#[inline(always)]
pub(super) fn differences(query: &[u64], rows: &[u64], out: &mut [u16]) {
    for (row, out) in rows.chunks_exact(query.len().max(1)).zip(out) {
        *out = row.iter().zip(query).map(|(&a, &b)| (a ^ b).count_ones() as u16).sum();
    }
}

/// The sketch of each row: a bit for each dimension, set where the number is above zero.
///
/// Signs as they are: of 372,963 functions, 1,000 candidates by 256 bits hold .981 of the true ten best
/// and 5,000 hold .997. With the mean taken away and the space turned it is .990 and .998, which is
/// little for what it costs: sketches would then depend on all rows, and an edit would change them all.
#[inline(always)]
pub(super) fn sketches(dimensions: usize, rows: &[i8], out: &mut [u64]) {
    let words = dimensions.div_ceil(64).max(1);
    for (row, out) in rows.chunks_exact(dimensions.max(1)).zip(out.chunks_exact_mut(words)) {
        for (part, word) in row.chunks(64).zip(out) {
            *word = match part.first_chunk::<64>() {
                Some(whole) => bits(whole),
                None => {
                    let mut whole = [0; 64];
                    whole[..part.len()].copy_from_slice(part);
                    bits(&whole)
                }
            };
        }
    }
}

#[inline(always)]
fn bits(values: &[i8; 64]) -> u64 {
    let mut word = 0;
    for (at, &value) in values.iter().enumerate() {
        word |= u64::from(value > 0) << at;
    }
    word
}
