#!/bin/sh
# Functions of Rust sources as the `syn` parser sees them. Needs cargo and the crates syn 2 and
# proc-macro2 1; builds a small program in a temporary folder. Argument: ROOT.
# Prints `relative-path<TAB>line<TAB>name` for each named function with a body.
set -eu
root=${1:?usage: rust.sh ROOT}
work=${EXTRACTOR_WORK:-${TMPDIR:-/tmp}/extract-rust}
mkdir -p "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "extract-rust"
version = "0.0.0"
edition = "2021"
[dependencies]
syn = { version = "2", features = ["full", "visit"] }
proc-macro2 = { version = "1", features = ["span-locations"] }
[workspace]
TOML
cat > "$work/src/main.rs" <<'RUST'
use std::path::Path;
use syn::visit::{self, Visit};

struct Finder<'a> {
    path: &'a str,
    out: &'a mut Vec<(String, usize, String)>,
}

impl Finder<'_> {
    fn add(&mut self, signature: &syn::Signature) {
        let name = &signature.ident;
        self.out.push((self.path.to_owned(), name.span().start().line, name.to_string()));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig);
        visit::visit_item_fn(self, item);
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig);
        visit::visit_impl_item_fn(self, item);
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if item.default.is_some() {
            self.add(&item.sig);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

fn walk(root: &Path, folder: &Path, out: &mut Vec<(String, usize, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_symlink() || path.file_name().is_some_and(|name| name == ".git") {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, out);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let relative = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            match syn::parse_file(&text) {
                Ok(file) => Finder { path: &relative, out }.visit_file(&file),
                Err(error) => eprintln!("{relative}: {error}"),
            }
        }
    }
}

fn main() {
    let root = std::env::args().nth(1).expect("usage: extract-rust ROOT");
    let mut out = Vec::new();
    walk(Path::new(&root), Path::new(&root), &mut out);
    out.sort();
    for (path, line, name) in out {
        println!("{path}\t{line}\t{name}");
    }
}
RUST
cargo build --quiet --release --manifest-path "$work/Cargo.toml" --target-dir "$work/target"
exec "$work/target/release/extract-rust" "$root"
