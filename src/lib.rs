//! Exact combinatorial game values of Kōnane positions.

pub mod board;
pub mod value;
