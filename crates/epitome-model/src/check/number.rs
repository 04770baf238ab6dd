//! Numbers as people write them, in code and in sentences, brought to one value.
//!
//! The sign is left out: `-1` in code is as often "minus one" as "the last". Notation does not
//! matter: `1000`, `1_000`, `1,000`, `1e3` and `0x3e8` are one value.

/// A number and where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scanned {
    /// Its value; none for something like `1.2.3`, which is a name made of digits.
    pub(super) value: Option<f64>,
    /// One past its last byte, units not included.
    pub(super) end: usize,
}

/// The number that begins at the digit `start`.
pub(super) fn scan(bytes: &[u8], start: usize) -> Scanned {
    if let Some(found) = scan_with_prefix(bytes, start) {
        return found;
    }
    let mut digits = Digits::default();
    let mut at = digits.take_run(bytes, start);
    at = take_thousands(bytes, start, at, &mut digits);
    let mut dots = 0;
    while at + 1 < bytes.len() && bytes[at] == b'.' && bytes[at + 1].is_ascii_digit() {
        dots += 1;
        digits.dot();
        at = digits.take_run(bytes, at + 1);
    }
    if dots > 1 {
        return Scanned { value: None, end: at };
    }
    let mut value = digits.value();
    if let Some((exponent, end)) = scan_exponent(bytes, at) {
        value *= 10f64.powi(exponent);
        at = end;
    }
    Scanned { value: Some(value), end: at }
}

/// Digits gathered into a value, before and after the point.
#[derive(Default)]
struct Digits {
    whole: f64,
    scale: i32,
    after_dot: bool,
}

impl Digits {
    /// Takes digits and the underscores between them; gives the place after them.
    fn take_run(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'0'..=b'9' => self.push(byte),
                b'_' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {}
                _ => break,
            }
            at += 1;
        }
        at
    }

    fn push(&mut self, digit: u8) {
        self.whole = self.whole * 10.0 + f64::from(digit - b'0');
        if self.after_dot {
            self.scale += 1;
        }
    }

    fn dot(&mut self) {
        self.after_dot = true;
    }

    fn value(&self) -> f64 {
        if self.scale == 0 { self.whole } else { self.whole / 10f64.powi(self.scale) }
    }
}

/// `,000` after one to three digits, as often as it comes.
fn take_thousands(bytes: &[u8], start: usize, mut at: usize, digits: &mut Digits) -> usize {
    if at - start > 3 {
        return at;
    }
    while at + 3 < bytes.len()
        && bytes[at] == b','
        && bytes[at + 1..at + 4].iter().all(u8::is_ascii_digit)
        && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit)
    {
        at = digits.take_run(&bytes[..at + 4], at + 1);
    }
    at
}

fn scan_with_prefix(bytes: &[u8], start: usize) -> Option<Scanned> {
    if bytes[start] != b'0' {
        return None;
    }
    let base = match bytes.get(start + 1)? {
        b'x' | b'X' => 16,
        b'o' | b'O' => 8,
        b'b' | b'B' => 2,
        _ => return None,
    };
    let mut value = 0.0;
    let mut at = start + 2;
    let first = at;
    while let Some(&byte) = bytes.get(at) {
        match char::from(byte).to_digit(base) {
            Some(digit) => value = value * f64::from(base) + f64::from(digit),
            None if byte == b'_' => {}
            None => break,
        }
        at += 1;
    }
    (at > first).then_some(Scanned { value: Some(value), end: at })
}

fn scan_exponent(bytes: &[u8], at: usize) -> Option<(i32, usize)> {
    if !matches!(bytes.get(at)?, b'e' | b'E') {
        return None;
    }
    let (negative, mut end) = match bytes.get(at + 1)? {
        b'-' => (true, at + 2),
        b'+' => (false, at + 2),
        _ => (false, at + 1),
    };
    let first = end;
    let mut exponent: i32 = 0;
    while let Some(digit) = bytes.get(end).filter(|b| b.is_ascii_digit()) {
        exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        end += 1;
    }
    (end > first).then_some((if negative { -exponent } else { exponent }, end))
}

