//! The inner loops, compiled for what the processor can do, chosen when the program runs.
//!
//! The loops are plain Rust in [`super::loops`], written so that the compiler turns them into SIMD.
//! Here they are compiled again with AVX2 and AVX-512 switched on. Calling such a function is the
//! second unsafe thing of this crate: on a processor without those instructions it would be undefined
//! what happens, so each call stands right behind the question whether they are there. Nothing else
//! about them is unsafe: they get slices and have bounds.

use super::loops;

macro_rules! compiled {
    ($name:ident, $avx2:ident, $avx512:ident, ($($argument:ident: $type:ty),*)) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,popcnt")]
        fn $avx2($($argument: $type),*) {
            loops::$name($($argument),*);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx512vpopcntdq,avx2,popcnt"
        )]
        fn $avx512($($argument: $type),*) {
            loops::$name($($argument),*);
        }

        #[doc = concat!("As `loops::", stringify!($name), "`.")]
        #[cfg_attr(
            target_arch = "x86_64",
            expect(unsafe_code, reason = "called behind the question whether the processor can")
        )]
        pub(super) fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
                if has_avx2
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vnni")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                {
                    // SAFETY: the processor has what the function is compiled for, as just asked.
                    return unsafe { $avx512($($argument),*) };
                }
                if has_avx2 {
                    // SAFETY: as above.
                    return unsafe { $avx2($($argument),*) };
                }
            }
            loops::$name($($argument),*);
        }
    };
}

compiled!(products, products_avx2, products_avx512, (query: &[i16], rows: &[i8], out: &mut [i32]));
compiled!(differences, differences_avx2, differences_avx512, (query: &[u64], rows: &[u64], out: &mut [u16]));
compiled!(sketches, sketches_avx2, sketches_avx512, (dimensions: usize, rows: &[i8], out: &mut [u64]));

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the processor can do, the outcome is that of the plain loops.
    #[test]
    fn the_compiled_loops_compute_what_the_plain_ones_do() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ (state >> 29)
        };
        for dimensions in [1, 3, 63, 64, 65, 100, 256, 384, 1000] {
            let count = 37;
            let query: Vec<i16> = (0..dimensions).map(|_| next() as i16).collect();
            let rows: Vec<i8> = (0..dimensions * count).map(|_| next() as i8).collect();
            let (mut expected, mut found) = (vec![0; count], vec![0; count]);
            // Small enough that no sum overflows.
            let query: Vec<i16> = query.iter().map(|value| value / 64).collect();
            loops::products(&query, &rows, &mut expected);
            products(&query, &rows, &mut found);
            assert_eq!(found, expected, "products of {dimensions}");

            let words = dimensions.div_ceil(64);
            let (mut expected, mut found) = (vec![0; count * words], vec![0; count * words]);
            loops::sketches(dimensions, &rows, &mut expected);
            sketches(dimensions, &rows, &mut found);
            assert_eq!(found, expected, "sketches of {dimensions}");
            for (at, value) in rows.iter().enumerate() {
                let (row, column) = (at / dimensions, at % dimensions);
                let bit = found[row * words + column / 64] >> (column % 64) & 1;
                assert_eq!(bit == 1, *value > 0, "row {row}, dimension {column} of {dimensions}");
            }

            let query: Vec<u64> = (0..words).map(|_| next()).collect();
            let bits = found;
            let (mut expected, mut found) = (vec![0; count], vec![0; count]);
            loops::differences(&query, &bits, &mut expected);
            differences(&query, &bits, &mut found);
            assert_eq!(found, expected, "differences of {dimensions}");
            let by_hand = |row: &[u64]| -> u32 {
                row.iter().zip(&query).map(|(a, b)| (a ^ b).count_ones()).sum()
            };
            for (row, found) in bits.chunks(words).zip(found) {
                assert_eq!(u32::from(found), by_hand(row));
            }
        }
    }
}
