//! Prices and other facts of known models, with their date.
//!
//! Prices change; the table says when it was right. A model that is not in it has no price, and is
//! never given that of a similar one.

use std::sync::LazyLock;

use super::amount::Money;
use crate::chat::Usage;

/// Columns: pattern, dollars a million tokens (input, output, cache read, cache write), window, least
/// prefix that is cached, takes temperature. `-` is unknown. The first row that fits counts.
static TABLE: &str = include_str!("prices.tsv");

static ROWS: LazyLock<(String, Vec<ModelRow>)> = LazyLock::new(|| {
    let date = TABLE.lines().find_map(|line| line.strip_prefix("# as of ")).unwrap_or_default();
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(row);
    (date.to_owned(), rows.collect())
});

/// More prompt than this costs more with several providers; it is counted double.
const LONG_PROMPT: u64 = 200_000;

/// What one token costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of the prompt.
    pub input: Money,
    /// Of the answer.
    pub output: Money,
    /// Of the prompt, read from a cache.
    pub cache_read: Money,
    /// Of the prompt, written to a cache.
    pub cache_write: Money,
}

impl Price {
    /// Nothing, for models on one's own machine.
    pub const FREE: Price = Price {
        input: Money::ZERO,
        output: Money::ZERO,
        cache_read: Money::ZERO,
        cache_write: Money::ZERO,
    };

    /// From dollars a million tokens; a cache costs as much as the prompt where nothing is said.
    pub fn per_million(
        input: f64,
        output: f64,
        cache_read: Option<f64>,
        cache_write: Option<f64>,
    ) -> Option<Price> {
        let token = |dollars: f64| Money::from_dollars(dollars / 1e6);
        Some(Price {
            input: token(input)?,
            output: token(output)?,
            cache_read: token(cache_read.unwrap_or(input))?,
            cache_write: token(cache_write.unwrap_or(input))?,
        })
    }

    /// What one call cost. A very long prompt counts double, which no known provider exceeds.
    pub fn of(&self, usage: &Usage) -> Money {
        self.sum(usage).times(factor(usage.prompt()))
    }

    /// What calls cost together, none of which has a very long prompt.
    pub(super) fn sum(&self, usage: &Usage) -> Money {
        self.input.times(usage.input)
            + self.output.times(usage.output)
            + self.cache_read.times(usage.cache_read)
            + self.cache_write.times(usage.cache_write)
    }
}

/// How often the price of a call counts, by the tokens of its prompt.
pub(super) fn factor(prompt: u64) -> u64 {
    if prompt > LONG_PROMPT { 2 } else { 1 }
}

/// What is known of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelRow {
    /// The model's name; a `*` at the end stands for any ending.
    pub pattern: String,
    /// What it costs, if that is known.
    pub price: Option<Price>,
    /// Tokens of prompt and answer together.
    pub context: Option<u64>,
    /// The shortest beginning of a prompt that is cached, in tokens.
    pub cache_from: Option<u64>,
    /// Whether it takes a temperature.
    pub temperature: bool,
}

/// The table, and what the user sets above it.
#[derive(Clone, Debug, Default)]
pub struct Prices {
    own: Vec<ModelRow>,
}

impl Prices {
    /// The table as it comes.
    pub fn built_in() -> Prices {
        Prices::default()
    }

    /// The day on which the table was right, as `2026-08-08`.
    pub fn date(&self) -> &'static str {
        &ROWS.0
    }

    /// The table with a row before all others.
    pub fn with(mut self, row: ModelRow) -> Prices {
        self.own.insert(0, row);
        self
    }

    /// What is known of a model.
    pub fn of(&self, model: &str) -> Option<&ModelRow> {
        let fits = |row: &&ModelRow| match row.pattern.strip_suffix('*') {
            Some(start) => model.starts_with(start),
            None => model == row.pattern,
        };
        self.own.iter().find(fits).or_else(|| ROWS.1.iter().find(fits))
    }

    /// Whether a temperature may be sent. A model that nobody knows is taken for one that takes it.
    pub fn takes_temperature(&self, model: &str) -> bool {
        self.of(model).is_none_or(|row| row.temperature)
    }

    /// All rows of the table.
    pub fn rows(&self) -> impl Iterator<Item = &ModelRow> {
        self.own.iter().chain(&ROWS.1)
    }
}

