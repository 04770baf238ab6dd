//! What a run will cost, before it is made.

use epitome_llm::{CallPlan, CostEstimate, CostRange, RetryPolicy};

use super::options::SummarizeOptions;
use super::plan::Plan;
use super::tool::tool;

/// Tokens of a usual answer; what the worked examples of the prompt take.
const USUAL_ANSWER: u64 = 400;

/// The calls, tokens and money of the first symbols of a plan, as many as the cap lets through.
#[must_use]
pub fn estimate(plan: &Plan, options: &SummarizeOptions) -> CostEstimate {
    let calls = plan.first(options.cap);
    let schema = tool().ok().and_then(|tool| tool.schema().map(|s| s.as_str().len()));
    let shared = options.prompt.system.text.chars().count() + schema.unwrap_or(0);
    let messages = plan.jobs.iter().take(calls as usize).map(|job| &job.message);
    let (own, bytes) = messages.fold((0, 0), |(chars, bytes), message| {
        (chars + message.chars().count() as u64, bytes + message.len() as u64)
    });
    let shared_bytes = (options.prompt.system.text.len() + schema.unwrap_or(0)) as u64;
    let attempts = u64::from(options.max_attempts.max(1));
    let tries = u64::from(RetryPolicy::background().attempts);
    // A repaired answer is sent along with the next question.
    let again = u64::from(options.max_tokens) * 4 * calls * attempts.saturating_sub(1);
    let calls = CallPlan {
        calls,
        shared_chars: shared as u64,
        own_chars: own,
        bytes: bytes + shared_bytes * calls + again,
        cached: true,
        answer_tokens: USUAL_ANSWER.min(u64::from(options.max_tokens)),
        // One answer that was cut off may be twice as long the next time.
        max_tokens: 2 * u64::from(options.max_tokens),
        tries: attempts * tries,
    };
    let mut estimate = CostEstimate::of(&[calls], options.prices.of(&options.model));
    if options.is_free || options.is_replay {
        estimate.money = Some(CostRange::default());
    }
    // No run costs more than its cap.
    if let (Some(money), Some(cap)) = (&mut estimate.money, options.max_cost) {
        money.worst = money.worst.min(cap);
        money.high = money.high.min(cap);
        money.expected = money.expected.min(cap);
        money.low = money.low.min(cap);
    }
    estimate
}
