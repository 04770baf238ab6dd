//! Amazon's credentials: where they come from, when they end, and what it means that there are none.

use std::path::Path;
use std::time::Duration;

use epitome_faultserver::{Answer, Dialect, Reply, Server};
use epitome_llm::{AwsEnvironment, CancelToken, ChatBackend, ChatErrorKind, SetupError};

use crate::kit::{MODEL, allow, ask, environment, keys, settings};

fn good() -> Reply {
    Dialect::Bedrock.reply(&Answer::text(MODEL, "It adds."), false)
}

fn connect(aws: AwsEnvironment, url: &str) -> Result<ChatBackend, SetupError> {
    let mut settings = settings(Dialect::Bedrock, url);
    settings.aws = aws;
    ChatBackend::connect(settings, allow(&[MODEL]))
}

/// The access key and the token that a request was signed with.
fn signed_by(aws: AwsEnvironment) -> (String, Option<String>) {
    let server = Server::replying(vec![good()]);
    connect(aws, &server.url()).unwrap().chat(&ask()).unwrap();
    let received = server.received().remove(0);
    let authorization = received.header("authorization").unwrap();
    let (_, key) = authorization.split_once("Credential=").unwrap();
    let token = received.header("x-amz-security-token").map(str::to_owned);
    (key.split('/').next().unwrap().to_owned(), token)
}

fn files(folder: &Path, credentials: &str, config: &str) -> AwsEnvironment {
    std::fs::create_dir_all(folder.join(".aws")).unwrap();
    std::fs::write(folder.join(".aws/credentials"), credentials).unwrap();
    std::fs::write(folder.join(".aws/config"), config).unwrap();
    let mut aws = environment(&[("AWS_EC2_METADATA_DISABLED", "true")]);
    aws.home = Some(folder.to_owned());
    aws
}

#[test]
fn variables_come_first() {
    let mut aws = keys();
    aws.variables.insert("AWS_SESSION_TOKEN".to_owned(), "session".to_owned());
    assert_eq!(signed_by(aws), ("AKIDEXAMPLE".to_owned(), Some("session".to_owned())));
}

#[test]
fn then_the_profile_files() {
    let folder = tempfile::tempdir().unwrap();
    let credentials = "# mine\n[default]\naws_access_key_id = A1\naws_secret_access_key=s\n\n[work]\nAWS_ACCESS_KEY_ID=A2\naws_secret_access_key = s=/+\naws_session_token = t\n";
    let config = "[default]\nregion = eu-west-1\ns3 =\n  max_queue_size = 5\n[profile work]\nregion=us-west-2\n[profile other]\naws_access_key_id=A3\naws_secret_access_key=s\n[sso-session x]\nsso_region = y\n";
    let mut aws = files(folder.path(), credentials, config);
    assert_eq!(signed_by(aws.clone()), ("A1".to_owned(), None));
    for (profile, expected) in [("work", ("A2", Some("t"))), ("other", ("A3", None))] {
        aws.variables.insert("AWS_PROFILE".to_owned(), profile.to_owned());
        let (key, token) = signed_by(aws.clone());
        assert_eq!((key.as_str(), token.as_deref()), expected);
    }
    // The region comes from the profile too, and goes into the address.
    let mut settings = settings(Dialect::Bedrock, "http://127.0.0.1:1/{region}");
    (settings.aws, settings.region) = (aws.clone(), None);
    aws.variables.insert("AWS_PROFILE".to_owned(), "work".to_owned());
    settings.aws = aws;
    settings.retry.attempts = 1;
    let error = ChatBackend::connect(settings, allow(&[MODEL])).unwrap().chat(&ask()).unwrap_err();
    assert!(error.to_string().contains("127.0.0.1:1/us-west-2"), "{error}");
}

#[test]
fn then_the_service_of_a_container() {
    let body = r#"{"AccessKeyId":"A4","SecretAccessKey":"s","Token":"t4","Expiration":"2099-01-01T00:00:00Z"}"#;
    let service = Server::replying(vec![Reply::json(body)]);
    let aws = environment(&[
        ("AWS_CONTAINER_CREDENTIALS_FULL_URI", &format!("{}/creds", service.url())),
        ("AWS_CONTAINER_AUTHORIZATION_TOKEN", "Basic abc"),
    ]);
    assert_eq!(signed_by(aws), ("A4".to_owned(), Some("t4".to_owned())));
    let received = service.received();
    assert_eq!(received.len(), 1, "asked once, and remembered");
    assert_eq!(received[0].path, "/creds");
    assert_eq!(received[0].header("authorization"), Some("Basic abc"));
}

