//! Filling in: one pass over the pieces, so that a value is never read as a template (M35).

use super::kind::{TemplateKind, WhenAbsent};
use super::pieces::{Piece, RenderProblem, pieces};

/// The text with every placeholder replaced by its value. Values are `(name, value)`; a name that
/// the kind does not have is never asked for.
pub fn render(
    kind: TemplateKind,
    text: &str,
    values: &[(&str, &str)],
) -> Result<String, RenderProblem> {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(kind, text)? {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Place(place) => {
                match (values.iter().find(|(name, _)| *name == place.name), place.when_absent) {
                    (Some((_, value)), _) => out.push_str(value),
                    (None, WhenAbsent::Empty) => {}
                    (None, WhenAbsent::Refused) => {
                        return Err(RenderProblem::NoValue {
                            name: place.name,
                            meaning: place.meaning,
                        });
                    }
                }
            }
        }
    }
    Ok(out)
}

/// Whether the template can be rendered at all: the gate that every save goes through (M43).
pub fn try_render(kind: TemplateKind, text: &str) -> Result<(), RenderProblem> {
    pieces(kind, text).map(|_| ())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LANGUAGE: &[(&str, &str)] = &[("language", "English")];

    /// A system template, and what comes out or what is said.
    fn check(text: &str, expected: Result<&str, &str>) {
        let found = render(TemplateKind::System, text, LANGUAGE);
        match (&found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(error), Err(expected)) => {
                assert!(error.to_string().contains(expected), "{text:?}: {error}");
            }
            _ => panic!("{text:?}: {found:?}"),
        }
        // Save and use agree, but for a placeholder that has no value here.
        if !text.contains("{history}") {
            assert_eq!(try_render(TemplateKind::System, text).is_ok(), found.is_ok(), "{text:?}");
        }
    }

    // M33, M34
    #[test]
    fn placeholders_are_filled_and_doubled_braces_are_braces() {
        check("", Ok(""));
        check("Write {language}.", Ok("Write English."));
        check("{language}{language}", Ok("EnglishEnglish"));
        check("{{language}}", Ok("{language}"));
        check("{{{language}}}", Ok("{English}"));
        check("{{{{", Ok("{{"));
        check("a {{\"b\": 1}} c", Ok("a {\"b\": 1} c"));
        check("ö{language}ö", Ok("öEnglishö"));
    }

    // M34: malformed braces, positions, attributes, indexes and formats
    #[test]
    fn everything_else_is_refused() {
        check("a {", Err("line 1: `{` is never closed"));
        check("a\nb }", Err("line 2: `}` closes nothing"));
        check("{language", Err("never closed"));
        check("{langu\nage}", Err("never closed"));
        check("{a{language}}", Err("never closed"));
        check("}{", Err("closes nothing"));
        check("{language}}", Err("closes nothing"));
        check("{{{language}}", Err("closes nothing"));
        check("{}", Err("names nothing"));
        check("{ }", Err("names nothing"));
        check("{0}", Err("`{0}` names nothing; places have names here, known are `{language}`"));
        check("{language.__class__}", Err("asks for a part or a format"));
        check("{language[0]}", Err("asks for a part"));
        check("{language!r}", Err("asks for a part"));
        check("{language:>10}", Err("asks for a part"));
        check("{language:{language}}", Err("never closed"));
        check("{Language}", Err("`{Language}` is not known"));
        check("{ language }", Err("is not known"));
        check("{intent_text}", Err("is not known in a template of this kind; known are"));
    }

    // M33: {history} where digests are summed up; in ticks an instruction may have it too
    #[test]
    fn history_is_for_summing_up() {
        let (system, instruction) = (TemplateKind::System, TemplateKind::Instruction);
        assert!(try_render(system, "{language} {history}").is_ok());
        check("{language} {history}", Err("`{history}` cannot be used here"));
        let values = [("language", "English"), ("history", "then")];
        assert_eq!(render(system, "{language} {history}", &values).unwrap(), "English then");
        let tick = [("intent_text", "i"), ("articles", "a")];
        assert_eq!(render(instruction, "{intent_text}{articles}{history}", &tick).unwrap(), "ia");
        assert!(render(instruction, "{language}", &tick).is_err());
        assert!(render(instruction, "{articles}", &tick[..1]).is_err());
    }

    proptest! {
        // M35
        #[test]
        fn values_are_never_expanded(
            before in "[^{}]{0,20}",
            after in "[^{}]{0,20}",
            value in "(\\PC|[{}]|\\{language\\}|\\{articles\\}){0,20}",
            other in "[{}a-z]{0,20}",
        ) {
            let text = format!("{before}{{articles}}{after}{{intent_text}}");
            let values = [("articles", value.as_str()), ("intent_text", other.as_str())];
            let found = render(TemplateKind::Instruction, &text, &values).unwrap();
            prop_assert_eq!(found, format!("{before}{value}{after}{other}"));
        }

        #[test]
        fn any_text_is_rendered_or_refused(text in "[{}a-z0-9.:!\\[\\]\n]{0,40}") {
            for kind in TemplateKind::ALL {
                let values: Vec<(&str, &str)> =
                    kind.placeholders().iter().map(|place| (place.name, "")).collect();
                prop_assert_eq!(
                    render(kind, &text, &values).map(|_| ()),
                    try_render(kind, &text)
                );
            }
        }

        #[test]
        fn doubling_braces_makes_any_text_a_template_of_itself(text in "\\PC{0,60}") {
            let doubled = text.replace('{', "{{").replace('}', "}}");
            prop_assert_eq!(render(TemplateKind::SymbolSystem, &doubled, &[]).unwrap(), text);
        }
    }
}
