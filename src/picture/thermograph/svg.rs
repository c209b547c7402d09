//! A thermograph as SVG.
//!
//! One unit of temperature is drawn as long as one unit of value, so that walls stand at 45° or upright;
//! but if the walls are then too close to each other to be told apart, values are drawn at a larger scale,
//! and the drawing says so. The opposite does not happen: no wall is steeper than 45°, so that what is
//! drawn is at most twice as wide as it is high.
//!
//! Everything is placed with the origin at the lower left end of the axes, texts with the room that they
//! take at most; the drawing is as large as all of that together, so that nothing is cut off.

use super::super::markup::{coordinate, escape};
use super::ticks::ticks;
use super::{ThermographPicture, difference, exact, shortened};
use crate::value::{Piece, Rational};
use std::fmt::Write;

/// The room for the walls, in units of the drawing, which are pixels unless it is scaled.
const MOST_WIDTH: f64 = 420.0;
const MOST_HEIGHT: f64 = 260.0;
/// If the walls are closer than this at the bottom, values get a scale of their own.
const LEAST_WIDTH: f64 = 110.0;
/// A unit of value and temperature in drawings of a mast alone.
const LONE_MAST_UNIT: f64 = 90.0;
/// How much further than the walls the value axis goes on either side.
const OVERHANG: f64 = 40.0;
/// How much further than the walls the mast goes, arrow included.
const MAST: f64 = 56.0;
const ARROW: f64 = 10.0;
/// Around everything.
const MARGIN: f64 = 14.0;
/// The room between neighbouring texts.
const GAP: f64 = 14.0;
/// The least distance of ticks on the axes.
const TEMPERATURE_TICKS: f64 = 40.0;
const VALUE_TICKS: f64 = 44.0;
const FONT_SIZE: f64 = 13.0;
const HEADING_SIZE: f64 = 16.0;
/// The characters of a line of the heading that are kept in the description.
const LONGEST_DESCRIPTION: usize = 2000;

const BLACK: &str = "#000000";
const GREY: &str = "#6b6b6b";
const LEFT_COLOUR: &str = "#0b51a8";
const RIGHT_COLOUR: &str = "#c0261c";

impl ThermographPicture {
    /// The picture as an SVG document of its own, or to be put into HTML: on a white ground, the left wall
    /// blue, the right wall red, the mast black, and the stops, the mean and the temperature written
    /// beside them.
    pub fn svg(&self) -> String {
        let mut drawing = Drawing::new(Scale::of(self));
        drawing.value_axis(self);
        drawing.temperature_axis(self);
        drawing.walls(self);
        drawing.heading(self);
        drawing.document(self)
    }

    /// The drawing in words.
    fn description(&self) -> String {
        let mut words: Vec<String> = self.heading.iter().skip(1).map(|line| shorter(line)).collect();
        words.extend(self.stops().iter().map(|(name, stop)| format!("{name} {stop}")));
        words.push(format!("mean {}", self.mean));
        words.push(format!("temperature {}", self.temperature));
        words.push("values grow to the left".to_owned());
        words.join("; ")
    }
}

fn shorter(line: &str) -> String {
    shortened(line, LONGEST_DESCRIPTION)
}

/// How long units of temperature and of value are drawn.
#[derive(Clone, Copy)]
struct Scale {
    temperature: f64,
    value: f64,
    /// How much further than the walls the value axis goes on either side.
    overhang: f64,
}

