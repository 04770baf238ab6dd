//! Money: estimates before, a cap during, and the provider's counts after.

use epitome_faultserver::{Answer, Dialect, Fault, FaultPlan, FaultServer, Reply, Server};
use epitome_llm::{
    Budget, CallPlan, ChatBackend, ChatErrorKind, ChatRequest, CostEstimate, Money, Prices, Usage,
};

use crate::kit::{ask, connect, pin, settings};

const MODEL: &str = "claude-haiku-4-5";

fn backend(dialect: Dialect, url: &str) -> ChatBackend {
    let allow = epitome_llm::Allowlist::new().with(MODEL, &pin());
    ChatBackend::connect(settings(dialect, url), allow).unwrap()
}

fn ask_haiku(budget: &Budget) -> ChatRequest {
    let model = MODEL.to_owned();
    ChatRequest { model, max_tokens: 100, budget: Some(budget.clone()), ..ask() }
}

fn dollars(amount: f64) -> Money {
    Money::from_dollars(amount).unwrap()
}

#[test]
fn calls_settle_with_what_the_provider_counted() {
    // D12: what is billed is what the provider counts.
    let answer = Answer {
        input_tokens: 10,
        output_tokens: 20,
        cache_read: 4000,
        cache_write: 100,
        ..Answer::text(MODEL, "x")
    };
    let server = Server::replying(vec![Dialect::Anthropic.reply(&answer, false)]);
    let budget = Budget::capped(dollars(1.0));
    backend(Dialect::Anthropic, &server.url()).chat(&ask_haiku(&budget)).unwrap();
    let spending = budget.spending();
    // 1, 5, 0.1 and 1.25 dollars a million.
    let expected = (10.0 * 1.0 + 20.0 * 5.0 + 4000.0 * 0.1 + 100.0 * 1.25) / 1e6;
    assert_eq!(spending.spent, dollars(expected));
    assert_eq!((spending.reserved, spending.uncertain), (Money::ZERO, Money::ZERO));
}

#[test]
fn a_call_that_could_pass_the_cap_is_not_sent() {
    let server = Server::replying(vec![Dialect::Anthropic.reply(&Answer::text(MODEL, "x"), false)]);
    let backend = backend(Dialect::Anthropic, &server.url());
    let budget = Budget::capped(dollars(0.001));
    let error = backend.chat(&ask_haiku(&budget)).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Budget(_)), "{error:?}");
    assert!(error.stops_run());
    assert_eq!((server.count(), backend.requests_sent(), error.attempts), (0, 0, 0));
    assert_eq!(budget.spending().most(), Money::ZERO);
}

#[test]
fn without_a_price_there_is_no_cap() {
    let server =
        Server::replying(vec![Dialect::OpenAi.reply(&Answer::text("test-model", "x"), false)]);
    let backend = connect(settings(Dialect::OpenAi, &server.url()));
    let mut request = ask();
    request.budget = Some(Budget::capped(dollars(9.0)));
    let error = backend.chat(&request).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Price { .. }), "{error:?}");
    assert_eq!(server.count(), 0);
    request.budget = Some(Budget::counting());
    backend.chat(&request).unwrap();
}

#[test]
fn what_may_have_been_billed_counts() {
    let check = |fault: Fault, stream: bool, spent: bool, uncertain: bool| {
        let reply = fault.reply(Dialect::Anthropic, &Answer::text(MODEL, "x y z"), stream);
        let server = Server::replying(vec![reply]);
        let mut settings = settings(Dialect::Anthropic, &server.url());
        settings.retry.attempts = 1;
        let allow = epitome_llm::Allowlist::new().with(MODEL, &pin());
        let backend = ChatBackend::connect(settings, allow).unwrap();
        let budget = Budget::capped(dollars(1.0));
        let request = ask_haiku(&budget);
        let _ = if stream { backend.stream(&request, &mut |_| {}) } else { backend.chat(&request) };
        let spending = budget.spending();
        assert_eq!(spending.reserved, Money::ZERO);
        assert_eq!(spending.spent > Money::ZERO, spent, "{fault:?} {spending:?}");
        assert_eq!(spending.uncertain > Money::ZERO, uncertain, "{fault:?} {spending:?}");
    };
    check(Fault::Status(429, None), false, false, false);
    check(Fault::Status(400, None), false, false, false);
    check(Fault::HangUp, false, false, true);
    // The prompt was read, as the first event says; how much was answered is not known.
    check(Fault::NoEnd, true, true, true);
    check(Fault::ErrorInStream, true, true, true);
    check(Fault::NoUsage, false, false, true);
    check(Fault::Empty, false, true, false);
    check(Fault::MaxTokens, true, true, false);
}

