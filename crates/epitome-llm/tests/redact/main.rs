//! Secrets in code of many languages: a thousand made from a seed, and texts that hold none.

mod corpus;
mod dice;
mod rules;
