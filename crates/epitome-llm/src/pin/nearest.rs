//! What a miss in a recording comes closest to.

use serde_json::Value;

/// The fixture with the fewest differing fields, and those fields; both sides as JSON objects.
pub(crate) fn nearest<'a>(
    asked: &Value,
    known: impl Iterator<Item = (&'a str, &'a Value)>,
) -> Option<(&'a str, Vec<String>)> {
    known
        .map(|(key, value)| (key, differing(asked, value)))
        .min_by(|(a_key, a), (b_key, b)| (a.len(), a_key).cmp(&(b.len(), b_key)))
}

fn differing(a: &Value, b: &Value) -> Vec<String> {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return vec!["<root>".to_owned()] };
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort();
    names.dedup();
    names.into_iter().filter(|name| a.get(*name) != b.get(*name)).cloned().collect()
}
