//! Pictures of positions.

use crate::snapshot;
use konane::board::{Player, Position, Rules, moves};
use konane::picture::position::{HighlightedRegion, PositionPicture};

const SMALL: &str = "xo../.ox.";
const HOLES: &str = "xo.o.o./#.x.o.x/.oxo.#./xoxo.x.";

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn region(squares: &[&str], legend: &str) -> HighlightedRegion {
    let squares = squares.iter().map(|square| square.parse().unwrap()).collect();
    HighlightedRegion { squares, legend: legend.to_owned() }
}

fn with_all_moves(position: &Position) -> PositionPicture<'_> {
    let moves = Player::BOTH.into_iter().flat_map(|player| moves(position, player, Rules::MultiJump));
    PositionPicture::new(position).with_moves(&moves.collect::<Vec<_>>()).unwrap()
}

/// Checks both the SVG and the TikZ of a picture.
fn check(name: &str, picture: &PositionPicture<'_>) {
    snapshot::check(&format!("{name}.svg"), &picture.svg());
    snapshot::check(&format!("{name}.tex"), &picture.tikz());
}

#[test]
fn stones_and_coordinates() {
    check("plain", &PositionPicture::new(&position(HOLES)));
    check("one-cell", &PositionPicture::new(&position("x")));
}

#[test]
fn regions_and_moves() {
    let position = position(SMALL);
    let regions =
        vec![region(&["A1", "B1", "C1"], "1"), region(&["A2", "B2", "C2", "D2"], &"{0|<long>}, ".repeat(6))];
    check("regions-and-moves", &with_all_moves(&position).with_regions(regions));
}

#[test]
fn a_highlighted_move() {
    let position = position(HOLES);
    let picture = with_all_moves(&position).with_highlighted_move("A1-E1".parse().unwrap());
    check("highlighted-move", &picture.unwrap());
}

#[test]
fn boards_of_all_sizes_can_be_drawn() {
    for (rows, columns) in [(1, 1), (1, 447), (447, 1), (20, 20), (5, 64)] {
        let board = Position::full_board(rows, columns, Player::Black).unwrap();
        let svg = with_all_moves(&board).svg();
        assert_eq!(svg.matches("<circle").count(), rows * columns);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        // Every row and column has its name.
        assert_eq!(svg.matches("<text").count(), rows + columns);
        let tikz = PositionPicture::new(&board).tikz();
        assert!(tikz.contains(&format!("grid ({columns},-{rows})")));
    }
}
