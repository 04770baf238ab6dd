//! How much a token counts that comes several times in a text.
//!
//! Ten times the same word is not ten times the meaning. Which rule is best, training finds out; the
//! model's file says which one it was made with, so that searching cannot differ from it.

use crate::error::FormatError;

/// A rule from how often a token comes to how much it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damping {
    /// One more for each doubling.
    Log2,
    /// Once, however often it comes.
    One,
    /// One and the natural logarithm.
    Ln,
    /// The square root.
    Sqrt,
    /// As often as it comes.
    Raw,
}

impl Damping {
    /// All rules; the place in this list is the number in the file.
    pub const ALL: [Damping; 5] =
        [Damping::Log2, Damping::One, Damping::Ln, Damping::Sqrt, Damping::Raw];

    /// What the rule is called on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Damping::Log2 => "log2",
            Damping::One => "one",
            Damping::Ln => "ln",
            Damping::Sqrt => "sqrt",
            Damping::Raw => "raw",
        }
    }

    /// How much a token counts that comes `times` times, which is at least once.
    pub fn weight(self, times: u16) -> f32 {
        match (times, self) {
            (0 | 1, _) | (_, Damping::One) => 1.0,
            (_, Damping::Log2) => 1.0 + times.ilog2() as f32,
            (_, Damping::Ln) => 1.0 + f32::from(times).ln(),
            (_, Damping::Sqrt) => f32::from(times).sqrt(),
            (_, Damping::Raw) => f32::from(times),
        }
    }

    pub(crate) fn code(self) -> u32 {
        self as u32
    }

    pub(crate) fn from_code(code: u32) -> Result<Damping, FormatError> {
        Damping::ALL.into_iter().find(|rule| rule.code() == code).ok_or(FormatError::Counts)
    }
}

#[cfg(test)]
mod tests {
    use super::Damping;

    fn check(rule: Damping, expected: [f32; 5]) {
        let weights = [1, 2, 3, 4, 100].map(|times| rule.weight(times));
        for (weight, expected) in weights.iter().zip(expected) {
            assert!((weight - expected).abs() < 1e-4, "{rule:?}: {weights:?}");
        }
        assert_eq!(Damping::from_code(rule.code()), Ok(rule));
    }

    #[test]
    fn rules() {
        check(Damping::Log2, [1.0, 2.0, 2.0, 3.0, 7.0]);
        check(Damping::One, [1.0; 5]);
        check(Damping::Ln, [1.0, 1.693_15, 2.098_61, 2.386_29, 5.605_17]);
        check(Damping::Sqrt, [1.0, std::f32::consts::SQRT_2, 1.732_05, 2.0, 10.0]);
        check(Damping::Raw, [1.0, 2.0, 3.0, 4.0, 100.0]);
        assert!(Damping::from_code(5).is_err());
    }
}