#[test]
fn then_the_service_of_an_instance() {
    let service = Server::start(|received| {
        match (received.method.as_str(), received.path.as_str()) {
            ("PUT", "/latest/api/token") => {
                assert_eq!(received.header("x-aws-ec2-metadata-token-ttl-seconds"), Some("21600"));
                Reply::json("TOKEN")
            }
            ("GET", path) if received.header("x-aws-ec2-metadata-token") != Some("TOKEN") => {
                panic!("{path} without the token")
            }
            ("GET", "/latest/meta-data/iam/security-credentials/") => Reply::json("my-role\n"),
            ("GET", "/latest/meta-data/iam/security-credentials/my-role") => Reply::json(
                r#"{"Code":"Success","AccessKeyId":"A5","SecretAccessKey":"s","Token":"t5","Expiration":"2099-01-01T00:00:00Z"}"#,
            ),
            _ => Reply::status(404, ""),
        }
    });
    let aws = environment(&[("AWS_EC2_METADATA_SERVICE_ENDPOINT", &service.url())]);
    assert_eq!(signed_by(aws), ("A5".to_owned(), Some("t5".to_owned())));
}

#[test]
fn a_bearer_token_needs_no_signature() {
    let server = Server::replying(vec![good()]);
    let aws = environment(&[("AWS_BEARER_TOKEN_BEDROCK", "bedrock-api-key")]);
    connect(aws, &server.url()).unwrap().chat(&ask()).unwrap();
    let received = server.received().remove(0);
    assert_eq!(received.header("authorization"), Some("Bearer bedrock-api-key"));
    assert_eq!(received.header("x-amz-date"), None);
}

#[test]
fn none_at_the_start_is_no_error_of_the_setup() {
    // O39: and for O37, the run goes on without.
    let nothing = environment(&[("AWS_EC2_METADATA_DISABLED", "true")]);
    let error = connect(nothing, "http://127.0.0.1:1").unwrap_err();
    assert!(error.is_no_credentials(), "{error:?}");
    assert!(error.to_string().contains("CredentialsProviderError"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    for (config, named) in [
        ("[profile p]\nsso_session = s\n", "sso_session"),
        ("[profile p]\nrole_arn = r\n", "role_arn"),
        ("[profile p]\ncredential_process = x\n", "export-credentials"),
        ("[profile q]\nregion = x\n", "no AWS profile `p`"),
    ] {
        let mut aws = files(folder.path(), "", config);
        aws.variables.insert("AWS_PROFILE".to_owned(), "p".to_owned());
        let error = connect(aws, "http://127.0.0.1:1").unwrap_err();
        assert!(error.is_no_credentials() && error.to_string().contains(named), "{error}");
    }
    // Nobody answers where a container's service should be.
    let aws = environment(&[("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:1/creds")]);
    assert!(connect(aws, "http://127.0.0.1:1").unwrap_err().is_no_credentials());
    // Expired from the start.
    let mut aws = keys();
    aws.variables.insert("AWS_CREDENTIAL_EXPIRATION".to_owned(), "2015-08-30T12:00:00Z".to_owned());
    let error = connect(aws, "http://127.0.0.1:1").unwrap_err();
    assert!(error.is_no_credentials() && error.to_string().contains("expired"), "{error}");
}

#[test]
fn other_errors_of_the_setup_are_told() {
    // O39: any other error at construction propagates.
    let folder = tempfile::tempdir().unwrap();
    let check = |aws: AwsEnvironment, named: &str| {
        let error = connect(aws, "http://127.0.0.1:1").unwrap_err();
        assert!(matches!(error, SetupError::Configuration { .. }), "{error:?}");
        assert!(error.to_string().contains(named), "{error}");
    };
    check(files(folder.path(), "[default\n", ""), "credentials is broken in line 1");
    check(files(folder.path(), "[default]\nnonsense\n", ""), "in line 2");
    check(files(folder.path(), "key = value\n", ""), "in line 1");
    std::fs::write(folder.path().join(".aws/credentials"), b"\xff\xfe").unwrap();
    let mut aws = environment(&[]);
    aws.home = Some(folder.path().to_owned());
    check(aws, "is not UTF-8");
    let uri = ("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://example.com/steal");
    check(environment(&[uri]), "only https or this machine");
    let service = Server::replying(vec![Reply::json("<html>")]);
    let uri = ("AWS_CONTAINER_CREDENTIALS_FULL_URI", service.url());
    check(environment(&[(uri.0, &uri.1)]), "something else than credentials");
    let mut settings = settings(Dialect::Bedrock, "http://127.0.0.1:1");
    settings.region = None;
    let error = ChatBackend::connect(settings, allow(&[MODEL])).unwrap_err();
    assert!(error.to_string().contains("AWS_REGION"), "{error}");
}

#[test]
fn none_on_a_send_first_or_later() {
    // O39: and for O38, first or later.
    for (status, kind, message) in [
        (
            403,
            Some("ExpiredTokenException:http://x/"),
            "The security token included in the request is expired",
        ),
        (400, Some("ExpiredTokenException"), "expired"),
        (403, None, "Missing Authentication Token"),
        (403, None, "CredentialsProviderError: Could not load credentials from any providers"),
        (401, None, "NoCredentialsError"),
    ] {
        for good_before in 0..2 {
            let body = format!("{{\"message\":\"{message}\"}}");
            let mut refusal = Reply::status(status, body);
            if let Some(kind) = kind {
                refusal = refusal.with_header("x-amzn-errortype", kind);
            }
            let mut replies = vec![good(); good_before];
            replies.push(refusal);
            let server = Server::replying(replies);
            let backend = connect(keys(), &server.url()).unwrap();
            for _ in 0..good_before {
                backend.chat(&ask()).unwrap();
            }
            let error = backend.chat(&ask()).unwrap_err();
            assert!(error.is_no_credentials() && error.stops_run(), "{error:?}");
            assert_eq!(server.count(), good_before + 1, "not tried again");
        }
    }
    // A wrong key is another thing than none.
    let refusal = Reply::status(
        403,
        "{\"message\":\"The security token included in the request is invalid.\"}",
    )
    .with_header("x-amzn-errortype", "UnrecognizedClientException");
    let server = Server::replying(vec![refusal]);
    let error = connect(keys(), &server.url()).unwrap().chat(&ask()).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unauthorized { .. }), "{error:?}");
}

