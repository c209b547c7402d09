//! The engine of values against its slow obvious twin, and the laws that games obey.

mod against_textbook;
mod laws;
mod limits;
mod sketch;
mod textbook;
