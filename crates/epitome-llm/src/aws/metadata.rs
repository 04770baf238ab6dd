//! Credentials from the services that a container or an instance has beside it.

use std::time::Duration;

use super::credentials::{Credentials, CredentialsError, Served};
use super::environment::AwsEnvironment;
use crate::cancel::CancelToken;
use crate::wire::{Address, Method, Outgoing, Wire, is_this_machine};

/// These services are next door: who has none should not wait for it.
const NEXT_DOOR: Duration = Duration::from_secs(1);
const TOTAL: Duration = Duration::from_secs(5);

/// From the service of a container, if the variables name one.
pub(super) fn container(
    environment: &AwsEnvironment,
    cancel: &CancelToken,
) -> Result<Option<Credentials>, CredentialsError> {
    let relative = environment.get("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    let full = environment.get("AWS_CONTAINER_CREDENTIALS_FULL_URI");
    let url = match (relative, full) {
        (Some(path), _) => format!("http://169.254.170.2{path}"),
        (None, Some(url)) if may_be_asked(url) => url.to_owned(),
        (None, Some(url)) => {
            return Err(CredentialsError::Broken(format!(
                "AWS_CONTAINER_CREDENTIALS_FULL_URI is {url}: only https or this machine may be asked"
            )));
        }
        (None, None) => return Ok(None),
    };
    let mut headers = Vec::new();
    let token = match environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
        Some(path) => Some(std::fs::read_to_string(path).map_err(|error| {
            CredentialsError::Broken(format!("the AWS token file {path} cannot be read: {error}"))
        })?),
        None => environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN").map(str::to_owned),
    };
    headers.extend(token.map(|token| ("authorization".to_owned(), token.trim().to_owned())));
    let wire = Wire::new(NEXT_DOOR, NEXT_DOOR, true);
    let answer = ask(&wire, Method::Get, &url, headers, cancel);
    match answer {
        Some(body) => parse(&body, &url).map(Some),
        None => Err(CredentialsError::Missing(format!(
            "no AWS credentials from {url} (CredentialsProviderError): the container's service did not answer"
        ))),
    }
}

/// From the service of an instance, by its second protocol, which begins with a token.
pub(super) fn instance(
    environment: &AwsEnvironment,
    cancel: &CancelToken,
) -> Result<Option<Credentials>, CredentialsError> {
    let disabled = environment.get("AWS_EC2_METADATA_DISABLED");
    if disabled.is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return Ok(None);
    }
    let base = environment.get("AWS_EC2_METADATA_SERVICE_ENDPOINT");
    let base = base.unwrap_or("http://169.254.169.254").trim_end_matches('/');
    let wire = Wire::new(NEXT_DOOR, NEXT_DOOR, true);
    let lifetime = ("x-aws-ec2-metadata-token-ttl-seconds".to_owned(), "21600".to_owned());
    let token_url = format!("{base}/latest/api/token");
    let Some(token) = ask(&wire, Method::Put, &token_url, vec![lifetime], cancel) else {
        return Ok(None);
    };
    let token = String::from_utf8_lossy(&token).trim().to_owned();
    let header = vec![("x-aws-ec2-metadata-token".to_owned(), token)];
    let roles = format!("{base}/latest/meta-data/iam/security-credentials/");
    let Some(role) = ask(&wire, Method::Get, &roles, header.clone(), cancel) else {
        return Ok(None);
    };
    let role = String::from_utf8_lossy(&role).lines().next().unwrap_or("").trim().to_owned();
    let url = format!("{roles}{role}");
    match ask(&wire, Method::Get, &url, header, cancel) {
        Some(body) => parse(&body, &url).map(Some),
        None => Ok(None),
    }
}

/// The body of an answer with status 200.
fn ask(
    wire: &Wire,
    method: Method,
    url: &str,
    headers: Vec<(String, String)>,
    cancel: &CancelToken,
) -> Option<Vec<u8>> {
    let out = Outgoing { method, url: url.to_owned(), headers, body: Vec::new() };
    let mut incoming = wire.send(&out, TOTAL, cancel).ok()?;
    let body = incoming.read_all().ok()?;
    (incoming.status == 200).then_some(body)
}

fn parse(body: &[u8], url: &str) -> Result<Credentials, CredentialsError> {
    let served: Served = serde_json::from_slice(body).map_err(|error| {
        CredentialsError::Broken(format!("{url} answered something else than credentials: {error}"))
    })?;
    Ok(served.credentials())
}

fn may_be_asked(url: &str) -> bool {
    let Ok(address) = Address::parse(url) else { return false };
    let host = url.split("://").nth(1).unwrap_or("");
    let host = host.split(['/', ':']).next().unwrap_or("");
    let of_amazon = ["169.254.170.2", "169.254.170.23"].contains(&host);
    url.starts_with("https://") || address.is_local || is_this_machine(host) || of_amazon
}
