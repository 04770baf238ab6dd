//! Which entries are hidden.

use expect_test::expect;

use crate::kit::{Tree, check};

#[test]
fn works_without_a_repository() {
    check(
        &[".gitignore = *.log\n/out/\n", "a.py", "b.log", "out/c.py", "sub/out/d.py"],
        expect![[r#"
            .gitignore: source
            a.py: source
            sub/out/d.py: source
            = 3 source files, 12 bytes; 2 ignored
        "#]],
    );
}

#[test]
fn hidden_files_are_scanned_and_stores_are_not() {
    check(
        &[
            ".github/workflows/ci.yml",
            ".eslintrc.js",
            ".git/config",
            ".epitome/state.db",
            ".hg/x",
            ".svn/x",
            ".jj/x",
            "sub/.git = gitdir: /elsewhere\n",
            "sub/a.rs",
            ".epitomeignore = !.git\n!.epitome\n",
        ],
        expect![[r#"
            .epitomeignore: source
            .eslintrc.js: source
            .github/workflows/ci.yml: source
            sub/a.rs: source
            = 4 source files, 16 bytes
        "#]],
    );
}

#[test]
fn deeper_files_overrule() {
    check(
        &[
            ".gitignore = *.gen\n",
            "a.gen",
            "keep/.gitignore = !*.gen\n",
            "keep/b.gen",
            "keep/drop/.gitignore = b.*\n",
            "keep/drop/b.gen",
            "keep/drop/c.gen",
        ],
        expect![[r#"
            .gitignore: source
            keep/.gitignore: source
            keep/b.gen: source
            keep/drop/.gitignore: source
            keep/drop/c.gen: source
            = 5 source files, 17 bytes; 2 ignored
        "#]],
    );
}

#[test]
fn ours_brings_back_what_git_hides() {
    check(
        &[
            ".gitignore = *.py\nbuild/\n",
            "sub/.gitignore = *.rs\n",
            ".epitomeignore = !api.py\n!lib.rs\n",
            "api.py",
            "other.py",
            "sub/api.py",
            "sub/lib.rs",
            "build/api.py",
        ],
        expect![[r#"
            .epitomeignore: source
            .gitignore: source
            api.py: source
            sub/.gitignore: source
            sub/api.py: source
            sub/lib.rs: source
            = 6 source files, 33 bytes; 2 ignored
        "#]],
    );
}

#[test]
fn a_file_in_a_hidden_folder_needs_its_folder() {
    check(
        &[
            ".gitignore = out/\n",
            "out/api.py",
            "out/junk.py",
            ".epitomeignore = !out/\nout/*\n!out/api.py\n",
        ],
        expect![[r#"
            .epitomeignore: source
            .gitignore: source
            out/api.py: source
            = 3 source files, 29 bytes; 1 ignored
        "#]],
    );
}

#[test]
fn ours_hides_too_and_a_deeper_one_overrules() {
    check(
        &[
            ".epitomeignore = fixtures/\n*.sql\n",
            "a.sql",
            "db/.epitomeignore = !schema.sql\n",
            "db/schema.sql",
            "db/data.sql",
            "x/fixtures/a.py",
        ],
        expect![[r#"
            .epitomeignore: source
            db/.epitomeignore: source
            db/schema.sql: source
            = 3 source files, 28 bytes; 3 ignored
        "#]],
    );
}

#[test]
fn exclude_file_is_the_weakest() {
    check(
        &[
            ".git/info/exclude = *.tmp\nnotes.md\n",
            ".gitignore = !keep.tmp\n",
            "a.tmp",
            "keep.tmp",
            "notes.md",
            "sub/b.tmp",
        ],
        expect![[r#"
            .gitignore: source
            keep.tmp: source
            = 2 source files, 10 bytes; 3 ignored
        "#]],
    );
}

#[test]
fn a_repository_within_starts_afresh() {
    check(
        &[
            ".git/HEAD",
            ".gitignore = *.py\n",
            ".epitomeignore = secret.*\n",
            "a.py",
            "inner/.git/HEAD",
            "inner/.gitignore = *.rs\n",
            "inner/a.py",
            "inner/b.rs",
            "inner/secret.py",
        ],
        expect![[r#"
            .epitomeignore: source
            .gitignore: source
            inner/.gitignore: source
            inner/a.py: source
            = 4 source files, 19 bytes; 3 ignored
        "#]],
    );
}

/// A folder of a repository, scanned on its own, shows what it shows within the repository.
#[test]
fn rules_of_the_repository_above_the_root_count() {
    let tree = Tree::new(&["a.py", "a.log", "deep/gen/x.py", "deep/b.py"]);
    let above = tree.root().parent().unwrap();
    std::fs::create_dir(above.join(".git")).unwrap();
    std::fs::write(above.join(".gitignore"), "*.log\n/root/deep/gen\n").unwrap();
    tree.check(expect![[r#"
        a.py: source
        deep/b.py: source
        = 2 source files, 0 bytes; 2 ignored
    "#]]);
}

/// Without a repository, a stray file above the root means nothing.
#[test]
fn rules_above_the_root_do_not_count_without_a_repository() {
    let tree = Tree::new(&["a.py"]);
    std::fs::write(tree.root().parent().unwrap().join(".gitignore"), "*\n").unwrap();
    tree.check(expect![[r#"
        a.py: source
        = 1 source file, 0 bytes
    "#]]);
}

#[test]
fn git_syntax() {
    check(
        &[
            ".gitignore = \u{feff}first\n# comment\n\\#hash\r\ntrail   \n**/x/y\na/**/z\ndir/\n[ab].c\n!\n/\n!/\n",
            "first",
            "#hash",
            "trail",
            "p/q/x/y",
            "x/y2",
            "a/z",
            "a/1/2/z",
            "sub/dir = a file, not a folder",
            "a.c",
            "c.c",
        ],
        expect![[r#"
            .gitignore: source
            c.c: source
            sub/dir: source
            x/y2: source
            = 4 source files, 89 bytes; 7 ignored
        "#]],
    );
}

/// An ignore file that cannot be used is named, and the scan goes on.
#[test]
fn broken_ignore_files_are_reported() {
    check(
        &[
            "a/.gitignore -> ../elsewhere",
            "elsewhere = *\n",
            "a/x.py",
            "b/.epitomeignore |",
            "b/y.py",
            "c/.gitignore = {unclosed\n*.log\n",
            "c/z.log",
        ],
        expect![[r#"
            a/.gitignore: skipped: a symbolic link, and links are not followed
            a/x.py: source
            b/.epitomeignore: skipped: a FIFO, not a regular file
            b/y.py: source
            c/.gitignore: source
            elsewhere: source
            = 4 source files, 18 bytes; skipped 2 (1 link, 1 not regular); 1 ignored
            ! a/.gitignore: not used: it is a link; replace it by a file
            ! b/.epitomeignore: not used: it is a FIFO; replace it by a file
            ! c/.gitignore: line 1 passed over: error parsing glob '{unclosed': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?); mend the pattern
        "#]],
    );
}

/// Patterns cost memory: what strangers may have compiled on the way to a folder is limited.
#[test]
fn too_many_patterns_are_not_compiled() {
    let tree = Tree::new(&["a.py", "far/a.py", "far/.gitignore = a.*\n"]);
    tree.write(b"names/.gitignore", "somebody.py\n".repeat(10_000).as_bytes());
    tree.write(b"stars/.gitignore", "*a*b*c*d*\n".repeat(4_000).as_bytes());
    let half = "*a*b*c*d*\n".repeat(900);
    tree.write(b"nested/.gitignore", half.as_bytes());
    tree.write(b"nested/more/.gitignore", half.as_bytes());
    tree.write(b"nested/more/still/.gitignore", half.as_bytes());
    tree.write(b"tiny/.gitignore", "?\n".repeat(4_000).as_bytes());
    tree.write(b"huge/.gitignore", "# comment\n".repeat(60_000).as_bytes());
    tree.check(expect![[r#"
        a.py: source
        far/.gitignore: source
        huge/.gitignore: source
        names/.gitignore: source
        nested/.gitignore: source
        nested/more/.gitignore: source
        nested/more/still/.gitignore: source
        stars/.gitignore: source
        tiny/.gitignore: source
        = 9 source files, 795004 bytes; 1 ignored
        ! huge/.gitignore: not used: larger than 524288 bytes; shorten it
        ! nested/more/still/.gitignore: not used: too many patterns, here and above; shorten it
        ! stars/.gitignore: not used: too many patterns, here and above; shorten it
        ! tiny/.gitignore: not used: too many patterns, here and above; shorten it
    "#]]);
}
