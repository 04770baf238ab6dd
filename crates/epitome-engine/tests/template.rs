//! Templates on a real disk: reading, saving, renaming, and names that try to get out.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;

use epitome_engine::template::{
    MAX_TEMPLATE_BYTES, Origin, RenameError, TemplateError, TemplateKind, Templates,
};
use proptest::prelude::*;

const SYSTEM: TemplateKind = TemplateKind::System;

fn folder() -> (tempfile::TempDir, Templates) {
    let folder = tempfile::tempdir().unwrap();
    let templates = Templates::new(Some(folder.path().join("prompts")));
    (folder, templates)
}

fn names(templates: &Templates, kind: TemplateKind) -> Vec<String> {
    templates.file_names(kind).unwrap().iter().map(ToString::to_string).collect()
}

// M30: {kind}/{name}.md below the folder
#[test]
fn a_template_is_a_file_in_the_folder_of_its_kind() {
    let (folder, templates) = folder();
    for kind in TemplateKind::ALL {
        templates.save(kind, "mine", "text").unwrap();
        let path = folder.path().join("prompts").join(kind.word()).join("mine.md");
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        assert_eq!(templates.load(kind, "mine").unwrap().origin, Origin::File(path));
    }
}

// D15, M30: built-in templates need no folder, and a file cannot take their place
#[test]
fn the_built_in_ones_cannot_be_lost() {
    let (folder, templates) = folder();
    let built_in = Templates::new(None).load(SYSTEM, "default").unwrap();
    assert_eq!(built_in.origin, Origin::BuiltIn);
    fs::create_dir_all(folder.path().join("prompts/system")).unwrap();
    fs::write(folder.path().join("prompts/system/default.md"), "planted").unwrap();
    assert_eq!(templates.load(SYSTEM, "default").unwrap(), built_in);
    assert_eq!(templates.list(SYSTEM).unwrap().len(), 1);
}

// M32
#[test]
fn an_edit_is_seen_by_the_next_call() {
    let (folder, templates) = folder();
    templates.save(SYSTEM, "mine", "one").unwrap();
    let first = templates.load(SYSTEM, "mine").unwrap();
    fs::write(folder.path().join("prompts/system/mine.md"), "two").unwrap();
    let second = templates.load(SYSTEM, "mine").unwrap();
    assert_eq!((first.text.as_str(), second.text.as_str()), ("one", "two"));
    // D6: another text is another prompt
    assert_ne!(first.blake3, second.blake3);
    assert_eq!(first.blake3, format!("blake3:{}", blake3::hash(b"one").to_hex()));
    assert!(first.label.starts_with("mine@") && first.label != second.label);
}

// D6: an edit is another prompt, which pinned mode does not know
#[test]
fn an_edited_template_is_refused_in_pinned_mode() {
    let (_folder, templates) = folder();
    let first = templates.save(SYSTEM, "mine", "one").unwrap();
    let allowed = [first.blake3.clone()];
    assert!(templates.load(SYSTEM, "mine").unwrap().check_pin(true, &allowed).is_ok());
    let edited = templates.save(SYSTEM, "mine", "two").unwrap();
    let error = edited.check_pin(true, &allowed).unwrap_err();
    assert!(matches!(error, TemplateError::NotPinned { .. }), "{error}");
    assert!(error.to_string().contains(&edited.blake3), "{error}");
    assert!(edited.check_pin(false, &allowed).is_ok(), "without pins it is pinned anew");
}

// M34: a file that was broken by hand is refused when it is used
#[test]
fn a_broken_file_is_refused_at_render_time() {
    let (folder, templates) = folder();
    templates.save(SYSTEM, "mine", "{language}").unwrap();
    fs::write(folder.path().join("prompts/system/mine.md"), "{language.__class__}").unwrap();
    let template = templates.load(SYSTEM, "mine").unwrap();
    let error = template.render(&[("language", "English")]).unwrap_err();
    assert!(matches!(error, TemplateError::Render { .. }), "{error}");
    assert!(error.to_string().starts_with("template `mine` of kind system: line 1: "), "{error}");
    assert!(templates.usable(SYSTEM, "mine").is_err());
    assert!(templates.list(SYSTEM).unwrap()[1].template.is_err());
}

