//! The symbols of each notation.

use super::Notation;
use crate::value::Dyadic;

/// What the parts of a value's text look like in one notation.
pub(super) struct Vocabulary {
    pub(super) up: Arrow,
    pub(super) down: Arrow,
    pub(super) star: &'static str,
    pub(super) plus_minus: &'static str,
    pub(super) tiny: [&'static str; 2],
    pub(super) miny: [&'static str; 2],
    pub(super) braces: [&'static str; 2],
    pub(super) parentheses: [&'static str; 2],
    /// Rows of one, two, three and four bars.
    pub(super) bars: [&'static str; 4],
    /// Between a number and an infinitesimal name that would be misread right behind it.
    pub(super) plus: &'static str,
    pub(super) is_latex: bool,
}

/// An arrow and what names its multiples, powers and sums.
pub(super) struct Arrow {
    pub(super) single: &'static str,
    pub(super) double: &'static str,
    /// Around the exponent of a power.
    pub(super) power: [&'static str; 2],
    /// Around the exponent of a sum.
    pub(super) sum: [&'static str; 2],
}

const CGSUITE: Vocabulary = Vocabulary {
    up: Arrow { single: "^", double: "^^", power: ["<", ">"], sum: ["[", "]"] },
    down: Arrow { single: "v", double: "vv", power: ["<", ">"], sum: ["[", "]"] },
    star: "*",
    plus_minus: "+-",
    tiny: ["Tiny(", ")"],
    miny: ["Miny(", ")"],
    braces: ["{", "}"],
    parentheses: ["(", ")"],
    bars: ["|", "||", "|||", "||||"],
    plus: "",
    is_latex: false,
};

const UNICODE: Vocabulary = Vocabulary {
    up: Arrow { single: "↑", double: "⇑", ..CGSUITE.up },
    down: Arrow { single: "↓", double: "⇓", ..CGSUITE.down },
    star: "⋆",
    plus_minus: "±",
    tiny: ["⧾(", ")"],
    miny: ["⧿(", ")"],
    ..CGSUITE
};

// Symbols that TeX takes for operators or relations stand in groups, which makes them ordinary. The signs of
// tiny and miny are bold, to be told from those of sums. Braces do not grow with what they enclose, as TeX
// breaks no line between growing ones.
const LATEX: Vocabulary = Vocabulary {
    up: Arrow { single: r"{\uparrow}", double: r"{\Uparrow}", power: ["^{", "}"], sum: ["^{[", "]}"] },
    down: Arrow { single: r"{\downarrow}", double: r"{\Downarrow}", power: ["_{", "}"], sum: ["_{[", "]}"] },
    star: r"{\ast}",
    plus_minus: r"{\pm}",
    tiny: [r"{\boldsymbol{+}}_{", "}"],
    miny: [r"{\boldsymbol{-}}_{", "}"],
    braces: [r"\{", r"\}"],
    parentheses: ["(", ")"],
    bars: [r"\mid ", r"\mathrel{||}", r"\mathrel{|||}", r"\mathrel{||||}"],
    plus: "+",
    is_latex: true,
};

impl Vocabulary {
    pub(super) const fn of(notation: Notation) -> &'static Vocabulary {
        match notation {
            // Braces uses no symbol but numbers, braces and one bar.
            Notation::Cgsuite | Notation::Braces => &CGSUITE,
            Notation::Unicode => &UNICODE,
            Notation::Latex => &LATEX,
        }
    }

    /// A number; in a subscript of LaTeX a fraction has a slash.
    pub(super) fn number(&self, number: Dyadic, in_subscript: bool) -> String {
        if !self.is_latex || in_subscript || number.is_integer() {
            return number.to_string();
        }
        let sign = if number.signum() < 0 { "-" } else { "" };
        let (numerator, denominator) = (number.numerator().unsigned_abs(), 1u64 << number.exponent());
        format!(r"{sign}\tfrac{{{numerator}}}{{{denominator}}}")
    }
}
