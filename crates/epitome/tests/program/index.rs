//! `index`, `status`, `show`, `overview`, `clean`, `doctor` and the program alone.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use expect_test::expect;

use crate::kit::{check_in, epitome, json, stderr, stdout, tree, write};

const SHOP: [(&str, &str); 3] = [
    ("README.md", "# Shop\n\nShop totals carts and takes discounts off.\n"),
    (
        "shop/cart.py",
        "\"\"\"Carts and what they cost.\"\"\"\n\n\n\
         class Cart:\n    \"\"\"Lines of goods that somebody wants to buy.\"\"\"\n\n    \
         def total(self, code=None):\n        \"\"\"Totals the lines.\n\n        \
         :param code: a discount code\n        \"\"\"\n        \
         amount = sum(line.price for line in self.lines)\n        \
         if code == \"STAFF20\":\n            amount *= 0.8\n        \
         if amount > 10000:\n            raise ValueError(\"cart over limit\")\n        \
         return amount\n",
    ),
    (
        "shop/app.py",
        "from shop.cart import Cart\n\n\ndef main(lines):\n    cart = Cart()\n    \
         for line in lines:\n        cart.lines.append(line)\n    return cart.total()\n",
    ),
];

/// The words that are the same in every run: times and seconds are cut out.
fn steady(text: &str) -> String {
    let mut out = Vec::new();
    for line in text.lines() {
        let line = match (line.find(" in "), line.find(" s, at no cost")) {
            (Some(start), Some(end)) if start < end => {
                format!("{} in … s{}", &line[..start], &line[end + 2..])
            }
            _ => line.to_owned(),
        };
        out.push(line);
    }
    out.join("\n")
}