// M36, M38, M40
#[test]
fn what_is_missing_is_said_to_be_missing() {
    let (_folder, templates) = folder();
    let missing = |error: TemplateError| matches!(error, TemplateError::NotFound { .. });
    assert!(missing(templates.load(SYSTEM, "mine").unwrap_err()));
    assert!(missing(templates.delete(SYSTEM, "mine").unwrap_err()));
    assert!(missing(templates.rename_file(SYSTEM, "mine", "other").unwrap_err()));
    assert!(!templates.exists(SYSTEM, "mine"));
    assert!(!templates.exists(SYSTEM, "../mine"));
    assert!(!templates.exists(SYSTEM, ""));
    assert!(templates.exists(SYSTEM, "default"));
    templates.save(SYSTEM, "mine", "text").unwrap();
    assert!(templates.exists(SYSTEM, "mine"));
    templates.delete(SYSTEM, "mine").unwrap();
    assert!(!templates.exists(SYSTEM, "mine"));
}

// M37
#[test]
fn lists_are_sorted_and_show_no_hidden_files() {
    let (folder, templates) = folder();
    assert!(names(&templates, SYSTEM).is_empty());
    for name in ["zebra", "ant", "ünïcode"] {
        templates.save(SYSTEM, name, "text").unwrap();
    }
    let home = folder.path().join("prompts/system");
    for name in [".ant.md.tmp.1.2", ".hidden.md", "notes.txt"] {
        fs::write(home.join(name), "x").unwrap();
    }
    fs::create_dir(home.join("folder.md")).unwrap();
    assert_eq!(names(&templates, SYSTEM), ["ant", "zebra", "ünïcode"]);
}

// M30, M39: 65,536 bytes and no more
#[test]
fn a_template_has_a_largest_size() {
    let (folder, templates) = folder();
    templates.save(SYSTEM, "mine", &"x".repeat(MAX_TEMPLATE_BYTES)).unwrap();
    assert_eq!(MAX_TEMPLATE_BYTES, 65_536);
    let large = "x".repeat(MAX_TEMPLATE_BYTES + 1);
    let error = templates.save(SYSTEM, "mine", &large).unwrap_err();
    assert_eq!(error.to_string(), "template `mine` has 65537 bytes; 65536 are allowed");
    assert_eq!(templates.load(SYSTEM, "mine").unwrap().text.len(), MAX_TEMPLATE_BYTES);
    fs::write(folder.path().join("prompts/system/large.md"), &large).unwrap();
    assert!(matches!(templates.load(SYSTEM, "large"), Err(TemplateError::TooLarge { .. })));
}

// M43
#[test]
fn what_cannot_be_rendered_is_not_saved() {
    let (_folder, templates) = folder();
    templates.save(SYSTEM, "mine", "good {language}").unwrap();
    for text in ["{lang}", "{", "}", "{0}", "{language!r}"] {
        assert!(matches!(templates.save(SYSTEM, "mine", text), Err(TemplateError::Render { .. })));
    }
    assert_eq!(templates.load(SYSTEM, "mine").unwrap().text, "good {language}");
}

// M44
#[test]
fn the_built_in_name_is_reserved() {
    let (_folder, templates) = folder();
    let refused = |error: TemplateError| matches!(error, TemplateError::Protected);
    templates.save(SYSTEM, "mine", "text").unwrap();
    assert!(refused(templates.save(SYSTEM, "default", "text").unwrap_err()));
    assert!(refused(templates.delete(SYSTEM, "default").unwrap_err()));
    assert!(refused(templates.rename_file(SYSTEM, "default", "mine").unwrap_err()));
    assert!(refused(templates.rename_file(SYSTEM, "mine", "default").unwrap_err()));
    for (old, new) in [("mine", "default"), ("default", "mine")] {
        let renamed = templates.rename(SYSTEM, old, new, |_, _| Ok::<(), io::Error>(()));
        assert!(matches!(renamed, Err(RenameError::File(TemplateError::Protected))));
    }
}

// M41
#[test]
fn a_bare_rename_looks_at_nothing_but_the_names() {
    let (_folder, templates) = folder();
    templates.save(SYSTEM, "old", "one").unwrap();
    templates.save(SYSTEM, "new", "two").unwrap();
    templates.rename_file(SYSTEM, "old", "new").unwrap();
    assert_eq!(names(&templates, SYSTEM), ["new"]);
    assert_eq!(templates.load(SYSTEM, "new").unwrap().text, "one");
    assert!(matches!(
        templates.rename_file(SYSTEM, "new", "../x"),
        Err(TemplateError::Name { .. })
    ));
    assert!(matches!(templates.rename_file(SYSTEM, ".x", "y"), Err(TemplateError::Name { .. })));
}

