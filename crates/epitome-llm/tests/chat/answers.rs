//! What becomes of answers, whole and in awkward pieces.

use epitome_faultserver::{Answer, Dialect, Ending, Fault, Reply, Server};
use epitome_llm::{ChatErrorKind, ChatResponse, Delta, Message, StopReason, ToolStatus, Usage};

use crate::kit::{MODEL, TOOL, ask, ask_tool, backend};

const INPUT: &str = "{\"purpose\":\"Fügt “é€😀” hinzu.\",\"a\":[1,{\"b\":null}]}";

fn counted(answer: Answer) -> Answer {
    Answer { input_tokens: 100, output_tokens: 20, cache_read: 4000, cache_write: 30, ..answer }
}

fn check_counts(dialect: Dialect, response: &ChatResponse) {
    let expected = match dialect {
        Dialect::OpenAi | Dialect::Anthropic | Dialect::Bedrock => {
            Usage { input: 100, output: 20, cache_read: 4000, cache_write: 30 }
        }
        // It counts the prompt as one.
        Dialect::Ollama => Usage { input: 4130, output: 20, cache_read: 0, cache_write: 0 },
    };
    assert_eq!(response.usage, expected, "{dialect:?}");
    // Converse does not say which model it was, and nothing is made up.
    let echoed = (dialect != Dialect::Bedrock).then_some("dated-model");
    assert_eq!(response.model_echoed.as_deref(), echoed);
}

/// Asks for a stream, and checks that its pieces are the whole.
fn streamed(dialect: Dialect, reply: Reply, tool: bool) -> ChatResponse {
    let server = Server::replying(vec![reply]);
    let (mut text, mut input) = (String::new(), String::new());
    let mut each = |delta: Delta<'_>| match delta {
        Delta::Text(piece) => text.push_str(piece),
        Delta::Tool(piece) => input.push_str(piece),
        Delta::Restart => panic!("nothing went wrong"),
    };
    let request = if tool { ask_tool() } else { ask() };
    let response = backend(dialect, &server.url()).stream(&request, &mut each).unwrap();
    assert_eq!(response.text, text, "{dialect:?}");
    assert_eq!(response.tool.as_ref().map_or("", |tool| &tool.input), input, "{dialect:?}");
    response
}

#[test]
fn whole_answers() {
    for dialect in Dialect::ALL {
        let words = counted(Answer::text("dated-model", "Fügt hinzu. 😀"));
        let server = Server::replying(vec![dialect.reply(&words, false)]);
        let response = backend(dialect, &server.url()).chat(&ask()).unwrap();
        assert_eq!((response.text.as_str(), &response.tool), ("Fügt hinzu. 😀", &None));
        assert_eq!((response.stop.clone(), response.attempts), (StopReason::End, 1));
        check_counts(dialect, &response);

        let call = counted(Answer::tool("dated-model", TOOL, INPUT));
        let server = Server::replying(vec![dialect.reply(&call, false)]);
        let response = backend(dialect, &server.url()).chat(&ask_tool()).unwrap();
        let tool = response.tool.clone().unwrap();
        assert_eq!(tool.name, TOOL);
        assert_eq!(response.stop, StopReason::ToolUse, "{dialect:?}");
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(json(&tool.input), json(INPUT), "{dialect:?}");
        check_counts(dialect, &response);
    }
}

#[test]
fn streams_however_they_are_cut() {
    for dialect in Dialect::ALL {
        let words = counted(Answer::text("dated-model", "Fügt “é€😀” hinzu.\nUnd:\ndata: x"));
        let call = counted(Answer::tool("dated-model", TOOL, INPUT));
        let proper = streamed(dialect, dialect.stream(&words), false);
        assert_eq!(proper.text, words.text);
        check_counts(dialect, &proper);
        let used = streamed(dialect, dialect.stream(&call), true);
        assert_eq!(used.tool.as_ref().unwrap().input, INPUT, "{dialect:?}");
        assert_eq!(used.stop, StopReason::ToolUse);
        check_counts(dialect, &used);
        for odd in [Fault::Split, Fault::Crlf, Fault::Garbage] {
            let response = streamed(dialect, odd.reply(dialect, &words, true), false);
            let same = ChatResponse { wall: proper.wall, ..response };
            assert_eq!(same, proper, "{dialect:?} {odd:?}");
            let response = streamed(dialect, odd.reply(dialect, &call, true), true);
            assert_eq!(response.tool, used.tool, "{dialect:?} {odd:?}");
        }
        let long = streamed(dialect, Fault::LongLine.reply(dialect, &words, true), false);
        assert_eq!(long.text.len(), (10 << 20) + 2, "{dialect:?}");
        // A body without a length is whole if its last event came.
        let close = Reply::stream(dialect.content_type(), dialect.events(&words), Ending::Close);
        assert_eq!(streamed(dialect, close, false).text, words.text);
        // And so is one whose connection breaks after it.
        let cut = Reply::stream(dialect.content_type(), dialect.events(&words), Ending::Cut);
        assert_eq!(streamed(dialect, cut, false).text, words.text);
    }
}