fn row(line: &str) -> Option<ModelRow> {
    let cells: Vec<&str> = line.split_whitespace().collect();
    let [pattern, input, output, read, write, context, cache_from, temperature] = cells[..] else {
        return None;
    };
    let dollars = |cell: &str| cell.parse::<f64>().ok();
    let price = match (dollars(input), dollars(output)) {
        (Some(input), Some(output)) => {
            Price::per_million(input, output, dollars(read), dollars(write))
        }
        _ => None,
    };
    Some(ModelRow {
        pattern: pattern.to_owned(),
        price,
        context: context.parse().ok(),
        cache_from: cache_from.parse().ok(),
        temperature: temperature == "yes",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(lines.count(), ROWS.1.len());
        assert_eq!(Prices::built_in().date(), "2026-08-08");
        for row in &ROWS.1 {
            let Some(price) = row.price else { continue };
            assert!(price.input <= price.output && price.cache_read <= price.input, "{row:?}");
            assert!(row.context.is_some(), "{row:?}");
        }
    }

    /// The model, dollars for a million tokens of prompt and of answer, whether it takes a temperature.
    fn check(model: &str, price: Option<(f64, f64)>, temperature: bool) {
        let prices = Prices::built_in();
        let found = prices.of(model).and_then(|row| row.price);
        let found = found.map(|p| (p.input.dollars() * 1e6, p.output.dollars() * 1e6));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        match (found, price) {
            (Some(found), Some(price)) => {
                assert!(near(found.0, price.0) && near(found.1, price.1), "{model}: {found:?}");
            }
            (found, price) => assert_eq!(found, price, "{model}"),
        }
        assert_eq!(prices.takes_temperature(model), temperature, "{model}");
    }

    #[test]
    fn the_first_row_that_fits_counts_and_nothing_is_guessed() {
        check("global.anthropic.claude-haiku-4-5-20251001-v1:0", Some((1.0, 5.0)), true);
        check("us.anthropic.claude-haiku-4-5-20251001-v1:0", Some((1.1, 5.5)), true);
        check("claude-sonnet-5", Some((2.0, 10.0)), false);
        check("claude-opus-4-7-20260416", Some((5.0, 25.0)), false);
        check("claude-opus-4-6", Some((5.0, 25.0)), true);
        check("claude-something-9", None, false);
        check("us.anthropic.claude-something-9", None, false);
        check("gpt-4o-mini-2024-07-18", Some((0.15, 0.6)), true);
        check("gpt-4o", Some((2.5, 10.0)), true);
        check("gpt-5-mini", Some((0.25, 2.0)), false);
        check("gpt-5-chat-latest", Some((1.25, 10.0)), true);
        check("o3-mini", Some((1.1, 4.4)), false);
        check("deepseek-chat", Some((0.28, 0.42)), true);
        check("my-model", None, true);
    }

    #[test]
    fn a_row_of_the_user_goes_first() {
        let price = Price::per_million(7.0, 8.0, None, None);
        let row = ModelRow {
            pattern: "gpt-4o*".to_owned(),
            price,
            context: None,
            cache_from: None,
            temperature: false,
        };
        let prices = Prices::built_in().with(row);
        assert_eq!(prices.of("gpt-4o-mini").unwrap().price, price);
        assert!(!prices.takes_temperature("gpt-4o"));
        let usage = Usage { input: 1_000, output: 10, cache_read: 5, cache_write: 0 };
        assert_eq!(price.unwrap().of(&usage), Money::from_pico(7_000_000 * 1_005 + 8_000_000 * 10));
        let long = Usage { input: 200_001, ..Usage::default() };
        assert_eq!(price.unwrap().of(&long), Money::from_pico(2 * 7_000_000 * 200_001));
    }
}