// M42
#[test]
fn a_rename_takes_what_refers_to_it_along_or_does_not_happen() {
    let (folder, templates) = folder();
    templates.save(SYSTEM, "old", "one").unwrap();
    templates.save(SYSTEM, "taken", "two").unwrap();
    let mut seen = Vec::new();
    let mut rename = |old: &str, new: &str, result: io::Result<()>| {
        templates.rename(SYSTEM, old, new, |old, new| {
            seen.push(format!("{old}>{new}"));
            result
        })
    };
    assert!(matches!(
        rename("old", "taken", Ok(())),
        Err(RenameError::File(TemplateError::Taken { .. }))
    ));
    let failed = rename("old", "new", Err(io::Error::other("database is locked")));
    assert!(matches!(&failed, Err(RenameError::Update(_))), "{failed:?}");
    assert_eq!(names(&templates, SYSTEM), ["old", "taken"]);
    rename("old", "new", Ok(())).unwrap();
    assert_eq!(names(&templates, SYSTEM), ["new", "taken"]);
    assert_eq!(seen, ["old>new", "old>new"], "references are not touched where the name is taken");
    // Where even the way back is barred, both causes are told.
    let home = folder.path().join("prompts/system");
    let stuck = templates.rename(SYSTEM, "new", "other", |_, _| {
        fs::remove_file(home.join("other.md")).unwrap();
        Err(io::Error::other("database is locked"))
    });
    let message = stuck.unwrap_err().to_string();
    assert!(message.contains("database is locked") && message.contains("no template `other`"));
}

// M31: links that lead out
#[test]
fn no_link_leads_out_of_the_folder() {
    let (folder, templates) = folder();
    templates.save(SYSTEM, "mine", "text").unwrap();
    let (prompts, outside) = (folder.path().join("prompts"), folder.path().join("outside"));
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.md"), "secret").unwrap();
    let escapes = |error: TemplateError| matches!(error, TemplateError::Escape { .. });

    symlink(outside.join("secret.md"), prompts.join("system/link.md")).unwrap();
    assert!(escapes(templates.load(SYSTEM, "link").unwrap_err()));
    // Saving replaces the link and leaves what it led to alone.
    templates.save(SYSTEM, "link", "mine").unwrap();
    assert_eq!(fs::read_to_string(outside.join("secret.md")).unwrap(), "secret");

    symlink(&outside, prompts.join("class")).unwrap();
    let class = TemplateKind::Class;
    assert!(escapes(templates.load(class, "secret").unwrap_err()));
    assert!(escapes(templates.save(class, "new", "text").unwrap_err()));
    assert!(escapes(templates.delete(class, "secret").unwrap_err()));
    assert!(escapes(templates.rename_file(class, "secret", "new").unwrap_err()));
    assert!(escapes(templates.file_names(class).unwrap_err()));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    // A link that stays inside is an alias.
    symlink("mine.md", prompts.join("system/alias.md")).unwrap();
    assert_eq!(templates.load(SYSTEM, "alias").unwrap().text, "text");
}

#[test]
fn without_a_folder_nothing_can_be_saved() {
    let error = Templates::new(None).save(SYSTEM, "mine", "text").unwrap_err();
    assert!(error.to_string().contains("set `prompts_dir`"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    // M39
    #[test]
    fn what_is_saved_is_what_is_loaded(text in "(\\PC|[\n\r\t]){0,200}") {
        let (_folder, templates) = folder();
        let text = text.replace('{', "{{").replace('}', "}}");
        templates.save(SYSTEM, "mine", &text).unwrap();
        prop_assert_eq!(templates.load(SYSTEM, "mine").unwrap().text, text);
    }

    // M31
    #[test]
    fn no_name_escapes_the_folder(name in "([./\\\\]|\\.\\.|\\PC|system|default){0,8}") {
        let (folder, templates) = folder();
        templates.save(SYSTEM, "seen", "x").unwrap();
        let _ = templates.save(SYSTEM, &name, "text");
        let _ = templates.rename_file(SYSTEM, "seen", &name);
        let inside: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        prop_assert_eq!(inside.len(), 1, "only `prompts`: {:?}", inside);
        let kinds: Vec<_> =
            fs::read_dir(folder.path().join("prompts")).unwrap().flatten().collect();
        prop_assert_eq!(kinds.len(), 1, "only `system`: {:?}", kinds);
        for file in fs::read_dir(folder.path().join("prompts/system")).unwrap().flatten() {
            let shown = file.file_name().into_string().unwrap();
            prop_assert!(shown.ends_with(".md") && !shown.starts_with('.'), "{}", shown);
            prop_assert!(file.file_type().unwrap().is_file());
        }
    }
}