#[test]
fn the_program_alone_says_what_this_is_and_where_to_start() {
    let folder = tree(&SHOP);
    let output = epitome(&[], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for part in [
        "Shop totals carts",
        "[README.md:",
        "Start with",
        "shop/cart.py",
        "at no cost",
        "Next: `epitome ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The second time nothing is read.
    let again = stdout(&epitome(&[], folder.path()));
    assert!(again.contains("Up to date: 3 files, nothing changed"), "{again}");
}

#[test]
fn an_index_is_made_and_told_of() {
    let folder = tree(&SHOP);
    let text = steady(&stdout(&epitome(&["index"], folder.path())));
    expect![[r#"
        Indexed 3 files in … s, at no cost.
        The index holds 2 functions, 1 class, 3 files and 2 modules; 0 of them small and told in brief."#]]
    .assert_eq(&text);
    let report = json(&["index", "--json"], folder.path());
    assert_eq!(report["published"], false);
    assert_eq!(report["documents"]["total"], 8);
    assert_eq!(report["cost_usd"], 0.0);
    // Git sees nothing of it.
    assert_eq!(fs::read_to_string(folder.path().join(".epitome/.gitignore")).unwrap(), "*\n");
}

// G63
#[test]
fn init_and_update_are_other_names_of_index() {
    let folder = tree(&SHOP);
    for verb in ["init", "update", "index"] {
        assert_eq!(json(&[verb, "--json"], folder.path())["generation"], 1, "{verb}");
    }
}

#[test]
fn status_tells_fresh_from_stale() {
    let folder = tree(&SHOP);
    check_in(
        folder.path(),
        &["status"],
        expect![[r#"
        exit 4
        there is no index here; `epitome index` makes one
    "#]],
    );
    epitome(&["index"], folder.path());
    let status = json(&["status", "--json"], folder.path());
    assert_eq!((&status["fresh"], &status["generation"]), (&true.into(), &1.into()));
    write(folder.path(), &[("shop/cart.py", "def other():\n    pass\n"), ("new.py", "x = 1\n")]);
    fs::remove_file(folder.path().join("shop/app.py")).unwrap();
    let output = epitome(&["status", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(5));
    let status: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(status["stale"]["changed"], serde_json::json!(["shop/cart.py"]));
    assert_eq!(status["stale"]["added"], serde_json::json!(["new.py"]));
    assert_eq!(status["stale"]["removed"], serde_json::json!(["shop/app.py"]));
    // A look changes nothing.
    assert_eq!(epitome(&["status"], folder.path()).status.code(), Some(5));
    epitome(&["index"], folder.path());
    assert_eq!(epitome(&["status"], folder.path()).status.code(), Some(0));
}

#[test]
fn a_document_is_found_by_id_path_line_and_name() {
    let folder = tree(&SHOP);
    epitome(&["index"], folder.path());
    for (asked, id) in [
        ("shop/cart.py::Cart::total", "shop/cart.py::Cart::total"),
        ("shop/cart.py:9", "shop/cart.py::Cart::total"),
        ("shop/cart.py:5", "shop/cart.py::Cart"),
        ("shop/cart.py:1", "shop/cart.py"),
        ("./shop/cart.py", "shop/cart.py"),
        ("cart.py", "shop/cart.py"),
        ("Cart.total", "shop/cart.py::Cart::total"),
        ("total", "shop/cart.py::Cart::total"),
        ("shop", "shop"),
        ("shop/", "shop"),
        (".", "."),
    ] {
        assert_eq!(json(&["show", asked, "--json"], folder.path())["id"], id, "{asked}");
    }
    let output = epitome(&["show", "totl"], folder.path());
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("nothing in the index is called `totl`"));
    write(folder.path(), &[("b.py", "def total(x):\n    return x\n")]);
    epitome(&["index"], folder.path());
    let output = epitome(&["show", "total"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("may be any of 2"), "{}", stderr(&output));
}

#[test]
fn a_claim_whose_lines_changed_is_stale_by_itself() {
    let folder = tree(&SHOP);
    epitome(&["index"], folder.path());
    let states = |folder: &Path| -> Vec<(String, String)> {
        let shown = json(&["show", "Cart.total", "--json"], folder);
        let claims = shown["claims"].as_array().unwrap().clone();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        claims.iter().map(|c| (text(&c["field_name"]), text(&c["state"]))).collect()
    };
    let before = states(folder.path());
    assert!(before.len() >= 4, "{before:?}");
    assert!(before.iter().all(|(_, state)| state == "fresh"), "{before:?}");
    let cart = SHOP[1].1.replace("cart over limit", "cart far over the limit");
    write(folder.path(), &[("shop/cart.py", &cart)]);
    let after = states(folder.path());
    assert!(after.iter().any(|(field, state)| field == "side_effects" && state == "stale"));
    assert!(after.iter().any(|(field, state)| field == "inputs" && state == "fresh"), "{after:?}");
    let text = stdout(&epitome(&["show", "Cart.total"], folder.path()));
    assert!(text.contains("[stale: its lines changed]"), "{text}");
    assert!(text.contains("This file changed since it was indexed"), "{text}");
}

#[test]
fn the_overview_comes_as_text_markdown_and_json() {
    let folder = tree(&SHOP);
    assert_eq!(epitome(&["overview"], folder.path()).status.code(), Some(4));
    epitome(&["index"], folder.path());
    let text = stdout(&epitome(&["overview"], folder.path()));
    assert!(text.contains("Modules\n  shop\n"), "{text}");
    let markdown = stdout(&epitome(&["overview", "--md"], folder.path()));
    assert!(markdown.starts_with("# ") && markdown.contains("### `shop`"), "{markdown}");
    let overview = json(&["overview", "--json"], folder.path());
    assert_eq!(overview["modules"][0]["id"], "shop");
    assert_eq!(overview["repository"]["id"], ".");
    assert_eq!(overview["index"]["fresh"], true);
}

#[test]
fn clean_asks_first() {
    let folder = tree(&SHOP);
    assert_eq!(epitome(&["clean"], folder.path()).status.code(), Some(4));
    epitome(&["index"], folder.path());
    assert!(stdout(&epitome(&["clean"], folder.path())).contains("add --yes"));
    assert!(folder.path().join(".epitome").exists());
    assert_eq!(epitome(&["clean", "--yes"], folder.path()).status.code(), Some(0));
    assert!(!folder.path().join(".epitome").exists());
}

#[test]
fn the_doctor_finds_and_mends() {
    let folder = tree(&SHOP);
    assert_eq!(epitome(&["doctor"], folder.path()).status.code(), Some(4));
    epitome(&["index"], folder.path());
    assert_eq!(epitome(&["doctor"], folder.path()).status.code(), Some(0));
    fs::write(folder.path().join(".epitome/state.db"), "not a database").unwrap();
    assert_eq!(epitome(&["doctor"], folder.path()).status.code(), Some(5));
    let output = epitome(&["index"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("epitome doctor --repair"), "{}", stderr(&output));
    // The published index still answers.
    assert_eq!(epitome(&["overview"], folder.path()).status.code(), Some(1));
    let mended = epitome(&["doctor", "--repair"], folder.path());
    assert_eq!(mended.status.code(), Some(0), "{}", stderr(&mended));
    assert_eq!(epitome(&["doctor"], folder.path()).status.code(), Some(0));
    assert_eq!(json(&["index", "--json"], folder.path())["published"], false);
}

#[test]
fn nothing_to_index_is_told() {
    let folder = tree(&[("x.unknown", "?\n")]);
    let output = epitome(&["index"], folder.path());
    assert_eq!(output.status.code(), Some(3));
    expect![[r#"
        Indexed 0 files in … s, at no cost.
        The index holds 0 functions, 0 classes, 0 files and 1 module; 0 of them small and told in brief.
        In no known language: 1 text file."#]]
    .assert_eq(&steady(&stdout(&output)));
}

// Ctrl-C: what was read is kept, nothing half-made is published, and the exit code says so.
#[test]
fn an_interrupt_stops_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..1500 {
        let function =
            |m| format!("def f{n}_{m}(x):\n    if x:\n        return [{m}, x]\n    return 0\n\n\n");
        let text: String = (0..60).map(function).collect();
        fs::write(folder.path().join(format!("m{n}.py")), text).unwrap();
    }
    let program = assert_cmd::cargo::cargo_bin("epitome");
    let mut child = std::process::Command::new(program)
        .arg("index")
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let database = folder.path().join(".epitome/state.db");
    let began = Instant::now();
    while !database.exists() && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(50));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!folder.path().join(".epitome/current").exists());
    let report = json(&["index", "--json"], folder.path());
    assert_eq!(report["documents"]["functions"], 1500 * 60);
}

#[test]
fn help_has_examples() {
    for verb in [
        "index", "status", "show", "overview", "clean", "doctor", "impact", "graph", "scip",
        "export", "watch",
    ] {
        let output = epitome(&[verb, "--help"], Path::new("."));
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("Example"), "{verb}");
    }
}
