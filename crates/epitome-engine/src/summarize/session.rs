//! A run as the settings describe it: what it may do, whom it asks, and whether that would work.

use std::path::{Path, PathBuf};

use epitome_llm::{Allowlist, BackendSettings, ChatBackend, ChatFixture, Money};

use super::connect::{backend_settings, deadline};
use super::error::SummarizeError;
use super::options::{DEFAULT_MAX_ATTEMPTS, DEFAULT_MAX_TOKENS, SummarizeOptions};
use super::prompt::Prompt;
use crate::config::Settings;
use crate::graph::GraphOptions;
use crate::template::{TemplateError, Templates};

/// Who answers.
#[derive(Clone, Debug)]
pub struct Answerer {
    backend: BackendSettings,
    replay: Option<PathBuf>,
    record: bool,
}

impl Answerer {
    /// The service that the settings name, or a recording of it.
    #[must_use]
    pub fn new(settings: &Settings, replay: Option<&Path>, record: bool) -> Answerer {
        let backend = backend_settings(settings);
        Answerer { backend, replay: replay.map(Path::to_owned), record }
    }

    /// Makes the backend. Nothing is sent.
    pub fn connect(&self, allow: Allowlist) -> Result<ChatBackend, SummarizeError> {
        let backend = match &self.replay {
            Some(path) => ChatBackend::replay(ChatFixture::read(path)?, allow)?,
            None => ChatBackend::connect(self.backend.clone(), allow)?,
        };
        Ok(if self.record { backend.recording() } else { backend })
    }

    /// Where texts would go.
    #[must_use]
    pub fn address(&self) -> String {
        match (&self.replay, &self.backend.base_url) {
            (Some(path), _) => crate::scan::display_os_path(path),
            (None, Some(url)) => url.clone(),
            (None, None) => self.backend.vendor.base_url.to_owned(),
        }
    }
}

impl SummarizeOptions {
    /// What the settings allow.
    pub fn of(
        settings: &Settings,
        graph: GraphOptions,
        is_replay: bool,
    ) -> Result<SummarizeOptions, TemplateError> {
        let backend = backend_settings(settings);
        let templates = Templates::new(settings.prompts_dir.clone());
        Ok(SummarizeOptions {
            offline: settings.offline,
            summaries: settings.summaries,
            trust: settings.trust,
            cap: settings.max_summaries_per_run,
            max_cost: settings.max_cost.and_then(Money::from_dollars),
            model: backend.model,
            backend: backend.vendor.name.to_owned(),
            is_free: backend.vendor.own_machine,
            is_replay,
            prompt: Prompt::load(&templates, &settings.summary_template)?,
            pinned: settings.pinned,
            allowed_models: settings.allowed_models.clone(),
            allowed_templates: settings.allowed_templates.clone(),
            graph,
            max_attempts: DEFAULT_MAX_ATTEMPTS,
            max_tokens: DEFAULT_MAX_TOKENS,
            max_prompt_chars: backend.max_prompt_chars,
            deadline: deadline(settings),
            concurrency: backend.concurrency,
            prices: backend.prices,
        })
    }
}

/// Whether the model that the settings name could be asked.
#[derive(Clone, Debug)]
pub struct ModelState {
    /// The vendor's name.
    pub backend: String,
    /// Where it is asked.
    pub address: String,
    /// The model.
    pub model: String,
    /// Dollars for a million tokens of prompt and of answer; none where the price is not known.
    pub price: Option<(f64, f64)>,
    /// The day of the price table.
    pub prices_of: String,
    /// What stands in the way, each with what to do about it.
    pub missing: Vec<String>,
    /// The models that the service lists, or why it cannot be reached; none where it was not asked.
    pub reached: Option<Result<Vec<String>, String>>,
}

/// Looks at the settings; the service is asked only where `reach` is set, and then only for its list of
/// models.
#[must_use]
pub fn model_state(settings: &Settings, reach: bool) -> ModelState {
    let backend = backend_settings(settings);
    let (vendor, model) = (backend.vendor, backend.model.clone());
    let address = Answerer::new(settings, None, false).address();
    let prices = backend.prices.clone();
    let price = prices.of(&model).and_then(|row| row.price);
    let price = price.map(|price| (price.input.dollars() * 1e6, price.output.dollars() * 1e6));
    let price = if vendor.own_machine { Some((0.0, 0.0)) } else { price };
    let mut missing = Vec::new();
    if settings.offline {
        missing.push("`offline` is set: nothing is sent; set it to false".to_owned());
    }
    if !settings.summaries {
        missing.push("`summaries` is not set: set it to true to let a model be asked".to_owned());
    }
    if settings.max_summaries_per_run == 0 {
        missing.push(
            "`max_summaries_per_run` is 0: give a number, or `--max-summaries` each time"
                .to_owned(),
        );
    }
    if price.is_none() {
        missing.push(format!("the price of `{model}` is not known: `max_cost` cannot be kept"));
    }
    if settings.pinned && !settings.allowed_models.contains(&model) {
        missing.push(format!("`pinned` is set and `{model}` is not in `allow.models`: list it"));
    }
    let pinned =
        Prompt::load(&Templates::new(settings.prompts_dir.clone()), &settings.summary_template)
            .and_then(|prompt| prompt.check_pins(settings.pinned, &settings.allowed_templates));
    missing.extend(pinned.err().map(|error| error.to_string()));
    let mut reached = None;
    // Looking for the credentials of AWS may ask the machine's metadata service, so only on request.
    if vendor.protocol != epitome_llm::Protocol::Bedrock || reach {
        match ChatBackend::connect(backend, Allowlist::new()) {
            Ok(backend) => {
                missing.extend(backend.warnings().iter().cloned());
                if reach && !settings.offline {
                    let health = backend.health();
                    let health = health.map(|health| health.models).map_err(|e| e.to_string());
                    if let Ok(models) = &health
                        && !models.is_empty()
                        && !models.contains(&model)
                    {
                        missing.push(format!("the service does not list `{model}`"));
                    }
                    reached = Some(health);
                }
            }
            Err(error) => missing.push(error.to_string()),
        }
    }
    let prices_of = prices.date().to_owned();
    ModelState {
        backend: vendor.name.to_owned(),
        address,
        model,
        price,
        prices_of,
        missing,
        reached,
    }
}
