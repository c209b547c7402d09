//! Drawing a position as TikZ.

use super::{Arrow, HighlightedRegion, PositionPicture, arrow_colour, column_name, region_label, tint};
use crate::board::{Cell, Player, Square};
use std::fmt::Write;

impl PositionPicture<'_> {
    /// The picture as a `tikzpicture` for LaTeX, which needs the package `tikz` and no library of it.
    ///
    /// Legends are put into math mode.
    pub fn tikz(&self) -> String {
        let mut tikz = String::new();
        let cell = (self.cell * 1000.0).round() / 1000.0;
        let _ = writeln!(
            tikz,
            r"\begin{{tikzpicture}}[x={cell}mm, y={cell}mm, baseline={{([yshift=-0.6ex]current bounding box.center)}}]"
        );
        self.tikz_colours(&mut tikz);
        self.tikz_cells(&mut tikz);
        if self.coordinates {
            self.tikz_coordinates(&mut tikz);
        } else {
            // Some room above and below.
            let (rows, columns) = (self.position.rows(), self.position.columns());
            let _ = writeln!(tikz, r"  \path (0,0.3) rectangle ({columns},-{rows}.3);");
        }
        self.tikz_stones(&mut tikz);
        for arrow in &self.arrows {
            self.tikz_arrow(&mut tikz, arrow);
        }
        self.tikz_legend(&mut tikz);
        tikz.push_str("\\end{tikzpicture}\n");
        tikz
    }

    /// Defines the colours that the picture uses, for the picture only.
    fn tikz_colours(&self, tikz: &mut String) {
        let arrows = [Player::Black, Player::White]
            .into_iter()
            .filter(|&player| self.arrows.iter().any(|arrow| arrow.player == player))
            .map(arrow_colour);
        let mut used: Vec<&str> = (0..self.regions.len()).map(tint).chain(arrows).collect();
        used.sort_unstable();
        used.dedup();
        for colour in used {
            let _ = writeln!(tikz, r"  \definecolor{{konane{colour}}}{{HTML}}{{{colour}}}");
        }
    }

    fn tikz_cells(&self, tikz: &mut String) {
        for (index, region) in self.regions.iter().enumerate() {
            let squares = list(region.squares.iter().copied(), corner);
            if !squares.is_empty() {
                let colour = format!("konane{}", tint(index));
                let _ = writeln!(
                    tikz,
                    r"  \foreach \x/\y in {{{squares}}} \fill[{colour}!50] (\x,\y) rectangle +(1,-1);"
                );
            }
        }
        let holes = list(self.squares_with(Cell::Hole), corner);
        if !holes.is_empty() {
            let _ = writeln!(tikz, r"  \foreach \x/\y in {{{holes}}} \fill[gray] (\x,\y) rectangle +(1,-1);");
        }
        let (rows, columns) = (self.position.rows(), self.position.columns());
        let _ = writeln!(
            tikz,
            r"  \draw[gray, very thin, step=1] (0,0) grid ({columns},-{rows}) rectangle (0,0);"
        );
        for (index, region) in self.regions.iter().enumerate() {
            self.tikz_labels(tikz, index, region);
        }
    }

    fn tikz_labels(&self, tikz: &mut String, index: usize, region: &HighlightedRegion) {
        let squares = list(region.squares.iter().copied(), corner);
        if !squares.is_empty() {
            let (label, size) = (region_label(index), self.font_size(0.3));
            let _ = writeln!(
                tikz,
                r"  \foreach \x/\y in {{{squares}}} \node[anchor=north west, inner sep=0.3pt, font={size}] at (\x,\y) {{{label}}};"
            );
        }
    }

    fn tikz_coordinates(&self, tikz: &mut String) {
        let size = self.font_size(0.4);
        let columns =
            (0..self.position.columns()).map(|column| format!("{column}.5/{}", column_name(column)));
        let columns = columns.collect::<Vec<_>>().join(",");
        let rows = (0..self.position.rows()).map(|row| format!("-{row}.5/{}", row + 1));
        let rows = rows.collect::<Vec<_>>().join(",");
        let _ = writeln!(
            tikz,
            r"  \foreach \x/\name in {{{columns}}} \node[anchor=base, font={size}] at (\x,0.25) {{\name}};"
        );
        let _ = writeln!(
            tikz,
            r"  \foreach \y/\name in {{{rows}}} \node[anchor=east, inner sep=2pt, font={size}] at (0,\y) {{\name}};"
        );
    }

    fn tikz_stones(&self, tikz: &mut String) {
        for (stone, style) in [(Cell::Black, r"\fill"), (Cell::White, r"\draw[fill=white, thin]")] {
            let squares = list(self.squares_with(stone), middle);
            if !squares.is_empty() {
                let _ =
                    writeln!(tikz, r"  \foreach \x/\y in {{{squares}}} {style} (\x,\y) circle[radius=0.36];");
            }
        }
    }

    /// An arrow from the stone to where it stops, with a dot at each stop between.
    fn tikz_arrow(&self, tikz: &mut String, arrow: &Arrow) {
        let colour = arrow_colour(arrow.player);
        let width = if arrow.bold { "2pt" } else { "1.2pt" };
        let dashed = if arrow.player == Player::White { ", densely dashed" } else { "" };
        let upright = arrow.played.from().column == arrow.played.to().column;
        let shift = match self.sideways(arrow.player) {
            0.0 => String::new(),
            sideways if upright => format!(", shift={{({},0)}}", -sideways),
            sideways => format!(", shift={{(0,{sideways})}}"),
        };
        let point = |square| format!("({})", middle(square).replace('/', ","));
        let (from, to) = (point(arrow.played.from()), point(arrow.played.to()));
        // White below, so that it can be seen on black stones.
        let _ = writeln!(tikz, r"  \draw[white, line width={width}+1.2pt{shift}] {from} -- {to};");
        let _ =
            writeln!(tikz, r"  \draw[->, konane{colour}, line width={width}{dashed}{shift}] {from} -- {to};");
        for stop in arrow.played.landings().take(arrow.played.captures() - 1) {
            let stop = point(stop);
            let _ = writeln!(tikz, r"  \fill[konane{colour}{shift}] {stop} circle[radius={width}+0.8pt];");
        }
    }

    fn tikz_legend(&self, tikz: &mut String) {
        for (index, region) in self.regions.iter().enumerate() {
            let line = self.position.rows() as f64 + 0.5 + index as f64;
            let (colour, label, size) = (tint(index), region_label(index), self.font_size(0.4));
            let _ = writeln!(
                tikz,
                r"  \draw[gray, very thin, fill=konane{colour}!50] (0,-{line}) rectangle +(0.7,-0.7) node[midway, black, font={size}] {{{label}}};"
            );
            let _ = writeln!(
                tikz,
                r"  \node[anchor=mid west, font=\small] at (0.8,-{}) {{${}$}};",
                line + 0.4,
                region.legend
            );
        }
    }

    /// The command for letters that fill a part of a cell.
    fn font_size(&self, part: f64) -> String {
        // Points are 0.3515 mm.
        let points = (self.cell * part / 0.3515 * 10.0).round() / 10.0;
        format!(r"\fontsize{{{points}}}{{{points}}}\selectfont")
    }

    fn squares_with(&self, wanted: Cell) -> impl Iterator<Item = Square> + '_ {
        let cells = self.position.cells().filter(move |&(.., cell)| cell == wanted);
        cells.map(|(row, column, _)| Square { row, column })
    }
}

/// Squares as a list for `\foreach`.
fn list(squares: impl Iterator<Item = Square>, point: fn(Square) -> String) -> String {
    squares.map(point).collect::<Vec<_>>().join(",")
}

/// The upper left corner of a cell.
fn corner(square: Square) -> String {
    format!("{}/{}", square.column, if square.row == 0 { "0".to_owned() } else { format!("-{}", square.row) })
}

/// The middle of a cell.
fn middle(square: Square) -> String {
    format!("{}.5/-{}.5", square.column, square.row)
}
