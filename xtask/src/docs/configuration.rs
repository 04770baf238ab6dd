//! The page of settings, from the one table that knows them.

use std::fmt::Write as _;

use epitome_engine::config::{SETTINGS, Scope, Setting};

use crate::tree::Tree;

const TABLE: &str = "crates/epitome-engine/src/config/table.rs";

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask docs`. Do not edit. -->

# Configuration

Nothing needs to be set. What is set comes from, each above the one before:

1. the default;
2. `.epitome/config.toml` in the project;
3. `epitome/config.toml` in your configuration folder, `$XDG_CONFIG_HOME` or `~/.config`;
4. the environment, `EPITOME_LLM_MODEL` for `llm.model`; lists are separated by commas;
5. flags.

`epitome config` shows every value and where it comes from. A key that does not exist, or a value that
does not fit, is an error that names file and line. Relative paths start at the project's root in its
file, and beside the file in yours.

Your file stands above the project's, because a repository is written by others. For the same reason
the settings marked *guarded*, which decide where text, keys and money go, are not taken from a
project's file unless your own names the project in `trusted_projects`; `epitome config` says which ones
were left out. Those marked *yours* are never taken from there. A key in your file is refused while
others may read the file.

```toml
# ~/.config/epitome/config.toml
[llm]
base_url = \"http://127.0.0.1:8080/v1\"
model = \"qwen2.5-coder\"
```
";

/// The page; nothing where there is no table.
pub(super) fn page(tree: &Tree) -> anyhow::Result<Option<String>> {
    if tree.text(TABLE).is_none() {
        return Ok(None);
    }
    let mut page = INTRODUCTION.to_owned();
    page.push_str(
        "\n| setting | type | default | environment | meaning |\n|---|---|---|---|---|\n",
    );
    for setting in SETTINGS {
        page.push_str(&row(setting)?);
    }
    Ok(Some(page))
}

fn row(setting: &Setting) -> anyhow::Result<String> {
    let mut row = String::new();
    let scope = match setting.scope {
        Scope::Anywhere => "",
        Scope::Guarded => " *Guarded.*",
        Scope::User => " *Yours.*",
    };
    let default = match setting.default {
        "" => "*empty*".to_owned(),
        default => format!("`{}`", default.replace('|', "\\|")),
    };
    writeln!(
        row,
        "| `{}` | {} | {default} | `{}` | {}{scope} |",
        setting.key,
        setting.kind.words(),
        setting.variable(),
        setting.meaning,
    )?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    #[test]
    fn every_setting_has_its_row() {
        let tree = Tree::new(vec![File { path: TABLE.to_owned(), text: "table".to_owned() }]);
        let page = page(&tree).unwrap().unwrap();
        for setting in SETTINGS {
            assert!(page.contains(&format!("\n| `{}` | ", setting.key)), "{}", setting.key);
        }
        assert!(super::page(&Tree::new(Vec::new())).unwrap().is_none());
    }
}
