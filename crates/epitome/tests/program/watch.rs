//! `watch`: the real program notices what people do to files.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::kit::{epitome, json, stderr, tree, write};

/// Far longer than anything takes; a busy machine is no failure.
const PATIENCE: Duration = Duration::from_secs(30);
/// Longer than changes are waited for to settle.
const SETTLED: Duration = Duration::from_millis(2500);

/// A watch under way.
struct Watching {
    child: Child,
    events: Receiver<Value>,
}

impl Watching {
    fn start(folder: &Path, args: &[&str]) -> Watching {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("epitome"))
            .args(["watch", "--json"])
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, events) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        let watching = Watching { child, events };
        assert_eq!(watching.next()["event"], "watching");
        assert_eq!(watching.next()["event"], "updated");
        watching
    }

    fn next(&self) -> Value {
        self.events.recv_timeout(PATIENCE).expect("an event in time")
    }

    /// Events until the files added, changed and removed since are as many; what is left is no event.
    fn until(&self, expected: (u64, u64, u64)) -> Vec<Value> {
        let (mut seen, mut sum) = (Vec::new(), (0, 0, 0));
        while sum != expected {
            let event = self.next();
            assert_eq!(event["event"], "updated", "{event}");
            let n = |what: &str| event["files"][what].as_u64().unwrap();
            sum = (sum.0 + n("added"), sum.1 + n("changed"), sum.2 + n("removed"));
            assert!(seen.len() < 10, "{sum:?} instead of {expected:?}");
            seen.push(event);
        }
        seen
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Processor time so far, in hundredths of a second.
    fn processor_time(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
    }

    /// Stops it, and returns its exit code and what it said on standard error.
    fn stop(mut self, signal: Signal) -> (Option<i32>, String) {
        let began = Instant::now();
        kill_process(self.pid(), signal).unwrap();
        let code = self.child.wait().unwrap().code();
        assert!(began.elapsed() < Duration::from_secs(10));
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (code, said)
    }
}

