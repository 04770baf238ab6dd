//! `manifest.json` of a repository's summaries: how they were made (G50).

use serde::{Deserialize, Serialize};

/// How the summaries of a repository were made. Every field is always written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryManifest {
    /// The shape of the documents.
    pub schema_version: String,
    /// The kinds of documents there are.
    pub summary_levels: Vec<String>,
    /// What the summaries start from, such as `function_level`.
    pub base_strategy: String,
    /// BLAKE3 of the prompt template, or the offline summariser's version.
    pub prompt_template_hash: String,
    /// Who wrote the summaries: `offline`, or the backend's name.
    pub summary_llm_provider: String,
    /// The model; null offline.
    pub summary_llm_model: Option<String>,
    /// The temperature; null where there is none to set.
    pub summary_llm_temperature: Option<f64>,
    /// The seed; null where it cannot be controlled.
    pub summary_llm_seed: Option<u64>,
    /// The version of the rules that link the graph.
    pub graph_version: String,
    /// What each hash covers.
    pub hash_policy: HashPolicy,
    /// Languages that are summarised.
    pub lang_allowlist: Vec<String>,
    /// Paths that are not.
    pub skip_patterns: Vec<String>,
    /// Files larger than this are not read.
    pub max_file_size_mb: f64,
}

/// What each of a document's hashes covers, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashPolicy {
    /// `content_hash`.
    pub content: String,
    /// `graph_hash`.
    pub graph: String,
    /// `summary_hash`.
    pub summary: String,
}

impl SummaryManifest {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("texts and numbers are JSON");
        bytes.push(b'\n');
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn every_field_is_written_even_where_there_is_nothing_to_say() {
        let text = |text: &str| text.to_owned();
        let manifest = SummaryManifest {
            schema_version: text("1"),
            summary_levels: vec![text("function"), text("class"), text("file"), text("module")],
            base_strategy: text("function_level"),
            prompt_template_hash: text("offline-1"),
            summary_llm_provider: text("offline"),
            summary_llm_model: None,
            summary_llm_temperature: None,
            summary_llm_seed: None,
            graph_version: text("1"),
            hash_policy: HashPolicy {
                content: text("sha1 of the normalised source"),
                graph: text("sha1 of the normalised context"),
                summary: text("sha1 of prompt and normalised source"),
            },
            lang_allowlist: vec![text("python")],
            skip_patterns: vec![],
            max_file_size_mb: 1.0,
        };
        expect![[r#"
            {
              "schema_version": "1",
              "summary_levels": [
                "function",
                "class",
                "file",
                "module"
              ],
              "base_strategy": "function_level",
              "prompt_template_hash": "offline-1",
              "summary_llm_provider": "offline",
              "summary_llm_model": null,
              "summary_llm_temperature": null,
              "summary_llm_seed": null,
              "graph_version": "1",
              "hash_policy": {
                "content": "sha1 of the normalised source",
                "graph": "sha1 of the normalised context",
                "summary": "sha1 of prompt and normalised source"
              },
              "lang_allowlist": [
                "python"
              ],
              "skip_patterns": [],
              "max_file_size_mb": 1.0
            }
        "#]]
        .assert_eq(std::str::from_utf8(&manifest.to_bytes()).unwrap());
        let read: SummaryManifest = serde_json::from_slice(&manifest.to_bytes()).unwrap();
        assert_eq!(read, manifest);
    }
}
