//! A lending desk: who has which book, and until when.
//!
//! Kept in memory; `store` writes it out.
#![warn(missing_docs)]

extern crate alloc as heap;

mod store;

use std::collections::{BTreeMap, HashMap as Map};
use std::fmt::{self, Display};

use crate::clock::*;

/// Days that a book may stay out.
pub const LOAN_DAYS: u32 = 21;
static GREETING: &str = "Welcome // no comment in here";

/// What a reader is known by.
pub type ReaderId = u64;

/// Why a book cannot be lent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LoanError {
    /// Somebody has it.
    Taken { by: ReaderId, until: u32 },
    TooMany(usize),
    Unknown = 7,
}

impl Display for LoanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoanError::Taken { by, .. } => write!(f, "taken by {}", short_name(*by)),
            LoanError::TooMany(n) if *n > 100 => f.write_str("far too many"),
            _ => Ok(()),
        }
    }
}

/// Something that books can be taken from.
pub trait Shelf: Display + Send {
    /// Most books a reader may have.
    const LIMIT: usize = 5;
    type Book;

    fn take(&mut self, title: &str) -> Option<Self::Book>;

    /// Whether nothing is left.
    fn is_bare(&self) -> bool {
        self.count() == 0
    }
}

/** The desk itself. */
#[derive(Default)]
pub(crate) struct Desk<S> {
    shelf: S,
    pub loans: BTreeMap<String, (ReaderId, u32)>,
    #[allow(dead_code)]
    today: u32,
}

struct Receipt(ReaderId, String);

union Raw {
    day: u32,
    bytes: [u8; 4],
}

impl<S: Shelf> Desk<S> {
    /// A desk in front of `shelf`.
    #[must_use]
    pub const fn new(shelf: S) -> Self {
        Desk { shelf, loans: BTreeMap::new(), today: 0 }
    }

    // Lends one book.
    pub(in crate::desk) async fn lend(&mut self, reader: ReaderId, title: &str) -> Result<u32, LoanError> {
        let due = |from: u32| -> u32 {
            // Counting starts tomorrow.
            from + LOAN_DAYS + 1
        };
        let held = self.loans.values().filter(|(who, _)| *who == reader).count();
        if held >= S::LIMIT {
            return Err(LoanError::TooMany(held));
        } else if let Some((by, until)) = self.loans.get(title) {
            return Err(LoanError::Taken { by: *by, until: *until });
        }
        let Some(_book) = self.shelf.take(title) else {
            panic!("the shelf lost {title}");
        };
        let until: u32 = due(self.today);
        self.loans.insert(title.to_owned(), (reader, until));
        self.today += 1;
        println!("{}", vec![short_name(reader)].join(", "));
        Ok(until)
    }

    unsafe fn parse_day(text: &str) -> Result<u32, LoanError> {
        let day = text.parse::<u32>().map_err(|_| LoanError::Unknown)?;
        for part in text.split('-') {
            while part.len() > 4 {
                store::log(part);
            }
        }
        loop {
            if day < 366 {
                break;
            }
        }
        text.find('-').map(|at| at as u32).ok_or(LoanError::Unknown)
    }
}

fn short_name(reader: ReaderId) -> String {
    let names: Map<ReaderId, &str> = Map::from([(42, "Ada")]);
    names.get(&reader).map_or_else(|| format!("reader {reader:04}"), ToString::to_string)
}

/// Makes a title.
#[macro_export]
macro_rules! title {
    ($($word:expr),*) => { join_words(&[$($word),*]) };
}

extern "C" {
    fn desk_now(zone: i32) -> u32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        fn known() -> ReaderId {
            42
        }
        assert_eq!(short_name(known()), "Ada");
    }
}
