//! One vector as it is stored: numbers of eight bits, a scale, a check, a sketch.

/// A vector as eight-bit numbers in the same direction, added to `out`. Returns the scale that gives
/// them length one; zero where there is no direction.
pub(super) fn quantize(vector: &[f32], out: &mut Vec<i8>) -> f32 {
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    let step = 127.0 / largest;
    if !vector.iter().all(|value| value.is_finite()) || !step.is_normal() {
        out.resize(out.len() + vector.len(), 0);
        return 0.0;
    }
    let start = out.len();
    // Halves away from zero, without a call for each number.
    out.extend(vector.iter().map(|value| (value * step + 0.5_f32.copysign(*value)) as i8));
    let squares: i64 = out[start..].iter().map(|&value| i64::from(value) * i64::from(value)).sum();
    1.0 / (squares as f64).sqrt() as f32
}

/// What tells an altered row: against accidents, so half of a quick hash will do.
pub(super) fn check(row: &[i8], scale: f32) -> u32 {
    let seed = u64::from(scale.to_bits());
    xxhash_rust::xxh3::xxh3_64_with_seed(bytemuck::cast_slice(row), seed) as u32
}

/// Words of 64 bits in a sketch.
pub(super) fn sketch_words(dimensions: usize) -> usize {
    dimensions.div_ceil(64)
}

/// A query, in the shapes that the loops want.
#[derive(Debug)]
pub(super) struct Query {
    /// Of length one.
    pub(super) exact: Vec<f32>,
    /// In steps of `step`, so fine that only the last of the best can change places.
    pub(super) wide: Vec<i16>,
    pub(super) step: f32,
    pub(super) sketch: Vec<u64>,
}

impl Query {
    /// None where there is no direction.
    pub(super) fn of(vector: &[f32]) -> Option<Self> {
        let squares: f64 = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
        let length = squares.sqrt() as f32;
        if !length.is_normal() {
            return None;
        }
        let exact: Vec<f32> = vector.iter().map(|value| value / length).collect();
        let largest = exact.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        // As fine as it goes without a sum above what 32 bits hold.
        let levels = (i32::MAX as usize / (128 * vector.len())).min(i16::MAX as usize) as f32;
        let step = largest / levels;
        let wide = exact.iter().map(|value| (value / step).round() as i16).collect();
        let mut sketch = vec![0_u64; sketch_words(vector.len())];
        for (at, value) in exact.iter().enumerate() {
            sketch[at / 64] |= u64::from(*value > 0.0) << (at % 64);
        }
        Some(Self { exact, wide, step, sketch })
    }

    /// The cosine to a stored row.
    pub(super) fn cosine(&self, row: &[i8], scale: f32) -> f32 {
        let sum: f32 = row.iter().zip(&self.exact).map(|(&a, &b)| f32::from(a) * b).sum();
        sum * scale
    }
}
