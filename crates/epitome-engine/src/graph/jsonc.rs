//! JSON with comments and trailing commas, as `tsconfig.json` is written.

use serde_json::Value;

/// The value, or nothing where it is no JSON even without its comments.
pub(super) fn parse_jsonc(text: &str) -> Option<Value> {
    serde_json::from_str(&without_comments(text)).ok()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                out.push(c);
                while let Some(c) = chars.next() {
                    out.push(c);
                    match c {
                        '\\' => out.extend(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|&c| c != '\n') {
                    chars.next();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            '}' | ']' => {
                let kept = out.trim_end().len();
                if out[..kept].ends_with(',') {
                    out.truncate(kept - 1);
                }
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::parse_jsonc;

    #[test]
    fn comments_and_trailing_commas_are_forgiven() {
        for (text, expected) in [
            ("{\"a\": [1, 2,], /* x */ }", Some(r#"{"a":[1,2]}"#)),
            ("{\"a\": \"// no comment, }\"} // end", Some(r#"{"a":"// no comment, }"}"#)),
            ("{\"a\\\"\": 1}", Some(r#"{"a\"":1}"#)),
            ("{", None),
            ("/*", None),
        ] {
            assert_eq!(parse_jsonc(text).map(|v| v.to_string()).as_deref(), expected, "{text}");
        }
    }
}
