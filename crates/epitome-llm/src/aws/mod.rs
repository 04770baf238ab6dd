//! What Amazon wants of a request: credentials, a region, a signature.

mod environment;

pub use environment::AwsEnvironment;
