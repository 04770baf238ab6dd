//! A walk over a great many small files.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, ensure};

const FILES_A_FOLDER: usize = 1_000;

pub(crate) fn run(files: usize) -> anyhow::Result<()> {
    println!("files      walk s   files a second   peak MiB");
    // Memory that does not grow with the tree is the same at a tenth of it.
    for count in [files / 10, files] {
        let folder = tempfile::tempdir()?;
        fill(folder.path(), count).context("making the files")?;
        let began = Instant::now();
        let output = Command::new(std::env::current_exe()?)
            .args(["bench", "scan-memory"])
            .arg(folder.path())
            .output()?;
        let took = began.elapsed().as_secs_f64();
        let text = String::from_utf8_lossy(&output.stdout);
        let (seen, mib) = text.trim().split_once(' ').with_context(|| format!("{text:?}"))?;
        ensure!(seen.parse::<usize>()? == count, "{count} files were made, {seen} were seen");
        println!("{count:<9}{took:>8.1}{:>17.0}{mib:>11}", count as f64 / took);
    }
    Ok(())
}

fn fill(root: &Path, count: usize) -> std::io::Result<()> {
    for first in (0..count).step_by(FILES_A_FOLDER) {
        let folder = root.join(format!("{:04}", first / FILES_A_FOLDER));
        fs::create_dir(&folder)?;
        for i in first..count.min(first + FILES_A_FOLDER) {
            fs::write(folder.join(format!("f{i}.py")), "def f(): return 1\n")?;
        }
    }
    Ok(())
}
