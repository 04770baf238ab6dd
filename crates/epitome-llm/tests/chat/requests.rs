//! What is sent, byte by byte.

use epitome_faultserver::{Answer, Dialect, Server};
use epitome_llm::{ChatRequest, Message, Output, ToolUse, Vendor};
use expect_test::{Expect, expect};

use crate::kit::{MODEL, TOOL, allow, ask, ask_tool, backend, connect, settings, shown};

/// Sends the request, whole or as a stream, and compares all that came with what is expected.
fn check(dialect: Dialect, request: &ChatRequest, stream: bool, expected: &Expect) {
    let server = Server::start(move |received| {
        let stream = dialect.asks_for_stream(&received.path, &received.body);
        dialect.reply(&Answer::tool(MODEL, TOOL, "{\"purpose\":\"x\"}"), stream)
    });
    let backend = backend(dialect, &server.url());
    let mut each = |_: epitome_llm::Delta<'_>| {};
    let answer =
        if stream { backend.stream(request, &mut each) } else { backend.chat(request) }.unwrap();
    assert!(answer.tool.is_some() || !answer.text.is_empty());
    assert_eq!((server.count(), backend.requests_sent()), (1, 1));
    expected.assert_eq(&shown(&server.received()[0]));
}

/// O20: the failed turn stays, and the validator's words are bound to its id, with status error.
fn repair(id: &str) -> ChatRequest {
    let mut request = ask_tool();
    request.messages.push(Message::Assistant {
        text: String::new(),
        tool: Some(ToolUse {
            id: id.to_owned(),
            name: TOOL.to_owned(),
            input: "{\"b\":1,\"a\":2}".to_owned(),
        }),
    });
    request.messages.push(Message::tool_error(id, "- purpose: is missing (required)"));
    request
}

#[test]
fn openai() {
    // M25: the model verbatim, system then user.
    check(
        Dialect::OpenAi,
        &ask(),
        false,
        &expect![[r#"
        POST /v1/chat/completions
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"}],"max_tokens":2048}
    "#]],
    );
    // O12: its schema is the same bytes without `$schema`. The tool is forced, as O15 wants it.
    check(
        Dialect::OpenAi,
        &ask_tool(),
        true,
        &expect![[r#"
        POST /v1/chat/completions
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"}],"max_tokens":2048,"temperature":0.0,"tools":[{"type":"function","function":{"name":"emit_symbol_summary","description":"Emit the summary.","parameters":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]}}}],"tool_choice":{"type":"function","function":{"name":"emit_symbol_summary"}},"stream":true,"stream_options":{"include_usage":true}}
    "#]],
    );
    check(
        Dialect::OpenAi,
        &repair("call_abc"),
        false,
        &expect![[r#"
        POST /v1/chat/completions
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_abc","type":"function","function":{"name":"emit_symbol_summary","arguments":"{\"b\":1,\"a\":2}"}}]},{"role":"tool","tool_call_id":"call_abc","content":"error: - purpose: is missing (required)"}],"max_tokens":2048,"temperature":0.0,"tools":[{"type":"function","function":{"name":"emit_symbol_summary","description":"Emit the summary.","parameters":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]}}}],"tool_choice":{"type":"function","function":{"name":"emit_symbol_summary"}}}
    "#]],
    );
}