impl Scale {
    fn of(picture: &ThermographPicture) -> Scale {
        let (spread, height) = (picture.spread(), picture.height());
        if spread == 0.0 {
            // With the neighbours of an integer on the axis.
            let overhang = LONE_MAST_UNIT + OVERHANG;
            return Scale { temperature: LONE_MAST_UNIT, value: LONE_MAST_UNIT, overhang };
        }
        let temperature = (MOST_HEIGHT / height).min(MOST_WIDTH / spread);
        Scale { temperature, value: temperature.max(LEAST_WIDTH / spread), overhang: OVERHANG }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// What is drawn so far, and the room that it takes.
struct Drawing {
    scale: Scale,
    shapes: String,
    /// Left, top, right and bottom.
    extent: [f64; 4],
}

impl Drawing {
    fn new(scale: Scale) -> Drawing {
        Drawing { scale, shapes: String::new(), extent: [0.0; 4] }
    }

    fn x(&self, picture: &ThermographPicture, value: Rational) -> f64 {
        self.scale.overhang + difference(picture.greatest(), value) * self.scale.value
    }

    fn y(&self, picture: &ThermographPicture, temperature: Rational) -> f64 {
        -difference(temperature, picture.base()) * self.scale.temperature
    }

    /// The length of the value axis.
    fn width(&self, picture: &ThermographPicture) -> f64 {
        picture.spread() * self.scale.value + 2.0 * self.scale.overhang
    }

    /// The tip of the mast.
    fn tip(&self, picture: &ThermographPicture) -> f64 {
        self.y(picture, picture.top()) - MAST
    }

    fn include(&mut self, left: f64, top: f64, right: f64, bottom: f64) {
        let [l, t, r, b] = self.extent;
        self.extent = [l.min(left), t.min(top), r.max(right), b.max(bottom)];
    }

    fn line(&mut self, points: &[(f64, f64)], colour: &str, style: &str) {
        let texts: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", coordinate(x), coordinate(y))).collect();
        for &(x, y) in points {
            self.include(x, y, x, y);
        }
        let points = texts.join(" ");
        self.push(format!(r#"<polyline points="{points}" fill="none" stroke="{colour}" {style}/>"#));
    }

    fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        let (x, y) = (coordinate(x), coordinate(y));
        self.push(format!(r#"<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>"#));
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, size: f64, colour: &str, text: &str) {
        let width = width_of(text, size);
        let (left, name) = match anchor {
            Anchor::Start => (x, "start"),
            Anchor::Middle => (x - width / 2.0, "middle"),
            Anchor::End => (x - width, "end"),
        };
        self.include(left, y - size, left + width, y + size * 0.3);
        let (x, y, text) = (coordinate(x), coordinate(y), escape(text));
        self.push(format!(
            r#"<text x="{x}" y="{y}" text-anchor="{name}" font-size="{size}" fill="{colour}">{text}</text>"#
        ));
    }

    fn push(&mut self, element: String) {
        self.shapes.push_str(&element);
        self.shapes.push('\n');
    }

    /// The value axis with round numbers, and the stops below it. A round number gives way to a stop.
    fn value_axis(&mut self, picture: &ThermographPicture) {
        let width = self.width(picture);
        self.line(&[(0.0, 0.0), (width, 0.0)], GREY, r#"stroke-width="1""#);
        let stops = self.place_stops(picture);
        let Scale { value: scale, overhang, .. } = self.scale;
        // Offsets are negative to the right of the greatest value.
        let ends = (-(width - overhang) / scale, overhang / scale);
        let round = ticks(exact(picture.greatest()), ends.0, ends.1, |step, ticks| {
            let widths = ticks.iter().map(|tick| width_of(&tick.number.to_string(), FONT_SIZE));
            step * scale >= widths.fold(VALUE_TICKS, f64::max) + GAP
        });
        for tick in round {
            let (x, label) = (overhang - tick.offset * scale, tick.number.to_string());
            self.line(&[(x, 0.0), (x, 5.0)], GREY, r#"stroke-width="1""#);
            let half = width_of(&label, FONT_SIZE) / 2.0;
            let hidden = stops.iter().any(|stop| {
                let room = half + width_of(&stop.number, FONT_SIZE) / 2.0 + GAP;
                stop.number == label || (stop.middle - x).abs() < room
            });
            if !hidden {
                self.text((x, 29.0), Anchor::Middle, FONT_SIZE, GREY, &label);
            }
        }
        self.stops(picture, &stops);
    }

    /// Where the texts of the stops go: below the stops, but pushed apart if they would overlap.
    fn place_stops(&self, picture: &ThermographPicture) -> Vec<StopText> {
        let place = |(name, stop): (&'static str, Rational)| {
            let (x, number) = (self.x(picture, stop), stop.to_string());
            StopText {
                name,
                x,
                middle: x,
                width: width_of(&number, FONT_SIZE).max(width_of(name, FONT_SIZE)),
                number,
            }
        };
        let mut texts: Vec<StopText> = picture.stops().into_iter().map(place).collect();
        if let [left, right] = &mut texts[..] {
            let missing = (left.width + right.width) / 2.0 + GAP - (right.x - left.x);
            if missing > 0.0 {
                left.middle -= missing / 2.0;
                right.middle += missing / 2.0;
            }
        }
        texts
    }

    fn stops(&mut self, picture: &ThermographPicture, texts: &[StopText]) {
        let zero = self.y(picture, Rational::ZERO);
        for text in texts {
            let colour = text.colour();
            if zero < 0.0 {
                let dotted = r#"stroke-width="1" stroke-dasharray="2 3""#;
                self.line(&[(text.x, zero), (text.x, 0.0)], colour, dotted);
            }
            self.line(&[(text.x, 0.0), (text.middle, 14.0)], colour, r#"stroke-width="1""#);
            self.text((text.middle, 29.0), Anchor::Middle, FONT_SIZE, colour, &text.number);
            self.text((text.middle, 45.0), Anchor::Middle, FONT_SIZE, colour, text.name);
        }
    }

    /// The temperature axis on the left, and the temperature on the right.
    fn temperature_axis(&mut self, picture: &ThermographPicture) {
        let (width, scale) = (self.width(picture), self.scale.temperature);
        let top = self.tip(picture) + ARROW;
        self.line(&[(0.0, 0.0), (0.0, top)], GREY, r#"stroke-width="1""#);
        let round =
            ticks(exact(picture.base()), 0.0, -top / scale, |step, _| step * scale >= TEMPERATURE_TICKS);
        for tick in round {
            let y = -tick.offset * scale;
            self.line(&[(-5.0, y), (0.0, y)], GREY, r#"stroke-width="1""#);
            self.text((-9.0, y + 4.5), Anchor::End, FONT_SIZE, GREY, &tick.number.to_string());
        }
        let zero = self.y(picture, Rational::ZERO);
        if zero < 0.0 {
            self.line(&[(0.0, zero), (width, zero)], GREY, r#"stroke-width="0.5""#);
        }
        let foot = (self.x(picture, picture.mean), self.y(picture, picture.temperature));
        if foot.1 < 0.0 {
            let dashed = r#"stroke-width="1" stroke-dasharray="5 4""#;
            self.line(&[foot, (width, foot.1)], GREY, dashed);
        }
        let label = format!("temperature {}", picture.temperature);
        self.text((width + 8.0, foot.1 + 4.5), Anchor::Start, FONT_SIZE, BLACK, &label);
    }

    /// Both walls and the mast with the mean at its tip.
    fn walls(&mut self, picture: &ThermographPicture) {
        for (wall, colour) in [(&picture.left, LEFT_COLOUR), (&picture.right, RIGHT_COLOUR)] {
            let point = |piece: &Piece| (self.x(picture, piece.value), self.y(picture, piece.temperature));
            let points: Vec<(f64, f64)> = wall.iter().map(point).collect();
            if points.len() > 1 {
                self.line(&points, colour, r#"stroke-width="2.5" stroke-linejoin="round""#);
            }
        }
        let (x, foot) = (self.x(picture, picture.mean), self.y(picture, picture.temperature));
        let tip = self.tip(picture);
        self.line(&[(x, foot), (x, tip + ARROW)], BLACK, r#"stroke-width="2.5""#);
        let corners = [(x - ARROW / 2.0, tip + ARROW), (x + ARROW / 2.0, tip + ARROW), (x, tip)];
        let points = corners.map(|(x, y)| format!("{},{}", coordinate(x), coordinate(y))).join(" ");
        self.push(format!(r#"<polygon points="{points}" fill="{BLACK}"/>"#));
        let zero = self.y(picture, Rational::ZERO);
        for text in self.place_stops(picture) {
            self.dot((text.x, zero), text.colour());
        }
        self.dot((x, foot), BLACK);
        let label = format!("mean {}", picture.mean);
        self.text((x, tip - 8.0), Anchor::Middle, FONT_SIZE, BLACK, &label);
    }

    /// The lines above the drawing, cut to its width, and what is to be said of its scale below it.
    fn heading(&mut self, picture: &ThermographPicture) {
        let times = self.scale.value / self.scale.temperature;
        if times > 1.0 {
            let times = if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") };
            let note = format!("values drawn {times} times as large as temperatures");
            let below = (self.width(picture) / 2.0, self.extent[3] + 18.0);
            self.text(below, Anchor::Middle, FONT_SIZE * 0.85, GREY, &note);
        }
        let [left, top, right, _] = self.extent;
        let mut y = top - 12.0;
        for (index, line) in picture.heading.iter().enumerate().rev() {
            let (size, colour) = if index == 0 { (HEADING_SIZE, BLACK) } else { (FONT_SIZE, GREY) };
            let line = cut(line, size, (right - left).max(MOST_WIDTH));
            self.text((left, y), Anchor::Start, size, colour, &line);
            y -= HEADING_SIZE * 1.4;
        }
    }

    fn document(&self, picture: &ThermographPicture) -> String {
        let [left, top, right, bottom] = self.extent;
        let (width, height) = (right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN);
        let (left, top) = (coordinate(left - MARGIN), coordinate(top - MARGIN));
        let (width, height) = (coordinate(width.ceil()), coordinate(height.ceil()));
        let title = match picture.heading.first() {
            Some(line) => format!("Thermograph of {}", shorter(line)),
            None => "Thermograph".to_owned(),
        };
        let (title, description) = (escape(&title), escape(&picture.description()));
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}" role="img" font-family="DejaVu Sans, Verdana, sans-serif">
<title>{title}</title>
<desc>{description}</desc>
<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#ffffff"/>
{shapes}</svg>
"##,
            shapes = self.shapes
        );
        svg
    }
}

/// A stop on the value axis, and where its text goes.
struct StopText {
    name: &'static str,
    number: String,
    x: f64,
    /// The middle of the text.
    middle: f64,
    /// The width of the text.
    width: f64,
}

impl StopText {
    fn colour(&self) -> &'static str {
        match self.name {
            "left stop" => LEFT_COLOUR,
            "right stop" => RIGHT_COLOUR,
            _ => BLACK,
        }
    }
}

/// The room that a text takes at most in the fonts asked for.
fn width_of(text: &str, size: f64) -> f64 {
    text.chars().map(width_of_character).sum::<f64>() * size
}

/// The width of a character of a font of size 1.
fn width_of_character(character: char) -> f64 {
    match character {
        '+' | '^' | '<' | '>' | 'm' | 'w' | 'M' | 'W' | '\u{80}'.. => 1.0,
        _ => 0.64,
    }
}

/// The text, cut and ended with dots if it is wider than that.
fn cut(text: &str, size: f64, most: f64) -> String {
    let mut width = 0.0;
    let fits = |&character: &char| {
        width += width_of_character(character) * size;
        width <= most
    };
    shortened(text, text.chars().take_while(fits).count())
}
