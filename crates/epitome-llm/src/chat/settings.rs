//! Which backend, where, with what limits.

use std::time::Duration;

use crate::aws::AwsEnvironment;
use crate::clock::Clock;
use crate::money::Prices;
use crate::protocol::{VENDORS, Vendor};
use crate::retry::RetryPolicy;
use crate::secret::Secret;

/// Everything that a backend is made from. Reading configuration files and flags is the caller's: this is
/// the one place where settings enter.
#[derive(Clone, Debug)]
pub struct BackendSettings {
    /// The vendor's row.
    pub vendor: Vendor,
    /// Where to ask; the vendor's own address if nothing is said.
    pub base_url: Option<String>,
    /// The key. Missing where one is usual: a warning, and every call is refused by the provider.
    pub key: Option<Secret>,
    /// The model that [`super::ChatBackend::summarize`] asks.
    pub model: String,
    /// How long one call of [`super::ChatBackend::summarize`] may take.
    pub timeout: Duration,
    /// The longest prompt in characters, system prompt included.
    pub max_prompt_chars: usize,
    /// How long reaching the service may take.
    pub connect_timeout: Duration,
    /// How long the service may be silent.
    pub idle_timeout: Duration,
    /// When to try again.
    pub retry: RetryPolicy,
    /// Calls at once at most; fewer while the service groans.
    pub concurrency: usize,
    /// Ollama: the context window to ask for; sized by the prompt if nothing is said.
    pub context_window: Option<u32>,
    /// Bedrock: the region, before `AWS_REGION` and the profile.
    pub region: Option<String>,
    /// Bedrock: where credentials are looked for.
    pub aws: AwsEnvironment,
    /// What models cost and take.
    pub prices: Prices,
    /// Time.
    pub clock: Clock,
}

impl BackendSettings {
    /// The usual values for a vendor.
    pub fn new(vendor: &Vendor, model: impl Into<String>) -> BackendSettings {
        BackendSettings {
            vendor: *vendor,
            base_url: None,
            key: None,
            model: model.into(),
            timeout: Duration::from_secs(60),
            max_prompt_chars: 2_000_000,
            connect_timeout: Duration::from_secs(5),
            // A model on one's own machine may read a long prompt for minutes before its first word.
            idle_timeout: Duration::from_secs(if vendor.own_machine { 600 } else { 60 }),
            retry: RetryPolicy::background(),
            concurrency: 8,
            context_window: None,
            region: None,
            aws: AwsEnvironment::of_process(),
            prices: Prices::built_in(),
            clock: Clock::system(),
        }
    }
}

impl Default for BackendSettings {
    fn default() -> BackendSettings {
        BackendSettings::new(&VENDORS[0], "deepseek-ai/DeepSeek-V4-Flash")
    }
}
