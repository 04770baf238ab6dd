//! What models said of symbols (O41–O47).
//!
//! The key is the symbol, the exact text of its lines and the prompt (O42); the model is not part of it
//! (O46). Rows are added and never taken away, so that an older prompt finds its words again (O44).

use std::collections::BTreeMap;

use epitome_model::summary::Grounded;
use rusqlite::{Row, params};

use super::{Database, DatabaseError};

/// A stored summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// Of two rows the one with the higher number is newer.
    pub number: i64,
    /// What was said.
    pub said: NewSummary,
}

/// A summary to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSummary {
    /// The symbol's id.
    pub node: String,
    /// `sha256` of its lines, in hex (O42).
    pub content_hash: String,
    /// Which prompt, as a person calls it (O44).
    pub prompt_version: String,
    /// What edits of layout and comments leave as it is (D5).
    pub normalized: String,
    /// The model that was asked (O47).
    pub model: String,
    /// Who answered.
    pub backend: String,
    /// `blake3:` of the system prompt's template (D6).
    pub template: String,
    /// The purpose; raw words where degraded.
    pub text: String,
    /// `name: type, name: type`; none without inputs.
    pub signature: Option<String>,
    /// What kind of thing it gives back.
    pub returns: Option<String>,
    /// All claims.
    pub grounded: Grounded,
    /// The first of the lines that were shown to the model.
    pub first_line: u32,
    /// What these lines were like, as [`crate::summarize::Shape`] writes it.
    pub shape: Vec<u8>,
    /// The answer was no JSON (D7).
    pub degraded: bool,
    /// When, RFC 3339 in UTC.
    pub created: String,
}

impl NewSummary {
    /// The path in the symbol's id.
    fn path(&self) -> &str {
        self.node.split("::").next().unwrap_or(&self.node)
    }
}

pub(super) const COLUMNS: &str =
    "number, node, content_hash, prompt_version, normalized, model, backend,
    template, text, signature, returns, grounded, first_line, shape, degraded, created";

impl Database {
    /// Stores a summary at once and gives its number; one with the same key is replaced.
    pub fn put_summary(&self, new: &NewSummary) -> Result<i64, DatabaseError> {
        // Texts and numbers can always be written.
        let grounded = serde_json::to_string(&new.grounded).unwrap_or_default();
        // A replaced row gets a new number: REPLACE deletes and adds.
        let written = || -> rusqlite::Result<i64> {
            self.connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO summaries (node, path, content_hash, prompt_version,
                        normalized, model, backend, template, text, signature, returns, grounded,
                        first_line, shape, degraded, created)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                )?
                .insert(params![
                    new.node,
                    new.path(),
                    new.content_hash,
                    new.prompt_version,
                    new.normalized,
                    new.model,
                    new.backend,
                    new.template,
                    new.text,
                    new.signature,
                    new.returns,
                    grounded,
                    new.first_line,
                    new.shape,
                    new.degraded,
                    new.created,
                ])
        };
        self.named(written())
    }

    /// Makes a row the newest of all, because its prompt is in use again (O44).
    pub fn prefer_summary(&self, number: i64) -> Result<(), DatabaseError> {
        let written = || -> rusqlite::Result<()> {
            let read = format!("SELECT {COLUMNS} FROM summaries WHERE number = ?1");
            let row = self.connection.prepare_cached(&read)?.query_row([number], summary_row)?;
            if let Some(row) = row {
                self.put_summary(&row.said).map_err(|_| rusqlite::Error::InvalidQuery)?;
            }
            Ok(())
        };
        self.named(written())
    }

    /// For each file that has any, the number of its newest summary.
    pub fn newest_summaries(&self) -> Result<BTreeMap<String, i64>, DatabaseError> {
        let rows = || -> rusqlite::Result<BTreeMap<String, i64>> {
            let mut statement =
                self.connection.prepare("SELECT path, max(number) FROM summaries GROUP BY path")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        self.named(rows())
    }

    /// All summaries of a file's symbols, newest first. What cannot be read any more is left out.
    pub fn summaries_of_file(&self, path: &str) -> Result<Vec<SummaryRow>, DatabaseError> {
        let rows = || -> rusqlite::Result<Vec<SummaryRow>> {
            let mut statement = self.connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM summaries WHERE path = ?1 ORDER BY number DESC"
            ))?;
            let rows = statement.query_map([path], summary_row)?;
            rows.filter_map(Result::transpose).collect()
        };
        self.named(rows())
    }

    /// How many summaries are stored, and how many of them are degraded.
    pub fn count_summaries(&self) -> Result<(u64, u64), DatabaseError> {
        let query = "SELECT count(*), coalesce(sum(degraded), 0) FROM summaries";
        self.named(self.connection.query_row(query, [], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned()))
        }))
    }
}

