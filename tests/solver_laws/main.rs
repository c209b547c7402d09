//! Solvers, tables and regions against slow obvious twins, and the laws that the values of positions
//! obey.

mod boards;
mod brute_force;
mod copies;
mod explained;
mod find;
mod known;
mod lines_of_play;
mod properties;
mod regions;
mod stopping;
mod tables;
mod threads;
mod values;
