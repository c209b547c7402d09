//! Drawing a position as SVG.

use super::{Arrow, PositionPicture, arrow_colour, column_name, region_label, tint};
use crate::board::{Cell, Player, Square};
use std::fmt::Write;

/// The side of a cell, in units of the drawing.
const CELL: usize = 40;
/// The margin around the board without coordinates.
const MARGIN: usize = 10;
/// The height of a line of the legend.
const LINE: usize = 24;
/// The width of a character of the legend, whose typeface has equal widths.
const CHARACTER: usize = 10;
/// The fewest characters to which a value in the legend is broken.
const SHORTEST_LINE: usize = 40;
/// How far from the middle of a cell an arrow begins and ends.
const GAP: f64 = 7.0;

impl PositionPicture<'_> {
    /// The picture as an SVG document of its own, or to be put into HTML.
    ///
    /// On a white ground, so that it can be read on any. Cells are 40 units wide, which are pixels unless
    /// the picture is scaled.
    pub fn svg(&self) -> String {
        let layout = Layout::of(self);
        let mut svg = String::new();
        layout.frame(&mut svg, self);
        layout.cells(&mut svg, self);
        layout.regions(&mut svg, self);
        layout.stones(&mut svg, self);
        layout.arrows(&mut svg, self);
        layout.legend(&mut svg, self);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Appends a line. Writing to a string does not fail.
macro_rules! line {
    ($svg:expr, $($arguments:tt)*) => {{
        let _ = writeln!($svg, $($arguments)*);
    }};
}

/// Where everything stands.
struct Layout {
    /// Where the board begins.
    left: usize,
    top: usize,
    /// Of the board.
    width: usize,
    height: usize,
    /// Characters of a value in one line of the legend.
    legend_width: usize,
    legend_lines: usize,
}

impl Layout {
    fn of(picture: &PositionPicture<'_>) -> Layout {
        let (rows, columns) = (picture.position.rows(), picture.position.columns());
        let names = if picture.coordinates { rows.to_string().len() * 10 + 6 } else { 0 };
        let (width, height) = (columns * CELL, rows * CELL);
        let board_characters = (width / CHARACTER).saturating_sub(5);
        let longest = picture.regions.iter().map(|region| region.legend.chars().count()).max();
        let legend_width = longest.unwrap_or(0).min(board_characters.max(SHORTEST_LINE)).max(1);
        let lines = picture.regions.iter().map(|region| lines(&region.legend, legend_width).len());
        Layout {
            left: MARGIN + names,
            top: MARGIN + if picture.coordinates { 20 } else { 0 },
            width,
            height,
            legend_width,
            legend_lines: lines.sum(),
        }
    }

    fn frame(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        let legend = match self.legend_lines {
            0 => (0, 0),
            lines => ((self.legend_width + 5) * CHARACTER, lines * LINE + MARGIN),
        };
        let width = self.left + self.width.max(legend.0) + MARGIN;
        let height = self.top + self.height + legend.1 + MARGIN;
        line!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        );
        line!(svg, "<title>{}</title>", escape(&picture.description()));
        line!(svg, "<desc>{}</desc>", escape(&picture.position.to_string()));
        line!(svg, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##);
    }

    fn cells(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        let Layout { left, top, width, height, .. } = *self;
        line!(svg, r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#f4efe6"/>"##);
        for (row, column, _) in picture.position.cells().filter(|&(.., cell)| cell == Cell::Hole) {
            let (x, y) = self.corner(Square { row, column });
            line!(svg, r##"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#8a8a8a"/>"##);
        }
        self.grid(svg);
        if picture.coordinates {
            self.coordinates(svg, picture);
        }
    }

    fn grid(&self, svg: &mut String) {
        let Layout { left, top, width, height, .. } = *self;
        let mut path = String::new();
        for x in (left..=left + width).step_by(CELL) {
            let _ = write!(path, "M{x} {top}v{height}");
        }
        for y in (top..=top + height).step_by(CELL) {
            let _ = write!(path, "M{left} {y}h{width}");
        }
        line!(svg, r##"<path d="{path}" stroke="#777777" stroke-width="1" stroke-linecap="square"/>"##);
    }

    fn coordinates(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        line!(svg, r##"<g font-family="sans-serif" font-size="15" fill="#333333">"##);
        for column in 0..picture.position.columns() {
            let x = self.left + column * CELL + CELL / 2;
            let (y, name) = (self.top - 6, column_name(column));
            line!(svg, r#"<text x="{x}" y="{y}" text-anchor="middle">{name}</text>"#);
        }
        for row in 0..picture.position.rows() {
            let (x, y) = (self.left - 7, self.top + row * CELL + CELL / 2 + 5);
            line!(svg, r#"<text x="{x}" y="{y}" text-anchor="end">{}</text>"#, row + 1);
        }
        line!(svg, "</g>");
    }

    fn regions(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        for (index, region) in picture.regions.iter().enumerate() {
            let (label, colour) = (region_label(index), tint(index));
            line!(svg, r##"<g font-family="sans-serif" font-size="11" fill="#000000">"##);
            for &square in &region.squares {
                let (x, y) = self.corner(square);
                line!(
                    svg,
                    r##"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#{colour}" fill-opacity="0.5"/>"##
                );
                line!(svg, r#"<text x="{}" y="{}">{label}</text>"#, x + 2, y + 10);
            }
            line!(svg, "</g>");
        }
    }

    fn stones(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        for (player, fill) in [(Player::Black, "#111111"), (Player::White, "#ffffff")] {
            let stones = picture.position.cells().filter(|&(.., cell)| cell == player.stone());
            let mut circles = String::new();
            for (row, column, _) in stones {
                let (x, y) = self.middle(Square { row, column });
                line!(circles, r#"<circle cx="{x}" cy="{y}" r="14"/>"#);
            }
            if !circles.is_empty() {
                line!(svg, r##"<g fill="{fill}" stroke="#111111" stroke-width="1.5">"##);
                svg.push_str(&circles);
                line!(svg, "</g>");
            }
        }
    }

    fn arrows(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        // Bold ones above the others.
        for bold in [false, true] {
            for arrow in picture.arrows.iter().filter(|arrow| arrow.bold == bold) {
                self.arrow(svg, arrow);
            }
        }
    }

    /// An arrow from the stone to where it stops, with a dot at each stop between, edged in white so that
    /// it can be seen on black stones.
    fn arrow(&self, svg: &mut String, arrow: &Arrow) {
        let (from, to) = (self.middle(arrow.played.from()), self.middle(arrow.played.to()));
        let towards = |a: usize, b: usize| (b as f64 - a as f64).signum();
        let (dx, dy) = match from.0 == to.0 {
            true => (0.0, towards(from.1, to.1)),
            false => (towards(from.0, to.0), 0.0),
        };
        let (width, dashes) = (if arrow.bold { 6.0 } else { 3.0 }, arrow.player == Player::White);
        let at = |(x, y): (usize, usize), along: f64, across: f64| {
            format!("{} {}", x as f64 + dx * along - dy * across, y as f64 + dy * along + dx * across)
        };
        let head = 5.0 + 2.0 * width;
        let start = at(from, GAP, 0.0);
        // The shaft ends in the middle of the head.
        let end = at(to, -GAP - head / 2.0, 0.0);
        let (tip, one, other) =
            (at(to, -GAP, 0.0), at(to, -GAP - head, head / 2.0), at(to, -GAP - head, -head / 2.0));
        let colour = arrow_colour(arrow.player);
        let dashed = if dashes { r#" stroke-dasharray="8 5""# } else { "" };
        let shaft = format!(r#"d="M{start}L{end}" fill="none""#);
        line!(svg, "<g><title>{}</title>", arrow.played);
        line!(svg, r##"<path {shaft} stroke="#ffffff" stroke-width="{}"/>"##, width + 3.0);
        line!(svg, r##"<path {shaft} stroke="#{colour}" stroke-width="{width}"{dashed}/>"##);
        line!(
            svg,
            r##"<path d="M{tip}L{one}L{other}Z" fill="#{colour}" stroke="#ffffff" stroke-width="1"/>"##
        );
        for stop in arrow.played.landings().take(arrow.played.captures() - 1) {
            let (x, y) = self.middle(stop);
            let radius = width + 2.0;
            line!(
                svg,
                r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="#{colour}" stroke="#ffffff" stroke-width="1"/>"##
            );
        }
        line!(svg, "</g>");
    }

    fn legend(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        if self.legend_lines == 0 {
            return;
        }
        line!(svg, r##"<g font-family="monospace" font-size="16" fill="#000000">"##);
        let (x, mut y) = (self.left, self.top + self.height + MARGIN);
        for (index, region) in picture.regions.iter().enumerate() {
            let (label, colour) = (region_label(index), tint(index));
            line!(
                svg,
                r##"<rect x="{x}" y="{y}" width="20" height="20" fill="#{colour}" fill-opacity="0.5" stroke="#777777"/>"##
            );
            line!(svg, r#"<text x="{}" y="{}" text-anchor="middle">{label}</text>"#, x + 10, y + 15);
            for text in lines(&region.legend, self.legend_width) {
                line!(svg, r#"<text x="{}" y="{}">{}</text>"#, x + 30, y + 15, escape(&text));
                y += LINE;
            }
        }
        line!(svg, "</g>");
    }

    fn corner(&self, square: Square) -> (usize, usize) {
        (self.left + square.column * CELL, self.top + square.row * CELL)
    }

    fn middle(&self, square: Square) -> (usize, usize) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }
}

/// A text broken into lines of so many characters.
fn lines(text: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(width).map(|line| line.iter().collect()).collect()
}

/// A text as the content of an XML element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
