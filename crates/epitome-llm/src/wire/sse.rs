//! Server-sent events.

use super::lines::{Lines, TooLongLine};

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SseEvent {
    /// Its name; empty if it has none.
    pub(crate) name: String,
    /// Its data, lines joined by `\n`.
    pub(crate) data: String,
}

/// Collects bytes until an event is complete. Comments, and lines that are no field, are passed over.
#[derive(Debug, Default)]
pub(crate) struct Sse {
    lines: Lines,
    event: SseEvent,
    has_data: bool,
    begun: bool,
}

impl Sse {
    /// Gives each event that the bytes complete to `each`.
    pub(crate) fn push<E: From<TooLongLine>>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(SseEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        let Sse { lines, event, has_data, begun } = self;
        lines.push(bytes, |line| {
            let line = if *begun { line } else { line.trim_start_matches('\u{feff}') };
            *begun = true;
            if line.is_empty() {
                let done = std::mem::take(event);
                return if std::mem::take(has_data) { each(done) } else { Ok(()) };
            }
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "event" => event.name = value.to_owned(),
                "data" => {
                    if std::mem::replace(has_data, true) {
                        event.data.push('\n');
                    }
                    event.data.push_str(value);
                }
                _ => {}
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn events(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let (mut sse, mut events) = (Sse::default(), Vec::new());
        for piece in pieces {
            let pushed: Result<(), TooLongLine> = sse.push(piece, |event| {
                events.push((event.name, event.data));
                Ok(())
            });
            pushed.unwrap();
        }
        events
    }

    fn check(stream: &str, expected: &[(&str, &str)]) {
        let expected: Vec<(String, String)> =
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(events(&[stream.as_bytes()]), expected, "{stream:?}");
        let single: Vec<&[u8]> = stream.as_bytes().chunks(1).collect();
        assert_eq!(events(&single), expected, "{stream:?} byte by byte");
        let (crlf, cr) = (stream.replace('\n', "\r\n"), stream.replace('\n', "\r"));
        for other in [&crlf, &cr] {
            let single: Vec<&[u8]> = other.as_bytes().chunks(1).collect();
            assert_eq!(events(&single), expected, "{other:?} byte by byte");
        }
    }

    #[test]
    fn as_the_standard_says() {
        check("data: a\n\n", &[("", "a")]);
        check("event: x\ndata:a\ndata: b\n\ndata\n\n", &[("x", "a\nb"), ("", "")]);
        check(": ping\n\ndata: é€😀\n\n", &[("", "é€😀")]);
        check("\u{feff}data: a\n\n", &[("", "a")]);
        check("id: 1\nretry: 5\ngarbage\n<html>\ndata: a\n\n", &[("", "a")]);
        check("event: lonely\n\ndata: a\n\n", &[("", "a")]);
        check("data: never ended", &[]);
    }

    #[test]
    fn a_long_line_is_one_event_and_an_endless_one_is_refused() {
        let long = format!("data: {}\n\n", "x".repeat(10 << 20));
        let pieces: Vec<&[u8]> = long.as_bytes().chunks(1 << 16).collect();
        assert_eq!(events(&pieces)[0].1.len(), 10 << 20);
        let mut sse = Sse::default();
        let endless = vec![b'x'; 1 << 20];
        let mut pushed: Result<(), TooLongLine> = Ok(());
        for _ in 0..40 {
            pushed = pushed.and_then(|()| sse.push(&endless, |_| Ok(())));
        }
        assert_eq!(pushed, Err(TooLongLine));
    }

    proptest! {
        #[test]
        fn any_cut_gives_the_same_events(
            stream in "(data: [a-zé€]{0,4}|event: [ab]|: c|x|)(\r\n|\n|\r)(data: é\n\n)?((data|event|q)(: ?[é😀]{0,3})?(\r\n|\n|\r)){0,12}",
            cuts in prop::collection::vec(0_usize..200, 0..8),
        ) {
            let bytes = stream.as_bytes();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
            prop_assert_eq!(events(&pieces), events(&[bytes]));
        }
    }
}
