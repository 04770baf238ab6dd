/*
 * Copyright 2024 The Ledger authors
 */

-- The ledger's tables, and what keeps them true.
-- Run once on an empty database.

BEGIN;

CREATE SCHEMA IF NOT EXISTS ledger;

CREATE TYPE ledger.side AS ENUM ('debit', 'credit');

create table if not exists ledger."Account" (
    id          bigint generated always as identity primary key,
    name        text not null check (length(name) > 0), -- shown to people; unique
    opened_on   date default now(),
    balance     numeric(12, 2) default 0,
    note        text default 'a; CREATE TABLE trap (x int);',
    constraint name_once unique (name),
    foreign key (parent_id) references ledger."Account" (id)
);

CREATE UNIQUE INDEX CONCURRENTLY account_name ON ledger."Account" (lower(name));

CREATE OR REPLACE VIEW ledger.open_accounts AS
    SELECT id, name FROM ledger."Account" WHERE closed_on IS NULL;

CREATE MATERIALIZED VIEW monthly AS SELECT 1;

CREATE OR REPLACE FUNCTION ledger.post(account bigint, amount numeric)
RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
    UPDATE ledger."Account" SET balance = balance + amount WHERE id = account;
    -- CREATE TABLE not_a_table (id int);
END;
$body$;

CREATE TRIGGER keep_true AFTER UPDATE ON ledger."Account" FOR EACH ROW BEGIN
    SELECT CASE WHEN NEW.balance < 0 THEN RAISE(ABORT, 'below zero; refused') END;
END;

ALTER TABLE ONLY ledger."Account" ADD COLUMN closed_on date;

INSERT INTO ledger."Account" (name) VALUES ('rent'), ('it''s; fine');
INSERT INTO ledger."Account" (name) VALUES ('food');
INSERT INTO rates VALUES (1, 0.19);

COPY rates (id, rate) FROM stdin;
2	it's unquoted; CREATE TABLE no (a int);
\.

COMMIT;
