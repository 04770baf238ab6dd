//! Files, variables and flags, and which of them counts.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use expect_test::{Expect, expect};

use super::*;

/// A project and a user, each with a file, or without where the text is empty.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new(project: &str, user: &str) -> Home {
        let home = Home { folder: tempfile::tempdir().unwrap() };
        for (path, text) in [("project/.epitome", project), ("user/epitome", user)] {
            let path = home.folder.path().join(path);
            fs::create_dir_all(&path).unwrap();
            if !text.is_empty() {
                fs::write(path.join("config.toml"), text.replace("HERE", &home.at("project")))
                    .unwrap();
            }
        }
        home
    }

    fn at(&self, path: &str) -> String {
        self.folder.path().join(path).to_str().unwrap().to_owned()
    }

    fn load(&self, env: &[(&str, &str)], flags: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let places = Places::by(Path::new(&self.at("project")), Some(self.at("user").into()), None);
        let env = env.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let flags: Vec<(&str, String)> =
            flags.iter().map(|(key, text)| (*key, (*text).to_owned())).collect();
        load(places, env, &flags)
    }

    /// Problems with the machine's part of the path taken out.
    fn shown(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }
}

/// The value of a key and the word for its source.
fn check(home: &Home, env: &[(&str, &str)], flags: &[(&str, &str)], key: &str, expected: &str) {
    let config = home.load(env, flags).unwrap();
    let given = config.get(key).unwrap();
    let source = match &given.source {
        Source::Default => "default".to_owned(),
        Source::Project { line, .. } => format!("project {line}"),
        Source::User { line, .. } => format!("user {line}"),
        Source::Environment { variable } => variable.clone(),
        Source::Flag => "flag".to_owned(),
    };
    assert_eq!(format!("{} ({source})", given.value), expected, "{key}");
}

fn check_problems(project: &str, user: &str, env: &[(&str, &str)], expected: Expect) {
    let home = Home::new(project, user);
    let error = home.load(env, &[]).unwrap_err();
    let shown: String = error.problems.iter().map(|problem| format!("{problem}\n")).collect();
    expected.assert_eq(&home.shown(&shown));
}

#[test]
fn later_layers_count_more() {
    let home = Home::new("[scan]\nthreads = 2\n", "scan.threads = 3\n");
    let env = [("EPITOME_SCAN_THREADS", "4")];
    check(&Home::new("", ""), &[], &[], "scan.threads", "0 (default)");
    check(&Home::new("\n[scan]\nthreads = 2\n", ""), &[], &[], "scan.threads", "2 (project 3)");
    check(&home, &[], &[], "scan.threads", "3 (user 1)");
    check(&home, &env, &[], "scan.threads", "4 (EPITOME_SCAN_THREADS)");
    check(&home, &env, &[("scan.threads", "5")], "scan.threads", "5 (flag)");
}

// M29
#[test]
fn the_defaults_are_those_that_were_agreed_on() {
    let settings = Home::new("", "").load(&[], &[]).unwrap().settings();
    assert_eq!(settings.llm.base_url, "https://api.siliconflow.cn/v1");
    assert_eq!(settings.llm.model, "deepseek-ai/DeepSeek-V4-Flash");
    assert_eq!(settings.llm.api_key, None);
    assert_eq!(settings.llm.timeout_seconds, 60.0);
    assert_eq!(settings.llm.max_prompt_chars, 2_000_000);
    assert_eq!(settings.llm.protocol, LlmProtocol::OpenAi);
    assert_eq!(settings.scan, crate::scan::ScanOptions::default());
    assert_eq!(settings.embed.provider, EmbedProvider::Embedded);
    assert!(!settings.summaries && !settings.offline && !settings.pinned);
    assert_eq!((settings.trust, settings.reuse), (Trust::Scip, Reuse::Normalized));
    assert_eq!((settings.max_summaries_per_run, settings.max_cost), (0, None));
    assert_eq!(settings.summary_model, None);
    assert_eq!((settings.top_k_callers, settings.summary_embed_max_tokens), (5, 512));
    assert_eq!((settings.filter.min_lines, settings.filter.min_complexity), (3, 2));
    assert_eq!(settings.filter.skip_patterns, ["^get_", "^set_", "^__.*__$"]);
}