/// A value as a key: equal values have equal keys, whatever small error a calculation left.
pub(super) fn key(value: f64) -> u32 {
    // The last twelve bits go: three decimal digits, more than a calculation gets wrong.
    let bits = value.to_bits().wrapping_add(0x800) >> 12;
    super::table::hash(&bits.to_le_bytes())
}

/// What a number in a claim counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Percent,
    Time,
    Size,
    None,
}

/// The unit written right after a number.
pub(super) fn unit(after: &str) -> Unit {
    let after = after.trim_start_matches([' ', '-']);
    if after.starts_with('%') {
        return Unit::Percent;
    }
    let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    match &after[..end] {
        "percent" | "per" => Unit::Percent,
        "ms" | "s" | "sec" | "secs" | "min" | "mins" | "h" | "d" | "us" | "ns" | "second"
        | "seconds" | "minute" | "minutes" | "hour" | "hours" | "day" | "days" | "week"
        | "weeks" | "millisecond" | "milliseconds" | "microsecond" | "microseconds"
        | "nanosecond" | "nanoseconds" => Unit::Time,
        "B" | "b" | "KB" | "kB" | "MB" | "GB" | "TB" | "KiB" | "MiB" | "GiB" | "K" | "M" | "G"
        | "k" | "bytes" | "byte" | "bits" | "bit" | "kilobytes" | "megabytes" | "gigabytes"
        | "kilobyte" | "megabyte" | "gigabyte" => Unit::Size,
        _ => Unit::None,
    }
}

/// Values in the source from which one usual step leads to a number of a claim.
///
/// "20 % off" is true of `price * 0.8`, and "two days" as "2 days" of `172800`. Such a claim is
/// neither shown by the lines nor refuted: it is doubted, and the reason says which number it may
/// come from. Only steps that the claim's own unit or bound asks for are tried, since with enough
/// steps any number leads to any other.
pub(super) fn one_step_away(value: f64, unit: Unit, is_bound: bool) -> Vec<f64> {
    const TIME: [f64; 9] =
        [7.0, 24.0, 60.0, 1e3, 3_600.0, 86_400.0, 3_600_000.0, 86_400_000.0, 1e6];
    const SIZE: [f64; 7] = [8.0, 1e3, 1e6, 1e9, 1_024.0, 1_048_576.0, 1_073_741_824.0];
    let mut sources = match unit {
        Unit::Percent => {
            vec![100.0 - value, (100.0 - value) / 100.0, 1.0 + value / 100.0, 100.0 + value]
        }
        Unit::Time => TIME.iter().flat_map(|step| [value * step, value / step]).collect(),
        Unit::Size => SIZE.iter().flat_map(|step| [value * step, value / step]).collect(),
        Unit::None => Vec::new(),
    };
    if is_bound {
        sources.extend([value - 1.0, value + 1.0]);
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, value: Option<f64>, rest: &str) {
        let found = scan(text.as_bytes(), 0);
        assert_eq!((found.value, &text[found.end..]), (value, rest), "{text}");
    }

    #[test]
    fn every_notation_gives_its_value() {
        check("42", Some(42.0), "");
        check("1_000u32", Some(1000.0), "u32");
        check("1,000 users", Some(1000.0), " users");
        check("1,000,000", Some(1e6), "");
        check("1,0000", Some(1.0), ",0000");
        check("1234,567", Some(1234.0), ",567");
        check("1, 000", Some(1.0), ", 000");
        check("0.8", Some(0.8), "");
        check("3.", Some(3.0), ".");
        check("1..2", Some(1.0), "..2");
        check("1.2.3", None, "");
        check("1e3", Some(1000.0), "");
        check("25e-1x", Some(2.5), "x");
        check("1else", Some(1.0), "else");
        check("0xff", Some(255.0), "");
        check("0b101", Some(5.0), "");
        check("0x", Some(0.0), "x");
        check("30s", Some(30.0), "s");
    }

    #[test]
    fn a_calculation_and_a_literal_meet() {
        assert_eq!(key(0.1 + 0.2), key(0.3));
        assert_eq!(key(100.0 - 80.0), key(20.0));
        assert_ne!(key(20.0), key(21.0));
        assert_ne!(key(100_000.0), key(100_001.0));
    }
}
