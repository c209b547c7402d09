//! Values of short partizan games: exact, in canonical form, with their order and sum.
//!
//! This module knows nothing of boards. A [`ValueStore`] holds every value once; a [`CanonicalForm`] is
//! a small handle, and two handles are equal exactly when the games are.

mod canonical;
mod chunked;
mod conway_product;
mod cooling;
mod dyadic;
mod error;
mod follower_memo;
mod heating;
mod memo;
mod norton_product;
pub mod notation;
mod number_key;
mod number_up_star;
mod order;
mod ordinal_sum;
mod paid_moves;
mod power;
mod properties;
mod property;
mod store;
mod structural_order;
mod structural_sort;
mod sum;
mod thermograph;
mod tiny;
mod uptimal;

pub use dyadic::{Bound, Dyadic, Rational};
pub use error::ValueError;
pub use number_up_star::NumberUpStar;
pub use properties::{Analysis, Kind, OutcomeClass};
pub use property::{Property, PropertyValue, UnknownProperty};
pub use store::{CanonicalForm, Options, Side, StoreLimits, ValueStore};
pub use thermograph::{Piece, Thermograph, Wall};
