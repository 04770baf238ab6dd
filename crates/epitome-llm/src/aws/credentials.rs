//! A pair of keys, and why there is none.

use std::time::SystemTime;

use serde::Deserialize;

use crate::secret::Secret;

/// Keys that sign requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Credentials {
    pub(crate) access_key: String,
    pub(crate) secret_key: Secret,
    pub(crate) session_token: Option<Secret>,
    /// When they stop to hold; `None` for keys that last.
    pub(crate) expires: Option<SystemTime>,
}

/// Why there are no credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CredentialsError {
    /// None are there, or they no longer hold: a run goes on without a model (O37).
    Missing(String),
    /// Something is there, but broken: the user must know (O39).
    Broken(String),
}

/// What metadata services answer.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Served {
    access_key_id: String,
    secret_access_key: String,
    token: Option<String>,
    expiration: Option<String>,
}

impl Served {
    pub(super) fn credentials(self) -> Credentials {
        let expires = self.expiration.and_then(|text| text.parse::<jiff::Timestamp>().ok());
        Credentials {
            access_key: self.access_key_id,
            secret_key: Secret::new(self.secret_access_key),
            session_token: self.token.map(Secret::new),
            expires: expires.map(SystemTime::from),
        }
    }
}
