//! Whether an answer holds: its form, then the checker of the offline summaries.

use epitome_llm::ChatResponse;
use epitome_model::check::{
    Code, Evidence, Reason, Severity, StrictGrounded, check, is_sound, render,
};
use epitome_model::summary::{Grounded, Summary};

use super::ask::Wrong;
use super::tool::TOOL_NAME;

/// A longer input of the tool is not looked at.
const MOST_BYTES: usize = 64 * 1024;

/// The claims of an answer, or what is wrong with it in words for the model (O20–O22, O26).
pub(super) fn judge(response: &ChatResponse, evidence: &Evidence<'_>) -> Result<Grounded, Wrong> {
    let Some(tool) = &response.tool else {
        let message =
            format!("there is no call of `{TOOL_NAME}`; answer with one, and nothing else");
        let words = render(&[Reason::new("", Code::Missing, message)]);
        return Err(Wrong { words, raw: Some(response.text.clone()) });
    };
    let bad_shape = |message: String, raw: Option<String>| Wrong {
        words: render(&[Reason::new("", Code::BadShape, message)]),
        raw,
    };
    if tool.name != TOOL_NAME {
        return Err(bad_shape(format!("`{}` is no tool; call `{TOOL_NAME}`", tool.name), None));
    }
    if tool.input.len() > MOST_BYTES {
        return Err(bad_shape(format!("the input has {} bytes; be brief", tool.input.len()), None));
    }
    let strict: StrictGrounded = serde_json::from_str(&tool.input).map_err(|error| {
        let is_json = serde_json::from_str::<serde_json::Value>(&tool.input).is_ok();
        bad_shape(error.to_string(), (!is_json).then(|| tool.input.clone()))
    })?;
    let summary = Summary { grounded: strict.into(), ..Summary::default() };
    let reasons = check(&summary, evidence);
    if is_sound(&reasons) {
        return Ok(summary.grounded);
    }
    let refused: Vec<Reason> =
        reasons.into_iter().filter(|reason| reason.severity == Severity::Refuse).collect();
    Err(Wrong { words: render(&refused), raw: None })
}
