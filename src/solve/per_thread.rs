//! State that each thread of the pool has for itself.

use std::sync::{Mutex, MutexGuard};

/// One `T` for each thread of the current rayon pool.
pub struct PerThread<T>(Vec<Mutex<T>>);

impl<T> PerThread<T> {
    /// Makes one `T` for each thread.
    pub fn new(make: impl Fn() -> T) -> PerThread<T> {
        PerThread((0..rayon::current_num_threads().max(1)).map(|_| Mutex::new(make())).collect())
    }

    /// That of the calling thread; it must not be asked for again while it is held.
    pub fn of_this_thread(&self) -> MutexGuard<'_, T> {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.0.len();
        self.0[thread].lock().expect("no panic while held")
    }

    /// All of them, when the threads are done.
    pub fn into_values(self) -> impl Iterator<Item = T> {
        self.0.into_iter().map(|value| value.into_inner().expect("no panic while held"))
    }
}
