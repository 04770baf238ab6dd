//! The texts that become vectors.

/// How much of a body is embedded beside a stored summary, in characters (O49).
const BODY_PIECE: usize = 1200;
/// How much of the code describes a symbol without one, in bytes. More drowns the name.
pub(crate) const CODE_PIECE: usize = 1000;
/// How much of a file's text describes it.
const FILE_PIECE: usize = 2000;
/// Characters of a token, for budgets (D12).
const TOKEN: usize = 4;

/// What a language model said of a symbol, as far as it is embedded.
#[derive(Clone, Copy, Debug)]
pub struct StoredSummary<'a> {
    /// `name: type, name: type`; none for a symbol without inputs.
    pub signature: Option<&'a str>,
    /// What it is for.
    pub text: &'a str,
}

/// The text of a symbol in the index over code (O48–O50): head, summary and a piece of the body
/// where a summary is stored, else head and description.
#[must_use]
pub fn fused_text(
    stored: Option<StoredSummary<'_>>,
    head: &str,
    description: &str,
    body: &str,
) -> String {
    match stored {
        Some(StoredSummary { signature, text }) => {
            let head = signature.unwrap_or(head);
            let piece = body.char_indices().nth(BODY_PIECE).map_or(body, |(end, _)| &body[..end]);
            match piece {
                "" => format!("{head}\n{text}"),
                piece => format!("{head}\n{text}\n{piece}"),
            }
        }
        None if description.is_empty() => head.to_owned(),
        None => format!("{head}\n{description}"),
    }
}

/// What stands for a description where nobody wrote a summary: the name, twice since it says most,
/// where it is, the author's words, and the code.
pub(crate) fn description(
    name: &str,
    qualified: &str,
    path: &str,
    doc: &str,
    code: &str,
) -> String {
    let code = &code[..code.floor_char_boundary(CODE_PIECE)];
    format!("{name} {name} {qualified} {path}\n{doc}\n{code}")
}

/// The text of a file in the index over code.
pub(crate) fn file_text(stem: &str, path: &str, members: &str, text: &str) -> String {
    let text = &text[..text.floor_char_boundary(FILE_PIECE)];
    format!("{stem} {path} {members}\n{text}")
}

/// The text of a document in the index over summaries (G46): name and intent whole, the summary cut
/// so that the whole has at most `most_tokens` (G47).
#[must_use]
pub fn summary_text(name: &str, intent: &str, summary: &str, most_tokens: usize) -> String {
    let mut text = format!("{name}\n{intent}\n");
    let room = (most_tokens * TOKEN).saturating_sub(text.chars().count());
    let cut = summary.char_indices().nth(room).map_or(summary.len(), |(end, _)| end);
    text.push_str(&summary[..cut]);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(stored: Option<(Option<&str>, &str)>, parts: [&str; 3], expected: &str) {
        let stored = stored.map(|(signature, text)| StoredSummary { signature, text });
        let [head, description, body] = parts;
        assert_eq!(fused_text(stored, head, description, body), expected);
    }

    // O48, O49, O50
    #[test]
    fn a_stored_summary_is_fused_with_head_and_body() {
        let parts = ["def f(x)", "about f", "return x"];
        check(Some((Some("x: int"), "Gives x back.")), parts, "x: int\nGives x back.\nreturn x");
        check(Some((None, "Gives x back.")), parts, "def f(x)\nGives x back.\nreturn x");
        check(Some((None, "Says.")), ["f", "", ""], "f\nSays.");
        check(None, parts, "def f(x)\nabout f");
        check(None, ["f", "", "return x"], "f");
        let long = "é".repeat(1300);
        let text = fused_text(Some(StoredSummary { signature: None, text: "t" }), "h", "", &long);
        assert_eq!(text, format!("h\nt\n{}", "é".repeat(1200)));
    }

    // G46, G47
    #[test]
    fn only_the_summary_is_cut() {
        assert_eq!(summary_text("a.b", "Does.", "It does.", 512), "a.b\nDoes.\nIt does.");
        assert_eq!(summary_text("a.b", "Does.", "It does.", 3), "a.b\nDoes.\nIt");
        assert_eq!(summary_text("a.b", "Does.", "It does.", 1), "a.b\nDoes.\n");
    }

    proptest! {
        // G47
        #[test]
        fn name_and_intent_stay_whole(
            name in "\\PC{0,20}", intent in "\\PC{0,60}", summary in "\\PC{0,200}", most in 0_usize..60,
        ) {
            let text = summary_text(&name, &intent, &summary, most);
            let head = format!("{name}\n{intent}\n");
            prop_assert!(text.starts_with(&head));
            prop_assert!(summary.starts_with(&text[head.len()..]));
            let bound = (most * TOKEN).max(head.chars().count());
            prop_assert!(text.chars().count() <= bound);
        }
    }
}
