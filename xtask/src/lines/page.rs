//! Reading the page of requirements: bullets `- T1 [S] text` and table rows `| T1 | what | text |`.

use anyhow::bail;

use super::id::LineId;
use super::list::Entry;

/// Every line of the page in its order, all of them open.
pub(super) fn parse(page: &str) -> anyhow::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in page.lines() {
        let Some((id, text)) = bullet(line).or_else(|| row(line)) else { continue };
        if entries.iter().any(|entry| entry.id == id) {
            bail!("the page has two lines {id}");
        }
        entries.push(Entry { id, proven: false, text: shorten(&text) });
    }
    Ok(entries)
}

fn bullet(line: &str) -> Option<(LineId, String)> {
    let (id, rest) = LineId::split_from(line.strip_prefix("- ")?)?;
    let text = rest.strip_prefix(' ')?.trim();
    // The mark says where the line comes from, which is of no use in the list.
    let unmarked = text.strip_prefix('[').and_then(|text| text.split_once(']'));
    let text = unmarked.map_or(text, |(_, text)| text.trim());
    Some((id, text.to_owned()))
}

fn row(line: &str) -> Option<(LineId, String)> {
    let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = cells.split('|').map(str::trim);
    let id = cells.next()?.parse().ok()?;
    Some((id, cells.collect::<Vec<_>>().join(": ")))
}

/// At most 100 characters on one line.
fn shorten(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= 100 {
        return text;
    }
    let start: String = text.chars().take(99).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(page: &str) -> Vec<(String, String)> {
        let entries = parse(page).unwrap().into_iter();
        entries.map(|entry| (entry.id.to_string(), entry.text)).collect()
    }

    #[test]
    fn bullets_and_rows() {
        let page = "## T. Things\n| | question | settled |\n|---|---|---|\n| U1 | id form | `a::b`. |\n\
                    - T1 [S] first `x`; [U] more\n- T2 no mark\n- T3 [X] third\n  - T4 nested\n- prose (T5)\n";
        let pair = |id: &str, text: &str| (id.to_owned(), text.to_owned());
        assert_eq!(
            parsed(page),
            [
                pair("U1", "id form: `a::b`."),
                pair("T1", "first `x`; [U] more"),
                pair("T2", "no mark"),
                pair("T3", "third"),
            ]
        );
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        let page = format!("- T1 {}\n- T2 {}\n", "é".repeat(100), "é".repeat(101));
        let texts = parsed(&page);
        assert_eq!(texts[0].1, "é".repeat(100));
        assert_eq!(texts[1].1, format!("{}…", "é".repeat(99)));
    }

    #[test]
    fn one_name_twice_is_an_error() {
        assert_eq!(parse("- T1 a\n- T1 b\n").unwrap_err().to_string(), "the page has two lines T1");
    }
}
