//! Pictures for papers, notebooks and terminals.
//!
//! - [`thermograph`]: thermographs as SVG and as text

mod markup;
pub mod thermograph;