/// When an update last took the lock.
fn last_look(root: &Path) -> SystemTime {
    fs::metadata(root.join(".epitome/lock")).unwrap().modified().unwrap()
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const LAMP: &str = "def light(lamp):\n    \"\"\"Lights the lamp.\"\"\"\n    if lamp.broken:\n        raise ValueError(\"broken\")\n    lamp.on = True\n    return lamp\n";

#[test]
fn an_edit_a_new_folder_a_rename_and_a_deletion_are_noticed() {
    let folder = tree(&[("lamps/lamp.py", LAMP), ("README.md", "# Lamps\n")]);
    let root = folder.path();
    let watching = Watching::start(root, &[]);
    write(root, &[("lamps/lamp.py", &LAMP.replace("Lights the lamp", "Ignites the lantern"))]);
    watching.until((0, 1, 0));
    let shown = json(&["show", "light", "--json"], root);
    assert!(shown["summary"].as_str().unwrap().contains("Ignites the lantern"), "{shown}");
    assert_eq!(shown["index"]["fresh"], true);
    // A folder in a folder that was not there before, then a file in it when both have been seen.
    fs::create_dir_all(root.join("more/deep")).unwrap();
    std::thread::sleep(SETTLED);
    write(root, &[("more/deep/torch.py", &LAMP.replace("light", "kindle"))]);
    watching.until((1, 0, 0));
    fs::rename(root.join("more"), root.join("other")).unwrap();
    watching.until((1, 0, 1));
    // The renamed folder is watched under its new name.
    write(root, &[("other/deep/torch.py", &LAMP.replace("light", "enkindle"))]);
    watching.until((0, 1, 0));
    assert_eq!(json(&["show", "enkindle", "--json"], root)["id"], "other/deep/torch.py::enkindle");
    fs::remove_file(root.join("lamps/lamp.py")).unwrap();
    watching.until((0, 0, 1));
    assert_eq!(epitome(&["show", "light"], root).status.code(), Some(3));
    assert_eq!(watching.stop(Signal::INT), (Some(130), String::new()));
    assert_eq!(epitome(&["doctor"], root).status.code(), Some(0));
    assert_eq!(epitome(&["status"], root).status.code(), Some(0));
}

#[test]
fn a_burst_is_one_update_or_two() {
    let folder = tree(&[("lamp.py", LAMP)]);
    let watching = Watching::start(folder.path(), &[]);
    let files: Vec<(String, String)> =
        (0..500).map(|n| (format!("a{}/f{n}.py", n % 7), LAMP.replace("light", "f"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    write(folder.path(), &files);
    let updates = watching.until((500, 0, 0));
    assert!(updates.len() <= 2, "{} updates", updates.len());
    assert_eq!(watching.stop(Signal::TERM).0, Some(130));
}

#[test]
fn ignored_files_and_readers_wake_nobody() {
    let ignore = (".gitignore", "target/\n*.log\n");
    let folder = tree(&[("lamp.py", LAMP), ignore, ("target/a/x.py", LAMP)]);
    let root = folder.path();
    let watching = Watching::start(root, &[]);
    std::thread::sleep(SETTLED);
    let (before, look) = (watching.processor_time(), last_look(root));
    for n in 0..100 {
        write(root, &[("target/a/x.py", &n.to_string()), ("target/b/y.py", LAMP)]);
        write(root, &[("build.log", &n.to_string())]);
        fs::read(root.join("lamp.py")).unwrap();
    }
    std::thread::sleep(SETTLED);
    assert_eq!(last_look(root), look);
    let asleep = watching.processor_time() - before;
    assert!(asleep <= 2, "{asleep} hundredths of a second for nothing");
    // A file that is not ignored is looked at, though it says what it said.
    write(root, &[("lamp.py", LAMP)]);
    let began = Instant::now();
    while last_look(root) == look {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
    // What is no longer ignored is read, and watched from then on.
    write(root, &[(".gitignore", "*.log\n")]);
    watching.until((2, 0, 0));
    write(root, &[("target/b/y.py", &LAMP.replace("light", "shine"))]);
    watching.until((0, 1, 0));
    assert_eq!(watching.stop(Signal::INT).0, Some(130));
}

// The system keeps only so many events for who does not take them.
#[test]
fn lost_events_lead_to_a_look_at_everything() {
    let folder = tree(&[("lamp.py", LAMP), (".gitignore", "*.log\n")]);
    let root = folder.path();
    let watching = Watching::start(root, &[]);
    let kept = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    kill_process(watching.pid(), Signal::STOP).unwrap();
    // Each writing is three events or more. They are of ignored files: they alone are no reason to look.
    for n in 0..kept.trim().parse::<u32>().unwrap() / 2 {
        fs::write(root.join(["a.log", "b.log"][n as usize % 2]), "").unwrap();
    }
    write(root, &[("late/deep/torch.py", LAMP)]);
    kill_process(watching.pid(), Signal::CONT).unwrap();
    watching.until((1, 0, 0));
    write(root, &[("late/deep/torch.py", &LAMP.replace("light", "shine"))]);
    watching.until((0, 1, 0));
    assert_eq!(watching.stop(Signal::INT).0, Some(130));
}

#[test]
fn looking_finds_changes_too() {
    let folder = tree(&[("lamp.py", LAMP)]);
    let watching = Watching::start(folder.path(), &["--poll", "0.2"]);
    write(folder.path(), &[("torch.py", LAMP)]);
    watching.until((1, 0, 0));
    assert_eq!(watching.stop(Signal::INT).0, Some(130));
}

#[test]
fn a_failure_is_told_and_tried_again() {
    let folder = tree(&[("lamp.py", LAMP)]);
    let root = folder.path();
    let watching = Watching::start(root, &[]);
    fs::write(root.join(".epitome/state.db"), "not a database").unwrap();
    write(root, &[("torch.py", LAMP)]);
    for seconds in [1.0, 2.0] {
        let failed = watching.next();
        assert_eq!(failed["event"], "failed", "{failed}");
        assert!(failed["cause"].as_str().unwrap().contains("epitome doctor --repair"), "{failed}");
        assert_eq!(failed["retry_seconds"], seconds);
    }
    let mended = epitome(&["doctor", "--repair"], root);
    assert_eq!(mended.status.code(), Some(0), "{}", stderr(&mended));
    let mut event = watching.next();
    // A try may have come before the mending.
    while event["event"] == "failed" {
        event = watching.next();
    }
    assert_eq!(event["event"], "updated", "{event}");
    write(root, &[("candle.py", LAMP)]);
    watching.until((1, 0, 0));
    assert_eq!(watching.stop(Signal::INT).0, Some(130));
}

#[test]
fn people_get_a_line_an_update() {
    let folder = tree(&[("lamp.py", LAMP)]);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("epitome"))
        .arg("watch")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "Watching 1 folder of .; Ctrl-C ends it.");
    assert!(lines.next().unwrap().starts_with("Indexed 1 file in "));
    write(folder.path(), &[("torch.py", LAMP)]);
    let line = lines.next().unwrap();
    assert!(line.starts_with("Updated in ") && line.contains("1 file added"), "{line}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(lines.next(), None);
    let mut said = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut said).unwrap();
    assert!(said.is_empty());
}

#[test]
fn what_cannot_be_watched_is_told() {
    let folder = tree(&[("lamp.py", LAMP)]);
    let output = epitome(&["watch", "nowhere"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("nowhere"), "{}", stderr(&output));
    let output = epitome(&["watch", "--poll", "0"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("give 0.1 to 86400 seconds"), "{}", stderr(&output));
}
