//! Drawings of thermographs: snapshots, and that whatever is drawn can be read.

use crate::snapshot;
use konane::picture::thermograph::ThermographPicture;
use konane::value::{Analysis, Rational, Side, ValueStore};
use proptest::prelude::*;

fn picture(value: &str, below_zero: bool) -> ThermographPicture {
    let store = ValueStore::new();
    let form = store.parse(value).unwrap();
    let thermograph = Analysis::new(&store).thermograph(form).unwrap();
    ThermographPicture::new(&thermograph, below_zero).unwrap().with_heading([value])
}

/// Names of snapshots, and of what they are: integers and infinitesimals, which are masts alone, numbers,
/// common shapes, tall and wide ones, numbers that need much room.
const SNAPSHOTS: &[(&str, &str, bool)] = &[
    ("zero", "0", false),
    ("half", "1/2", false),
    ("small_number", "-1/1048576", false),
    ("tiny", "Tiny(2)", false),
    ("switch", "{4|-1}", false),
    ("switch_below_zero", "{4|-1}", true),
    ("wide", "{1000000|0}", false),
    ("tall", "+-100+-99", false),
    ("bent", "{10|8||6|4|||4|2||0|-2}", false),
    ("long_numbers", "{4611686018427387903/4611686018427387904|-1/4611686018427387904}", false),
];

#[test]
fn drawings_are_as_they_were() {
    for &(name, value, below_zero) in SNAPSHOTS {
        let picture = picture(value, below_zero);
        snapshot::check(&format!("thermographs/{name}.svg"), &picture.svg());
        snapshot::check(&format!("thermographs/{name}.txt"), &picture.text(72));
    }
}

/// Left, top, right and bottom of something in an SVG.
type Extent = [f64; 4];

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name).parse().unwrap()
}

/// Where the texts of an SVG are, with digits and letters as wide as in the font that it asks for.
fn texts(svg: &str) -> Vec<(String, Extent)> {
    let elements = svg.lines().filter(|line| line.starts_with("<text"));
    let place = |element: &str| {
        let content = element.split_once('>').unwrap().1.split_once("</text>").unwrap().0.to_owned();
        let (x, y, size) = (number(element, "x"), number(element, "y"), number(element, "font-size"));
        let width = content.chars().count() as f64 * size * 0.636;
        let left = match attribute(element, "text-anchor") {
            "start" => x,
            "middle" => x - width / 2.0,
            _ => x - width,
        };
        (content, [left, y - size * 0.76, left + width, y + size * 0.24])
    };
    elements.map(place).collect()
}

fn view_box(svg: &str) -> Extent {
    let numbers: Vec<f64> =
        attribute(svg, "viewBox").split(' ').map(|number| number.parse().unwrap()).collect();
    [numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]]
}

/// No text covers another, and nothing is cut off.
fn check_svg(svg: &str) {
    let (texts, whole) = (texts(svg), view_box(svg));
    for (index, (text, a)) in texts.iter().enumerate() {
        let inside = whole[0] <= a[0] && whole[1] <= a[1] && a[2] <= whole[2] && a[3] <= whole[3];
        assert!(inside, "{text:?} is cut off in\n{svg}");
        for (other, b) in &texts[index + 1..] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{text:?} and {other:?} overlap in\n{svg}");
        }
    }
    for line in svg.lines().filter(|line| line.starts_with("<poly")) {
        for point in attribute(line, "points").split(' ') {
            let (x, y) = point.split_once(',').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!(whole[0] < x && x < whole[2] && whole[1] < y && y < whole[3], "{line}");
        }
    }
}

/// Nothing is wider than asked for but the four numbers at the end, which are complete.
fn check_text(picture: &ThermographPicture, text: &str, width: usize) {
    let lines: Vec<&str> = text.lines().collect();
    let (drawing, numbers) = lines.split_at(lines.len() - 4);
    for line in drawing {
        assert!(line.chars().count() <= width, "too wide:\n{text}");
    }
    let mast = picture.pieces().last().unwrap().1;
    assert_eq!(numbers[2], format!("mean        {}", mast.value));
    assert_eq!(numbers[3], format!("temperature {}", mast.temperature));
    assert_eq!(drawing.iter().filter(|line| line.contains('^')).count(), 1, "\n{text}");
}

/// Numbers of all sizes.
fn any_number() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (-9i64..=9).prop_map(|n| n.to_string()),
        2 => (-1000i64..=1000, 0u32..=6).prop_map(|(n, e)| format!("{n}/{}", 1 << e)),
        1 => (-(1i64 << 40)..=1 << 40, 0u32..=20).prop_map(|(n, e)| format!("{n}/{}", 1u64 << e)),
    ]
}

