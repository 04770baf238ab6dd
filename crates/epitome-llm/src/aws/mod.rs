//! What Amazon wants of a request: credentials, a region, a signature.

mod chain;
mod credentials;
mod environment;
mod metadata;
mod profile;
mod signature;

pub use environment::AwsEnvironment;

pub(crate) use chain::{CredentialChain, region};
pub(crate) use credentials::{Credentials, CredentialsError};
pub(crate) use signature::{Signing, sign};
