//! From settings to a backend.

use std::time::Duration;

use epitome_llm::{BackendSettings, Protocol, Secret, VENDORS, Vendor};

use super::options::DEFAULT_MODEL_ID;
use crate::config::{LlmSettings, Settings, setting};

/// How long one call may take at least, waits between tries included.
const LEAST_DEADLINE: Duration = Duration::from_secs(600);

/// The backend that the settings describe. Nothing is sent.
#[must_use]
pub fn backend_settings(settings: &Settings) -> BackendSettings {
    let llm = &settings.llm;
    let vendor = vendor_of(llm);
    let mut backend = BackendSettings::new(vendor, model_of(settings));
    backend.base_url = (!is_default(llm, vendor)).then(|| llm.base_url.clone());
    backend.key = llm.api_key.clone().or_else(|| {
        let variable = vendor.key_variable?;
        std::env::var(variable).ok().filter(|key| !key.is_empty()).map(Secret::new)
    });
    backend.timeout = Duration::from_secs_f64(llm.timeout_seconds.clamp(0.001, 86_400.0));
    backend.max_prompt_chars = usize::try_from(llm.max_prompt_chars).unwrap_or(usize::MAX);
    backend
}

/// How long a call may take: tries and pauses are not counted against the time of one request.
#[must_use]
pub fn deadline(settings: &Settings) -> Duration {
    let one = Duration::from_secs_f64(settings.llm.timeout_seconds.clamp(0.001, 86_400.0));
    LEAST_DEADLINE.max(one * 5)
}

/// The model for summaries (O13, O47).
#[must_use]
pub fn model_of(settings: &Settings) -> String {
    if let Some(model) = &settings.summary_model {
        return model.clone();
    }
    let unset = setting("llm.model").is_some_and(|row| row.default == settings.llm.model);
    if unset && vendor_of(&settings.llm).protocol == Protocol::Bedrock {
        return DEFAULT_MODEL_ID.to_owned();
    }
    settings.llm.model.clone()
}

/// The vendor's row. `openai` stands for every service of that protocol; whose it is, the address says.
#[must_use]
pub fn vendor_of(llm: &LlmSettings) -> &'static Vendor {
    let compatible = Vendor::named("openai-compatible").unwrap_or(&VENDORS[0]);
    if llm.provider != "openai" {
        return Vendor::named(&llm.provider).unwrap_or(compatible);
    }
    let remote = VENDORS.iter().filter(|vendor| !vendor.own_machine);
    let mut remote = remote.filter(|vendor| vendor.protocol == Protocol::OpenAi);
    let asked = llm.base_url.trim_end_matches('/');
    remote.find(|vendor| vendor.base_url == asked).unwrap_or(compatible)
}

/// Whether the vendor's own address is meant: the table's default is that of another vendor.
fn is_default(llm: &LlmSettings, vendor: &Vendor) -> bool {
    let default = setting("llm.base_url").map_or("", |row| row.default);
    llm.base_url.is_empty() || (llm.base_url == default && vendor.base_url != default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Places, load};

    /// Settings, and the vendor, the address and the model they mean.
    fn check(flags: &[(&str, &str)], vendor: &str, url: Option<&str>, model: &str) {
        let flags: Vec<(&str, String)> = flags.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
        let folder = tempfile::tempdir().unwrap();
        let places = Places { user: None, ..Places::find(folder.path()) };
        let settings = load(places, Vec::new(), &flags).unwrap().settings();
        let backend = backend_settings(&settings);
        assert_eq!(backend.vendor.name, vendor, "{flags:?}");
        assert_eq!(
            (backend.base_url.as_deref(), backend.model.as_str()),
            (url, model),
            "{flags:?}"
        );
        assert!(deadline(&settings) >= LEAST_DEADLINE);
    }

    // O13, O47, M28, M29
    #[test]
    fn who_is_asked() {
        let deepseek = "deepseek-ai/DeepSeek-V4-Flash";
        let silicon = "https://api.siliconflow.cn/v1";
        check(&[], "siliconflow", Some(silicon), deepseek);
        check(&[("llm.provider", "bedrock")], "bedrock", None, DEFAULT_MODEL_ID);
        check(&[("llm.provider", "ollama"), ("llm.model", "q")], "ollama", None, "q");
        let openai = "https://api.openai.com/v1";
        check(&[("llm.base_url", openai), ("llm.model", "m")], "openai", Some(openai), "m");
        let own = "http://127.0.0.1:9/v1";
        check(&[("llm.base_url", own)], "openai-compatible", Some(own), deepseek);
        let llama = [("llm.provider", "llama.cpp"), ("llm.base_url", own)];
        check(&llama, "llama.cpp", Some(own), deepseek);
        check(&[("summary_model", "s")], "siliconflow", Some(silicon), "s");
        let bedrock = [("llm.provider", "bedrock"), ("summary_model", "s")];
        check(&bedrock, "bedrock", None, "s");
    }
}
