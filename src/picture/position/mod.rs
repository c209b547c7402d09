//! Pictures of positions, as SVG, as TikZ for LaTeX or in characters.
//!
//! A [`PositionPicture`] says what is to be seen; [`PositionPicture::svg`] and [`PositionPicture::tikz`]
//! draw it. Regions are tinted in the colours of Okabe and Ito, which the colour-blind tell apart, and
//! carry letters, so that nothing depends on colour alone: Left's moves are unbroken arrows and Right's
//! are dashed. [`draw_position`] and [`draw_regions`] draw a board in characters.
//!
//! ```
//! use konane::board::{Player, Position, Rules, moves};
//! use konane::picture::position::PositionPicture;
//!
//! let position: Position = ".xo.o./......".parse()?;
//! let picture = PositionPicture::new(&position).with_moves(&moves(&position, Player::Black, Rules::MultiJump))?;
//! assert!(picture.svg().starts_with("<svg "));
//! assert!(picture.tikz().starts_with(r"\begin{tikzpicture}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod svg;
mod text;
mod tikz;

pub use text::{draw_position, draw_regions, list_squares};

use crate::board::{Move, MoveError, Player, Position, Square};

/// A region to be highlighted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighlightedRegion {
    /// Its cells.
    pub squares: Vec<Square>,
    /// What the legend says of it: its value, in plain text for SVG, and for TikZ in LaTeX's math mode.
    pub legend: String,
}

/// A move to be drawn as an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrow {
    played: Move,
    player: Player,
    /// Whether it is drawn bolder than others.
    bold: bool,
}

/// What a picture of a position shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionPicture<'a> {
    position: &'a Position,
    regions: Vec<HighlightedRegion>,
    arrows: Vec<Arrow>,
    /// The longer side of a cell in a TikZ picture, in millimetres.
    cell: f64,
    coordinates: bool,
}

/// The side of a cell in a TikZ picture unless another is asked for, in millimetres.
const CELL: f64 = 6.0;

impl<'a> PositionPicture<'a> {
    /// A picture of the board, its stones and the coordinates of its cells.
    pub fn new(position: &'a Position) -> PositionPicture<'a> {
        PositionPicture { position, regions: Vec::new(), arrows: Vec::new(), cell: CELL, coordinates: true }
    }

    /// The picture with tinted regions, labelled by [`region_label`] in this order, and a legend. Squares
    /// off the board are left out.
    #[must_use]
    pub fn with_regions(mut self, regions: Vec<HighlightedRegion>) -> PositionPicture<'a> {
        self.regions = regions;
        for region in &mut self.regions {
            region.squares.retain(|&square| self.position.get(square).is_some());
        }
        self
    }

    /// The picture with arrows for these moves besides those it has. Jumps of one move are drawn through
    /// all their stops.
    ///
    /// # Errors
    /// A move that the position does not allow.
    pub fn with_moves(mut self, moves: &[Move]) -> Result<PositionPicture<'a>, MoveError> {
        for &played in moves {
            self.add_arrow(played, false)?;
        }
        Ok(self)
    }

    /// The picture with one more move, drawn bolder than others.
    ///
    /// # Errors
    /// A move that the position does not allow.
    pub fn with_highlighted_move(mut self, played: Move) -> Result<PositionPicture<'a>, MoveError> {
        self.add_arrow(played, true)?;
        Ok(self)
    }

    /// The picture without coordinates, with cells of another size in TikZ, in millimetres: for tables.
    #[must_use]
    pub fn without_coordinates(mut self, cell: f64) -> PositionPicture<'a> {
        (self.coordinates, self.cell) = (false, cell);
        self
    }

    fn add_arrow(&mut self, played: Move, bold: bool) -> Result<(), MoveError> {
        self.position.play(&played)?;
        let owner = self.position.get(played.from()).and_then(|cell| cell.owner());
        let player = owner.ok_or(MoveError::NoStone(played.from()))?;
        self.arrows.retain(|arrow| arrow.played != played);
        self.arrows.push(Arrow { played, player, bold });
        Ok(())
    }

    /// How far the arrows of a player are moved to the side, in parts of a cell: upwards or to the left.
    ///
    /// Left may jump over a stone of Right from the right while that stone jumps back over Left's, so
    /// that arrows of both would lie upon each other.
    fn sideways(&self, player: Player) -> f64 {
        match player {
            _ if self.arrows.iter().all(|arrow| arrow.player == player) => 0.0,
            Player::Black => 0.125,
            Player::White => -0.125,
        }
    }

    /// The board in words.
    fn description(&self) -> String {
        let (rows, columns) = (self.position.rows(), self.position.columns());
        format!("Kōnane position on a board of {rows}×{columns}")
    }
}

/// The label of a region: a letter, then a digit. Those after the 62nd share a `+`.
pub fn region_label(index: usize) -> char {
    ('a'..='z').chain('A'..='Z').chain('0'..='9').nth(index).unwrap_or('+')
}

/// The letters of a column, as in `A1`.
pub fn column_name(column: usize) -> String {
    let square = Square { row: 0, column }.to_string();
    square.trim_end_matches('1').to_owned()
}

/// The tints of regions, by turns: the colours of Okabe and Ito, as red, green and blue.
const TINTS: [&str; 7] = ["E69F00", "56B4E9", "009E73", "F0E442", "CC79A7", "D55E00", "0072B2"];

fn tint(region: usize) -> &'static str {
    TINTS[region % TINTS.len()]
}

/// The colour of a player's arrows.
fn arrow_colour(player: Player) -> &'static str {
    match player {
        Player::Black => "0072B2",
        Player::White => "D55E00",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_region_has_a_label() {
        assert_eq!([0, 25, 26, 52, 61, 62, 500].map(region_label), ['a', 'z', 'A', '0', '9', '+', '+']);
    }

    #[test]
    fn columns_have_the_letters_of_their_squares() {
        assert_eq!([0, 25, 26, 446].map(column_name), ["A", "Z", "AA", "QE"]);
    }

    #[test]
    fn impossible_moves_are_refused() {
        let position: Position = "xo./#.x".parse().unwrap();
        let picture =
            |text: &str| PositionPicture::new(&position).with_highlighted_move(text.parse().unwrap());
        assert!(picture("A1-C1").is_ok());
        assert_eq!(picture("C1-A1"), Err(MoveError::NoStone("C1".parse().unwrap())));
        assert_eq!(picture("A1-E1"), Err(MoveError::OffBoard("E1".parse().unwrap())));
    }

    #[test]
    fn squares_off_the_board_are_not_drawn() {
        let position: Position = "x".parse().unwrap();
        let region = HighlightedRegion { squares: vec!["B9".parse().unwrap()], legend: "0".to_owned() };
        let picture = PositionPicture::new(&position).with_regions(vec![region]);
        assert_eq!(picture.svg().matches(">a<").count(), 1, "only in the legend");
    }
}
