//! State that each thread of the pool has for itself.

use super::failure::Failure;
use std::sync::{Mutex, PoisonError};

/// One `T` for each thread of the current pool.
pub struct PerThread<T>(Vec<Mutex<T>>);

impl<T> PerThread<T> {
    /// Makes one `T` for each thread.
    pub fn new(make: impl Fn() -> T) -> PerThread<T> {
        PerThread((0..rayon::current_num_threads().max(1)).map(|_| Mutex::new(make())).collect())
    }

    /// Works with that of the current thread.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> Result<R, Failure>) -> Result<R, Failure> {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.0.len();
        work(&mut self.0[thread].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// All of them, when the threads are done.
    pub fn into_values(self) -> impl Iterator<Item = T> {
        self.0.into_iter().map(|value| value.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
