//! Killed or refused at every effect on the disk: the old generation or the new one, never another.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Output;

use epitome_index::{IndexError, Publisher, faults};

use crate::made::{State, holder};
use crate::program::{effects, published, publishing, version};

/// Publishes one version over another with the k-th effect struck, for every k. `judge` gets what the
/// program left, and whether it is the new version.
fn check_every_effect(fault: impl Fn(u64) -> String, judge: impl Fn(&Output, bool, &str)) {
    let state = State::new();
    // Three, so that there is something to clear away.
    for number in 1..=3 {
        state.publish(&version(number)).unwrap();
    }
    let effects = effects(&state.path, 1);
    assert!(effects > 20, "{effects}");
    for effect in 1..=effects {
        let (old, new) = (effect, effect + 1);
        state.publish(&version(old)).unwrap();
        let fault = fault(effect);
        let output = publishing(&state.path, new).env(faults::VARIABLE, &fault).output().unwrap();
        let left = published(&state);
        assert!(left == old || left == new, "{fault}: version {left} of {old} and {new}");
        judge(&output, left == new, &fault);
        drop(Publisher::lock(&state.path, &holder()).unwrap());
        check_tidy(&state, &fault);
    }
}

fn check_tidy(state: &State, fault: &str) {
    for folder in [state.path.clone(), state.path.join("generations")] {
        for entry in fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.starts_with('.') || name == ".gitignore", "{fault}: {name} is left over");
        }
    }
}

#[test]
fn killed_in_every_effect() {
    // Killed just after an effect is killed just before the next one.
    let fault = |k: u64| format!("kill-in={k}");
    check_every_effect(fault, |output, _, fault| {
        assert_eq!(output.status.signal(), Some(9), "{fault}");
    });
}

#[test]
fn refused_at_every_effect() {
    let fault = |k: u64| match k % 3 {
        0 => format!("fail={k}:ENOSPC"),
        1 => format!("fail-from={k}:EIO"),
        _ => format!("fail={k}:EROFS"),
    };
    check_every_effect(fault, |output, is_new, fault| {
        let said = String::from_utf8_lossy(&output.stderr);
        let failed = !output.status.success();
        assert!(output.status.code().is_some(), "{fault}: {said}");
        assert!(failed || is_new, "{fault}: success, and nothing new");
        assert!(!failed || said.contains("cannot "), "{fault}: {said}");
    });
}

#[test]
fn a_full_disk_is_one_line_with_a_remedy() {
    let state = State::new();
    state.publish(&version(1)).unwrap();
    for quota in [0, 100, 4_000] {
        let mut command = publishing(&state.path, 2);
        let output = command.env(faults::VARIABLE, format!("quota={quota}")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(
            said.contains("make room on the disk and run again, the index as it was still answers")
        );
        assert_eq!(published(&state), 1);
    }
}

#[test]
fn too_little_room_is_told_before_anything_is_written() {
    let state = State::new();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    publisher.require_room(1).unwrap();
    let refused = publisher.require_room(u64::MAX).unwrap_err();
    assert!(matches!(refused, IndexError::NoRoom { needed: u64::MAX, .. }), "{refused:?}");
}

#[test]
fn killed_at_random_while_others_read() {
    let state = State::new();
    state.publish(&version(1)).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    let answers = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut answers = 0;
            while !done.load(std::sync::atomic::Ordering::SeqCst) {
                assert_ne!(published(&state), 0);
                answers += 1;
            }
            answers
        });
        for round in 0..15 {
            let mut child = publishing(&state.path, 2 + round % 3).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(round * 2));
            child.kill().unwrap();
            child.wait().unwrap();
            assert_ne!(published(&state), 0);
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
        reader.join().unwrap()
    });
    assert!(answers > 0);
    state.publish(&version(9)).unwrap();
    assert_eq!(published(&state), 9);
}
