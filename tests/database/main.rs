//! The value database against direct evaluation, damage, interruptions and its own parts.

mod building;
mod damage;
mod forger;
mod given;
mod known;
mod parts;
mod processes;
mod resuming;
mod tools;
