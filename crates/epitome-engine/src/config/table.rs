//! Every setting, once.

use super::value::Kind;

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its name in files, `table.key`.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Its default, written as in the environment.
    pub default: &'static str,
    /// Where it may be set.
    pub scope: Scope,
    /// What it means.
    pub meaning: &'static str,
}

/// Who may set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anybody, a project's file too.
    Anywhere,
    /// It decides where text, keys or money go: a project's file counts only where the user trusts
    /// the project.
    Guarded,
    /// The user alone.
    User,
}

impl Setting {
    /// The environment variable that sets it.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("EPITOME_{}", self.key.replace('.', "_").to_uppercase())
    }
}

/// The setting of that name.
#[must_use]
pub fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

const fn row(
    key: &'static str,
    kind: Kind,
    default: &'static str,
    scope: Scope,
    meaning: &'static str,
) -> Setting {
    Setting { key, kind, default, scope, meaning }
}

use Kind::{Amount, Bool, Cap, Choice, Count, List, Path, Seconds, Secret, Text};
use Scope::{Anywhere, Guarded, User};

/// The settings, in the order in which they are shown.
#[rustfmt::skip]
pub static SETTINGS: &[Setting] = &[
    row("scan.max_bytes", Count { least: 1 }, "1048576", Anywhere,
        "Files larger than this many bytes are skipped."),
    row("scan.threads", Count { least: 0 }, "0", Anywhere,
        "Threads to use; 0 for as many as there are cores."),
    row("embed.provider", Choice(&["embedded", "endpoint"]), "embedded", Guarded,
        "Who turns texts into vectors: the model inside the program, or a service."),
    row("embed.endpoint", Text, "", Guarded,
        "Base address of a service that speaks OpenAI's /v1/embeddings."),
    row("embed.model", Text, "", Guarded,
        "The model's name at that service."),
    row("embed.key_variable", Text, "", Guarded,
        "The environment variable that holds that service's key; empty for none."),
    row("llm.provider", Choice(&["openai", "ollama", "anthropic", "bedrock", "siliconflow", "deepseek", "vllm",
        "llama.cpp", "lm-studio", "openai-compatible"]), "openai", Guarded,
        "The language model's service; `openai` is every /v1/chat/completions, whose it is says the address."),
    row("llm.base_url", Text, "https://api.siliconflow.cn/v1", Guarded,
        "Base address of that service."),
    row("llm.model", Text, "deepseek-ai/DeepSeek-V4-Flash", Guarded,
        "The model, as the service names it."),
    row("llm.api_key", Secret, "", User,
        "The service's key; better kept in the environment. Empty: no key is sent."),
    row("llm.api_key_variable", Text, "", Guarded,
        "Another environment variable that holds the key, such as `OPENAI_API_KEY`; used where `llm.api_key` is empty."),
    row("llm.timeout", Seconds, "60.0", Anywhere,
        "Seconds that one request may take."),
    row("llm.max_prompt_chars", Count { least: 1 }, "2000000", Anywhere,
        "Characters that a prompt may have, system prompt included."),
    row("offline", Bool, "false", Anywhere,
        "Send nothing, whatever else is set."),
    row("summaries", Bool, "false", Guarded,
        "Let a language model improve summaries."),
    row("trust", Choice(&["scip", "any"]), "scip", Guarded,
        "Which symbols a model may summarise: those that a SCIP index knows, or any."),
    row("max_summaries_per_run", Cap, "0", Guarded,
        "Summaries that one run may ask for; 0 only counts what would be asked."),
    row("max_cost", Amount, "", Guarded,
        "Most that one run may cost, in US dollars; empty for no bound of its own."),
    row("summary_model", Text, "", Guarded,
        "The model for summaries, where it is not `llm.model`."),
    row("summary_template", Text, "default", Guarded,
        "The templates of summaries of symbols (`symbol-system`, `symbol-user`), by name."),
    row("reuse", Choice(&["normalized", "exact"]), "normalized", Anywhere,
        "Whether a summary is kept when only layout or comments changed (`normalized`), or asked for again (`exact`)."),
    row("summary_embed_max_tokens", Count { least: 1 }, "512", Anywhere,
        "Tokens of a summary's text that are embedded."),
    row("top_k_callers", Count { least: 0 }, "5", Anywhere,
        "Callers and callees that a document names."),
    row("filter.min_lines", Count { least: 0 }, "3", Anywhere,
        "Functions with fewer lines get a short summary from a pattern."),
    row("filter.min_complexity", Count { least: 0 }, "2", Anywhere,
        "So do functions with a lower complexity."),
    row("filter.skip_patterns", List, "^get_, ^set_, ^__.*__$", Anywhere,
        "So do functions whose name matches one of these regular expressions."),
    row("prompts_dir", Path, "", Anywhere,
        "The folder of your prompt templates; empty for `prompts` beside the user's configuration file."),
    row("pinned", Bool, "false", Anywhere,
        "Refuse models and templates that are not in the lists below."),
    row("allow.models", List, "", Guarded,
        "Models that may be asked in pinned mode, exactly as written."),
    row("allow.templates", List, "", Guarded,
        "Templates that may be used in pinned mode, each by its `blake3:…`."),
    row("trusted_projects", List, "", User,
        "Projects whose own file may set what is guarded; absolute paths of their roots."),
];
