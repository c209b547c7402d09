//! Pictures are what they were when somebody last looked at them.
//!
//! Each is compared with a file in `tests/data/pictures`. After a change that is meant, write the files anew
//! with `KONANE_UPDATE_SNAPSHOTS=1 cargo test --test pictures`, and look at them before they are kept.

mod latex;
mod positions;
mod snapshot;
mod thermographs;
