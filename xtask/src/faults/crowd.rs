//! F6: several writers at once, and writers killed while they hold the lock.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, ensure};

use super::{Row, Trial};

/// No message may take longer than this.
const LONGEST_MS: u64 = 1000;
/// Every so many rounds the winner is killed instead of letting go.
const KILL_EVERY: u64 = 5;

struct Writer {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl Writer {
    fn start(state: &Path) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("finding this program")?;
        let mut child = Command::new(program)
            .args(["faults-child", "contend"])
            .arg(state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting a writer")?;
        let to = child.stdin.take().context("its standard input")?;
        let from = BufReader::new(child.stdout.take().context("its standard output")?).lines();
        Ok(Self { child, to, from })
    }

    fn say(&mut self, word: &str) -> anyhow::Result<()> {
        writeln!(self.to, "{word}").context("speaking to a writer")
    }

    fn hear(&mut self) -> anyhow::Result<String> {
        Ok(self.from.next().context("a writer died")??)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn run(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    let mut row = Row::new("F6", "2 to 8 writers at once; every fifth winner is killed");
    let rounds = trial.count(20, 200);
    let place = trial.place()?;
    if !trial.subject.is_synthetic() {
        trial.subject.complete(&place.tree(), 1, 2)?;
    }
    let (mut slowest, mut killed, mut lost) = (0, 0, 0_u64);
    for writers in 2..=8 {
        let start = || Writer::start(&place.state());
        let mut crowd = (0..writers).map(|_| start()).collect::<anyhow::Result<Vec<_>>>()?;
        for round in 1..=rounds {
            let result = one_round(&mut crowd, &mut slowest, &mut lost);
            let winner = match result {
                Ok(winner) => winner,
                Err(error) => {
                    row.check(format!("{writers} writers, round {round}"), Err(error));
                    crowd = (0..writers).map(|_| start()).collect::<anyhow::Result<Vec<_>>>()?;
                    continue;
                }
            };
            row.check("", Ok(()));
            if round % KILL_EVERY == 0 {
                crowd[winner] = start()?;
                killed += 1;
            } else {
                crowd[winner].say("release")?;
                ensure!(crowd[winner].hear()? == "released", "the winner did not let go");
            }
        }
    }
    row.outcome = format!(
        "one winner each round; {lost} losers, each told the winner's process within {slowest} ms; \
         {killed} winners killed, their lock in nobody's way"
    );
    Ok(vec![row])
}

/// All try at once; says who won.
fn one_round(crowd: &mut [Writer], slowest: &mut u64, lost: &mut u64) -> anyhow::Result<usize> {
    for writer in crowd.iter_mut() {
        writer.say("try")?;
    }
    let heard = crowd.iter_mut().map(Writer::hear).collect::<anyhow::Result<Vec<_>>>()?;
    let winners: Vec<usize> =
        heard.iter().enumerate().filter(|(_, said)| *said == "won").map(|(at, _)| at).collect();
    ensure!(winners.len() == 1, "{} winners: {heard:?}", winners.len());
    let winner = winners[0];
    let name = format!("process {} ", crowd[winner].child.id());
    for (_, said) in heard.iter().enumerate().filter(|(at, _)| *at != winner) {
        let (_, rest) = said.split_once("lost ").with_context(|| said.clone())?;
        let (ms, message) = rest.split_once(' ').context("no message")?;
        let ms: u64 = ms.parse()?;
        ensure!(ms < LONGEST_MS, "it took {ms} ms to lose");
        ensure!(message.contains(&name), "the winner is {name}, but: {message}");
        *slowest = (*slowest).max(ms);
        *lost += 1;
    }
    Ok(winner)
}
