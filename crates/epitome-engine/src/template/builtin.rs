//! The templates inside the program: one of each kind, called `default` (D15).

use super::kind::TemplateKind;

/// The text of the built-in template of a kind.
pub(super) fn text(kind: TemplateKind) -> &'static str {
    match kind {
        TemplateKind::System => include_str!("builtin/system.md"),
        TemplateKind::Instruction => include_str!("builtin/instruction.md"),
        TemplateKind::SymbolSystem => include_str!("builtin/symbol-system.md"),
        TemplateKind::SymbolUser => include_str!("builtin/symbol-user.md"),
        TemplateKind::Class => include_str!("builtin/class.md"),
        TemplateKind::File => include_str!("builtin/file.md"),
        TemplateKind::Module => include_str!("builtin/module.md"),
        TemplateKind::Repository => include_str!("builtin/repository.md"),
    }
}

/// The version a person would name (D6). It goes up with every change of the text; the test below
/// holds text and version together.
pub(super) fn label(kind: TemplateKind) -> &'static str {
    match kind {
        TemplateKind::System
        | TemplateKind::Instruction
        | TemplateKind::SymbolSystem
        | TemplateKind::SymbolUser
        | TemplateKind::Class
        | TemplateKind::File
        | TemplateKind::Module
        | TemplateKind::Repository => "1",
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::template::{Templates, try_render};

    // D6: whoever changes a text gives it a new version, or all summaries made with it look current.
    #[test]
    fn each_text_belongs_to_its_version() {
        let mut table = String::new();
        for kind in TemplateKind::ALL {
            let template = Templates::new(None).load(kind, "default").unwrap();
            writeln!(table, "{} {} {}", kind.word(), label(kind), &template.blake3[..23]).unwrap();
        }
        expect_test::expect![[r#"
            system 1 blake3:7cef6921a7707707
            instruction 1 blake3:7da70ab8a8b8112a
            symbol-system 1 blake3:91bc975e883866a3
            symbol-user 1 blake3:b3137186f70a6e70
            class 1 blake3:ff6f1527c0f2359a
            file 1 blake3:4a9fa24d03477c6e
            module 1 blake3:b3788ec156b907c9
            repository 1 blake3:8eee0a5aee70308f
        "#]]
        .assert_eq(&table);
    }

    #[test]
    fn each_can_be_rendered_and_asks_for_everything_its_kind_has() {
        for kind in TemplateKind::ALL {
            try_render(kind, text(kind)).unwrap();
            for place in kind.placeholders() {
                // {history} is for those who sum up; the system prompt of a digest does not.
                let is_asked = text(kind).contains(&format!("{{{}}}", place.name));
                let may_lack = kind == TemplateKind::System && place.name == "history";
                assert!(is_asked || may_lack, "{}: {}", kind.word(), place.name);
            }
        }
    }

    // G35: the prompts for classes, files, folders and the repository demand strict JSON; that for symbols
    // demands a call of the one tool, whose input is JSON by a schema.
    #[test]
    fn every_prompt_for_a_summary_demands_strict_json() {
        use TemplateKind::{Class, File, Module, Repository};
        for kind in [Class, File, Module, Repository] {
            assert!(
                text(kind).contains("Answer with strict JSON, one object and nothing"),
                "{kind:?}"
            );
        }
        let symbols = text(TemplateKind::SymbolSystem);
        assert!(symbols.contains("exactly one call of the tool `emit_symbol_summary`"));
    }
}
