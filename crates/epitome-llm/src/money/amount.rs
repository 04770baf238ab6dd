//! An amount of US dollars, exact to a millionth of a millionth: no sum of prices is ever rounded.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Dollars, in steps of 10⁻¹², up to about 18 million. Sums end at the largest amount instead of
/// starting again from nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(u64);

const DOLLAR: u64 = 1_000_000_000_000;

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// So many millionths of a millionth of a dollar.
    pub const fn from_pico(pico: u64) -> Money {
        Money(pico)
    }

    /// In millionths of a millionth of a dollar.
    pub const fn pico(self) -> u64 {
        self.0
    }

    /// From dollars; `None` for what is no amount: negative, infinite, too large.
    pub fn from_dollars(dollars: f64) -> Option<Money> {
        let pico = dollars * DOLLAR as f64;
        (pico >= 0.0 && pico < u64::MAX as f64).then(|| Money(pico.round() as u64))
    }

    /// In dollars, for showing.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / DOLLAR as f64
    }

    /// This much, `count` times.
    pub fn times(self, count: u64) -> Money {
        Money(self.0.saturating_mul(count))
    }

    /// The rest, or nothing.
    pub fn minus(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Money::add)
    }
}

/// Cents where there are dollars, more digits where there are none.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dollars() {
            0.0 => f.write_str("$0"),
            some if some >= 1.0 => write!(f, "${some:.2}"),
            some if some >= 0.01 => write!(f, "${some:.3}"),
            little if little >= 0.000_001 => write!(f, "${little:.6}"),
            _ => f.write_str("under $0.000001"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_it() {
        for (dollars, expected) in [
            (0.0, "$0"),
            (12.345, "$12.35"),
            (0.0123, "$0.012"),
            (0.00001, "$0.000010"),
            (1e-9, "under $0.000001"),
        ] {
            assert_eq!(Money::from_dollars(dollars).unwrap().to_string(), expected);
        }
        for nonsense in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
            assert_eq!(Money::from_dollars(nonsense), None);
        }
        assert_eq!(Money::from_pico(u64::MAX) + Money::from_pico(1), Money::from_pico(u64::MAX));
    }
}
