//! What calls will cost, before they are made.

use super::amount::Money;
use super::prices::{ModelRow, factor};
use crate::chat::{ChatRequest, Usage};

/// Tokens of a text, roughly: a quarter of its characters (D12). For plans and for noticing a prompt
/// that was cut; what is billed is what the provider counts.
pub fn estimate_tokens(chars: usize) -> u64 {
    chars.div_ceil(4) as u64
}

/// The most tokens that a prompt can have. No tokenizer in use makes more tokens than bytes; the rest is
/// for what providers put around turns and tools.
pub fn most_tokens(request: &ChatRequest) -> u64 {
    let turns = serde_json::to_string(&request.messages).map_or(0, |turns| turns.len());
    let form = serde_json::to_string(&request.output).map_or(0, |form| form.len());
    (request.system.len() + turns + form + 1_000) as u64
}

/// Calls of one kind, to be estimated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallPlan {
    /// How many.
    pub calls: u64,
    /// Characters of the prompt that are the same in all of them: system prompt and schema.
    pub shared_chars: u64,
    /// Characters of the rest, all calls together.
    pub own_chars: u64,
    /// Bytes of both, all calls together.
    pub bytes: u64,
    /// Whether a cache point follows the shared part.
    pub cached: bool,
    /// What an answer usually takes, in tokens.
    pub answer_tokens: u64,
    /// The longest answer allowed.
    pub max_tokens: u64,
    /// Requests at most for one call, repairs and tries counted.
    pub tries: u64,
}

/// What calls will cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostEstimate {
    /// How many calls.
    pub calls: u64,
    /// Tokens as expected.
    pub usage: Usage,
    /// Money; `None` if the price of the model is not known.
    pub money: Option<CostRange>,
}

/// Money, from the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostRange {
    /// Every prompt is a little shorter than estimated.
    pub low: Money,
    /// As estimated, with 3 tries in 100 repeated.
    pub expected: Money,
    /// More tokens a character, longer answers, nothing read from a cache.
    pub high: Money,
    /// Every byte a token, every answer as long as allowed, every try used.
    pub worst: Money,
}

impl CostEstimate {
    /// Adds up plans for one model.
    pub fn of(plans: &[CallPlan], model: Option<&ModelRow>) -> CostEstimate {
        let mut estimate = CostEstimate::default();
        let price = model.and_then(|row| row.price);
        let mut money = price.map(|_| CostRange::default());
        for plan in plans.iter().filter(|plan| plan.calls > 0) {
            estimate.calls += plan.calls;
            let expected = expected(plan, model);
            estimate.usage += expected;
            let (Some(price), Some(money)) = (price, &mut money) else { continue };
            let prompt = expected.prompt();
            let long = factor(prompt / plan.calls);
            money.low += price.sum(&scaled(expected, 85, 100)).times(long);
            money.expected += price.sum(&scaled(expected, 103, 100)).times(long);
            let dear = price.input.max(price.cache_write);
            let longer = (plan.answer_tokens + plan.max_tokens.max(plan.answer_tokens)) / 2;
            let high = dear.times(prompt * 13 / 10) + price.output.times(longer * plan.calls);
            let high = high.times(long);
            money.high += high;
            let prompt = plan.bytes + 1_000 * plan.calls;
            let most = dear.times(prompt) + price.output.times(plan.max_tokens * plan.calls);
            let most = most.times(plan.tries.max(1)).times(factor(prompt / plan.calls));
            money.worst += most.max(high);
        }
        estimate.money = money;
        estimate
    }
}

fn expected(plan: &CallPlan, model: Option<&ModelRow>) -> Usage {
    let shared = plan.shared_chars.div_ceil(4);
    let own = plan.own_chars.div_ceil(4);
    let output = plan.answer_tokens * plan.calls;
    let least = model.and_then(|row| row.cache_from);
    // Below its least length a prefix is silently not cached.
    if plan.cached && least.is_some_and(|least| shared >= least) {
        let cache_read = shared * (plan.calls - 1);
        return Usage { input: own, output, cache_read, cache_write: shared };
    }
    Usage { input: own + shared * plan.calls, output, cache_read: 0, cache_write: 0 }
}

fn scaled(usage: Usage, by: u64, of: u64) -> Usage {
    let scale = |tokens: u64| tokens.saturating_mul(by) / of;
    Usage {
        input: scale(usage.input),
        output: scale(usage.output),
        cache_read: scale(usage.cache_read),
        cache_write: scale(usage.cache_write),
    }
}
