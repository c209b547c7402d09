//! Tables for LaTeX.

use crate::snapshot;
use konane::picture::latex::{LatexCell, LatexTable};
use konane::value::{ValueStore, notation::Notation};

/// A value of each kind, and what else is special.
const VALUES: [&str; 24] = [
    "0",
    "-3/4",
    "25/16*",
    "*8",
    "^",
    "vv*",
    "^3*",
    "73/16v9*8",
    "^[4]",
    "v<2>",
    "-1^<3>*2",
    "+-1/2",
    "+-(1*)",
    "+-{1,1*}",
    "{4|2}",
    "Tiny(3/2)",
    "2Tiny(2)",
    "-1/2Miny({2|1})",
    "{3||2|1}",
    "{3|||2||1|0,*||||-1/2}",
    "+-{10|8||6|4|||4|2||0|-2}",
    "{1||||0|||0||0|-1}",
    "{Tiny(2)|-5}",
    "{0|^<2>}",
];

fn table() -> LatexTable {
    let store = ValueStore::new();
    let mut table = LatexTable::new(["value & more", "formula", "position"].map(str::to_owned).into());
    for text in VALUES {
        let value = store.parse(text).unwrap();
        let formula = store.text(value, Notation::Latex).unwrap();
        table.push(vec![LatexCell::text(text), LatexCell::field(&formula)]);
    }
    let picture = LatexCell::picture(&"xo.#/.oxo".parse().unwrap());
    table.push(vec![LatexCell::text("[50%]"), LatexCell::field("number-up-star"), picture]);
    table
}

#[test]
fn a_fragment_and_a_document() {
    let fragment = table().fragment();
    snapshot::check("table.tex", &table().document());
    assert!(table().document().contains(&fragment));
    assert!(fragment.is_ascii() && fragment.starts_with("% Needs "));
}

#[test]
fn an_empty_table_has_its_headings() {
    snapshot::check("empty-table.tex", &LatexTable::new(vec!["position".to_owned()]).fragment());
}
