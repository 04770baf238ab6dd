//! Workers that die, hang or lie: the file is reported, and the next one gets a new worker.

use std::path::PathBuf;

use epitome_engine::outline::{WorkerCommand, WorkerLimits, Workers};
use epitome_model::codec_version::OUTLINE_FORMAT;
use epitome_model::outline::Problem;
use epitome_syntax::language;

/// A worker played by a shell script, which has greeted already.
fn acted(script: &str) -> Workers {
    let greeting = format!("printf 'epi\\n\\{OUTLINE_FORMAT:03o}\\000\\000\\000'; ");
    Workers::new(WorkerCommand {
        program: PathBuf::from("sh"),
        args: vec!["-c".into(), format!("{greeting}{script}")],
        environment: Vec::new(),
        limits: WorkerLimits::default(),
    })
}

fn check(script: &str, expected: &str) {
    let workers = acted(script);
    // Twice: the second file must meet a new worker, not the dead one.
    for _ in 0..2 {
        let outline = workers.outline(language("python").unwrap(), "def f(): pass\n").unwrap();
        assert_eq!(outline.language, "python");
        assert_eq!(outline.lines, 1);
        let [problem] = &outline.problems[..] else { panic!("{:?}", outline.problems) };
        assert!(problem.to_string().contains(expected), "{script}: {problem}");
    }
}

#[test]
fn a_worker_that_dies_costs_its_file_only() {
    check("head -c 8 >/dev/null; kill -SEGV $$", "out of stack or memory, signal 11");
    check("head -c 8 >/dev/null; kill -KILL $$", "signal 9");
    check("head -c 8 >/dev/null; exit 75", "took longer than 2000 ms");
    check("head -c 8 >/dev/null; exit 3", "exit status: 3");
}

#[test]
fn a_worker_that_lies_is_ended() {
    // More than it may send, less than it said, and what is no outline.
    check(r"head -c 8 >/dev/null; printf '\377\377\377\377'; sleep 60", "signal 9");
    check(r"head -c 8 >/dev/null; printf '\005\000\000\000ab'; exit 0", "exit status: 0");
    check(r"head -c 8 >/dev/null; printf '\002\000\000\000\377\377'; sleep 60", "signal 9");
}

#[test]
fn a_program_that_is_no_worker_is_an_error() {
    let cat = Workers::new(WorkerCommand {
        program: PathBuf::from("sh"),
        args: vec!["-c".into(), "echo hello".into()],
        environment: Vec::new(),
        limits: WorkerLimits::default(),
    });
    assert!(cat.outline(language("python").unwrap(), "x").is_err());
    let none = Workers::new(WorkerCommand {
        program: PathBuf::from("no-such-program-here"),
        args: Vec::new(),
        environment: Vec::new(),
        limits: WorkerLimits::default(),
    });
    assert!(none.outline(language("python").unwrap(), "x").is_err());
}

#[test]
fn in_process_outlines_are_the_same_data() {
    let workers = Workers::in_process();
    let outline = workers.outline(language("python").unwrap(), "def f(): pass\n").unwrap();
    assert_eq!(outline.symbols.len(), 1);
    assert_eq!(outline.problems, Vec::<Problem>::new());
}