#[test]
fn openai_json() {
    let mut request = ask_tool();
    let Output::Tool { schema, .. } = request.output.clone() else { panic!("a tool") };
    request.output = Output::Json { name: "summary".to_owned(), schema };
    check(
        Dialect::OpenAi,
        &request,
        false,
        &expect![[r#"
        POST /v1/chat/completions
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"}],"max_tokens":2048,"temperature":0.0,"response_format":{"type":"json_schema","json_schema":{"name":"summary","schema":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]}}}}
    "#]],
    );
}

#[test]
fn anthropic() {
    check(
        Dialect::Anthropic,
        &ask(),
        false,
        &expect![[r#"
        POST /v1/messages
        content-type: application/json
        anthropic-version: 2023-06-01
        x-api-key: sk-0123456789abcdef

        {"model":"test-model","max_tokens":2048,"system":[{"type":"text","text":"Say what it does."}],"messages":[{"role":"user","content":[{"type":"text","text":"def f(): pass"}]}]}
    "#]],
    );
    check(
        Dialect::Anthropic,
        &ask_tool(),
        true,
        &expect![[r#"
        POST /v1/messages
        content-type: application/json
        anthropic-version: 2023-06-01
        x-api-key: sk-0123456789abcdef

        {"model":"test-model","max_tokens":2048,"temperature":0.0,"tools":[{"name":"emit_symbol_summary","description":"Emit the summary.","input_schema":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]},"cache_control":{"type":"ephemeral"}}],"tool_choice":{"type":"tool","name":"emit_symbol_summary"},"system":[{"type":"text","text":"Say what it does.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"def f(): pass"}]}],"stream":true}
    "#]],
    );
    // O20
    check(
        Dialect::Anthropic,
        &repair("toolu_abc"),
        false,
        &expect![[r#"
        POST /v1/messages
        content-type: application/json
        anthropic-version: 2023-06-01
        x-api-key: sk-0123456789abcdef

        {"model":"test-model","max_tokens":2048,"temperature":0.0,"tools":[{"name":"emit_symbol_summary","description":"Emit the summary.","input_schema":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]},"cache_control":{"type":"ephemeral"}}],"tool_choice":{"type":"tool","name":"emit_symbol_summary"},"system":[{"type":"text","text":"Say what it does.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"def f(): pass"}]},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_abc","name":"emit_symbol_summary","input":{"b":1,"a":2}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_abc","is_error":true,"content":"- purpose: is missing (required)"}]}]}
    "#]],
    );
}

#[test]
fn ollama() {
    check(
        Dialect::Ollama,
        &ask(),
        false,
        &expect![[r#"
        POST /api/chat
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"}],"stream":false,"options":{"num_ctx":8192,"num_predict":2048}}
    "#]],
    );
    check(
        Dialect::Ollama,
        &repair("call_x"),
        true,
        &expect![[r#"
        POST /api/chat
        content-type: application/json
        authorization: Bearer sk-0123456789abcdef

        {"model":"test-model","messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"def f(): pass"},{"role":"assistant","content":"{\"b\":1,\"a\":2}"},{"role":"user","content":"error: - purpose: is missing (required)"}],"format":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]},"stream":true,"options":{"num_ctx":8192,"num_predict":2048,"temperature":0.0}}
    "#]],
    );
}

#[test]
fn bedrock() {
    check(
        Dialect::Bedrock,
        &ask(),
        false,
        &expect![[r#"
        POST /model/test-model/converse
        content-type: application/json
        x-amz-date: 20150830T123600Z
        authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=(64 digits)

        {"system":[{"text":"Say what it does."}],"messages":[{"role":"user","content":[{"text":"def f(): pass"}]}],"inferenceConfig":{"maxTokens":2048}}
    "#]],
    );
    // O17: exactly two cache points. And what O15 and O16 want: forced tool, temperature 0, 2,048 tokens.
    check(
        Dialect::Bedrock,
        &ask_tool(),
        false,
        &expect![[r#"
        POST /model/test-model/converse
        content-type: application/json
        x-amz-date: 20150830T123600Z
        authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=(64 digits)

        {"system":[{"text":"Say what it does."},{"cachePoint":{"type":"default"}}],"messages":[{"role":"user","content":[{"text":"def f(): pass"}]}],"inferenceConfig":{"maxTokens":2048,"temperature":0.0},"toolConfig":{"tools":[{"toolSpec":{"name":"emit_symbol_summary","description":"Emit the summary.","inputSchema":{"json":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]}}}},{"cachePoint":{"type":"default"}}],"toolChoice":{"tool":{"name":"emit_symbol_summary"}}}}
    "#]],
    );
    // O20
    check(
        Dialect::Bedrock,
        &repair("tooluse_abc"),
        true,
        &expect![[r#"
        POST /model/test-model/converse-stream
        content-type: application/json
        x-amz-date: 20150830T123600Z
        authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=(64 digits)

        {"system":[{"text":"Say what it does."},{"cachePoint":{"type":"default"}}],"messages":[{"role":"user","content":[{"text":"def f(): pass"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"tooluse_abc","name":"emit_symbol_summary","input":{"b":1,"a":2}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_abc","content":[{"text":"- purpose: is missing (required)"}],"status":"error"}}]}],"inferenceConfig":{"maxTokens":2048,"temperature":0.0},"toolConfig":{"tools":[{"toolSpec":{"name":"emit_symbol_summary","description":"Emit the summary.","inputSchema":{"json":{"type":"object","properties":{"purpose":{"type":"string"},"a":{}},"required":["purpose"]}}}},{"cachePoint":{"type":"default"}}],"toolChoice":{"tool":{"name":"emit_symbol_summary"}}}}
    "#]],
    );
}

/// Sends a request to a vendor of the table, for a model, and gives the body.
fn body(vendor: &str, model: &str, request: &ChatRequest) -> String {
    let vendor = Vendor::named(vendor).unwrap();
    let dialect = match vendor.protocol {
        epitome_llm::Protocol::OpenAi => Dialect::OpenAi,
        epitome_llm::Protocol::Anthropic => Dialect::Anthropic,
        epitome_llm::Protocol::Ollama => Dialect::Ollama,
        epitome_llm::Protocol::Bedrock => Dialect::Bedrock,
    };
    let server = Server::start(move |_| {
        dialect.reply(&Answer::tool("m", TOOL, "{\"purpose\":\"x\"}"), false)
    });
    let mut settings = settings(dialect, &server.url());
    settings.vendor = *vendor;
    let backend = epitome_llm::ChatBackend::connect(settings, allow(&[model])).unwrap();
    let request = ChatRequest { model: model.to_owned(), ..request.clone() };
    backend.chat(&request).unwrap();
    server.received()[0].text()
}

#[test]
fn knobs_go_only_to_models_that_take_them() {
    let (with, without) = ("\"temperature\":0.0", "temperature");
    for (vendor, model, takes) in [
        ("anthropic", "claude-haiku-4-5", true),
        ("anthropic", "claude-opus-4-6", true),
        ("anthropic", "claude-opus-4-7", false),
        ("anthropic", "claude-sonnet-5", false),
        ("anthropic", "claude-haiku-5-5", false),
        ("bedrock", "global.anthropic.claude-haiku-4-5-20251001-v1:0", true),
        ("bedrock", "us.anthropic.claude-opus-5", false),
        ("openai", "gpt-4o-mini", true),
        ("openai", "gpt-5-mini", false),
        ("openai", "o3", false),
        ("deepseek", "deepseek-chat", true),
        ("ollama", "qwen3", true),
    ] {
        let body = body(vendor, model, &ask_tool());
        assert_eq!(body.contains(if takes { with } else { without }), takes, "{model}: {body}");
    }
}

#[test]
fn vendors_are_rows() {
    let names: Vec<&str> = epitome_llm::VENDORS.iter().map(|vendor| vendor.name).collect();
    expect![[r#"["siliconflow", "openai", "deepseek", "anthropic", "bedrock", "ollama", "vllm", "llama.cpp", "lm-studio", "openai-compatible"]"#]]
    .assert_eq(&format!("{names:?}"));
    for (vendor, forced) in [
        ("openai", true),
        ("deepseek", true),
        ("siliconflow", true),
        ("vllm", true),
        ("llama.cpp", false),
        ("lm-studio", false),
    ] {
        let body = body(vendor, "m", &ask_tool());
        assert_eq!(body.contains("\"tool_choice\""), forced, "{vendor}: {body}");
        assert_eq!(body.contains("\"response_format\""), !forced, "{vendor}: {body}");
        let limit = if vendor == "openai" {
            "\"max_completion_tokens\":2048"
        } else {
            "\"max_tokens\":2048"
        };
        assert!(body.contains(limit), "{vendor}: {body}");
    }
}

#[test]
fn json_is_asked_for_as_each_vendor_has_it() {
    let mut request = ask_tool();
    let Output::Tool { schema, .. } = request.output.clone() else { panic!("a tool") };
    request.output = Output::Json { name: TOOL.to_owned(), schema };
    for (vendor, by) in [
        ("openai", "\"response_format\""),
        ("vllm", "\"response_format\""),
        ("llama.cpp", "\"response_format\""),
        ("ollama", "\"format\""),
        ("deepseek", "\"tool_choice\""),
        ("siliconflow", "\"tool_choice\""),
        ("anthropic", "\"tool_choice\""),
        ("bedrock", "\"toolChoice\""),
    ] {
        let body = body(vendor, "m", &request);
        assert!(body.contains(by), "{vendor}: {body}");
    }
    // However it was asked for, it comes back as text.
    for dialect in Dialect::ALL {
        let answer = Answer::tool(MODEL, TOOL, "{\"purpose\":\"x\"}");
        let text = Answer::text(MODEL, "{\"purpose\":\"x\"}");
        let by_tool = matches!(dialect, Dialect::Anthropic | Dialect::Bedrock);
        let server = Server::start(move |received| {
            let stream = dialect.asks_for_stream(&received.path, &received.body);
            dialect.reply(if by_tool { &answer } else { &text }, stream)
        });
        let backend = backend(dialect, &server.url());
        let mut shown = String::new();
        let mut each = |delta: epitome_llm::Delta<'_>| {
            let epitome_llm::Delta::Text(text) = delta else { panic!("{delta:?}") };
            shown.push_str(text);
        };
        for response in
            [backend.chat(&request).unwrap(), backend.stream(&request, &mut each).unwrap()]
        {
            assert_eq!((response.text.as_str(), response.tool), ("{\"purpose\":\"x\"}", None));
            assert_eq!(response.stop, epitome_llm::StopReason::End, "{dialect:?}");
        }
        assert_eq!(shown, "{\"purpose\":\"x\"}");
    }
}

#[test]
fn requests_are_the_same_bytes_each_time() {
    // O12: and for O18, only the user's message varies.
    for dialect in Dialect::ALL {
        let server = Server::start(move |_| dialect.reply(&Answer::text(MODEL, "x"), false));
        let backend = backend(dialect, &server.url());
        let mut other = ask_tool();
        other.messages = vec![Message::user("another question")];
        for request in [&ask_tool(), &other, &ask_tool()] {
            backend.chat(request).unwrap();
        }
        let bodies: Vec<String> =
            server.received().iter().map(|received| received.text()).collect();
        assert_eq!(bodies[0], bodies[2]);
        assert_eq!(bodies[0].replace("def f(): pass", "another question"), bodies[1]);
    }
}

#[test]
fn without_a_system_role_the_system_prompt_goes_before_the_question() {
    // M25
    let server = Server::start(|_| Dialect::OpenAi.reply(&Answer::text(MODEL, "x"), false));
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.vendor.system_role = false;
    connect(settings).chat(&ask()).unwrap();
    let body = server.received()[0].text();
    let expected = r#""messages":[{"role":"user","content":"Say what it does.\n\ndef f(): pass"}]"#;
    assert!(body.contains(expected), "{body}");
}

#[test]
fn a_connection_is_used_again() {
    let server = Server::start(|_| Dialect::OpenAi.reply(&Answer::text(MODEL, "x"), false));
    let backend = backend(Dialect::OpenAi, &server.url());
    for _ in 0..5 {
        backend.chat(&ask()).unwrap();
    }
    assert_eq!((server.count(), server.connections()), (5, 1));
}
