//! Settings: what they are, where they come from, and which one counts.
//!
//! ```text
//! default < .epitome/config.toml < the user's config.toml < EPITOME_* < flags
//! ```
//!
//! One table ([`SETTINGS`]) names every setting; reading, checking, `epitome config` and the reference
//! page are made from it. The user's file stands above the project's because a repository is written by
//! strangers; for the same reason what decides where text, keys and money go ([`Scope::Guarded`]) is
//! not taken from a project that the user has not named in `trusted_projects`.

mod error;
mod file;
mod load;
mod nearest;
mod place;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub use error::{ConfigError, Problem};
pub use load::{Config, Given, Note, Source, load};
pub use nearest::nearest_key;
pub use place::Places;
pub use settings::{
    EmbedProvider, EmbedSettings, FilterSettings, LlmProtocol, LlmSettings, Reuse, Settings, Trust,
};
pub use table::{SETTINGS, Scope, Setting, setting};
pub use value::{Kind, Value};
