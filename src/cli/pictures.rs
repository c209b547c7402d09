//! Pictures of positions on the command line.

use super::failure::Failure;
use konane::board::{Move, Player, Position, Rules, moves};
use konane::picture::position::{HighlightedRegion, PositionPicture};
use konane::solve::{Monitor, ValueSolver};
use konane::value::notation::Notation;
use std::str::FromStr;

/// Something to be seen in a picture besides the stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// The independent regions and their values.
    Regions,
    /// All moves of some players.
    Moves(&'static [Player]),
    /// One move.
    Move(Move),
}

impl FromStr for Highlight {
    type Err = String;

    fn from_str(text: &str) -> Result<Highlight, String> {
        Ok(match text {
            "regions" => Highlight::Regions,
            "moves" => Highlight::Moves(&Player::BOTH),
            "left-moves" => Highlight::Moves(&[Player::Black]),
            "right-moves" => Highlight::Moves(&[Player::White]),
            _ => {
                let known = "use regions, moves, left-moves, right-moves, or a move such as A1-C1";
                Highlight::Move(text.parse().map_err(|error| format!("{error}; {known}"))?)
            }
        })
    }
}

/// A picture of a position; values in its legend are written in the given notation.
pub fn picture<'a>(
    solver: &mut ValueSolver<'_>,
    position: &'a Position,
    highlights: &[Highlight],
    notation: Notation,
    monitor: &Monitor,
) -> Result<PositionPicture<'a>, Failure> {
    let mut picture = PositionPicture::new(position);
    for highlight in highlights {
        picture = match highlight {
            Highlight::Regions => picture.with_regions(regions(solver, position, notation, monitor)?),
            Highlight::Moves(players) => {
                let moves = players.iter().flat_map(|&player| moves(position, player, solver.rules()));
                picture.with_moves(&moves.collect::<Vec<_>>()).map_err(Failure::input)?
            }
            Highlight::Move(_) => picture,
        };
    }
    // A move may be among those drawn already: it is made bold in the end.
    for highlight in highlights {
        if let Highlight::Move(played) = highlight {
            let failure = |error| Failure::input(format!("move {played} in {position}: {error}"));
            if solver.rules() == Rules::SingleJump && played.captures() > 1 {
                return Err(Failure::input(format!("move {played} is more than one jump")));
            }
            picture = picture.with_highlighted_move(*played).map_err(failure)?;
        }
    }
    Ok(picture)
}

fn regions(
    solver: &mut ValueSolver<'_>,
    position: &Position,
    notation: Notation,
    monitor: &Monitor,
) -> Result<Vec<HighlightedRegion>, Failure> {
    let regions = solver.regions(position, monitor)?;
    let highlighted = regions.into_iter().map(|region| {
        let legend = solver.store().text(region.value, notation)?;
        Ok(HighlightedRegion { squares: region.squares, legend })
    });
    highlighted.collect()
}
