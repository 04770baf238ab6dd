//! A sign of life during long work, on a terminal only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A counter that is silent when standard error is not a terminal.
pub(crate) fn counter(what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}: {human_pos} files, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style).with_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