#[test]
fn they_are_renewed_before_they_end_and_missed_when_they_have() {
    // For O38: on a later send.
    let body = |end: &str| {
        format!(
            r#"{{"AccessKeyId":"A-{end}","SecretAccessKey":"s","Token":"t","Expiration":"2015-08-30T{end}:00Z"}}"#
        )
    };
    // The clock stands at 12:36.
    let service = Server::replying(vec![
        Reply::json(body("12:50")),
        Reply::json(body("13:50")),
        Reply::json(body("13:50")),
    ]);
    let uri = format!("{}/creds", service.url());
    let server = Server::replying(vec![good()]);
    let mut settings = settings(Dialect::Bedrock, &server.url());
    settings.aws = environment(&[("AWS_CONTAINER_CREDENTIALS_FULL_URI", &uri)]);
    let clock = settings.clock.clone();
    let backend = ChatBackend::connect(settings, allow(&[MODEL])).unwrap();
    let minutes = |count: u64| {
        clock.sleep(Duration::from_secs(60 * count), &CancelToken::new());
    };
    backend.chat(&ask()).unwrap();
    minutes(13);
    backend.chat(&ask()).unwrap();
    assert_eq!(service.count(), 2, "a minute before the end they are asked for again");
    minutes(70);
    let error = backend.chat(&ask()).unwrap_err();
    assert!(error.is_no_credentials(), "{error:?}");
    let signed = server.received();
    assert_eq!(backend.requests_sent(), 2);
    assert_eq!(signed.len(), 2, "nothing is sent with keys that have ended");
    assert!(signed[1].header("authorization").unwrap().contains("A-13:50/"));
}

#[test]
fn refused_ones_are_looked_for_again() {
    let body = r#"{"AccessKeyId":"A","SecretAccessKey":"s","Token":"t","Expiration":"2099-01-01T00:00:00Z"}"#;
    let service = Server::replying(vec![Reply::json(body)]);
    let uri = format!("{}/creds", service.url());
    let expired = Reply::status(403, "{\"message\":\"ExpiredTokenException\"}");
    let server = Server::replying(vec![expired, good()]);
    let aws = environment(&[("AWS_CONTAINER_CREDENTIALS_FULL_URI", &uri)]);
    let backend = connect(aws, &server.url()).unwrap();
    assert!(backend.chat(&ask()).unwrap_err().is_no_credentials());
    assert_eq!(service.count(), 1);
    // Whoever goes on after signing in again does so with the new ones.
    backend.chat(&ask()).unwrap();
    assert_eq!(service.count(), 2);
}
