//! The value database against direct evaluation, damage, interruptions and its own parts.

mod building;
mod damage;
mod forger;
mod known;
mod resuming;
mod tools;
