//! Exact combinatorial game values of Kōnane positions.

pub mod board;
pub mod region;
pub mod solve;
pub mod value;
