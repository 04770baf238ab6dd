//! The claims as a model must send them: no key that the schema does not know, at any level (O10).
//!
//! Stored documents are read leniently, since a later version may have written more; an answer of a
//! model is not, since an unknown key is a claim that nobody would check.

use serde::Deserialize;

use crate::summary::{Citation, ClaimField, Grounded, Input, Returns};

/// What a model sends. Turn it into [`Grounded`] and judge that.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrictGrounded {
    purpose: String,
    inputs: Vec<StrictInput>,
    returns: StrictReturns,
    side_effects: Vec<String>,
    /// A list or `null` (O7).
    invariants: Option<Vec<String>>,
    citations: Vec<StrictCitation>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictInput {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    description: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictReturns {
    #[serde(rename = "type")]
    ty: String,
    type_summary: String,
    details: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictCitation {
    field_name: ClaimField,
    line_start: u32,
    line_end: u32,
}

impl From<StrictGrounded> for Grounded {
    fn from(strict: StrictGrounded) -> Grounded {
        let StrictReturns { ty, type_summary, details } = strict.returns;
        Grounded {
            purpose: strict.purpose,
            inputs: strict
                .inputs
                .into_iter()
                .map(|StrictInput { name, ty, description }| Input { name, ty, description })
                .collect(),
            returns: Some(Returns { ty, type_summary, details }),
            side_effects: strict.side_effects,
            invariants: strict.invariants.unwrap_or_default(),
            citations: strict
                .citations
                .into_iter()
                .map(|StrictCitation { field_name, line_start, line_end }| Citation {
                    field_name,
                    item: None,
                    path: None,
                    line_start,
                    line_end,
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{
        "purpose": "Loads a user by its id from the store.",
        "inputs": [{"name": "id", "type": "int", "description": "The id of the user."}],
        "returns": {"type": "User", "type_summary": "the user", "details": "The user found."},
        "side_effects": ["Reads the store."],
        "invariants": null,
        "citations": [{"field_name": "side_effects", "line_start": 3, "line_end": 9}]
    }"#;

    fn check(from: &str, to: &str, error: Option<&str>) {
        let result = serde_json::from_str::<StrictGrounded>(&ANSWER.replace(from, to));
        match (result, error) {
            (Ok(_), None) => {}
            (Err(found), Some(error)) => {
                assert!(found.to_string().contains(error), "{to}: {found}");
            }
            (result, _) => panic!("{to}: {result:?}"),
        }
    }

    // O10
    #[test]
    fn unknown_keys_are_refused_at_every_level() {
        check("", "", None);
        check("\"purpose\"", "\"mood\": 1, \"purpose\"", Some("unknown field `mood`"));
        check("\"name\"", "\"mood\": 1, \"name\"", Some("unknown field `mood`"));
        check("\"type_summary\"", "\"mood\": 1, \"type_summary\"", Some("unknown field `mood`"));
        check("\"line_start\"", "\"mood\": 1, \"line_start\"", Some("unknown field `mood`"));
    }

    // O3, O5, O7, O8
    #[test]
    fn fields_have_their_types() {
        check("\"invariants\": null", "\"invariants\": [\"The id is positive.\"]", None);
        check("\"side_effects\", \"line", "\"summary\", \"line", Some("unknown variant `summary`"));
        check("\"line_start\": 3", "\"line_start\": -3", Some("invalid value"));
        check("\"line_start\": 3", "\"line_start\": 3.5", Some("invalid type"));
        check("\"type\": \"User\", ", "", Some("missing field `type`"));
        check("\"description\": \"The id of the user.\"", "\"description\": 1", Some("string"));
    }

    #[test]
    fn what_was_sent_is_what_is_judged() {
        let strict: StrictGrounded = serde_json::from_str(ANSWER).unwrap();
        let grounded = Grounded::from(strict);
        assert_eq!(grounded, serde_json::from_str(&ANSWER.replace("null", "[]")).unwrap());
    }
}
