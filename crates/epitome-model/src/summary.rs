//! What is said about a symbol, a file or a module, and the lines that show it (O1–O9, G1).
//!
//! The offline summariser and a language model fill the same shape, one checker judges both.

use serde::{Deserialize, Serialize};

/// A summary of a function or class with its evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Whole sentences for a reader who has not seen the code.
    pub summary: String,
    /// What it is for, in one phrase or sentence: the purpose without the mechanics.
    pub business_intent: String,
    /// Words a person would search by, most telling first, without duplicates.
    pub keywords: Vec<String>,
    /// The claims, each with its lines.
    pub grounded: Grounded,
    /// Whether it was made from a template because the symbol is too small to say more (G34).
    pub is_placeholder: bool,
}

/// Claims about a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grounded {
    /// What it does, 30 to 400 characters (O1).
    pub purpose: String,
    /// What it takes (O3). Receivers such as `self` are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// What it gives back (O5); none for a class, a file or a module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Returns>,
    /// What it touches or raises; each item holds one of the words of O6.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_effects: Vec<String>,
    /// What it assumes or keeps true (O7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<String>,
    /// Which lines show which claim (O8, O9).
    pub citations: Vec<Citation>,
}

/// One parameter and what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its name, 1 to 128 characters.
    pub name: String,
    /// Its type as written, or a word for what it plainly is; 1 to 256 characters.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means, 20 to 200 characters.
    pub description: String,
}

/// What a function gives back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returns {
    /// The type as written, or a word for it; 1 to 256 characters.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type in a few words, 10 to 80 characters.
    pub type_summary: String,
    /// What the value is and when, 20 to 400 characters.
    pub details: String,
}

/// Lines that show a claim, 1-based and inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The field the claim stands in.
    pub field_name: ClaimField,
    /// Which item of that field, from 0, where the field is a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    /// The file, where it is not the document's own: a module's claims rest on its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// First line.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
}

/// The fields that make claims (O8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the fields")]
pub enum ClaimField {
    Purpose,
    Inputs,
    Returns,
    SideEffects,
    Invariants,
}