#[test]
fn every_setting_is_read_into_its_place() {
    let text = r#"
offline = true
summaries = true
trust = "any"
max_summaries_per_run = 7
max_cost = 2.5
summary_model = "m"
summary_template = "mine"
reuse = "exact"
summary_embed_max_tokens = 9
top_k_callers = 4
prompts_dir = "words"
pinned = true
[scan]
max_bytes = 10
threads = 1
[embed]
provider = "endpoint"
endpoint = "http://e"
model = "em"
key_variable = "EK"
[llm]
provider = "ollama"
base_url = "http://l"
model = "lm"
timeout = 1.5
max_prompt_chars = 16_000
[filter]
min_lines = 1
min_complexity = 1
skip_patterns = ["^a,b"]
[allow]
models = ["lm"]
templates = ["blake3:00"]
"#;
    let home = Home::new("", text);
    let config = home.load(&[("EPITOME_LLM_API_KEY", "key")], &[]).unwrap();
    let unset: Vec<&str> = config
        .all()
        .filter(|(_, given)| given.source == Source::Default)
        .map(|(setting, _)| setting.key)
        .collect();
    assert_eq!(unset, ["llm.api_key_variable", "trusted_projects"]);
    let shown = format!("{:#?}", config.settings());
    // Nothing of what was set is lost on the way.
    expect![[r#"
        Settings {
            scan: ScanOptions {
                max_bytes: 10,
                threads: 1,
            },
            embed: EmbedSettings {
                provider: Endpoint,
                endpoint: "http://e",
                model: "em",
                key_variable: Some(
                    "EK",
                ),
            },
            llm: LlmSettings {
                provider: "ollama",
                protocol: Ollama,
                base_url: "http://l",
                model: "lm",
                api_key: Some(
                    Secret(***),
                ),
                api_key_variable: None,
                timeout_seconds: 1.5,
                max_prompt_chars: 16000,
            },
            offline: true,
            summaries: true,
            trust: Any,
            max_summaries_per_run: 7,
            max_cost: Some(
                2.5,
            ),
            summary_model: Some(
                "m",
            ),
            summary_template: "mine",
            reuse: Exact,
            summary_embed_max_tokens: 9,
            top_k_callers: 4,
            filter: FilterSettings {
                min_lines: 1,
                min_complexity: 1,
                skip_patterns: [
                    "^a,b",
                ],
            },
            prompts_dir: Some(
                "user/epitome/words",
            ),
            pinned: true,
            allowed_models: [
                "lm",
            ],
            allowed_templates: [
                "blake3:00",
            ],
        }"#]]
    .assert_eq(&home.shown(&shown));
}

#[test]
fn faults_are_told_with_their_places() {
    check_problems(
        "[llm]\nmodle = \"x\"\ntimeout = 0\n\n[colours]\nred = 1\n",
        "offline = \"yes\"\nmax_bytes = 3\n[scan]\nmax_bytes = 0\nthreads = -1\n",
        &[("EPITOME_TRUST", "all"), ("EPITOME_LLM_TIMEOUT", "soon"), ("EPITOME_OTHER", "1")],
        expect![[r#"
            project/.epitome/config.toml:2: there is no setting `llm.modle`; did you mean `llm.model`?
            project/.epitome/config.toml:3: `llm.timeout` must be a number above 0
            project/.epitome/config.toml:5: there is no setting `colours`; `epitome config` lists those there are
            user/epitome/config.toml:1: `offline` must be true or false
            user/epitome/config.toml:2: there is no setting `max_bytes`; did you mean `scan.max_bytes`?
            user/epitome/config.toml:4: `scan.max_bytes` must be a whole number from 1 on
            user/epitome/config.toml:5: `scan.threads` must be a whole number
            EPITOME_LLM_TIMEOUT: must be a number above 0
            EPITOME_TRUST: must be `scip` or `any`
        "#]],
    );
    check_problems(
        "offline = tru\n",
        "",
        &[],
        expect![[r#"
        project/.epitome/config.toml:1: invalid boolean, expected `true`
    "#]],
    );
    check_problems(
        "a = 1\noffline = true\noffline = false\n",
        "",
        &[],
        expect![[r#"
        project/.epitome/config.toml:3: duplicate key
    "#]],
    );
}

#[test]
fn a_folder_in_the_place_of_the_file_is_told() {
    let home = Home::new("", "");
    fs::create_dir(home.at("project/.epitome/config.toml")).unwrap();
    let error = home.load(&[], &[]).unwrap_err().to_string();
    assert!(error.contains("config.toml: cannot be read: it is not a file"), "{error}");
}

// D15
#[test]
fn relative_paths_start_where_they_are_written() {
    let dir = |home: &Home, env: &[(&str, &str)]| {
        let folder = home.load(env, &[]).unwrap().settings().prompts_dir.unwrap();
        home.shown(folder.to_str().unwrap())
    };
    assert_eq!(dir(&Home::new("", ""), &[]), "user/epitome/prompts");
    assert_eq!(dir(&Home::new("prompts_dir = \"p\"", ""), &[]), "project/p");
    assert_eq!(dir(&Home::new("", "prompts_dir = \"p\""), &[]), "user/epitome/p");
    assert_eq!(dir(&Home::new("", ""), &[("EPITOME_PROMPTS_DIR", "p")]), "p");
}

#[test]
fn a_project_does_not_decide_where_text_keys_and_money_go() {
    let project = "summaries = true\n[llm]\nbase_url = \"http://evil\"\ntimeout = 5.0\n";
    let home = Home::new(project, "");
    let config = home.load(&[], &[]).unwrap();
    let settings = config.settings();
    assert_eq!(settings.llm.base_url, "https://api.siliconflow.cn/v1");
    assert!(!settings.summaries);
    assert_eq!(settings.llm.timeout_seconds, 5.0, "what is harmless counts");
    let notes: String = config.notes.iter().map(|note| format!("{}\n", note.message)).collect();
    expect![[r#"
        project/.epitome/config.toml:1: `summaries` does not count: it decides where text, keys or money go, and a repository is written by others; set it in your own file, or name this project in `trusted_projects` there
        project/.epitome/config.toml:3: `llm.base_url` does not count: it decides where text, keys or money go, and a repository is written by others; set it in your own file, or name this project in `trusted_projects` there
    "#]].assert_eq(&home.shown(&notes));

    let trusting = Home::new(project, "trusted_projects = [\"HERE\"]\n");
    let settings = trusting.load(&[], &[]).unwrap().settings();
    assert_eq!(settings.llm.base_url, "http://evil");
    assert!(settings.summaries);
    // No project makes itself trusted, and none hands out keys.
    let sly = Home::new("trusted_projects = [\"HERE\"]\n[llm]\napi_key = \"k\"\n", "");
    let config = sly.load(&[], &[]).unwrap();
    assert_eq!(config.notes.len(), 2);
    assert_eq!(config.settings().llm.api_key, None);
}

#[test]
fn a_slip_in_a_variable_is_told() {
    let home = Home::new("", "");
    let env = [("EPITOME_OFLINE", "true"), ("EPITOME_MY_OWN", "1")];
    let notes = home.load(&env, &[]).unwrap().notes;
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].message, "EPITOME_OFLINE sets nothing; did you mean EPITOME_OFFLINE?");
}

#[test]
fn every_setting_that_leads_out_is_guarded() {
    for setting in SETTINGS {
        let leads_out =
            ["embed.", "llm.", "allow.", "max_cost", "max_summaries", "summar", "trust"];
        let harmless = ["llm.timeout", "llm.max_prompt_chars", "summary_embed_max_tokens"];
        let should = leads_out.iter().any(|start| setting.key.starts_with(start))
            && !harmless.contains(&setting.key);
        assert_eq!(setting.scope != Scope::Anywhere, should, "{}", setting.key);
    }
}

#[test]
fn a_key_in_a_file_is_for_the_user_alone() {
    let home = Home::new("", "llm.api_key = \"sesame\"\n");
    let path = home.at("user/epitome/config.toml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let error = home.load(&[], &[]).unwrap_err().to_string();
    assert!(error.contains("others may read; run `chmod 600`"), "{error}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let settings = home.load(&[], &[]).unwrap().settings();
    assert!(settings.llm.api_key.is_some());
    assert!(!format!("{settings:?}").contains("sesame"));
}

#[test]
fn caps_are_floored() {
    for (text, expected) in [("3", 3), ("2.9", 2), ("-1", 0), ("-0.5", 0), ("1e3", 1000)] {
        let home = Home::new("", &format!("max_summaries_per_run = {text}\n"));
        assert_eq!(home.load(&[], &[]).unwrap().settings().max_summaries_per_run, expected);
        let env = [("EPITOME_MAX_SUMMARIES_PER_RUN", text)];
        let settings = Home::new("", "").load(&env, &[]).unwrap().settings();
        assert_eq!(settings.max_summaries_per_run, expected, "{text}");
    }
}

#[test]
fn the_table_is_sound() {
    for setting in SETTINGS {
        assert!(setting.kind.read(setting.default).is_some(), "{}", setting.key);
        assert!(setting.meaning.ends_with('.'), "{}", setting.key);
        assert_eq!(SETTINGS.iter().filter(|other| other.key == setting.key).count(), 1);
        assert!(setting.variable().bytes().all(|b| b.is_ascii_uppercase() || b"_".contains(&b)));
    }
}

#[test]
fn places_follow_the_rules_for_user_folders() {
    let user = |xdg: Option<&str>, home: Option<&str>| {
        let places = Places::by(Path::new("r"), xdg.map(Into::into), home.map(Into::into));
        places.user.map(|path| path.to_str().unwrap().to_owned())
    };
    assert_eq!(user(Some("/x"), Some("/h")).unwrap(), "/x/epitome/config.toml");
    assert_eq!(user(Some("x"), Some("/h")).unwrap(), "/h/.config/epitome/config.toml");
    assert_eq!(user(None, Some("/h")).unwrap(), "/h/.config/epitome/config.toml");
    assert_eq!(user(None, None), None);
}
