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
                if is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vnni")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                {
                    // SAFETY: the processor has what the function is compiled for, as just asked;
                    // avx512f, avx2 and popcnt come with each of those.
                    return unsafe { $avx512($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
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
