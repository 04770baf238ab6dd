//! The ledger: what every call took and cost.

use rusqlite::{Row, params};

use super::{Database, DatabaseError};

/// One call of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    /// When it ended, RFC 3339 in UTC.
    pub at: String,
    /// Who was asked.
    pub backend: String,
    /// The model.
    pub model: String,
    /// What it was about.
    pub node: String,
    /// Requests sent for it, tries counted one by one.
    pub requests: u64,
    /// Prompt tokens at the full price, by the provider's count.
    pub input: u64,
    /// Tokens of the answer.
    pub output: u64,
    /// Prompt tokens read from a cache.
    pub cache_read: u64,
    /// Prompt tokens written to it.
    pub cache_write: u64,
    /// In millionths of a millionth of a dollar; none where the price is not known.
    pub cost: Option<u64>,
    /// What became of it.
    pub outcome: String,
}

/// Calls of one model on one day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpendTotal {
    /// The day, as `2026-08-08`.
    pub day: String,
    /// The model.
    pub model: String,
    /// Calls, those that failed included.
    pub calls: u64,
    /// Those whose answer was used.
    pub used: u64,
    /// Requests sent.
    pub requests: u64,
    /// Prompt tokens at the full price.
    pub input: u64,
    /// Tokens of answers.
    pub output: u64,
    /// Prompt tokens read from a cache.
    pub cache_read: u64,
    /// Prompt tokens written to it.
    pub cache_write: u64,
    /// In millionths of a millionth of a dollar, as far as prices are known.
    pub cost: u64,
    /// Calls without a price.
    pub unpriced: u64,
}

/// The outcome of a call whose answer was used.
pub(crate) const USED: &str = "used";

pub(super) const SPEND_COLUMNS: &str =
    "at, backend, model, node, requests, input, output, cache_read, cache_write, cost, outcome";

pub(super) fn spend_row(row: &Row<'_>) -> rusqlite::Result<Spend> {
    let n = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
    Ok(Spend {
        at: row.get(0)?,
        backend: row.get(1)?,
        model: row.get(2)?,
        node: row.get(3)?,
        requests: n(4)?,
        input: n(5)?,
        output: n(6)?,
        cache_read: n(7)?,
        cache_write: n(8)?,
        cost: row.get::<_, Option<i64>>(9)?.map(i64::cast_unsigned),
        outcome: row.get(10)?,
    })
}

impl Database {
    /// Writes one call down.
    pub fn add_spend(&self, spend: &Spend) -> Result<(), DatabaseError> {
        let written = || -> rusqlite::Result<usize> {
            self.connection
                .prepare_cached(&format!(
                    "INSERT INTO spend ({SPEND_COLUMNS})
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
                ))?
                .execute(params![
                    spend.at,
                    spend.backend,
                    spend.model,
                    spend.node,
                    spend.requests.cast_signed(),
                    spend.input.cast_signed(),
                    spend.output.cast_signed(),
                    spend.cache_read.cast_signed(),
                    spend.cache_write.cast_signed(),
                    spend.cost.map(u64::cast_signed),
                    spend.outcome,
                ])
        };
        self.named(written()).map(|_| ())
    }

    /// The ledger by day and model, the newest day first.
    pub fn spending(&self) -> Result<Vec<SpendTotal>, DatabaseError> {
        let rows = || -> rusqlite::Result<Vec<SpendTotal>> {
            let mut statement = self.connection.prepare(
                "SELECT substr(at, 1, 10), model, count(*), sum(outcome = ?1), sum(requests),
                        sum(input), sum(output), sum(cache_read), sum(cache_write),
                        coalesce(sum(cost), 0), sum(cost IS NULL)
                 FROM spend GROUP BY 1, 2 ORDER BY 1 DESC, 2",
            )?;
            let rows = statement.query_map([USED], |row| {
                let n = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
                Ok(SpendTotal {
                    day: row.get(0)?,
                    model: row.get(1)?,
                    calls: n(2)?,
                    used: n(3)?,
                    requests: n(4)?,
                    input: n(5)?,
                    output: n(6)?,
                    cache_read: n(7)?,
                    cache_write: n(8)?,
                    cost: n(9)?,
                    unpriced: n(10)?,
                })
            })?;
            rows.collect()
        };
        self.named(rows())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_add_up_by_day_and_model() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let call = |at: &str, model: &str, cost: Option<u64>, outcome: &str| Spend {
            at: at.to_owned(),
            backend: "anthropic".to_owned(),
            model: model.to_owned(),
            node: "a.py::f".to_owned(),
            requests: 2,
            input: 10,
            output: 20,
            cache_read: 30,
            cache_write: 40,
            cost,
            outcome: outcome.to_owned(),
        };
        assert_eq!(database.spending().unwrap(), []);
        database.add_spend(&call("2026-08-08T23:00:00Z", "m", Some(5), USED)).unwrap();
        database.add_spend(&call("2026-08-08T23:30:00Z", "m", None, "no JSON")).unwrap();
        database.add_spend(&call("2026-08-09T00:00:00Z", "m", Some(7), USED)).unwrap();
        let days = database.spending().unwrap();
        assert_eq!((days[0].day.as_str(), days[0].cost), ("2026-08-09", 7));
        let expected = SpendTotal {
            day: "2026-08-08".to_owned(),
            model: "m".to_owned(),
            calls: 2,
            used: 1,
            requests: 4,
            input: 20,
            output: 40,
            cache_read: 60,
            cache_write: 80,
            cost: 5,
            unpriced: 1,
        };
        assert_eq!(days[1], expected);
    }
}
