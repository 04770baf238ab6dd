//! The files `credentials` and `config`, and the profiles in them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::credentials::{Credentials, CredentialsError};
use super::environment::AwsEnvironment;
use crate::secret::Secret;

/// What the profile holds.
pub(super) enum Found {
    /// Keys.
    Credentials(Credentials),
    /// A way to get keys that is not built in; how to go on.
    Unsupported(String),
    /// No such profile, and none was asked for.
    Nothing,
}

type Profiles = BTreeMap<String, BTreeMap<String, String>>;

/// The keys of the profile that is asked for, or of `default`.
pub(super) fn credentials(environment: &AwsEnvironment) -> Result<Found, CredentialsError> {
    let asked = environment.get("AWS_PROFILE");
    let name = asked.unwrap_or("default");
    let profiles = read(environment)?;
    let Some(profile) = profiles.get(name) else {
        return Ok(match asked {
            Some(name) => Found::Unsupported(format!(
                "no AWS profile `{name}` (CredentialsProviderError): AWS_PROFILE names it, but it is in neither file"
            )),
            None => Found::Nothing,
        });
    };
    if let (Some(access_key), Some(secret_key)) =
        (profile.get("aws_access_key_id"), profile.get("aws_secret_access_key"))
    {
        return Ok(Found::Credentials(Credentials {
            access_key: access_key.clone(),
            secret_key: Secret::new(secret_key),
            session_token: profile.get("aws_session_token").map(Secret::new),
            expires: None,
        }));
    }
    let by_other_means = ["sso_session", "sso_start_url", "role_arn", "credential_process"];
    let means = by_other_means.iter().find(|key| profile.contains_key(**key));
    Ok(match means {
        Some(key) => Found::Unsupported(format!(
            "the AWS profile `{name}` gets its keys by `{key}` (CredentialsProviderError), which only the aws program can do: run `eval \"$(aws configure export-credentials --profile {name} --format env)\"` first"
        )),
        None => Found::Nothing,
    })
}

/// The region of the profile.
pub(super) fn region(environment: &AwsEnvironment) -> Result<Option<String>, CredentialsError> {
    let name = environment.get("AWS_PROFILE").unwrap_or("default");
    Ok(read(environment)?.get(name).and_then(|profile| profile.get("region")).cloned())
}

/// Both files as one; `credentials` counts where both say something.
fn read(environment: &AwsEnvironment) -> Result<Profiles, CredentialsError> {
    let mut profiles = Profiles::new();
    for (variable, name) in
        [("AWS_CONFIG_FILE", "config"), ("AWS_SHARED_CREDENTIALS_FILE", "credentials")]
    {
        let given = environment.get(variable).map(PathBuf::from);
        let own = environment.home.as_ref().map(|home| home.join(".aws").join(name));
        let Some(path) = given.or(own) else { continue };
        let broken = |why: String| {
            CredentialsError::Broken(format!("the AWS file {} {why}", path.display()))
        };
        match std::fs::read(&path) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes);
                let text = text.map_err(|_| broken("is not UTF-8: write it again".to_owned()))?;
                parse(&text, name == "config", &mut profiles).map_err(|line| {
                    broken(format!("is broken in line {line}: write `[profile]` or `key = value`"))
                })?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(broken(format!("cannot be read: {error}"))),
        }
    }
    Ok(profiles)
}

/// Adds the sections of a file; the error is the line that is none. Indented lines belong to the key
/// above them, and are of no use here.
fn parse(text: &str, is_config: bool, profiles: &mut Profiles) -> Result<(), usize> {
    let mut section: Option<String> = None;
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let indented = line.starts_with([' ', '\t']) && section.is_some();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) || indented {
            continue;
        }
        if let Some(head) = trimmed.strip_prefix('[') {
            let (head, _) = head.split_once(']').ok_or(at + 1)?;
            let head = head.trim();
            let name = match head.split_once(char::is_whitespace) {
                Some(("profile", name)) if is_config => Some(name.trim().trim_matches('"')),
                _ if is_config && head != "default" => None,
                _ => Some(head),
            };
            // Other sections, such as `[sso-session x]`, are kept under a name no profile has.
            let name = name.map_or_else(|| format!("[{head}]"), str::to_owned);
            profiles.entry(name.clone()).or_default();
            section = Some(name);
            continue;
        }
        let (key, value) = trimmed.split_once('=').ok_or(at + 1)?;
        let profile = section.as_ref().and_then(|name| profiles.get_mut(name)).ok_or(at + 1)?;
        profile.insert(key.trim().to_ascii_lowercase(), value.trim().to_owned());
    }
    Ok(())
}
