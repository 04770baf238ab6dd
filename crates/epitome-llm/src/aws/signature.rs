//! Signature Version 4: what makes a request mine, for five minutes, and nobody else's.

use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use super::credentials::Credentials;
use crate::secret::{Secret, percent_encoded};

/// What is signed besides the request itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signing<'a> {
    pub(crate) credentials: &'a Credentials,
    pub(crate) region: &'a str,
    pub(crate) service: &'a str,
    pub(crate) time: SystemTime,
}

/// The headers that sign a request with these `headers`, to be sent with them. `host` is signed and sent
/// by the connection.
pub(crate) fn sign(
    signing: &Signing<'_>,
    method: &str,
    url: &str,
    headers: &[(String, String)],
    body: &[u8],
) -> Vec<(String, String)> {
    let (host, path, query) = split(url);
    let (stamp, day) = stamp(signing.time);
    let mut added = vec![("x-amz-date".to_owned(), stamp.clone())];
    let token = signing.credentials.session_token.as_ref();
    added.extend(token.map(|token| ("x-amz-security-token".to_owned(), token.reveal().to_owned())));

    let mut signed: Vec<(String, String)> = headers
        .iter()
        .chain(&added)
        .map(|(name, value)| (name.to_ascii_lowercase(), folded(value)))
        .collect();
    signed.push(("host".to_owned(), host.to_owned()));
    signed.sort();
    let names: Vec<&str> = signed.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join(";");
    let lines: String = signed.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    let canonical = format!(
        "{method}\n{}\n{}\n{lines}\n{names}\n{}",
        canonical_path(path),
        canonical_query(query),
        hex(&Sha256::digest(body))
    );
    let scope = format!("{day}/{}/{}/aws4_request", signing.region, signing.service);
    let text = format!(
        "AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{}",
        hex(&Sha256::digest(canonical.as_bytes()))
    );
    let key = signing_key(&signing.credentials.secret_key, &day, signing.region, signing.service);
    let signature = hex(&hmac(&key, text.as_bytes()));
    let access_key = &signing.credentials.access_key;
    added.push((
        "authorization".to_owned(),
        format!(
            "AWS4-HMAC-SHA256 Credential={access_key}/{scope}, SignedHeaders={names}, Signature={signature}"
        ),
    ));
    added
}

/// `20150830T123600Z`, and the day of it.
fn stamp(time: SystemTime) -> (String, String) {
    let time = jiff::Timestamp::try_from(time).unwrap_or_default();
    let stamp = time.strftime("%Y%m%dT%H%M%SZ").to_string();
    let day = stamp[..8].to_owned();
    (stamp, day)
}

fn signing_key(secret: &Secret, day: &str, region: &str, service: &str) -> [u8; 32] {
    let first = hmac(format!("AWS4{}", secret.reveal()).as_bytes(), day.as_bytes());
    let parts = [region, service, "aws4_request"];
    parts.iter().fold(first, |key, part| hmac(&key, part.as_bytes()))
}

fn split(url: &str) -> (&str, &str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let slash = rest.find('/').unwrap_or(rest.len());
    (&rest[..slash], &rest[slash..], query)
}

/// What is in the address is encoded once more, as all services but S3 want it.
fn canonical_path(path: &str) -> String {
    if path.is_empty() {
        return "/".to_owned();
    }
    path.split('/').map(percent_encoded).collect::<Vec<_>>().join("/")
}

fn canonical_query(query: &str) -> String {
    let mut pairs: Vec<(&str, &str)> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .collect();
    pairs.sort_unstable();
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    pairs.join("&")
}

/// Runs of blanks count as one.
fn folded(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    const BLOCK: usize = 64;
    let mut padded = [0; BLOCK];
    if key.len() > BLOCK {
        padded[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        padded[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::new().chain_update(padded.map(|byte| byte ^ 0x36)).chain_update(text);
    let outer = Sha256::new().chain_update(padded.map(|byte| byte ^ 0x5c));
    outer.chain_update(inner.finalize()).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn hmac_by_the_published_vectors() {
        // RFC 4231, cases 1, 2 and 6.
        let check = |key: &[u8], text: &[u8], expected: &str| {
            assert_eq!(hex(&hmac(key, text)), expected);
        };
        check(
            &[0x0b; 20],
            b"Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        );
        check(
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        );
        check(
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        );
    }

    const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    #[test]
    fn the_key_of_the_documentation() {
        let key = signing_key(&Secret::new(SECRET), "20150830", "us-east-1", "iam");
        assert_eq!(hex(&key), "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
    }

    /// A case of the published suite: 2015-08-30 12:36:00 UTC, us-east-1.
    fn check(
        service: &str,
        method: &str,
        url: &str,
        headers: &[(&str, &str)],
        body: &str,
        expected: &str,
    ) {
        let credentials = Credentials {
            access_key: "AKIDEXAMPLE".to_owned(),
            secret_key: Secret::new(SECRET),
            session_token: None,
            expires: None,
        };
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_440_938_160);
        let signing = Signing { credentials: &credentials, region: "us-east-1", service, time };
        let headers: Vec<(String, String)> =
            headers.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let signed = sign(&signing, method, url, &headers, body.as_bytes());
        assert_eq!(signed[0], ("x-amz-date".to_owned(), "20150830T123600Z".to_owned()));
        let (_, authorization) = signed.last().unwrap();
        assert!(
            authorization.ends_with(&format!("Signature={expected}")),
            "{url}: {authorization}"
        );
    }

    #[test]
    fn signatures_of_the_published_suite() {
        let host = "https://example.amazonaws.com";
        check(
            "service",
            "GET",
            &format!("{host}/"),
            &[],
            "",
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        );
        check(
            "service",
            "POST",
            host,
            &[],
            "",
            "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        );
        check(
            "service",
            "GET",
            &format!("{host}/?Param2=value2&Param1=value1"),
            &[],
            "",
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        );
        check(
            "service",
            "POST",
            host,
            &[("Content-Type", "application/x-www-form-urlencoded")],
            "Param1=value1",
            "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
        );
        check(
            "iam",
            "GET",
            "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
            &[("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")],
            "",
            "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
        );
    }

    #[test]
    fn a_path_is_encoded_twice_and_a_session_token_is_signed() {
        assert_eq!(canonical_path("/model/a.b-v1%3A0/converse"), "/model/a.b-v1%253A0/converse");
        let credentials = Credentials {
            access_key: "AKIDEXAMPLE".to_owned(),
            secret_key: Secret::new(SECRET),
            session_token: Some(Secret::new("token")),
            expires: None,
        };
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_440_938_160);
        let signing =
            Signing { credentials: &credentials, region: "us-east-1", service: "bedrock", time };
        let url = "https://bedrock-runtime.us-east-1.amazonaws.com/model/global.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse";
        let headers = [("content-type".to_owned(), "application/json".to_owned())];
        let signed = sign(&signing, "POST", url, &headers, b"{\"a\":1}");
        assert_eq!(signed[1], ("x-amz-security-token".to_owned(), "token".to_owned()));
        // What botocore 1.44 signs for the same request.
        let expected = "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, Signature=b7df3b19199ff254813de5e8e0c26406f4cf1bcc78691ee685367cee7edf08ff";
        assert!(signed[2].1.ends_with(expected), "{}", signed[2].1);
    }
}
