//! The pause that a provider asks for.

use std::time::{Duration, SystemTime};

/// Reads `retry-after-ms` and `retry-after` (seconds, or a date). What makes no sense, such as `NaN`,
/// or lies in the past, is no pause.
pub(crate) fn pause_asked_for(
    milliseconds: Option<&str>,
    seconds_or_date: Option<&str>,
    now: SystemTime,
) -> Option<Duration> {
    let from = |text: &str, unit: f64| {
        let number: f64 = text.trim().parse().ok()?;
        let pause = number.is_finite().then_some(number * unit)?;
        (pause >= 0.0).then(|| Duration::try_from_secs_f64(pause).unwrap_or(Duration::MAX))
    };
    let milliseconds = milliseconds.and_then(|text| from(text, 0.001));
    milliseconds.or_else(|| {
        let text = seconds_or_date?;
        from(text, 1.0).or_else(|| until(text, now))
    })
}

fn until(date: &str, now: SystemTime) -> Option<Duration> {
    let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(date.trim()).ok()?;
    SystemTime::from(date).duration_since(now).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(milliseconds: Option<&str>, after: Option<&str>, expected: Option<f64>) {
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let pause = pause_asked_for(milliseconds, after, now).map(|pause| pause.as_secs_f64());
        assert_eq!(pause, expected, "{milliseconds:?} {after:?}");
    }

    #[test]
    fn every_way_to_ask() {
        check(None, None, None);
        check(None, Some("1"), Some(1.0));
        check(None, Some(" 600 "), Some(600.0));
        check(None, Some("1.5"), Some(1.5));
        check(Some("250"), Some("9"), Some(0.25));
        check(Some("soon"), Some("9"), Some(9.0));
        check(None, Some("Sun, 06 Nov 1994 08:50:37 GMT"), Some(60.0));
        check(None, Some("Sun, 06 Nov 1994 08:48:37 GMT"), None);
        for nonsense in ["NaN", "-1", "", "soon", "inf", "Someday, 99 Foo 1994 08:49:37 GMT"] {
            check(None, Some(nonsense), None);
        }
        check(None, Some("1e300"), Some(Duration::MAX.as_secs_f64()));
    }
}
