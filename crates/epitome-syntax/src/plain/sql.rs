//! SQL: what is created, altered and filled, and the columns of tables.

use std::collections::BTreeSet;

use super::bytes::{find, has_word, line_end};
use super::leading::{self, Comments};
use super::sections::{MAX_SECTIONS, Sections};
use super::sql_tokens::{Kind, Token, Tokens};

/// Kinds of objects, as they stand after `CREATE`.
const KINDS: &str = "\
    TABLE VIEW INDEX FUNCTION PROCEDURE PROC TRIGGER TYPE SCHEMA SEQUENCE DATABASE EXTENSION \
    DOMAIN ROLE USER POLICY EVENT PACKAGE RULE AGGREGATE OPERATOR SERVER PUBLICATION SUBSCRIPTION \
    SYNONYM MACRO DICTIONARY";

/// Words that may stand between `CREATE` and the kind.
const MODIFIERS: &str = "\
    OR REPLACE ALTER TEMP TEMPORARY UNIQUE MATERIALIZED UNLOGGED GLOBAL LOCAL RECURSIVE VIRTUAL \
    EXTERNAL FOREIGN CLUSTERED NONCLUSTERED COLUMNSTORE FULLTEXT SPATIAL BITMAP CONSTRAINT TRANSIENT \
    SECURE PUBLIC EDITIONABLE FORCE DEFINER ALGORITHM SQL SECURITY INVOKER TRUSTED DYNAMIC EVENT";

/// Kinds whose statement may hold others between `BEGIN` and `END`.
const ROUTINES: &str = "FUNCTION PROCEDURE PROC TRIGGER EVENT PACKAGE";

/// Words that begin a part of `CREATE TABLE` that is no column.
const CONSTRAINTS: &str = "\
    CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK KEY INDEX EXCLUDE LIKE FULLTEXT SPATIAL PERIOD \
    PROJECTION";

/// Finds the statements of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    leading::take(sections, Comments { line: &["--"], block: true });
    let text = sections.text();
    let mut sql =
        Sql { tokens: Tokens::new(text), sections, filled: BTreeSet::new(), has_rows: true };
    while let Some(token) = sql.tokens.next() {
        sql.statement(token);
    }
}

struct Sql<'s, 't> {
    tokens: Tokens<'t>,
    sections: &'s mut Sections<'t>,
    /// Tables that something was inserted into.
    filled: BTreeSet<String>,
    /// Cleared once the rows of a `COPY` did not end: no later end is looked for.
    has_rows: bool,
}

