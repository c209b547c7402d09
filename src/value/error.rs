//! What can go wrong while computing with values.

use super::followers::MAX_FOLLOWERS;
use std::fmt;

/// A computation with values that could not be carried out exactly.
///
/// Nothing in the engine wraps or rounds: what does not fit is one of these errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueError {
    /// A number whose numerator or denominator exceeds 63 bits.
    NumberOverflow,
    /// A multiple of `^` beyond 32 bits.
    UpMultipleOverflow,
    /// A nimber beyond *4095, which has as many options as a form may have.
    NimberOverflow,
    /// A form with more than 4,095 options on one side.
    TooManyOptions,
    /// More values than a store can number (2²⁸ up to sign).
    StoreFull,
    /// The memory ceiling, in MiB, set for the store has been reached.
    MemoryLimit(u32),
    /// A value whose text would be longer than 1 MiB.
    TextTooLong,
    /// An operation that descends more than 4,095 moves, see [`ValueStore::ordinal_sum`] for one.
    ///
    /// [`ValueStore::ordinal_sum`]: super::ValueStore::ordinal_sum
    TooDeep,
    /// Cooling by -1 or less.
    CoolingTooLow,
    /// A Norton product by a unit that is not > 0, of a game that is not an integer.
    UnitNotPositive,
    /// A power of a game that is not {0 | H}.
    NotAPowerBase,
    /// The computation was stopped by [`ValueStore::interrupt`](super::ValueStore::interrupt).
    Interrupted,
    /// A stop count beyond 128 bits.
    StopCountOverflow,
    /// A value with more than 2²⁰ distinct followers, which are not listed.
    TooManyFollowers,
    /// The atomic weight of a value that has none.
    NotAtomic,
    /// The atomic weight of a value that is no infinitesimal. Undefined, not a failure.
    NotInfinitesimal,
    /// The uptimal expansion of a value that is no uptimal.
    NotUptimal,
}

impl ValueError {
    /// Whether the question has no answer for this value, however much room and time there is; the
    /// other errors say that an answer that exists was out of reach.
    pub const fn is_undefined(&self) -> bool {
        matches!(
            self,
            ValueError::NotAtomic
                | ValueError::NotInfinitesimal
                | ValueError::NotUptimal
                | ValueError::CoolingTooLow
                | ValueError::UnitNotPositive
                | ValueError::NotAPowerBase
        )
    }

    /// Whether the computation was stopped by something other than its value: the memory that the store
    /// may take, or an interruption.
    pub const fn is_external(&self) -> bool {
        matches!(self, ValueError::MemoryLimit(_) | ValueError::StoreFull | ValueError::Interrupted)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::NumberOverflow => {
                write!(f, "number too large (numerators and denominators have at most 63 bits)")
            }
            ValueError::UpMultipleOverflow => {
                write!(f, "multiple of ^ too large (at most {})", i32::MAX - 1)
            }
            ValueError::NimberOverflow => write!(f, "nimber too large (at most *4095)"),
            ValueError::TooManyOptions => write!(f, "a form with more than 4095 options on one side"),
            ValueError::StoreFull => write!(f, "more than 268 million distinct values"),
            ValueError::MemoryLimit(mib) => write!(f, "memory ceiling of {mib} MiB reached"),
            ValueError::TextTooLong => write!(f, "a value whose text is longer than 1 MiB"),
            ValueError::TooDeep => write!(f, "nested too deep (at most 4095 moves)"),
            ValueError::CoolingTooLow => write!(f, "a game can be cooled only by more than -1"),
            ValueError::UnitNotPositive => {
                write!(f, "the Norton product needs a unit > 0, unless the game is an integer")
            }
            ValueError::NotAPowerBase => {
                write!(f, "only a game {{0|H}} with one option for each player has powers")
            }
            ValueError::Interrupted => write!(f, "interrupted"),
            ValueError::StopCountOverflow => write!(f, "stop count too large (at most 128 bits)"),
            ValueError::TooManyFollowers => write!(f, "more than {MAX_FOLLOWERS} followers"),
            ValueError::NotAtomic => write!(f, "the value is not atomic"),
            ValueError::NotInfinitesimal => write!(f, "the value is not an infinitesimal, so not atomic"),
            ValueError::NotUptimal => write!(f, "the value is not an uptimal"),
        }
    }
}

impl std::error::Error for ValueError {}
