//! What calls cost: prices with their date, estimates before, budgets during.

mod amount;
mod budget;
mod estimate;
mod prices;

pub use amount::Money;
pub use budget::{Budget, OverBudget, Reservation, Spending};
pub use estimate::{CallPlan, CostEstimate, CostRange, estimate_tokens, most_tokens};
pub use prices::{ModelRow, Price, Prices};
