//! Exact combinatorial game values of Kōnane positions.

pub mod board;
pub mod published;
pub mod region;
pub mod solve;
pub mod value;
