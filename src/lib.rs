//! Exact combinatorial game values of Kōnane positions.

pub mod board;
