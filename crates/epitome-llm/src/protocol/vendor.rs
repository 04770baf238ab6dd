//! Vendors: rows of a table.

/// A way to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `POST {base}/chat/completions`, as OpenAI has it and many others copy it.
    OpenAi,
    /// `POST {base}/api/chat`.
    Ollama,
    /// `POST {base}/messages`.
    Anthropic,
    /// `POST {base}/model/{model}/converse`, signed.
    Bedrock,
}

impl Protocol {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::OpenAi => "an OpenAI chat completion",
            Protocol::Ollama => "an Ollama chat",
            Protocol::Anthropic => "an Anthropic message",
            Protocol::Bedrock => "a Bedrock conversation",
        }
    }
}

/// How a vendor is made to answer by a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// A tool that must be called.
    Tool,
    /// `response_format` with a JSON Schema: the service ignores a forced tool.
    JsonSchema,
}

/// A vendor, or a program that serves models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vendor {
    /// Its name in the configuration.
    pub name: &'static str,
    /// How it is asked.
    pub protocol: Protocol,
    /// Where, if the user says nothing else; `{region}` is filled in.
    pub base_url: &'static str,
    /// The environment variable that holds its key by custom.
    pub key_variable: Option<&'static str>,
    /// How it is made to answer by a schema.
    pub structure: Structure,
    /// Whether it takes `response_format` with a JSON Schema; where not, JSON is asked for by a tool.
    pub json_schema: bool,
    /// The field for the longest answer.
    pub max_tokens_field: &'static str,
    /// Whether it wants `stream_options` to count the tokens of a stream.
    pub stream_options: bool,
    /// Whether it has a system role; where not, the system prompt goes before the first question.
    pub system_role: bool,
    /// Whether its models run on one's own machine, and cost nothing.
    pub own_machine: bool,
}

const COMPATIBLE: Vendor = Vendor {
    name: "openai-compatible",
    protocol: Protocol::OpenAi,
    base_url: "http://127.0.0.1:8000/v1",
    key_variable: None,
    structure: Structure::Tool,
    json_schema: true,
    max_tokens_field: "max_tokens",
    stream_options: true,
    system_role: true,
    own_machine: false,
};

/// All vendors by name. The first is the default.
pub const VENDORS: &[Vendor] = &[
    Vendor {
        name: "siliconflow",
        base_url: "https://api.siliconflow.cn/v1",
        key_variable: Some("SILICONFLOW_API_KEY"),
        json_schema: false,
        ..COMPATIBLE
    },
    Vendor {
        name: "openai",
        base_url: "https://api.openai.com/v1",
        key_variable: Some("OPENAI_API_KEY"),
        max_tokens_field: "max_completion_tokens",
        ..COMPATIBLE
    },
    Vendor {
        name: "deepseek",
        base_url: "https://api.deepseek.com/v1",
        key_variable: Some("DEEPSEEK_API_KEY"),
        json_schema: false,
        ..COMPATIBLE
    },
    Vendor {
        name: "anthropic",
        protocol: Protocol::Anthropic,
        base_url: "https://api.anthropic.com/v1",
        key_variable: Some("ANTHROPIC_API_KEY"),
        ..COMPATIBLE
    },
    Vendor {
        name: "bedrock",
        protocol: Protocol::Bedrock,
        base_url: "https://bedrock-runtime.{region}.amazonaws.com",
        key_variable: Some("AWS_BEARER_TOKEN_BEDROCK"),
        ..COMPATIBLE
    },
    Vendor {
        name: "ollama",
        protocol: Protocol::Ollama,
        base_url: "http://127.0.0.1:11434",
        structure: Structure::JsonSchema,
        own_machine: true,
        ..COMPATIBLE
    },
    Vendor { name: "vllm", own_machine: true, ..COMPATIBLE },
    Vendor {
        name: "llama.cpp",
        base_url: "http://127.0.0.1:8080/v1",
        structure: Structure::JsonSchema,
        own_machine: true,
        ..COMPATIBLE
    },
    Vendor {
        name: "lm-studio",
        base_url: "http://127.0.0.1:1234/v1",
        structure: Structure::JsonSchema,
        own_machine: true,
        ..COMPATIBLE
    },
    COMPATIBLE,
];

impl Vendor {
    /// The row with this name.
    pub fn named(name: &str) -> Option<&'static Vendor> {
        VENDORS.iter().find(|vendor| vendor.name == name)
    }
}
