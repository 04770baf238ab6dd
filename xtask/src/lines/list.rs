//! The committed list: one row per line, with its name, its status and its text.

use anyhow::{Context, bail};

use super::id::LineId;

const HEADER: &str = "id\tstatus\ttext";

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) id: LineId,
    /// Whether a test has ever proven it.
    pub(super) proven: bool,
    pub(super) text: String,
}

/// Reads the list.
pub(super) fn parse(text: &str) -> anyhow::Result<Vec<Entry>> {
    let mut rows = text.lines().enumerate();
    if rows.next().map(|(_, row)| row) != Some(HEADER) {
        bail!("the first row must be the header `id status text`, with tabs");
    }
    rows.map(|(at, row)| entry(row).with_context(|| format!("row {}", at + 1))).collect()
}

fn entry(row: &str) -> anyhow::Result<Entry> {
    let mut cells = row.splitn(3, '\t');
    let (Some(id), Some(status), Some(text)) = (cells.next(), cells.next(), cells.next()) else {
        bail!("three cells are needed, with tabs between them");
    };
    let proven = match status {
        "proven" => true,
        "open" => false,
        other => bail!("the status is `proven` or `open`, not `{other}`"),
    };
    Ok(Entry { id: id.parse()?, proven, text: text.to_owned() })
}

/// Writes the list.
pub(super) fn render(entries: &[Entry]) -> String {
    let mut text = format!("{HEADER}\n");
    for entry in entries {
        let status = if entry.proven { "proven" } else { "open" };
        text.push_str(&format!("{}\t{status}\t{}\n", entry.id, entry.text));
    }
    text
}

/// The page's lines with the statuses of the committed list.
pub(super) fn merge(mut page: Vec<Entry>, committed: &[Entry]) -> Vec<Entry> {
    for entry in &mut page {
        entry.proven = committed.iter().any(|old| old.id == entry.id && old.proven);
    }
    page
}

/// Whether the page has other lines or other words than the committed list.
pub(super) fn lags(page: &[Entry], committed: &[Entry]) -> bool {
    let same = |(new, old): (&Entry, &Entry)| new.id == old.id && new.text == old.text;
    page.len() != committed.len() || !page.iter().zip(committed).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "id\tstatus\ttext\nT1\tproven\tfirst, with `code`\nT2\topen\tsecond\n";

    #[test]
    fn a_list_is_read_as_it_was_written() {
        assert_eq!(render(&parse(TEXT).unwrap()), TEXT);
    }

    #[test]
    fn a_broken_list_is_refused_with_its_row() {
        let check = |from: &str, to: &str, error: &str| {
            let found = format!("{:#}", parse(&TEXT.replace(from, to)).unwrap_err());
            assert!(found.contains(error), "{found}");
        };
        check("id\t", "name\t", "header");
        check("open", "done", "row 3: the status is `proven` or `open`, not `done`");
        check("T2", "T02", "row 3: `T02`");
        check("\tsecond", "", "row 3: three cells");
    }

    #[test]
    fn a_new_page_keeps_what_was_proven() {
        let committed = parse(TEXT).unwrap();
        let page = parse(&TEXT.replace("proven", "open").replace("T2", "T3")).unwrap();
        assert!(lags(&page, &committed));
        let merged = merge(page, &committed);
        let proven: Vec<bool> = merged.iter().map(|entry| entry.proven).collect();
        assert_eq!(proven, [true, false]);
        assert!(!lags(&merge(committed.clone(), &[]), &committed));
    }
}
