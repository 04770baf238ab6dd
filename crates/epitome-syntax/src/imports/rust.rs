//! `use` trees, flattened: one import for each path that names are taken from.

use epitome_model::outline::Import;

use super::{as_alias, imported, module, split_outside, without_comments};

pub(super) fn read(text: &str) -> Vec<Import> {
    let text = without_comments(text);
    let text = text.trim().trim_end_matches(';').trim();
    if let Some((_, rest)) = text.split_once("extern crate ") {
        let (name, alias) = as_alias(rest, " as ");
        return vec![Import { alias: alias.map(Into::into), ..module(name) }];
    }
    if let Some(at) = find_word(text, "mod") {
        return vec![Import {
            names: vec![imported(text[at + 3..].trim(), None)],
            ..module("self")
        }];
    }
    let Some(at) = find_word(text, "use") else { return Vec::new() };
    let mut out = Vec::new();
    // A work list instead of recursion: the tree may nest as deep as its author likes.
    let mut todo = vec![(String::new(), text[at + 3..].trim().to_owned())];
    while let Some((prefix, tree)) = todo.pop() {
        if let Some(open) = tree.find('{') {
            let before = tree[..open].trim().trim_end_matches("::");
            let inner = tree[open + 1..].trim_end().trim_end_matches('}');
            let prefix = join(&prefix, before);
            let items = split_outside(inner, ',');
            todo.extend(items.into_iter().rev().map(|item| (prefix.clone(), item.to_owned())));
        } else {
            leaf(&prefix, &tree, &mut out);
        }
    }
    out
}

fn leaf(prefix: &str, tree: &str, out: &mut Vec<Import>) {
    let (path, alias) = as_alias(tree, " as ");
    let path = if path == "self" { prefix.to_owned() } else { join(prefix, path) };
    match path.rsplit_once("::") {
        Some((from, name)) => {
            let same = out.iter_mut().rev().find(|i| i.module == from && i.alias.is_none());
            let name = imported(name, alias);
            match same {
                Some(import) => import.names.push(name),
                None => out.push(Import { names: vec![name], ..module(from) }),
            }
        }
        None => out.push(Import { alias: alias.map(Into::into), ..module(&path) }),
    }
}

fn join(prefix: &str, path: &str) -> String {
    let path = path.trim().trim_start_matches("::");
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (false, true) => prefix.to_owned(),
        (false, false) => format!("{prefix}::{path}"),
    }
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        before.is_none_or(char::is_whitespace) && after.is_some_and(char::is_whitespace)
    })
}
