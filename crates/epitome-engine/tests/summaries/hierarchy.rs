//! Classes from methods, files from symbols, modules from files, the repository from modules.

use epitome_model::summarize::{FilePart, ModulePart, summarize_module, summarize_repository};
use expect_test::{Expect, expect};

use crate::kit::summarize;

const SHOP: &str = r#""""Sells things to people who come in.

Prices are in cents.
"""
import json
import requests

LIMIT = 10_000


class Cart:
    """What a customer wants to buy."""

    def add(self, item, count=1):
        """Adds an item, unless the cart is full."""
        if len(self.items) >= LIMIT:
            raise OverflowError("the cart is full")
        self.items.append((item, count))

    def total(self):
        return sum(item.price * count for item, count in self.items)

    def get_items(self):
        return self.items


def fetch_prices(url, attempts=4):
    for attempt in range(attempts):
        response = requests.get(url, timeout=10)
        if response.status_code == 200:
            return json.loads(response.text)
    raise LookupError("no prices")
"#;

fn said(path: &str, text: &str, name: &str) -> String {
    let (outline, summaries) = summarize(path, text).unwrap();
    let summary = match outline.symbols.iter().position(|symbol| symbol.qualified_name == name) {
        Some(at) => &summaries.symbols[at],
        None => &summaries.file,
    };
    let mark = if summary.is_placeholder { " (placeholder)" } else { "" };
    format!("{}{mark}\n{}\n", summary.summary, summary.business_intent)
}

fn check(name: &str, expected: &Expect) {
    expected.assert_eq(&said("shop/cart.py", SHOP, name));
}

#[test]
fn functions_say_what_the_code_shows() {
    check(
        "fetch_prices",
        &expect![[r#"
            Fetches the prices. Returns a result if the status code is 200. Fails with a lookup error ("no prices"). It talks to the network. Takes `url` and `attempts`.
            Fetch the prices, as part of cart.
        "#]],
    );
    check(
        "Cart.add",
        &expect![[r#"
            Adds an item, unless the cart is full. It adds to the items. Fails with an overflow error ("the cart is full") if the number of items is at least `LIMIT`. It changes the items of the cart. Takes `item` and `count`.
            Add an item, unless the cart is full.
        "#]],
    );
}

#[test]
fn small_functions_get_a_template_that_still_says_something() {
    check(
        "Cart.total",
        &expect![[r#"
            Is the method `total` of the cart. Loops over the items. (placeholder)
            Offer the method `total` of the cart, as part of shop.
        "#]],
    );
    check(
        "Cart.get_items",
        &expect![[r#"
            Gets the items. Its code is `return self.items`. (placeholder)
            Get the items for the cart.
        "#]],
    );
}

// G37
#[test]
fn a_class_is_its_docstring_and_its_methods() {
    check(
        "Cart",
        &expect![[r#"
            What a customer wants to buy. It lets you add an item, unless the cart is full; and get the items.
            What a customer wants to buy.
        "#]],
    );
}

// G38
#[test]
fn a_file_is_its_docstring_its_symbols_its_imports_and_globals() {
    check(
        "",
        &expect![[r#"
            Sells things to people who come in. Prices are in cents. It defines `Cart` and `fetch_prices`. It serves to fetch the prices. It builds on `json` and `requests`. Its code talks to the network. Its constant is `LIMIT` (`10_000`).
            Sell things to people who come in.
        "#]],
    );
}

fn parts(files: &[(&str, &str)]) -> Vec<FilePart> {
    files.iter().map(|(path, text)| summarize(path, text).unwrap().1.part).collect()
}

// G39
#[test]
fn a_module_is_its_readme_and_its_files() {
    let files = parts(&[
        ("shop/cart.py", SHOP),
        ("shop/README.md", "# Shop\n\nLets people buy things over the counter.\n"),
    ]);
    let (summary, part) = summarize_module("shop", &files);
    expect![[r#"
        Lets people buy things over the counter. It has 2 files, mostly in Python. Start reading at `shop/cart.py`. It is built on Requests.
        Let people buy things over the counter.
    "#]].assert_eq(&format!("{}\n{}\n", summary.summary, summary.business_intent));
    assert!(summary.grounded.citations.iter().all(|citation| citation.path.is_some()));
    assert_eq!(part.path, "shop");
}

// G40: what the module sees of a file cannot hold its source
#[test]
fn modules_never_see_source() {
    let other = SHOP.replace("response.status_code == 200", "response.status_code == 201");
    assert_eq!(parts(&[("shop/cart.py", SHOP)]), parts(&[("shop/cart.py", &other)]));
    let (_, part) = summarize_module("shop", &parts(&[("shop/cart.py", SHOP)]));
    let seen = format!("{:?}{part:?}", parts(&[("shop/cart.py", SHOP)]));
    for line in SHOP.lines().map(str::trim).filter(|line| line.contains('(') && line.len() > 12) {
        assert!(!seen.contains(line), "{line}");
    }
}

#[test]
fn a_repository_is_what_it_says_and_how_it_is_laid_out() {
    let shop = summarize_module(
        "shop",
        &parts(&[("shop/cart.py", SHOP), ("shop/__main__.py", "from .cart import Cart\nCart()\n")]),
    )
    .1;
    let root = parts(&[
        ("README.md", "# Corner\n\nCorner runs a small shop from the command line.\n"),
        ("pyproject.toml", "[project]\nname = \"corner\"\ndescription = \"A small shop\"\n"),
    ]);
    let summary = summarize_repository("corner", &[shop], &root);
    expect![[r#"
        A small shop. Corner runs a small shop from the command line. It is run from `shop/__main__.py`. Its code lies in `shop`. It is built on Requests. Start reading at `shop/__main__.py`.
        A small shop.
    "#]].assert_eq(&format!("{}\n{}\n", summary.summary, summary.business_intent));
}

#[test]
fn nothing_is_still_said() {
    let summary = summarize_repository("empty", &[], &[]);
    assert!(summary.grounded.purpose.chars().count() >= 30);
    let (summary, _) = summarize_module("bare", &[]);
    assert!(summary.grounded.purpose.chars().count() >= 30);
    assert_eq!(summarize_module("x", &[]), summarize_module("x", &[]));
    let _: ModulePart = summarize_module("x", &[]).1;
}
