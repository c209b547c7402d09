//! The engine of values and the properties of values against slow obvious twins, and the laws that
//! games obey.

mod against_textbook;
mod atomic_weights;
mod companions;
mod cooling;
mod followers;
mod heating;
mod laws;
mod limits;
mod mirrored;
mod ordinal_sum;
mod products;
mod properties;
mod reduced_forms;
mod sketch;
mod sums_of_thermographs;
mod textbook;
mod textbook_operations;
mod textbook_properties;
mod thermographs;
mod uptimals;
