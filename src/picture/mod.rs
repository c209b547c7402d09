//! Pictures for papers, notebooks, screens and terminals: SVG, LaTeX and text.
//!
//! - [`position`]: positions, with the regions they split into and the moves that can be made
//! - [`thermograph`]: the walls and mast of a thermograph
//! - [`latex`]: tables of positions and their values

pub mod latex;
mod markup;
pub mod position;
pub mod thermograph;
