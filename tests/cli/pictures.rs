//! `konane value` where it draws.

use crate::{complaint, files_in, konane, output_of};
use konane::board::Position;
use konane::picture::position::PositionPicture;

#[test]
fn a_picture_is_that_of_the_library() {
    let position: Position = "xo../.ox.".parse().unwrap();
    let picture = PositionPicture::new(&position);
    assert_eq!(output_of(konane("value --format svg xo../.ox.", &[])), picture.svg());
    let expected = format!("% xo../.ox.\n{}\n% x\n", picture.tikz());
    let tikz = output_of(konane("value --format tikz xo../.ox. x", &[]));
    assert!(tikz.starts_with(&expected), "{tikz}");
}

#[test]
fn highlights_are_shown() {
    let svg = |highlights| output_of(konane("value --format svg xo../.ox. --highlight", &[highlights]));
    let arrows = |svg: &str| svg.matches("Z\" fill=").count();
    assert_eq!(arrows(&svg("moves")), 3);
    assert_eq!(arrows(&svg("left-moves")), 2);
    assert_eq!(arrows(&svg("right-moves,B2-D2")), 1);
    assert!(svg("regions").contains("<text x=\"56\" y=\"159\">*</text>"));
    let tikz = output_of(konane("value --format tikz .xo. --highlight regions", &[]));
    assert!(tikz.contains("{${\\ast}$}"), "{tikz}");
}

#[test]
fn pictures_do_not_need_values() {
    // The value of this one would take very long.
    let row = "xoxoxoxo/oxoxoxox/xoxoxoxo/oxox..ox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox";
    let svg = output_of(konane("value --format svg --highlight moves", &[row]));
    assert!(svg.ends_with("</svg>\n"));
}

#[test]
fn a_table_for_latex() {
    let folder = tempfile::tempdir().unwrap();
    let (positions, table) = (folder.path().join("positions.csv"), folder.path().join("table.tex"));
    std::fs::write(&positions, "name,position\n50%,.xo.\n,xo.\n").unwrap();
    let paths = [positions.to_str().unwrap(), "--output", table.to_str().unwrap()];
    assert_eq!(output_of(konane("value --format latex --file", &paths)), "");
    let fragment = std::fs::read_to_string(&table).unwrap();
    assert_eq!(files_in(folder.path()).len(), 2);
    assert!(fragment.contains("name & position & value & outcome & mean & temperature \\\\\n"), "{fragment}");
    assert!(fragment.contains("\n50\\% & %\n\\begin{tikzpicture}"), "{fragment}");
    assert!(fragment.contains("\n & ${\\ast}$ & N & $0$ & $0$ \\\\\n"), "{fragment}");
    let document = output_of(konane("value --format latex --standalone --file", &paths[..1]));
    assert!(document.starts_with("\\documentclass"));
    assert!(document.contains(&fragment));
    let columns = output_of(konane("value .oxo.ox. --format latex --columns kind,value,rows,regions", &[]));
    assert!(columns.contains("\nnumber & $\\tfrac{1}{2}$ & $1$ & $1$ \\\\\n"), "{columns}");
}

#[test]
fn any_format_can_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.csv");
    let output = output_of(konane("value .xo. --columns value --output", &[path.to_str().unwrap()]));
    assert_eq!((output.as_str(), std::fs::read_to_string(&path).unwrap().as_str()), ("", "value\n*\n"));
    let line = complaint(konane("value xo --format svg --highlight A1-C1 -o", &[path.to_str().unwrap()]), 2);
    assert_eq!(line, "konane: move A1-C1 in xo: C1 is not on the board");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "value\n*\n", "untouched");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (arguments, problem) in [
        (".xo. x --format svg", "--format svg draws one position, but there are 2"),
        (".xo. --format svg --columns value", "--format svg has no --columns"),
        (".xo. --format csv --highlight moves", "--highlight goes with --format svg or tikz"),
        (".xo. --format tikz --standalone", "--standalone goes with --format latex"),
        ("xo.o. --format svg --rules single-jump --highlight A1-E1", "move A1-C1-E1 is more than one jump"),
    ] {
        assert_eq!(complaint(konane(&format!("value {arguments}"), &[]), 2), format!("konane: {problem}"));
    }
    let line = complaint(konane("value .xo. --format svg --highlight all", &[]), 2);
    assert!(line.contains("use regions, moves, left-moves, right-moves, or a move such as A1-C1"), "{line}");
}
