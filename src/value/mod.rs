//! Values of short partizan games: exact, in canonical form, with their order and sum.
//!
//! This module knows nothing of boards. A [`ValueStore`] holds every value once; a [`CanonicalForm`] is
//! a small handle, and two handles are equal exactly when the games are.

mod atomic_weight;
mod canonical;
mod chunked;
mod companion;
mod condition;
mod conway_product;
mod cooling;
mod copy;
mod dyadic;
mod error;
mod follower_memo;
mod followers;
mod heating;
mod incentives;
mod memo;
mod norton_product;
pub mod notation;
mod number_key;
mod number_up_star;
mod order;
mod ordinal_sum;
mod paid_moves;
mod parity;
mod power;
mod predicates;
mod properties;
mod property;
mod reduced;
mod stop_count;
mod store;
mod stored;
mod structural_order;
mod structural_sort;
mod sum;
mod thermograph;
mod tiny;
mod uptimal;
mod uptimal_expansion;

pub use condition::{Condition, ConditionError};
pub use copy::ValueCopier;
pub use dyadic::{Bound, Dyadic, Rational};
pub use error::ValueError;
pub use number_up_star::NumberUpStar;
pub use properties::{Analysis, Kind, OutcomeClass};
pub use property::{Property, PropertyType, PropertyValue, UnknownProperty};
pub use store::{CanonicalForm, Options, Side, StoreLimits, ValueStore};
pub(crate) use stored::StoredValue;
pub use thermograph::{Piece, Thermograph, Wall};
pub use uptimal_expansion::UptimalExpansion;
