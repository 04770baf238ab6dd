//! One function of each language's sample, in words.

use expect_test::{Expect, expect};

use crate::kit::{samples, summarize};

fn check(path: &str, name: &str, expected: &Expect) {
    let all = samples();
    let (_, text) = all.iter().find(|(known, _)| known == path).expect("the sample is there");
    let (outline, summaries) = summarize(path, text).expect("the language is known");
    let at = outline
        .symbols
        .iter()
        .rposition(|symbol| symbol.qualified_name == name)
        .expect("the symbol is there");
    let summary = &summaries.symbols[at];
    let mut shown = format!("{}\n-> {}\n", summary.summary, summary.business_intent);
    for effect in &summary.grounded.side_effects {
        shown.push_str(&format!("! {effect}\n"));
    }
    expected.assert_eq(&shown);
}

#[test]
fn bash() {
    check(
        "bash/sample.sh",
        "rotate",
        &expect![[r#"
            Runs the rotate step. It runs rm. It sleeps for a while.
            -> Run the rotate step, as part of sample.
            ! waits for some time, so it reads the clock
        "#]],
    );
}

#[test]
fn c() {
    check(
        "c/sample.c",
        "ring_new",
        &expect![[r#"
            Makes a ring. It uses the calloc and frees the ring. Returns the ring, or nothing if there is no ring. Fails with an error if there are no lines. It exits the process. Takes a capacity. Comments in it say: Nobody can log without lines.
            -> Return the ring new, as part of sample.
            ! ends the process and raises nothing to its caller
            ! raises an error if there are no lines
        "#]],
    );
}

#[test]
fn cpp() {
    check(
        "cpp/sample.cpp",
        "sched.make_task",
        &expect![[r#"
            Makes the task. It makes a sleep task and uses the sched check, the next ID and the unique pointer. Returns a promise. Takes a kind and a pick value. It deals with "sleep" and "sleeping".
            -> Make the task, as part of sample.
        "#]],
    );
}

#[test]
fn csharp() {
    check(
        "csharp/sample.cs",
        "Shelf.Take",
        &expect![[r#"
            Takes articles off the shelf. It tries to get the value, checks whether the count is low and invokes the article. Returns the left value. Fails with a key not found exception ("no {article} here") and an out of stock exception ("only") if the length of line is below the count. It changes the sold of the shelf. Takes a count and notes. Comments in it say: Notes are kept by the till, not here. It deals with "use TakeAsync".
            -> Take articles off the shelf.
            ! mutates `_sold` of the shelf
            ! raises KeyNotFoundException with "no {article} here"
            ! raises OutOfStockException with "only" if the length of line is below the count
        "#]],
    );
}

#[test]
fn elixir() {
    check(
        "elixir/sample.ex",
        "Gate.Limiter.check",
        &expect![[r#"
            Callers without a key are never counted. It checks whether it is binary, fetches the table, checks whether the count is an above and uses the count. Returns the ok value. Fails with the error "too many". It logs what happens. Takes a state.
            -> Callers without a key are never counted.
            ! emits log messages
            ! raises too_many by returning it
        "#]],
    );
}

#[test]
fn go() {
    check(
        "go/sample.go",
        "New",
        &expect![[r#"
        Makes a station. It fails without terms. It trims the space. Returns a station, or an error. Fails with the error "no terms" if the terms are empty and an error ("tides: %q has %d terms") if the number of terms is above the maximum terms. Takes a name and terms.
        -> Make a new station, as part of sample.
        ! raises ErrNoTerms by returning it if the terms are empty
        ! raises an error by returning it with "tides: %q has %d terms" if the number of terms is above the maximum terms
    "#]],
    );
}

#[test]
fn haskell() {
    check(
        "haskell/sample.hs",
        "sow",
        &expect![[r#"
            Sows a crop, unless the bed is taken. It uses the plan rows, the plan beds and the const. Returns a plan. Fails with an error ("a bed needs a name -- always"), an error ("taken") if the bed taken is set and an error ("too many rows").
            -> Sows a crop, unless the bed is taken.
            ! raises an error by returning it with "a bed needs a name -- always"
            ! raises an error by returning it with "taken" if the bed taken is set
            ! raises an error by returning it with "too many rows"
        "#]],
    );
}

#[test]
fn java() {
    check(
        "java/sample.java",
        "RoutePlanner.plan",
        &expect![[r#"
            The depots on a parcel's way. It looks into the depots, uses the town of the parcel, the lines and the sub list, makes an array list, checks whether the depot is open and adds to the depots. Returns the known if a known is given. Fails with an unchecked route exception. It changes the served value of the route planner. Takes an avoid value. Comments in it say: The cache is shared by all parcels of a day. It deals with "parcel" and "maps".
            -> The depots on a parcel's way.
            ! mutates `served` of the route planner
            ! raises UncheckedRouteException
            ! raises IOException: if the map cannot be read
        "#]],
    );
}

#[test]
fn javascript() {
    check(
        "javascript/sample.js",
        "Queue.drain",
        &expect![[r#"
            Drains the retries. Returns a result if the pending is not empty. It deals with "job failed: %s".
            -> Drain the retries for the queue, as part of sample.
        "#]],
    );
}

#[test]
fn kotlin() {
    check(
        "kotlin/sample.kt",
        "Gardener.round",
        &expect![[r#"
        Waters every dry bed once. It uses the water, works with the context and closes the pump. Loops over the thirsty. Returns the count. Fails with a pump exception ("pump is hot after $count beds") if the count is at least the limit and an error ("pump does not close"). It changes the last value of the gardener. Takes a limit and a skip value. Comments in it say: The pump needs a rest after ten beds.
        -> Water every dry bed once.
        ! mutates `last` of the gardener
        ! raises PumpException with "pump is hot after $count beds" if the count is at least the limit
        ! raises an error with "pump does not close"
    "#]],
    );
}

#[test]
fn lua() {
    check(
        "lua/sample.lua",
        "M.evict",
        &expect![[r#"
        Runs the evict step. It removes from the table. Returns the count. It logs what happens, prints to the terminal and changes the entries. It deals with "evicting".
        -> Run the evict step, as part of sample.
        ! emits log messages
        ! writes to the standard output or error stream
        ! mutates `entries` of the object
    "#]],
    );
}

#[test]
fn php() {
    check(
        "php/sample.php",
        "Newsletter.send",
        &expect![[r#"
        Sends to everyone who reads. It uses the array chunk, the count and the array filter and gets the message. Returns the sent. Fails with the error "delivery failed" ("too many readers: {$this->slug}"). It logs what happens. Takes a to value. Comments in it say: The next try may fare better. It deals with "try".
        -> Send to everyone who reads.
        ! emits log messages
        ! raises DeliveryFailed with "too many readers: {$this->slug}"
    "#]],
    );
}

#[test]
fn python() {
    check(
        "python/sample.py",
        "load",
        &expect![[r#"
        Loads the store value. It reads the store, removes from the rows and makes a shelf and a book. Loops over the rows. Returns a new shelf. Fails with a base error ("unreadable"). It deals with "owner", "archive" and "limit".
        -> Load the store value, as part of sample.
        ! raises BaseError with "unreadable"
    "#]],
    );
}

#[test]
fn ruby() {
    check(
        "ruby/sample.rb",
        "Visits.Day.merge",
        &expect![[r#"
        Merges the other value. It uses the pages of the other. Loops over the pages. It changes the pages of the day. It deals with "/health".
        -> Merge the other value for the day, as part of sample.
        ! mutates `pages` of the day
    "#]],
    );
}

#[test]
fn rust() {
    check(
        "rust/sample.rs",
        "Desk.lend",
        &expect![[r#"
        Lends one book. It looks into the loans, adds to the loans and uses the short name. Returns an integer, or an error. Fails with the error "too many" if the held is at least the limit, the error "taken" and an error ("the shelf lost {title}"). It prints to the terminal and changes the today and the loans of the desk. Takes a reader (reader ID) and a title.
        -> Lend the reader for the desk, as part of sample.
        ! writes to the standard output or error stream
        ! mutates `today` and `loans` of the desk
        ! raises LoanError::TooMany by returning it if the held is at least the limit
        ! raises LoanError::Taken by returning it
        ! raises panic with "the shelf lost {title}"
    "#]],
    );
}

#[test]
fn scala() {
    check(
        "scala/sample.scala",
        "Counter.lend",
        &expect![[r#"
        Gives a book to a reader. It makes a loan. Returns the loan. Fails with an error ("readers have numbers"), an illegal state exception ("the counter is closed") if the lent is at least the maximum loans and the error "missing" if the book is empty. It changes the last value of the counter. Takes an at value (local date). Comments in it say: A short loan is one for the holidays. It deals with "if there is none".
        -> Give a book to a reader.
        ! mutates `last` of the counter
        ! raises an error with "readers have numbers"
        ! raises IllegalStateException with "the counter is closed" if the lent is at least the maximum loans
        ! raises Fault.Missing by returning it if the book is empty
    "#]],
    );
}

#[test]
fn swift() {
    check(
        "swift/sample.swift",
        "Recorder.record",
        &expect![[r#"
            Returns the record of the recorder. Called by a timer. It removes from the readings, reads the sensor and adds to the readings. Loops over the tags. The result is `isOpen ? true : false`. Fails with the error "out of range", an error and an error ("the sensor broke"). Takes seconds (time interval) and tags. Comments in it say: Tags are free text. It deals with "tag".
            -> Return the record of the recorder, as part of sample.
            ! raises SensorError.outOfRange
            ! raises an error
            ! raises an error with "the sensor broke"
        "#]],
    );
}

#[test]
fn tsx() {
    check(
        "tsx/sample.tsx",
        "visible",
        &expect![[r#"
            Returns the visible todos. It filters the todos. The result is a list of todos. Fails with a todo error ("filter"). Takes a filter. It deals with "open", "done" and "all".
            -> Return the visible todos, as part of sample.
            ! raises TodoError with "filter"
        "#]],
    );
}

#[test]
fn typescript() {
    check(
        "typescript/sample.ts",
        "Bank.find",
        &expect![[r#"
        Finds by key. It looks into the accounts. Returns the account. Fails with a range error ("no such account") if there is no account and it is strict. Takes a key (UUID).
        -> Find by key for the bank, as part of sample.
        ! raises RangeError with "no such account" if there is no account and it is strict
    "#]],
    );
}

#[test]
fn zig() {
    check(
        "zig/sample.zig",
        "parseAll",
        &expect![[r#"
            Parses all allocators. It uses the alloc of the allocator and the hours, frees the allocator, splits the scalar, parses the float and sets up the count. Returns `readings[0..count]`. Fails with an error ("no readings at all") if the count is 0. Takes text.
            -> Parse all allocators, as part of sample.
            ! raises panic with "no readings at all" if the count is 0
        "#]],
    );
}
