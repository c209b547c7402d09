//! Drawing a position as SVG.

use super::super::markup::escape;
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

    /// Arrows, bold ones above the others, and heads above shafts, as moves of one stone share these.
    fn arrows(&self, svg: &mut String, picture: &PositionPicture<'_>) {
        for bold in [false, true] {
            let drawn = || picture.arrows.iter().filter(|arrow| arrow.bold == bold);
            drawn().for_each(|arrow| ArrowShape::of(self, picture, arrow).shaft(svg, arrow));
            drawn().for_each(|arrow| ArrowShape::of(self, picture, arrow).head(svg));
        }
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

/// Where an arrow stands. It is edged in white so that it can be seen on black stones.
struct ArrowShape {
    from: (f64, f64),
    to: (f64, f64),
    /// Where the stone stops between.
    stops: Vec<(f64, f64)>,
    /// A step of length 1 along the arrow.
    step: (f64, f64),
    width: f64,
    colour: &'static str,
}

impl ArrowShape {
    fn of(layout: &Layout, picture: &PositionPicture<'_>, arrow: &Arrow) -> ArrowShape {
        let (from, to) = (arrow.played.from(), arrow.played.to());
        let upright = from.column == to.column;
        let sideways = picture.sideways(arrow.player) * CELL as f64;
        let middle = |square| {
            let (x, y) = layout.middle(square);
            let (x, y) = (x as f64, y as f64);
            if upright { (x - sideways, y) } else { (x, y - sideways) }
        };
        let sign = if (to.row, to.column) > (from.row, from.column) { 1.0 } else { -1.0 };
        ArrowShape {
            from: middle(from),
            to: middle(to),
            stops: arrow.played.landings().take(arrow.played.captures() - 1).map(middle).collect(),
            step: if upright { (0.0, sign) } else { (sign, 0.0) },
            width: if arrow.bold { 6.0 } else { 3.0 },
            colour: arrow_colour(arrow.player),
        }
    }

    /// The point that lies so far along the arrow from another one, and so far beside it.
    fn point(&self, (x, y): (f64, f64), along: f64, beside: f64) -> String {
        let (dx, dy) = self.step;
        format!("{} {}", x + dx * along - dy * beside, y + dy * along + dx * beside)
    }

    fn head_length(&self) -> f64 {
        5.0 + 2.0 * self.width
    }

    fn shaft(&self, svg: &mut String, arrow: &Arrow) {
        let ArrowShape { width, colour, .. } = *self;
        let start = self.point(self.from, GAP, 0.0);
        // It ends inside the head.
        let end = self.point(self.to, -GAP - self.head_length() / 2.0, 0.0);
        let dashes = if arrow.player == Player::White { r#" stroke-dasharray="8 5""# } else { "" };
        let shaft = format!(r#"d="M{start}L{end}" fill="none""#);
        line!(svg, "<g><title>{}</title>", arrow.played);
        line!(svg, r##"<path {shaft} stroke="#ffffff" stroke-width="{}"/>"##, width + 3.0);
        line!(svg, r##"<path {shaft} stroke="#{colour}" stroke-width="{width}"{dashes}/>"##);
        for (x, y) in &self.stops {
            let circle = format!(r#"cx="{x}" cy="{y}" r="{}""#, width + 2.0);
            line!(svg, r##"<circle {circle} fill="#{colour}" stroke="#ffffff" stroke-width="1"/>"##);
        }
        line!(svg, "</g>");
    }

    fn head(&self, svg: &mut String) {
        let (length, colour) = (self.head_length(), self.colour);
        let tip = self.point(self.to, -GAP, 0.0);
        let [one, other] = [0.5, -0.5].map(|side| self.point(self.to, -GAP - length, side * length));
        line!(svg, r##"<path d="M{tip}L{one}L{other}Z" fill="#{colour}" stroke="#ffffff"/>"##);
    }
}

/// A text broken into lines of so many characters.
fn lines(text: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(width).map(|line| line.iter().collect()).collect()
}
