//! What a damaged file still tells of what was paid for.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::spend::{SPEND_COLUMNS, spend_row};
use super::summaries::{COLUMNS, summary_row};
use super::{Database, DatabaseError};

impl Database {
    /// Takes over the summaries and the ledger of a damaged file, as far as they can be read: up to the
    /// first page that cannot, from either end. Gives the number of summaries.
    pub fn salvage(&self, damaged: &Path) -> Result<u64, DatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let real = damaged.canonicalize();
        let Ok(old) = Connection::open_with_flags(real.as_deref().unwrap_or(damaged), flags) else {
            return Ok(0);
        };
        let transaction = self.named(self.connection.unchecked_transaction())?;
        let (mut summaries, mut ledger) = (std::collections::BTreeMap::new(), Vec::new());
        for order in ["ASC", "DESC"] {
            let query = format!("SELECT {COLUMNS} FROM summaries ORDER BY number {order}");
            each(&old, &query, |row| {
                if let Ok(Some(row)) = summary_row(row) {
                    summaries.insert(row.number, row.said);
                }
            });
        }
        each(&old, &format!("SELECT {SPEND_COLUMNS} FROM spend ORDER BY number"), |row| {
            ledger.extend(spend_row(row).ok());
        });
        for said in summaries.values() {
            self.put_summary(said)?;
        }
        for spend in &ledger {
            self.add_spend(spend)?;
        }
        self.named(transaction.commit())?;
        Ok(summaries.len() as u64)
    }
}

/// Hands over rows until one cannot be read.
fn each(old: &Connection, query: &str, mut take: impl FnMut(&rusqlite::Row<'_>)) {
    let Ok(mut statement) = old.prepare(query) else { return };
    let Ok(mut rows) = statement.query([]) else { return };
    while let Ok(Some(row)) = rows.next() {
        take(row);
    }
}
