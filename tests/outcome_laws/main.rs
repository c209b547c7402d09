//! The solver of outcomes against exact values, plain searches and known results.

#[path = "../../benches/baseline/mod.rs"]
mod baseline;
mod data;
mod known_results;
mod moves;
mod plain;
mod plain_searches;
mod random;
mod stopping;
mod values;
