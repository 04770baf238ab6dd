//! Ctrl-C: the first time asks the work to stop cleanly, the second time ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::exit::INTERRUPTED;

static STOP: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<bool> = OnceLock::new();
/// What else to do the first time.
static HOOK: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

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
            if let Some(hook) = &*HOOK.lock().unwrap_or_else(PoisonError::into_inner) {
                hook();
            }
        })
        .is_ok()
    });
    anyhow::ensure!(installed, "Ctrl-C cannot be caught on this system");
    Ok(&STOP)
}

/// Does this too when the flag is raised, for work that sleeps and would not see it.
pub(crate) fn when_stopped(hook: impl Fn() + Send + 'static) {
    *HOOK.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hook));
}
