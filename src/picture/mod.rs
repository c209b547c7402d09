//! Pictures for papers, notebooks and screens: SVG and LaTeX.
//!
//! - [`position`]: positions, with the regions they split into and the moves that can be made
//! - [`latex`]: tables of positions and their values

pub mod latex;
pub mod position;