#[test]
fn why_it_ended_is_told() {
    for dialect in Dialect::ALL {
        for (reason, expected) in
            [("max_tokens", StopReason::MaxTokens), ("refusal", StopReason::Refusal)]
        {
            if dialect == Dialect::Ollama && reason == "refusal" {
                continue;
            }
            for stream in [false, true] {
                let answer =
                    Answer { stop: reason.to_owned(), ..Answer::text(MODEL, "No, because") };
                let server = Server::replying(vec![dialect.reply(&answer, stream)]);
                let backend = backend(dialect, &server.url());
                let response =
                    if stream { backend.stream(&ask(), &mut |_| {}) } else { backend.chat(&ask()) };
                // A refusal is an answer: recorded, and never asked for again.
                assert_eq!(response.unwrap().stop, expected, "{dialect:?}");
                assert_eq!(server.count(), 1);
            }
        }
    }
}

#[test]
fn deepseek_counts_its_cache_by_another_name() {
    let body = r#"{"model":"m","choices":[{"message":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":7,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}}"#;
    let server = Server::replying(vec![Reply::json(body)]);
    let usage = backend(Dialect::OpenAi, &server.url()).chat(&ask()).unwrap().usage;
    assert_eq!(usage, Usage { input: 36, output: 7, cache_read: 64, cache_write: 0 });
}

#[test]
fn openai_refusals_have_a_field_of_their_own() {
    let body = r#"{"model":"m","choices":[{"message":{"content":null,"refusal":"I cannot."},"finish_reason":"stop"}]}"#;
    let server = Server::replying(vec![Reply::json(body)]);
    let response = backend(Dialect::OpenAi, &server.url()).chat(&ask()).unwrap();
    assert_eq!((response.text.as_str(), response.stop), ("I cannot.", StopReason::Refusal));
}

#[test]
fn text_where_a_tool_was_forced_comes_back_as_text() {
    // For O21: the caller sees that there is no call, and feeds that back.
    for dialect in [Dialect::OpenAi, Dialect::Anthropic, Dialect::Bedrock] {
        let server = Server::replying(vec![dialect.reply(&Answer::text(MODEL, "Sure!"), false)]);
        let response = backend(dialect, &server.url()).chat(&ask_tool()).unwrap();
        assert_eq!((response.text.as_str(), &response.tool), ("Sure!", &None));
        let [turn, wrong] = response.repair("call the tool");
        assert_eq!(turn, Message::Assistant { text: "Sure!".to_owned(), tool: None });
        assert_eq!(wrong, Message::user("call the tool"));
    }
}

#[test]
fn a_call_that_does_not_hold_is_answered_by_its_id() {
    // O20
    let answer = Answer::tool(MODEL, TOOL, "{\"a\":1}");
    let server = Server::replying(vec![Dialect::Bedrock.reply(&answer, false)]);
    let response = backend(Dialect::Bedrock, &server.url()).chat(&ask_tool()).unwrap();
    let [turn, wrong] = response.repair("- purpose: is missing");
    assert!(matches!(turn, Message::Assistant { tool: Some(_), .. }));
    let Message::ToolResult { id, status, text } = wrong else { panic!("{wrong:?}") };
    assert_eq!((id.as_str(), status), ("tooluse_abc", ToolStatus::Error));
    assert_eq!(text, "- purpose: is missing");
}

#[test]
fn nothing_said_is_an_error() {
    // M26: empty content; the caller asks again, for O22.
    for dialect in Dialect::ALL {
        for stream in [false, true] {
            for text in ["", " \n"] {
                let server =
                    Server::replying(vec![dialect.reply(&Answer::text(MODEL, text), stream)]);
                let backend = backend(dialect, &server.url());
                let answer =
                    if stream { backend.stream(&ask(), &mut |_| {}) } else { backend.chat(&ask()) };
                let error = answer.unwrap_err();
                assert!(matches!(error.kind, ChatErrorKind::Empty { .. }), "{dialect:?} {error:?}");
                // It was billed all the same.
                assert_eq!((error.usage.output, server.count()), (5, 1));
            }
        }
    }
}

#[test]
fn something_else_is_an_error_and_not_asked_for_again() {
    // M26: the shape.
    for dialect in Dialect::ALL {
        for body in ["<html>", "{}", "[]", "{\"choices\":[]}", "{\"content\":3}", "null", ""] {
            let server = Server::replying(vec![Reply::json(body)]);
            let error = backend(dialect, &server.url()).chat(&ask()).unwrap_err();
            assert!(
                matches!(error.kind, ChatErrorKind::Shape { .. }),
                "{dialect:?} {body} {error:?}"
            );
            assert_eq!(server.count(), 1);
        }
    }
}

#[test]
fn a_prompt_that_was_cut_is_refused() {
    let mut request = ask();
    request.messages = vec![Message::user("word ".repeat(4000))];
    let check = |read: u64, cut: bool| {
        let answer = Answer { input_tokens: read, ..Answer::text(MODEL, "x") };
        let server = Server::replying(vec![Dialect::Ollama.reply(&answer, false)]);
        let result = backend(Dialect::Ollama, &server.url()).chat(&request);
        match result {
            Ok(_) => assert!(!cut, "{read}"),
            Err(error) => {
                let expected = matches!(error.kind, ChatErrorKind::PromptCut { sent: 5005, .. });
                assert!(cut && expected, "{read} {error:?}");
            }
        }
        // The window that was asked for holds the prompt and the answer.
        let body = server.received()[0].text();
        assert!(body.contains("\"num_ctx\":16384"), "{body}");
    };
    check(2050, true);
    check(4000, false);
    check(5100, false);
}
