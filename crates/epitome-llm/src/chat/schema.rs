//! A JSON Schema that is the same bytes in every request.
//!
//! Providers cache a prompt by its first bytes, and the schema is among them. So it is kept as text:
//! no map may change the order of its keys between two requests.

use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use thiserror::Error;

/// A JSON object without white space, its keys in the order in which they were written.
#[derive(Clone, PartialEq, Eq)]
pub struct Schema(Box<str>);

/// The text is no schema.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this JSON Schema is not a JSON object: {0}")]
pub struct SchemaError(String);

impl Schema {
    /// Takes a schema's text. White space between tokens goes, and so does `$schema` at the top.
    pub fn parse(text: &str) -> Result<Schema, SchemaError> {
        let wrong = |error: serde_json::Error| SchemaError(error.to_string());
        let fields: Fields<'_> = serde_json::from_str(text).map_err(wrong)?;
        let mut schema = String::from("{");
        for (key, value) in fields.0 {
            if key == "$schema" {
                continue;
            }
            if schema.len() > 1 {
                schema.push(',');
            }
            schema += &serde_json::to_string(&key).map_err(wrong)?;
            schema.push(':');
            push_without_space(&mut schema, value.get());
        }
        schema.push('}');
        Ok(Schema(schema.into()))
    }

    /// The text that is sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a value to be put into a request; it always is one, by construction.
    pub(crate) fn raw(&self) -> Box<RawValue> {
        serde_json::from_str(&self.0).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As text, so that no reader of a recording can change the order of its keys.
impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Schema, D::Error> {
        let text = String::deserialize(deserializer)?;
        Schema::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// Copies JSON that is known to be valid, without the white space between its tokens.
fn push_without_space(out: &mut String, json: &str) {
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            in_string = c == '"';
        }
        out.push(c);
    }
}

/// The fields of an object in their order, duplicates too.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'a>, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let value = map.next_value::<&RawValue>()?;
                    let known: Result<IgnoredAny, _> = serde_json::from_str(value.get());
                    known.map_err(serde::de::Error::custom)?;
                    fields.push((key, value));
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(InOrder).map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let schema = Schema::parse(text).unwrap();
        assert_eq!(schema.as_str(), expected);
        // O12: and as part of a request it is those bytes again, every time.
        assert_eq!(serde_json::to_string(&schema.raw()).unwrap(), expected);
        let recorded = serde_json::to_string(&schema).unwrap();
        assert_eq!(serde_json::from_str::<Schema>(&recorded).unwrap(), schema);
    }

    #[test]
    fn order_stays_and_the_schema_key_goes() {
        check(r#"{ "type" : "object", "a" : [ 1 , 2 ] }"#, r#"{"type":"object","a":[1,2]}"#);
        check(
            "{\"$schema\": \"x\",\n \"z\": {\"b\": 1, \"a\": \"two  \\\" words \"}}",
            r#"{"z":{"b":1,"a":"two  \" words "}}"#,
        );
        check(r#"{"b":{"$schema":1}, "a":"\\"}"#, r#"{"b":{"$schema":1},"a":"\\"}"#);
        check("{}", "{}");
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for text in ["", "[]", "{", "{\"a\":}", "{\"a\":1} x", "null"] {
            assert!(Schema::parse(text).is_err(), "{text}");
        }
    }
}
