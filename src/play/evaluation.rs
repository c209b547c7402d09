//! What a position seems to be worth where nothing is proved.
//!
//! On boards without holes the patterns of stones tell most: what the solver uses to guess who wins
//! ([`Evaluation`]), a logarithm of odds, is turned into moves. With it the search won 53 of 60 games on 8×8
//! and 45 of 60 on 6×6 and on 7×7, with 1,000 or 2,000 positions a move, against itself with what follows.
//!
//! Elsewhere values add up over regions: a small region counts with its exact mean, a larger one with what
//! its mobility suggests. Whoever is to move gains about half the temperature of the hottest region
//! (Siegel, *Combinatorial Game Theory*, II.5).

use super::ground::{Ground, Rows};
use super::regions::RegionValues;
use crate::board::{Cell, Player, Position};
use crate::region::{Part, Penetration, Stones};
use crate::solve::Evaluation;
use crate::value::Analysis;

/// What a jump more than the opponent has is worth, in hundredths of a move: fitted to the exact means of
/// 1,175 regions of 9 to 17 stones that turned up in random games on boards from 5×5 to 8×8. It explains
/// three eighths of their variance; to count the stones that can jump, or the cells they can jump to, as
/// well explains hardly more.
const JUMP: i32 = 57;

/// The temperature that a large region is taken to have, in hundredths of a move.
const LARGE_REGION_TEMPERATURE: i32 = 50;

/// What a unit of the logarithm of odds is taken to be worth, in hundredths of a move. On one board only such
/// estimates are compared with each other, so that nothing depends on this but what is told of a move.
const ODDS: f32 = 100.0;

/// The guess by patterns on one board.
pub(super) struct Patterns {
    weights: Evaluation,
    black_is_odd: bool,
}

impl Patterns {
    /// The patterns of the board of a checkered position, with Black put on the cells with an odd or an even
    /// sum of row and column. None where patterns say nothing: in rows, and with holes.
    pub(super) fn new(position: &Position, black_is_odd: bool) -> Option<Patterns> {
        let size = (position.rows(), position.columns());
        let (shorter, longer) = (size.0.min(size.1), size.0.max(size.1));
        (shorter > 1 && longer <= Evaluation::LONGEST_LINE && position.count(Cell::Hole) == 0).then(|| {
            let weights = Evaluation::new(size, |row, column| row * size.1 + column);
            Patterns { weights, black_is_odd }
        })
    }

    /// By how many hundredths of a move Black seems to be ahead.
    pub(super) fn estimate<P: Rows, S: Stones<P>>(&self, plane: P, stones: S) -> i32 {
        let occupied = stones.occupied();
        let score = (ODDS * self.weights.of_rows(|row| plane.row(occupied, row))) as i32;
        if self.black_is_odd { -score } else { score }
    }
}

/// By how many hundredths of a move Black seems to be ahead, from the numbers of jumps that Black and White
/// can make.
pub(super) fn estimate_by_mobility(jumps: [i32; 2], to_move: Player) -> i32 {
    mean_by_mobility(jumps) + tempo(LARGE_REGION_TEMPERATURE, to_move)
}

/// What the numbers of jumps that Black and White can make in a region suggest as its mean.
fn mean_by_mobility([black, white]: [i32; 2]) -> i32 {
    JUMP * (black - white)
}

/// What it is worth to be to move, in hundredths of a move of Black.
fn tempo(temperature: i32, to_move: Player) -> i32 {
    match to_move {
        Player::Black => temperature / 2,
        Player::White => -temperature / 2,
    }
}

/// By how many hundredths of a move Black seems to be ahead in a sum of regions.
pub(super) fn by_regions<P: Penetration, S: Stones<P>>(
    ground: &Ground<P>,
    values: &mut RegionValues<P, S>,
    analysis: &mut Analysis<'_>,
    parts: &[Part<P::Set, S>],
    to_move: Player,
) -> i32 {
    let (mut score, mut temperature) = (0, 0);
    for part in parts {
        let (mean, heat) = match values.worth(ground, analysis, part) {
            Some(worth) => (worth.mean, worth.temperature),
            None => {
                let jumps = Player::BOTH.map(|player| ground.mobility(part.playable, part.stones, player));
                (mean_by_mobility(jumps), LARGE_REGION_TEMPERATURE)
            }
        };
        score += mean;
        temperature = temperature.max(heat);
    }
    score + tempo(temperature, to_move)
}
