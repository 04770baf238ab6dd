//! Ctrl-C: the first time asks the work to stop cleanly, the second time ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::INTERRUPTED;

static STOP: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<bool> = OnceLock::new();

/// The flag that Ctrl-C (or a polite kill) raises.
pub(crate) fn flag() -> anyhow::Result<&'static AtomicBool> {
    let installed = INSTALLED.get_or_init(|| {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                #[expect(
                    clippy::exit,
                    clippy::disallowed_methods,
                    reason = "asked twice: the user will not wait"
                )]
                std::process::exit(i32::from(INTERRUPTED));
            }
        })
        .is_ok()
    });
    anyhow::ensure!(installed, "Ctrl-C cannot be caught on this system");
    Ok(&STOP)
}
