//! A cap that is never passed, however many threads spend at once.
//!
//! Each request reserves the most it can cost before it is sent, and settles with what it did cost. A
//! request whose cost stays unknown, because its connection broke, keeps its reservation: it may have
//! been billed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::amount::Money;

/// A cap shared by threads. Clones are handles to the same budget.
#[derive(Clone, Debug)]
pub struct Budget {
    shared: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    cap: Option<Money>,
    spending: Spending,
}

/// Where the money is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spending {
    /// Billed, by the providers' counts.
    pub spent: Money,
    /// Possibly billed: the most that requests can have cost whose answer never came.
    pub uncertain: Money,
    /// The most that requests in flight can cost.
    pub reserved: Money,
}

impl Spending {
    /// The most that can have been spent when everything in flight has ended.
    pub fn most(&self) -> Money {
        self.spent + self.uncertain + self.reserved
    }
}

/// The cap would be passed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the budget of {cap} is used up: {taken} is spent or reserved, and this call may cost {wanted}; raise the cap to go on"
)]
pub struct OverBudget {
    /// The cap.
    pub cap: Money,
    /// Spent, uncertain or reserved.
    pub taken: Money,
    /// The most that the refused call could have cost.
    pub wanted: Money,
}

impl Budget {
    /// A budget that refuses what could lead above `cap`.
    pub fn capped(cap: Money) -> Budget {
        Budget::new(Some(cap))
    }

    /// A budget that only counts.
    pub fn counting() -> Budget {
        Budget::new(None)
    }

    fn new(cap: Option<Money>) -> Budget {
        Budget { shared: Arc::new(Mutex::new(State { cap, spending: Spending::default() })) }
    }

    /// Counts what was spent before, such as today by earlier runs.
    pub fn add_spent(&self, amount: Money) {
        self.state().spending.spent += amount;
    }

    /// The cap, if there is one.
    pub fn cap(&self) -> Option<Money> {
        self.state().cap
    }

    /// Where the money is now.
    pub fn spending(&self) -> Spending {
        self.state().spending
    }

    /// Puts `worst` aside, or refuses.
    pub fn reserve(&self, worst: Money) -> Result<Reservation, OverBudget> {
        let mut state = self.state();
        let taken = state.spending.most();
        if let Some(cap) = state.cap.filter(|cap| taken + worst > *cap) {
            return Err(OverBudget { cap, taken, wanted: worst });
        }
        state.spending.reserved += worst;
        Ok(Reservation { budget: self.clone(), worst, settled: false })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Money put aside for one request. Dropped without a settlement, it counts as possibly spent.
#[derive(Debug)]
#[must_use = "money stays reserved until it is settled"]
pub struct Reservation {
    budget: Budget,
    worst: Money,
    settled: bool,
}

impl Reservation {
    /// The request cost this much.
    pub fn settle(mut self, actual: Money) {
        self.close(actual, Money::ZERO);
    }

    /// The request cost nothing: the provider refused it.
    pub fn release(mut self) {
        self.close(Money::ZERO, Money::ZERO);
    }

    /// The request cost at least this much, and perhaps as much as was reserved.
    pub fn settle_at_least(mut self, known: Money) {
        let unknown = self.worst.minus(known);
        self.close(known, unknown);
    }

    fn close(&mut self, spent: Money, uncertain: Money) {
        self.settled = true;
        let mut state = self.budget.state();
        state.spending.reserved = state.spending.reserved.minus(self.worst);
        state.spending.spent += spent;
        state.spending.uncertain += uncertain;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.settled {
            self.close(Money::ZERO, self.worst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pico(amount: u64) -> Money {
        Money::from_pico(amount)
    }

    #[test]
    fn what_is_reserved_is_settled_released_or_uncertain() {
        let budget = Budget::capped(pico(100));
        budget.add_spent(pico(10));
        let one = budget.reserve(pico(60)).unwrap();
        let refused = budget.reserve(pico(31)).unwrap_err();
        assert_eq!((refused.taken, refused.wanted), (pico(70), pico(31)));
        one.settle(pico(20));
        budget.reserve(pico(70)).unwrap().release();
        budget.reserve(pico(10)).unwrap().settle_at_least(pico(4));
        drop(budget.reserve(pico(5)).unwrap());
        let expected = Spending { spent: pico(34), uncertain: pico(11), reserved: pico(0) };
        assert_eq!(budget.spending(), expected);
        assert!(budget.reserve(pico(55)).is_ok());
    }

    #[test]
    fn a_cap_holds_for_many_threads() {
        let budget = Budget::capped(pico(10_000));
        std::thread::scope(|scope| {
            for seed in 0..8_u64 {
                let budget = &budget;
                scope.spawn(move || {
                    let mut x = seed + 1;
                    for _ in 0..2000 {
                        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let Ok(reserved) = budget.reserve(pico(40)) else { continue };
                        assert!(budget.spending().most() <= pico(10_000));
                        reserved.settle(pico((x >> 33) % 41));
                    }
                });
            }
        });
        let spending = budget.spending();
        assert!(spending.most() <= pico(10_000) && spending.reserved == Money::ZERO);
        // Nearly all of it could be used, because settling gives back what was not.
        assert!(spending.spent > pico(9_900), "{spending:?}");
    }
}
