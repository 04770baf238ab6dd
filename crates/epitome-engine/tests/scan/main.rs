//! The scan as its callers see it: trees written in a few words, results as text.

mod generated;
mod hostile;
mod ignore_rules;
mod kinds;
mod kit;
mod oracle;
mod paths;
mod races;
mod scale;
mod text;
mod unchanged;