fn any_value() -> impl Strategy<Value = String> {
    any_number().prop_recursive(3, 12, 2, |inner| {
        (inner.clone(), inner).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_drawn_can_be_read(value in any_value(), below_zero: bool, width in 40usize..=120) {
        // The heading has characters of other widths.
        let picture = picture(&value, below_zero).with_heading(["value", "position"]);
        check_svg(&picture.svg());
        check_text(&picture, &picture.text(width), width);
    }

    /// The drawing of -G is the mirror image of that of G, but for what is written.
    #[test]
    fn negatives_are_drawn_as_mirror_images(value in any_value(), below_zero: bool) {
        let walls = |value: &str| -> Vec<Vec<(f64, f64)>> {
            let svg = picture(value, below_zero).svg();
            let elements = svg.lines().filter(|line| line.contains("stroke-linejoin"));
            let point = |text: &str| {
                let (x, y) = text.split_once(',').unwrap();
                (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap())
            };
            elements.map(|line| attribute(line, "points").split(' ').map(point).collect()).collect()
        };
        let (of_value, of_negative) = (walls(&value), walls(&format!("-({value})")));
        prop_assert_eq!(of_value.len(), of_negative.len());
        // The two walls begin at opposite ends of the same axis.
        let width = match &of_value[..] {
            [left, right] => left[0].0 + right[0].0,
            _ => return Ok(()),
        };
        for (wall, mirrored) in of_value.iter().zip(of_negative.iter().rev()) {
            for (a, b) in wall.iter().zip(mirrored) {
                prop_assert!((a.0 + b.0 - width).abs() < 0.05 && (a.1 - b.1).abs() < 0.05);
            }
        }
    }
}

#[test]
fn the_numbers_in_a_drawing_are_exact() {
    let svg = picture("{3||2|1}", false).svg();
    for text in ["mean 9/4", "temperature 3/4", ">left stop<", ">right stop<", ">3<", ">2<"] {
        assert!(svg.contains(text), "{text} is not in\n{svg}");
    }
    assert!(svg.contains("<title>Thermograph of {3||2|1}</title>"), "{svg}");
    assert!(svg.contains("<desc>left stop 3; right stop 2; mean 9/4; temperature 3/4;"), "{svg}");
}

#[test]
fn walls_have_45_degrees_where_they_are_wide_enough() {
    let svg = picture("{7|-2}", false).svg();
    let wall = svg.lines().find(|line| line.contains("stroke-linejoin")).unwrap();
    let numbers: Vec<f64> =
        attribute(wall, "points").split([' ', ',']).map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers[2] - numbers[0], numbers[1] - numbers[3]);
    assert!(!svg.contains("times as large"), "{svg}");
    assert!(picture("+-100+-99", false).svg().contains("values drawn 21 times as large"));
}

#[test]
fn headings_are_cut_and_harmless() {
    let long = picture("*", false).with_heading(["<&>".repeat(300), "x\u{c}\n y".to_owned()]);
    let svg = long.svg();
    assert!(svg.contains("<title>Thermograph of &lt;&amp;&gt;"));
    assert!(svg.contains("&lt;...</text>") || svg.contains(";...</text>"), "{svg}");
    assert!(svg.contains(">x y<"), "{svg}");
    let [left, _, right, _] = view_box(&svg);
    assert!(right - left < 600.0);
    let text = long.text(50);
    assert!(text.starts_with("<&><&>") && text.lines().next().unwrap().ends_with("..."));
    assert_eq!(text.lines().next().unwrap().len(), 50);
}

#[test]
fn drawings_begin_at_zero_or_below_numbers() {
    let begins = |value: &str, below_zero| {
        let picture = picture(value, below_zero);
        let begins = |wanted: Side| {
            picture.pieces().find(|&(side, _)| side == wanted).map(|(_, piece)| piece.temperature)
        };
        assert_eq!(begins(Side::Left), begins(Side::Right));
        begins(Side::Left).unwrap()
    };
    let (zero, minus_one) = (Rational::ZERO, Rational::from(-1));
    for value in ["*", "^", "+-1", "Tiny(3)"] {
        assert_eq!((begins(value, false), begins(value, true)), (zero, minus_one), "{value}");
    }
    for value in ["0", "-7", "3/8"] {
        assert_eq!((begins(value, false), begins(value, true)), (minus_one, minus_one), "{value}");
    }
}