pub(super) fn summary_row(row: &Row<'_>) -> rusqlite::Result<Option<SummaryRow>> {
    let Ok(grounded) = serde_json::from_str(row.get_ref(11)?.as_str()?) else { return Ok(None) };
    Ok(Some(SummaryRow {
        number: row.get(0)?,
        said: NewSummary {
            node: row.get(1)?,
            content_hash: row.get(2)?,
            prompt_version: row.get(3)?,
            normalized: row.get(4)?,
            model: row.get(5)?,
            backend: row.get(6)?,
            template: row.get(7)?,
            text: row.get(8)?,
            signature: row.get(9)?,
            returns: row.get(10)?,
            grounded,
            first_line: row.get(12)?,
            shape: row.get(13)?,
            degraded: row.get(14)?,
            created: row.get(15)?,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(content: &str, version: &str, created: &str, text: &str) -> NewSummary {
        NewSummary {
            node: "a.py::f".to_owned(),
            content_hash: content.to_owned(),
            prompt_version: version.to_owned(),
            normalized: "n".to_owned(),
            model: "m".to_owned(),
            backend: "b".to_owned(),
            template: "blake3:0".to_owned(),
            text: text.to_owned(),
            signature: Some("x: int".to_owned()),
            returns: Some("a number".to_owned()),
            grounded: Grounded { purpose: text.to_owned(), ..Grounded::default() },
            first_line: 3,
            shape: vec![1, 2],
            degraded: false,
            created: created.to_owned(),
        }
    }

    // O41, O42, O44, O46
    #[test]
    fn rows_of_other_prompts_and_texts_stand_beside_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let first = row("c", "1", "2026-01-02T00:00:00Z", "one");
        database.put_summary(&first).unwrap();
        // The clock went back: the time as text would choose the other.
        database.put_summary(&row("c", "2", "2025-01-02T00:00:00Z", "two")).unwrap();
        database.put_summary(&row("d", "1", "2026-01-02T00:00:00Z", "three")).unwrap();
        let texts = |database: &Database| -> Vec<String> {
            let rows = database.summaries_of_file("a.py").unwrap();
            rows.into_iter().map(|row| row.said.text).collect()
        };
        assert_eq!(texts(&database), ["three", "two", "one"]);
        let rows = database.summaries_of_file("a.py").unwrap();
        assert_eq!(rows[2].said, first);
        assert_eq!(database.newest_summaries().unwrap()["a.py"], rows[0].number);
        // The same key with another model: the row is replaced, and is the newest now.
        let other = NewSummary { model: "m2".to_owned(), ..row("c", "1", "x", "four") };
        database.put_summary(&other).unwrap();
        assert_eq!(texts(&database), ["four", "three", "two"]);
        // Back to the prompt of before.
        let two = database.summaries_of_file("a.py").unwrap()[2].number;
        database.prefer_summary(two).unwrap();
        assert_eq!(texts(&database), ["two", "four", "three"]);
        assert_eq!(database.count_summaries().unwrap(), (3, 0));
        assert!(database.summaries_of_file("b.py").unwrap().is_empty());
    }
}
