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
            Is the function `rotate`. It runs rm. It sleeps for a while.
            -> Offer the function `rotate`, as part of sample.
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
            Makes a ring. It allocates memory. Returns the ring, or nothing if there is no ring. Fails with an error if there are no lines. It exits the process. Takes `capacity` (`size_t`). Comments in it say: Nobody can log without lines.
            -> Offer the function `ring_new`, as part of sample.
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
            Makes the task. Returns a promise. Takes `kind` (`const char*`). It holds the texts "sleep" and "sleeping".
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
            Takes articles off the shelf. It tries to get the value and checks whether `left.Count` is low. Returns `left`. Fails with a key not found exception ("no {article} here") and an out of stock exception ("only") if the length of line is below the count. It changes `_sold` of the shelf. Takes `article` (`string`), `count` (`int`) and `notes`. Comments in it say: Notes are kept by the till, not here. It holds the text "use TakeAsync".
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
            Callers without a key are never counted. Returns `:ok`. Fails with a too many error. It logs what happens.
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
            Makes a station. It fails without terms. It trims the space. Returns a station, or an error. Fails with a no terms error if the terms are empty and an error ("tides: %q has %d terms") if the number of terms is above `MAX_TERMS`. Takes `name` (`string`) and `terms` (`Term`).
            -> Make a new station, as part of sample.
            ! raises ErrNoTerms by returning it if the terms are empty
            ! raises an error by returning it with "tides: %q has %d terms" if the number of terms is above `MAX_TERMS`
        "#]],
    );
}

#[test]
fn haskell() {
    check(
        "haskell/sample.hs",
        "sow",
        &expect![[r#"
            Sows a crop, unless the bed is taken. It uses the plan rows and the plan beds. Returns `Either String Plan`.
            -> Sows a crop, unless the bed is taken.
        "#]],
    );
}

#[test]
fn java() {
    check(
        "java/sample.java",
        "RoutePlanner.plan",
        &expect![[r#"
            The depots on a parcel's way. It looks into the depots, makes an array list, checks whether the depot is open and adds to the depots. Returns `known` if `known` is given. Fails with an unchecked route exception. It changes `served` of the route planner. Takes `parcel` and `avoid` (`String`). Comments in it say: The cache is shared by all parcels of a day. It holds the text "maps".
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
            Drains the retries. Returns a result if the pending is not empty. It holds the text "job failed: %s".
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
            Waters every dry bed once. It closes the pump. Returns an integer. Fails with a pump exception ("pump is hot after $count beds") if the count is at least the limit and an error ("pump does not close"). It changes `last` of the gardener. Takes `limit` (`Int`) and `skip` (`String`). Comments in it say: The pump needs a rest after ten beds.
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
            Is the method `evict` of the `M`. Returns the count. It logs what happens, prints to the terminal and changes the entries of the `M`. It holds the text "evicting".
            -> Offer the method `evict` of the `M`, as part of sample.
            ! emits log messages
            ! writes to the standard output or error stream
            ! mutates `entries` of the `M`
        "#]],
    );
}

#[test]
fn php() {
    check(
        "php/sample.php",
        "Newsletter.send",
        &expect![[r#"
            Sends to everyone who reads. It filters an array and gets the message. Returns an integer. Fails with a delivery failed error ("too many readers: {$this->slug}"). It logs what happens. Takes `to` (`string`). Comments in it say: The next try may fare better.
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
            Loads the store value. It reads from the store, removes from the rows and makes a shelf and a book. Loops over the rows. Returns a shelf. Fails with a base error ("unreadable"). It holds the texts "owner", "archive" and "limit".
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
            Merges the other value. Loops over the pages. It changes the pages of the day. It holds the text "/health".
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
            Lends one book. It looks into the loans and adds to the loans. Returns an integer, or an error. Fails with a too many error if `held` is at least `S::LIMIT`, a taken error and an error ("the shelf lost {title}"). It prints to the terminal and changes the today and the loans of the desk. Takes `reader` (`ReaderId`) and `title` (`&str`).
            -> Lend the reader for the desk, as part of sample.
            ! writes to the standard output or error stream
            ! mutates `today` and `loans` of the desk
            ! raises LoanError::TooMany by returning it if `held` is at least `S::LIMIT`
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
            Gives a book to a reader. It makes a loan. Returns the loan. Fails with an error ("readers have numbers"), an illegal state exception ("the counter is closed") if `lent` is at least `MAX_LOANS` and a missing error if the book is empty. It changes `last` of the counter. Takes `book` (`String`), `reader` (`Int`) and `at` (`LocalDate`). Comments in it say: A short loan is one for the holidays. It holds the text "if there is none".
            -> Give a book to a reader.
            ! mutates `last` of the counter
            ! raises an error with "readers have numbers"
            ! raises IllegalStateException with "the counter is closed" if `lent` is at least `MAX_LOANS`
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
            Is the method `record` of the recorder. Called by a timer. It removes from the readings, reads from the sensor and adds to the readings. Loops over the tags. Returns `isOpen ? true : false`. Fails with an out of range error and an error ("the sensor broke"). Takes `seconds` (`TimeInterval`) and `tags` (`String`). Comments in it say: Tags are free text.
            -> Offer the method `record` of the recorder, as part of sample.
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
            Is the function `visible`. Returns a list of todos. Fails with a todo error ("filter"). Takes `todos` (`Todo[]`). It holds the texts "open", "done" and "all".
            -> Offer the function `visible`, as part of sample.
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
            Finds by key. It looks into the accounts. Returns the account. Fails with a range error ("no such account") if there is no account and it is strict. Takes `key` (`UUID`).
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
            Is the function `parseAll`. Fails with an error ("no readings at all") if the count is 0. Takes `allocator` (`mem.Allocator`) and `text` (`[]const u8`).
            -> Offer the function `parseAll`, as part of sample.
            ! raises panic with "no readings at all" if the count is 0
        "#]],
    );
}
