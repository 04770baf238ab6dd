//! Several writers, and readers among them.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use epitome_index::{Generation, IndexError, Publisher};

use crate::made::{State, holder};
use crate::program::{published, version};

#[test]
fn of_many_writers_one_wins_and_the_others_know_at_once() {
    let state = State::new();
    let tried = Barrier::new(8);
    for _ in 0..20 {
        let winners: usize = std::thread::scope(|scope| {
            let writer = || {
                let start = Instant::now();
                let lock = Publisher::lock(&state.path, &holder());
                let took = start.elapsed();
                // Nobody lets go before all have tried.
                tried.wait();
                match &lock {
                    Ok(_) => 1,
                    Err(IndexError::Locked { holder, .. }) => {
                        assert!(took < Duration::from_secs(1), "{took:?}");
                        assert_eq!(holder.pid, std::process::id());
                        0
                    }
                    Err(error) => panic!("{error}"),
                }
            };
            let writers: Vec<_> = (0..8).map(|_| scope.spawn(writer)).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum()
        });
        assert_eq!(winners, 1);
    }
}

#[test]
fn readers_see_whole_generations_while_others_are_published() {
    let state = State::new();
    state.publish(&version(1)).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::SeqCst) {
                    assert_ne!(published(&state), 0);
                }
            });
        }
        let held = Generation::open(&state.path).unwrap();
        for number in 2..30 {
            state.publish(&version(number)).unwrap();
        }
        assert_eq!(held.number(), 1);
        held.verify().unwrap();
        done.store(true, std::sync::atomic::Ordering::SeqCst);
    });
    assert_eq!(published(&state), 29);
}
