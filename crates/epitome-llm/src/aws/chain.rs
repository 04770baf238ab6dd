//! Where credentials are looked for, in order: variables, profile files, container, instance.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::credentials::{Credentials, CredentialsError};
use super::environment::AwsEnvironment;
use super::{metadata, profile};
use crate::cancel::CancelToken;
use crate::clock::Clock;
use crate::secret::Secret;

/// Credentials are looked for again this long before they end.
const EARLY: Duration = Duration::from_secs(120);

/// The chain, with what it found last.
#[derive(Debug)]
pub(crate) struct CredentialChain {
    environment: AwsEnvironment,
    clock: Clock,
    found: Mutex<Option<Credentials>>,
}

impl CredentialChain {
    pub(crate) fn new(environment: AwsEnvironment, clock: Clock) -> CredentialChain {
        CredentialChain { environment, clock, found: Mutex::default() }
    }

    /// Credentials that hold now. Those that end soon are looked for again: a session may have been
    /// renewed since, and where not, the error says that they ended (O38).
    pub(crate) fn get(&self, cancel: &CancelToken) -> Result<Credentials, CredentialsError> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        let holds = |credentials: &Credentials, early: Duration| {
            credentials.expires.is_none_or(|end| end > now + early)
        };
        if let Some(credentials) = found.as_ref().filter(|found| holds(found, EARLY)) {
            return Ok(credentials.clone());
        }
        let fresh = self.look(cancel)?;
        if !holds(&fresh, Duration::ZERO) {
            *found = None;
            return Err(CredentialsError::Missing(
                "the AWS credentials have expired (ExpiredTokenException): sign in again, for example with `aws sso login`"
                    .to_owned(),
            ));
        }
        *found = Some(fresh.clone());
        Ok(fresh)
    }

    /// What was found is refused by the provider: the next call looks again.
    pub(crate) fn forget(&self) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn look(&self, cancel: &CancelToken) -> Result<Credentials, CredentialsError> {
        if let Some(found) = from_variables(&self.environment) {
            return Ok(found);
        }
        let hint = match profile::credentials(&self.environment)? {
            profile::Found::Credentials(found) => return Ok(found),
            profile::Found::Unsupported(hint) => Some(hint),
            profile::Found::Nothing => None,
        };
        if let Some(found) = metadata::container(&self.environment, cancel)? {
            return Ok(found);
        }
        if let Some(hint) = hint {
            return Err(CredentialsError::Missing(hint));
        }
        if let Some(found) = metadata::instance(&self.environment, cancel)? {
            return Ok(found);
        }
        Err(CredentialsError::Missing(
            "no AWS credentials (CredentialsProviderError): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or AWS_BEARER_TOKEN_BEDROCK"
                .to_owned(),
        ))
    }
}

fn from_variables(environment: &AwsEnvironment) -> Option<Credentials> {
    let expires = environment.get("AWS_CREDENTIAL_EXPIRATION");
    let expires = expires.and_then(|text| text.parse::<jiff::Timestamp>().ok());
    Some(Credentials {
        access_key: environment.get("AWS_ACCESS_KEY_ID")?.to_owned(),
        secret_key: Secret::new(environment.get("AWS_SECRET_ACCESS_KEY")?),
        session_token: environment.get("AWS_SESSION_TOKEN").map(Secret::new),
        expires: expires.map(Into::into),
    })
}

/// The region: variables, then the profile.
pub(crate) fn region(environment: &AwsEnvironment) -> Result<Option<String>, CredentialsError> {
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
        if let Some(region) = environment.get(name) {
            return Ok(Some(region.to_owned()));
        }
    }
    profile::region(environment)
}
