//! How strong the engine plays, and how long it thinks.

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What the engine does to find its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at its own moves only, and takes one that leaves it the most moves and the opponent the
    /// fewest.
    Beginner,
    /// Searches three moves ahead, and counts moves there.
    Casual,
    /// Searches as deep as the limit allows, judges by the patterns of stones, and knows the exact values of
    /// small regions; proves nothing beforehand.
    Advanced,
    /// As [`Level::Advanced`], but first tries to prove who wins, and then plays perfectly: the winner
    /// never lets go of the win, and the loser makes the move that leaves the fewest winning answers.
    Expert,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Casual, Level::Advanced, Level::Expert];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Advanced => "advanced",
            Level::Expert => "expert",
        })
    }
}

/// The text is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown strength {}: use beginner, casual, advanced or expert", shown(&self.0))
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let named = Level::ALL.into_iter().find(|level| level.to_string() == text);
        named.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// How much the engine may think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So long. The move comes some milliseconds later at most.
    Time(Duration),
    /// So many positions. The engine then plays the same game each time: it looks at no clock, and leaves
    /// the proofs to its own search.
    Nodes(u64),
    /// Until who wins is proved, or the engine is stopped.
    Unlimited,
}

/// How strong the engine plays: what it does, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What it does.
    pub level: Level,
    /// How long it may take for a move.
    pub limit: Limit,
}

impl Default for Strength {
    /// An expert who thinks for three seconds.
    fn default() -> Strength {
        Strength { level: Level::Expert, limit: Limit::Time(Duration::from_secs(3)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(
            "grandmaster".parse::<Level>().unwrap_err().to_string(),
            "unknown strength \"grandmaster\": use beginner, casual, advanced or expert"
        );
    }
}