#[test]
fn a_cap_holds_with_faults_and_threads() {
    let plan = FaultPlan::new(7, 30, Fault::passing());
    let answer = |_: &epitome_faultserver::Received| Answer {
        input_tokens: 90,
        output_tokens: 80,
        ..Answer::text(MODEL, "x")
    };
    let server = FaultServer::start(Dialect::Anthropic, plan, answer);
    let backend = backend(Dialect::Anthropic, &server.url());
    // Each call costs 0.00049 and may cost 0.0016 or so: about 60 calls.
    let budget = Budget::capped(dollars(0.03));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..40 {
                    let _ = backend.chat(&ask_haiku(&budget));
                    assert!(budget.spending().most() <= dollars(0.03));
                }
            });
        }
    });
    let (billed, spending) = (server.billed(), budget.spending());
    let price = Prices::built_in().of(MODEL).unwrap().price.unwrap();
    let known =
        Usage { input: billed.input_tokens, output: billed.output_tokens, ..Usage::default() };
    assert_eq!(spending.spent, price.of(&known), "the ledger is the server's count");
    assert!(billed.told > 10 && spending.most() > dollars(0.027), "{billed:?} {spending:?}");
}

#[test]
fn estimates() {
    let prices = Prices::built_in();
    let plan = CallPlan {
        calls: 100,
        shared_chars: 20_000,
        own_chars: 400_000,
        bytes: 2_400_000,
        cached: true,
        answer_tokens: 400,
        max_tokens: 2048,
        tries: 3,
    };
    let haiku = CostEstimate::of(&[plan], prices.of(MODEL));
    // D12: a quarter of the characters; the shared part is written once and read 99 times.
    let expected =
        Usage { input: 100_000, output: 40_000, cache_read: 99 * 5000, cache_write: 5000 };
    assert_eq!((haiku.calls, haiku.usage), (100, expected));
    let money = haiku.money.unwrap();
    assert!(money.low < money.expected && money.expected < money.high && money.high < money.worst);
    // 0.10 + 0.20 + 0.0495 + 0.00625, and 3 % on top.
    assert!((money.expected.dollars() - 0.356 * 1.03).abs() < 0.01, "{money:?}");
    // Three tries of 2.5 million tokens to be written and 204,800 to be answered.
    assert!((money.worst.dollars() - 3.0 * (2.5 * 1.25 + 1.024)).abs() < 0.01, "{money:?}");
    // Too short to be cached: all of it is read at the full price.
    let short = CallPlan { shared_chars: 8_000, ..plan };
    assert_eq!(CostEstimate::of(&[short], prices.of(MODEL)).usage.cache_read, 0);
    // No price, no money; tokens all the same.
    let unknown = CostEstimate::of(&[plan], prices.of("nobody-knows"));
    assert_eq!((unknown.money, unknown.usage.input), (None, 100_000 + 100 * 5000));
    let none = CostEstimate::of(&[CallPlan { calls: 0, ..plan }], prices.of(MODEL));
    assert_eq!(none.money.unwrap().worst, Money::ZERO);
}

#[test]
fn models_on_this_machine_are_free() {
    let reply: Reply = Dialect::Ollama.reply(&Answer::text("test-model", "x"), false);
    let server = Server::replying(vec![reply]);
    let budget = Budget::capped(Money::ZERO);
    let request = ChatRequest { budget: Some(budget.clone()), ..ask() };
    connect(settings(Dialect::Ollama, &server.url())).chat(&request).unwrap();
    assert_eq!(budget.spending().most(), Money::ZERO);
}
