//! Sentences such as a model writes when it makes things up.

pub(super) const NUMBERS: [&str; 10] = [
    "Tries {} times before it gives up.",
    "Waits {} seconds at most.",
    "Accepts up to {} items.",
    "Keeps the last {} entries.",
    "Writes blocks of {} bytes.",
    "Reads {} lines at once.",
    "Raises the price by {} %.",
    "Mutates the counter in steps of {}.",
    "The default is {}.",
    "Stops after {} errors.",
];

pub(super) const LITERALS: [&str; 8] = [
    "Raises an error with \"{}\".",
    "Writes \"{}\" to the log.",
    "Reads the key \"{}\" of the settings.",
    "Emits \"{}\" when it is done.",
    "Falls back to '{}'.",
    "Answers “{}” where nothing is found.",
    "Looks for \"{}\" first.",
    "The message is '{}'.",
];

pub(super) const MESSAGES: [&str; 8] = [
    "connection refused by peer",
    "invalid user name",
    "retry_after",
    "application/x-unknown",
    "no such record",
    "quota exceeded",
    "SELECT name FROM accounts",
    "x-request-id",
];

pub(super) const IDENTIFIERS: [&str; 11] = [
    "Hands the rest to {} where it can.",
    "Fills {} before it returns.",
    "Asks self.{} for the rest.",
    "Hands the rest to `{}`.",
    "Falls back to `{}` when that fails.",
    "Uses {}() to clean up.",
    "Reads `{}` from the settings.",
    "Mutates `{}` on the way.",
    "Raises `{}` when nothing is found.",
    "Works like `{}` otherwise.",
    "Writes the result to `{}`.",
];

pub(super) const NEIGHBOURS: [&str; 7] = [
    "It is called by {}.",
    "Calls {} for the rest.",
    "Used by {} to get its work done.",
    "Hands the result to {}.",
    "Relies on {} for checking.",
    "A helper for {}.",
    "See {} for more.",
];

/// Endings that make a new name out of an old one, in both spellings.
pub(super) const SUFFIXES: [(&str, &str); 8] = [
    ("_cache", "Cache"),
    ("_or_default", "OrDefault"),
    ("_with_retry", "WithRetry"),
    ("_manager", "Manager"),
    ("_async_all", "AsyncAll"),
    ("_factory", "Factory"),
    ("_by_owner", "ByOwner"),
    ("_v9", "V9"),
];
