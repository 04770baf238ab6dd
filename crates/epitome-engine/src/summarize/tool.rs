//! The one tool a model has, and what it takes (O1–O12, O15).

use epitome_llm::{Output, Schema, SchemaError};

/// The tool's name (O15).
pub const TOOL_NAME: &str = "emit_symbol_summary";

/// The schema as it is sent: fields, lengths and the fields that may be cited, as the checker holds them.
/// Every object is closed (O10).
const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "required": ["purpose", "inputs", "returns", "side_effects", "invariants", "citations"],
  "properties": {
    "purpose": {"type": "string", "minLength": 30, "maxLength": 400,
      "description": "What the symbol accomplishes, beginning with a verb; never with \"This function\"."},
    "inputs": {"type": "array", "items": {
      "type": "object",
      "additionalProperties": false,
      "required": ["name", "type", "description"],
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 128},
        "type": {"type": "string", "minLength": 1, "maxLength": 256},
        "description": {"type": "string", "minLength": 20, "maxLength": 200}
      }}},
    "returns": {
      "type": "object",
      "additionalProperties": false,
      "required": ["type", "type_summary", "details"],
      "properties": {
        "type": {"type": "string", "minLength": 1, "maxLength": 256},
        "type_summary": {"type": "string", "minLength": 10, "maxLength": 80},
        "details": {"type": "string", "minLength": 20, "maxLength": 400}
      }},
    "side_effects": {"type": "array",
      "description": "Each holds one of the words reads, writes, emits, raises, mutates.",
      "items": {"type": "string", "minLength": 10, "maxLength": 200}},
    "invariants": {"type": ["array", "null"],
      "items": {"type": "string", "minLength": 10, "maxLength": 300}},
    "citations": {"type": "array", "minItems": 1, "items": {
      "type": "object",
      "additionalProperties": false,
      "required": ["field_name", "line_start", "line_end"],
      "properties": {
        "field_name": {"type": "string",
          "enum": ["purpose", "inputs", "returns", "side_effects", "invariants"]},
        "line_start": {"type": "integer", "minimum": 1},
        "line_end": {"type": "integer", "minimum": 1}
      }}}
  }
}"#;

/// The form of an answer: a call of the tool, and nothing else.
pub fn tool() -> Result<Output, SchemaError> {
    Ok(Output::Tool {
        name: TOOL_NAME.to_owned(),
        description: "Stores the summary of the symbol.".to_owned(),
        schema: Schema::parse(SCHEMA)?,
    })
}

#[cfg(test)]
mod tests {
    use epitome_model::check::StrictGrounded;
    use serde_json::{Value, json};

    use super::*;

    // O12: no `$schema`, and the same bytes each time.
    #[test]
    fn the_schema_is_the_same_bytes_in_every_call() {
        let schema = |output: &Output| output.schema().unwrap().as_str().to_owned();
        let (one, two) = (tool().unwrap(), tool().unwrap());
        assert_eq!(schema(&one), schema(&two));
        assert!(!schema(&one).contains("$schema"));
        assert!(schema(&one).starts_with(r#"{"type":"object","additionalProperties":false,"#));
    }

    /// The shortest answer that the schema lets through at a place, made from the schema itself.
    fn least(schema: &Value) -> Value {
        match schema["type"].as_str() {
            Some("object") => {
                let fields = schema["properties"].as_object().unwrap();
                fields.iter().map(|(name, field)| (name.clone(), least(field))).collect()
            }
            Some("array") => json!([least(&schema["items"])]),
            Some("integer") => schema["minimum"].clone(),
            Some("string") => match schema["enum"].as_array() {
                Some(words) => words[0].clone(),
                None => json!("x".repeat(schema["minLength"].as_u64().unwrap() as usize)),
            },
            _ => json!([least(&schema["items"])]),
        }
    }

    // O1, O3–O8, O10, O12: what the schema describes is what the strict reader takes, key by key.
    #[test]
    fn the_schema_and_the_reader_agree() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        let answer = least(&schema);
        serde_json::from_value::<StrictGrounded>(answer.clone()).unwrap();
        let check = |path: &str| {
            let mut lacking = answer.clone();
            let (parent, key) = path.rsplit_once('/').unwrap();
            let object = lacking.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            object.remove(key).unwrap();
            // A list that may be null may also be left out by the reader.
            let refused = serde_json::from_value::<StrictGrounded>(lacking).is_err();
            assert_eq!(refused, key != "invariants", "{path}");
            let mut more = answer.clone();
            let object = more.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            object.insert("mood".to_owned(), json!(1));
            assert!(serde_json::from_value::<StrictGrounded>(more).is_err(), "{path}");
        };
        for field in schema["required"].as_array().unwrap() {
            check(&format!("/{}", field.as_str().unwrap()));
        }
        for path in ["/inputs/0/name", "/returns/details", "/citations/0/line_end"] {
            check(path);
        }
        let mut null = answer.clone();
        null["invariants"] = Value::Null;
        serde_json::from_value::<StrictGrounded>(null).unwrap();
    }
}
