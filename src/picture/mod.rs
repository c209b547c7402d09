//! Pictures for papers, notebooks, screens and terminals: SVG, LaTeX and text.
//!
//! - [`position`]: positions, with the regions they split into and the moves that can be made
//! - [`thermograph`]: thermographs, for papers, screens and terminals
//! - [`latex`]: tables of positions and their values
//! - [`markup`]: what XML and HTML ask of texts

pub mod latex;
pub mod markup;
pub mod position;
pub mod thermograph;
