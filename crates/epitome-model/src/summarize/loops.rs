//! What a function goes through.

use crate::outline::Symbol;

use super::words::{listed, with_the};

/// "Loops over the rows."
pub(super) fn loop_sentence(symbol: &Symbol) -> Option<String> {
    let mut over: Vec<String> = Vec::new();
    for run in &symbol.facts.loops {
        let text = run
            .over
            .trim_end_matches(".items()")
            .trim_end_matches(".values()")
            .trim_end_matches(".keys()")
            .trim_end_matches(".iter()")
            .trim_end_matches("()");
        let text = text.trim_start_matches('&').trim_start_matches("mut ");
        let text = text.strip_prefix("range ").unwrap_or(text);
        let passing = |words: &String| {
            super::words::is_adjective(words)
                || super::name_grammar::is_verb(words) && !words.ends_with('s')
                || words == "next"
                || words == "true"
                || words.starts_with("to ")
                || words == "loop"
                || words.starts_with("get ")
                || words.starts_with("find ")
                || words.starts_with("read ")
        };
        if let Some(words) = super::guards::path_words(text).filter(|words| !passing(words)) {
            let words = with_the(&words);
            if !over.contains(&words) {
                over.push(words);
            }
        }
        if over.len() == 3 {
            break;
        }
    }
    (!over.is_empty()).then(|| format!("Loops over {}.", listed(&over)))
}