impl<'t> Sql<'_, 't> {
    fn statement(&mut self, first: Token) {
        if first.kind == Kind::End {
            return;
        }
        if self.tokens.is(first, "CREATE") {
            return self.create(first);
        }
        if self.tokens.is(first, "DELIMITER") {
            let line = line_end(self.tokens.text.as_bytes(), first.end);
            let mark = self.tokens.text[first.end..line].trim();
            self.tokens.delimiter = if (1..=16).contains(&mark.len()) { mark } else { ";" };
            self.tokens.at = line;
            return;
        }
        let is_copy = self.tokens.is(first, "COPY");
        if self.tokens.is(first, "ALTER") && self.tokens.skip_words(&["TABLE"]) {
            self.tokens.skip_words(&["IF", "EXISTS", "ONLY"]);
            self.named(first, "ALTER TABLE");
        } else if self.tokens.is(first, "INSERT")
            && self.tokens.skip_words(&["OR", "IGNORE", "REPLACE", "INTO"])
        {
            self.insert(first);
        }
        let (mark, end) = self.tokens.rest(false);
        self.sections.close_with_mark(1, mark, end);
        let words = "FROM STDIN";
        let has_rows =
            has_word(self.tokens.text.as_bytes(), mark.saturating_sub(words.len()), words);
        if is_copy && has_rows && self.has_rows {
            let rows_end = find(self.tokens.text.as_bytes(), end, b"\n\\.");
            self.has_rows = rows_end.is_some();
            self.tokens.at = rows_end.map_or(self.tokens.at, |at| at + 3);
        }
    }

    fn create(&mut self, first: Token) {
        let Some((kind, label)) = self.kind() else {
            self.tokens.rest(false);
            return;
        };
        self.tokens.skip_words(&["IF", "NOT", "EXISTS", "CONCURRENTLY", "BODY"]);
        let is_named = self.named(first, label);
        let next = self.tokens.peek();
        if is_named && kind == "TABLE" && next.is_some_and(|t| t.kind == Kind::Mark(b'(')) {
            self.columns();
        }
        let (mark, end) = self.tokens.rest(ROUTINES.split(' ').any(|routine| routine == kind));
        self.sections.close_with_mark(1, mark, end);
    }

    /// Takes the kind of object that is created; the second word is for people.
    fn kind(&mut self) -> Option<(&'static str, &'static str)> {
        let mut is_materialized = false;
        let mut is_value = false;
        while let Some(token) = self.tokens.peek().filter(|t| t.kind != Kind::End) {
            let kind = KINDS.split(' ').find(|kind| self.tokens.is(token, kind));
            if !is_value && kind.is_none() && token.kind == Kind::Word {
                let is_modifier = MODIFIERS.split(' ').any(|word| self.tokens.is(token, word));
                let is_host = self.tokens.text[token.start..token.end].starts_with('@');
                if !is_modifier && !is_host {
                    return None;
                }
            }
            self.tokens.at = token.end;
            if let Some(kind) = kind.filter(|_| !is_value)
                && !(kind == "EVENT" && self.tokens.next_is("TRIGGER"))
            {
                return Some((kind, if is_materialized { "MATERIALIZED VIEW" } else { kind }));
            }
            is_materialized |= self.tokens.is(token, "MATERIALIZED");
            is_value = token.kind == Kind::Mark(b'=');
            if token.kind == Kind::Mark(b'(') {
                return None;
            }
        }
        None
    }

    /// Opens a section for the object that is named next.
    fn named(&mut self, first: Token, label: &str) -> bool {
        let Some(name) = self.tokens.dotted_name() else { return false };
        self.open(first, &format!("{label} {name}"))
    }

    fn open(&mut self, first: Token, title: &str) -> bool {
        let id = self.sections.open(1, first.start, title);
        if let Some(id) = id {
            self.sections.set_below(id, self.tokens.at);
        }
        id.is_some()
    }

    /// Opens a section for the table that is filled, the first time.
    fn insert(&mut self, first: Token) {
        let Some(name) = self.tokens.dotted_name() else { return };
        if self.filled.len() < MAX_SECTIONS && self.filled.insert(name.to_ascii_lowercase()) {
            self.open(first, &format!("INSERT INTO {name}"));
        }
    }

    /// Takes the columns between the parentheses that come next.
    fn columns(&mut self) {
        let mut depth = 0usize;
        // The name that the current part begins with, and the end of its last token.
        let mut part: Option<(Token, usize)> = None;
        while let Some(token) = self.tokens.peek().filter(|t| t.kind != Kind::End) {
            self.tokens.at = token.end;
            match token.kind {
                Kind::Mark(b'(') => depth += 1,
                Kind::Mark(b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && token.kind == Kind::Mark(b',')) {
                self.column(part.take());
            } else if let Some((_, end)) = &mut part {
                *end = token.end;
            } else if depth > 1 || token.kind != Kind::Mark(b'(') {
                part = Some((token, token.end));
            }
            if depth == 0 {
                return;
            }
        }
        self.column(part);
    }

    fn column(&mut self, part: Option<(Token, usize)>) {
        let Some((name, end)) = part.filter(|(t, _)| matches!(t.kind, Kind::Word | Kind::Quoted))
        else {
            return;
        };
        if !CONSTRAINTS.split(' ').any(|word| self.tokens.is(name, word)) {
            let excerpt = &self.tokens.text[name.end..end];
            self.sections.leaf(2, name.start..end, self.tokens.name(name), excerpt);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Sql, text));
    }

    #[test]
    fn objects_and_columns() {
        check(
            "create table if not exists app.\"User\" (\n  id int primary key, -- the id, always\n  `key` numeric(10, 2) default ';',\n  primary key (id)\n);\ncreate unique index on app.users (lower(name));\nCREATE MATERIALIZED VIEW v AS SELECT 1;\n",
            expect![[r#"
                  section [1-5] TABLE app.User
                    section [2] id: int primary key
                    section [3] key: numeric(10, 2) default ';'
                  section [6] INDEX on app.users: (lower(name))
                  section [7] MATERIALIZED VIEW v: AS SELECT 1
            "#]],
        );
    }

    #[test]
    fn bodies_hold_semicolons() {
        check(
            "CREATE FUNCTION f() RETURNS int AS $body$ SELECT 1; CREATE TABLE no (a int); $body$ LANGUAGE sql;\nCREATE TRIGGER t AFTER INSERT ON u BEGIN\n  UPDATE u SET a = CASE WHEN b THEN 1 END;\n  IF c THEN d; END IF;\nEND;\nDELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END//\nDELIMITER ;\nALTER TABLE ONLY u ADD c int;\n",
            expect![[r#"
                  section [1] FUNCTION f: () RETURNS int AS $body$ SELECT 1; CREATE TABLE no (a int); $body$ LANGUAGE sql
                  section [2-5] TRIGGER t: AFTER INSERT ON u BEGIN UPDATE u SET a = CASE WHEN b THEN 1 END; IF c THEN d; END IF; END
                  section [7] PROCEDURE p: () BEGIN SELECT 1; END
                  section [9] ALTER TABLE u: ADD c int
            "#]],
        );
    }

    #[test]
    fn rows_are_told_once() {
        check(
            "INSERT INTO a VALUES (1, 'CREATE TABLE no');\ninsert into A values (2);\nINSERT OR IGNORE INTO b DEFAULT VALUES;\nCOPY c (d) FROM stdin;\nit's\n\\.\nCREATE SCHEMA e",
            expect![[r#"
                  section [1] INSERT INTO a: VALUES (1, 'CREATE TABLE no')
                  section [3] INSERT INTO b: DEFAULT VALUES
                  section [7] SCHEMA e
            "#]],
        );
    }

    #[test]
    fn other_things_created() {
        check(
            "CREATE CAST (a AS b) WITH FUNCTION c(a);\nCREATE ACCESS METHOD d TYPE INDEX;\nCREATE \
             DEFINER=`root`@`%` SQL SECURITY INVOKER VIEW e AS SELECT 1;\nCREATE EVENT TRIGGER f;\n",
            expect![[r#"
                section [3] VIEW e: AS SELECT 1
                section [4] TRIGGER f
            "#]],
        );
    }

    #[test]
    fn batches_without_semicolons() {
        check(
            "CREATE TABLE [dbo].[a] (b int)\nGO\nCREATE VIEW c AS SELECT 1\nCREATE TYPE d\n",
            expect![[r#"
                  section [1] TABLE dbo.a
                    section [1] b: int
                  section [3] VIEW c: AS SELECT 1
                  section [4] TYPE d
            "#]],
        );
    }
}
