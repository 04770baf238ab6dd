//! The settings as the rest of the engine uses them.

use std::path::PathBuf;

use epitome_llm::Secret;

use super::load::Config;
use super::value::Value;
use crate::scan::ScanOptions;

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How files are read.
    pub scan: ScanOptions,
    /// Who turns texts into vectors.
    pub embed: EmbedSettings,
    /// The language model (M28, M29).
    pub llm: LlmSettings,
    /// Send nothing (O27).
    pub offline: bool,
    /// Let a model improve summaries (O28).
    pub summaries: bool,
    /// Which symbols it may summarise (O30).
    pub trust: Trust,
    /// How many in one run; 0 only counts (O33).
    pub max_summaries_per_run: u64,
    /// Most that one run may cost, in US dollars.
    pub max_cost: Option<f64>,
    /// The model for summaries, where it is another (O47).
    pub summary_model: Option<String>,
    /// The templates for summaries of symbols, by name.
    pub summary_template: String,
    /// What an edit of layout or comments means for a stored summary (D5).
    pub reuse: Reuse,
    /// Tokens of a summary's text that are embedded (G47).
    pub summary_embed_max_tokens: u64,
    /// Callers and callees that a document names (G26).
    pub top_k_callers: u64,
    /// Which functions get a short summary from a pattern (G30–G32).
    pub filter: FilterSettings,
    /// The folder of templates (D15); none where there is no user.
    pub prompts_dir: Option<PathBuf>,
    /// Whether models and templates must be in the lists below (D6).
    pub pinned: bool,
    /// Models allowed in pinned mode.
    pub allowed_models: Vec<String>,
    /// Templates allowed in pinned mode, each `blake3:<hex>`.
    pub allowed_templates: Vec<String>,
}

/// The embedder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedSettings {
    /// Which one.
    pub provider: EmbedProvider,
    /// Base address of the service.
    pub endpoint: String,
    /// The model there.
    pub model: String,
    /// The variable with its key.
    pub key_variable: Option<String>,
}

/// Who turns texts into vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbedProvider {
    /// The model inside the program.
    Embedded,
    /// A service.
    Endpoint,
}

/// The language model's service.
#[derive(Clone, Debug, PartialEq)]
pub struct LlmSettings {
    /// Whose it is, as written: a vendor's name, or `openai` for any service of that protocol.
    pub provider: String,
    /// How it is spoken to.
    pub protocol: LlmProtocol,
    /// Its base address.
    pub base_url: String,
    /// The model, verbatim (M25).
    pub model: String,
    /// The key; none where none is set, and then whoever builds the backend warns (M28).
    pub api_key: Option<Secret>,
    /// Another variable that holds the key, for messages.
    pub api_key_variable: Option<String>,
    /// Seconds that a request may take.
    pub timeout_seconds: f64,
    /// Characters that a prompt may have (M24).
    pub max_prompt_chars: u64,
}

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LlmProtocol {
    /// `/v1/chat/completions`.
    OpenAi,
    /// Ollama's own.
    Ollama,
    /// Anthropic Messages.
    Anthropic,
    /// AWS Bedrock Converse.
    Bedrock,
}

/// Which symbols a model may summarise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Those that a SCIP index knows.
    Scip,
    /// Any.
    Any,
}

/// What is the same as before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Equal but for layout and comments.
    #[default]
    Normalized,
    /// Equal to the byte.
    Exact,
}

/// Functions too small to be worth a model's time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterSettings {
    /// Fewer lines than this.
    pub min_lines: u64,
    /// A lower complexity than this.
    pub min_complexity: u64,
    /// A name that matches one of these.
    pub skip_patterns: Vec<String>,
}

impl Settings {
    pub(super) fn new(config: &Config) -> Settings {
        let read = Reader { config };
        let variable = read.optional("llm.api_key_variable");
        let key = read.optional("llm.api_key").or_else(|| {
            let named = variable.as_deref().and_then(|name| std::env::var(name).ok());
            named.filter(|key| !key.is_empty())
        });
        let prompts = read.optional("prompts_dir").map(PathBuf::from);
        Settings {
            scan: ScanOptions {
                max_bytes: read.count("scan.max_bytes"),
                threads: usize::try_from(read.count("scan.threads")).unwrap_or(0),
            },
            embed: EmbedSettings {
                provider: match read.text("embed.provider").as_str() {
                    "endpoint" => EmbedProvider::Endpoint,
                    _ => EmbedProvider::Embedded,
                },
                endpoint: read.text("embed.endpoint"),
                model: read.text("embed.model"),
                key_variable: read.optional("embed.key_variable"),
            },
            llm: LlmSettings {
                provider: read.text("llm.provider"),
                protocol: match read.text("llm.provider").as_str() {
                    "ollama" => LlmProtocol::Ollama,
                    "anthropic" => LlmProtocol::Anthropic,
                    "bedrock" => LlmProtocol::Bedrock,
                    _ => LlmProtocol::OpenAi,
                },
                base_url: read.text("llm.base_url"),
                model: read.text("llm.model"),
                api_key: key.map(Secret::new),
                api_key_variable: variable,
                timeout_seconds: read.number("llm.timeout").unwrap_or_default(),
                max_prompt_chars: read.count("llm.max_prompt_chars"),
            },
            offline: read.bool("offline"),
            summaries: read.bool("summaries"),
            trust: match read.text("trust").as_str() {
                "any" => Trust::Any,
                _ => Trust::Scip,
            },
            max_summaries_per_run: read.count("max_summaries_per_run"),
            max_cost: read.number("max_cost"),
            summary_model: read.optional("summary_model"),
            summary_template: read.text("summary_template"),
            reuse: match read.text("reuse").as_str() {
                "exact" => Reuse::Exact,
                _ => Reuse::Normalized,
            },
            summary_embed_max_tokens: read.count("summary_embed_max_tokens"),
            top_k_callers: read.count("top_k_callers"),
            filter: FilterSettings {
                min_lines: read.count("filter.min_lines"),
                min_complexity: read.count("filter.min_complexity"),
                skip_patterns: read.list("filter.skip_patterns"),
            },
            prompts_dir: prompts.or_else(|| config.places.default_prompts()),
            pinned: read.bool("pinned"),
            allowed_models: read.list("allow.models"),
            allowed_templates: read.list("allow.templates"),
        }
    }
}

/// Typed reading by key. Every key is in the table and has a value of its kind; the tests read all.
struct Reader<'a> {
    config: &'a Config,
}

impl Reader<'_> {
    fn value(&self, key: &str) -> &Value {
        self.config.get(key).map_or(&Value::Nothing, |given| &given.value)
    }

    fn bool(&self, key: &str) -> bool {
        matches!(self.value(key), Value::Bool(true))
    }

    fn count(&self, key: &str) -> u64 {
        if let Value::Count(count) = self.value(key) { *count } else { 0 }
    }

    fn number(&self, key: &str) -> Option<f64> {
        if let Value::Number(number) = self.value(key) { Some(*number) } else { None }
    }

    fn text(&self, key: &str) -> String {
        if let Value::Text(text) = self.value(key) { text.clone() } else { String::new() }
    }

    fn optional(&self, key: &str) -> Option<String> {
        Some(self.text(key)).filter(|text| !text.is_empty())
    }

    fn list(&self, key: &str) -> Vec<String> {
        if let Value::List(list) = self.value(key) { list.clone() } else { Vec::new() }
    }
}
