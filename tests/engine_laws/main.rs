//! The engine of values and the properties of values against slow obvious twins, and the laws that
//! games obey.

mod against_textbook;
mod cooling;
mod heating;
mod laws;
mod limits;
mod ordinal_sum;
mod products;
mod properties;
mod sketch;
mod sums_of_thermographs;
mod textbook;
mod textbook_operations;
mod thermographs;
