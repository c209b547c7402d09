//! Tests of printing and reading together.

use super::{Notation, ParseValueProblem};
use crate::value::uptimal::{Uptimal, UptimalNames};
use crate::value::{CanonicalForm, Dyadic, Side, ValueError, ValueStore};
use proptest::prelude::*;
use std::cmp::Ordering;

/// Texts that CGSuite 2 prints.
const PLAIN: &[&str] = &[
    "0",
    "5",
    "-1/2",
    "25/16",
    "*",
    "*8",
    "9/8*",
    "^",
    "v*",
    "6^*",
    "^^",
    "vv",
    "^3",
    "v3*",
    "73/16v9*8",
    "-1^",
    "^[4]",
    "^[2]*",
    "^<2>",
    "^<2>*",
    "v[3]",
    "1v<3>*",
    "-5/4^[2]*4",
    "{0|^<2>}",
    "+-1",
    "{4|2}",
    "+-1/2",
    "+-{1,1*}",
    "+-{2,{4|0}}",
    "{2||0,+-2|-4}",
    "{2,{4|0}|-2}",
    "+-(1^)",
    "+-(1*)",
    "+-(2Tiny(2))",
    "+-{2|1}",
    "Tiny(1)",
    "Tiny(1/4)",
    "Tiny({2|1})",
    "Miny(1)",
    "2Tiny(2)",
    "-1/2Miny(4)",
    "{3||2|1}",
    "{3|||2||1|0,*||||-1/2}",
    "{12|0||-4|-16}",
    "{12|||11||10,{11|10}|9Tiny({2|1})}",
    "+-{10|8||6|4|||4|2||0|-2}",
    "{10||10,10v*|{10vv,10v*||||10v3*,10vv|||10v4,10v3*||10v5*,10v4|{10v6,10v5*||||10v7*,10v6|||10v8,10v7*\
     ||10v9*,10v8|10v10}}}",
    "{9,9*,9*2,9*3,9*4|{9*4,9v*5||||9vv*4,9v*5|||9v3*5,9vv*4||9v4*4,9v3*5|{9v5*5,9v4*4||||9v6*4,9v5*5\
     |||9v7*5,9v6*4||9v8*4,9v7*5|9v9*5}}}",
];

fn parse(store: &ValueStore, text: &str) -> CanonicalForm {
    store.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plain(store: &ValueStore, text: &str) -> String {
    store.text(parse(store, text), Notation::Cgsuite).unwrap()
}

#[test]
fn plain_text_is_read_and_written_unchanged() {
    let store = ValueStore::new();
    for text in PLAIN {
        assert_eq!(plain(&store, text), *text);
    }
}

#[test]
fn the_other_notations() {
    let store = ValueStore::new();
    #[rustfmt::skip]
    let table = [
        ("-3/4", "-3/4", r"-\tfrac{3}{4}", "-3/4"),
        ("6^*", "6↑⋆", r"6+{\uparrow}{\ast}", "{6,{6|6}|6}"),
        ("vv", "⇓", r"{\Downarrow}", "{{0|0,{0|0}}|0}"),
        ("1v3*2", "1↓3⋆2", r"1+3\cdot{\downarrow}+{\ast}2", ""),
        ("^3", "↑3", r"3\cdot{\uparrow}", "{0|{0|{0|{0|0}}}}"),
        ("v<2>", "↓<2>", r"{\downarrow}_{2}", "{{0,{0|0}|0}|0}"),
        ("^[2]", "↑[2]", r"{\uparrow}^{[2]}", "{{0|{0|0}}|{0|0}}"),
        ("+-1", "±1", r"{\pm}1", "{1|-1}"),
        ("+-(1*)", "±(1⋆)", r"{\pm}(1{\ast})", "{{1|1}|{-1|-1}}"),
        ("+-{1,1*}", "±{1,1⋆}", r"{\pm}\{1,1{\ast}\}", "{1,{1|1}|-1,{-1|-1}}"),
        ("2Tiny(2)", "2⧾(2)", r"2+{\boldsymbol{+}}_{2}", "{2|{2|0}}"),
        ("Miny(1/2)", "⧿(1/2)", r"{\boldsymbol{-}}_{1/2}", "{{1/2|0}|0}"),
        ("{3|||2||1|0,*||||-1/2}", "{3|||2||1|0,⋆||||-1/2}",
         r"\{3\mathrel{|||}2\mathrel{||}1\mid 0,{\ast}\mathrel{||||}-\tfrac{1}{2}\}",
         "{{3|{2|{1|0,{0|0}}}}|-1/2}"),
    ];
    for (text, unicode, latex, braces) in table {
        let form = parse(&store, text);
        assert_eq!(store.text(form, Notation::Unicode).unwrap(), unicode);
        assert_eq!(store.text(form, Notation::Latex).unwrap(), latex);
        if !braces.is_empty() {
            assert_eq!(store.text(form, Notation::Braces).unwrap(), braces);
        }
    }
}

#[test]
fn what_the_grammar_means() {
    let store = ValueStore::new();
    let table = [
        // Numbers and sums.
        ("6/8", "3/4"),
        ("3/3", "1"),
        ("0/7", "0"),
        ("*0", "0"),
        ("5 - 3 + 4 - 8", "-2"),
        ("3 + -1", "2"),
        ("3 - -1^", "4v"),
        ("-(1^)", "-1v"),
        ("--1^", "1v"),
        ("-^3*2", "v3*2"),
        ("2-(1^)", "1v"),
        ("2-1*", "1*"),
        ("((((3))))", "3"),
        ("*2+*3", "*"),
        ("^+v*", "*"),
        ("^^^", "^3"),
        // Switches.
        ("3+-1", "{4|2}"),
        ("3 - 2 +- 6 - 7 +- 8 + 4", "{12|0||-4|-16}"),
        ("+-1+-2+-3+-4", "+-{10|8||6|4|||4|2||0|-2}"),
        ("+-{4|2}", "+-{4|2}"),
        ("+-{1}", "+-1"),
        ("+-1^", "+-(1^)"),
        ("+-+-1", "0"),
        ("+-0", "*"),
        // Multiples.
        ("3*2", "3*2"),
        ("3×2", "6"),
        ("3·^", "^3"),
        ("3.^*", "^3*"),
        ("3*^", "^3"),
        ("3*v*", "v3*"),
        ("-3.^", "v3"),
        ("4*{4|2}", "12"),
        ("3*(-8)", "-24"),
        ("5-3.^", "5v3"),
        ("2·3·^", "^6"),
        ("5*{3||2|1}", "{12|||11||10,{11|10}|9Tiny({2|1})}"),
        // Bars and braces.
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{||-1}", "-2"),
        ("{0,*|*,0}", "*2"),
        ("{0|^*5}", "^^*4"),
        ("{*,0|v}", "^<2>*"),
        ("{0||0|-1}", "Tiny(1)"),
        ("{0|||0||-1|-2}", "Tiny({2|1})"),
        ("{3|{2|1}}", "{3||2|1}"),
        ("{1|v3*, {2|-1*}}", "{1|v3*}"),
        ("{{2|-1*}, v3*|-3}", "{v3*,{2|-1*}|-3}"),
        ("^2", "^^"),
        ("v2", "vv"),
        // Names and symbols.
        ("Tiny(0)", "^"),
        ("2 Tiny ( 2 )", "2Tiny(2)"),
        ("-2Tiny(2)", "-2Tiny(2)"),
        ("↑⋆", "^*"),
        ("⇓∗3", "vv*3"),
        ("1↓[2]⋆", "1v[2]*"),
        ("±{1,1⋆}", "+-{1,1*}"),
        ("2⧾(2)", "2Tiny(2)"),
        ("2⧾2", "2Tiny(2)"),
        ("⧿({2|1})", "Miny({2|1})"),
        ("3−−1", "4"),
    ];
    for (text, meaning) in table {
        assert_eq!(plain(&store, text), meaning, "{text}");
    }
}

#[test]
fn what_is_not_a_value() {
    let store = ValueStore::new();
    let table = [
        ("", "column 1: expected a value but the text ends"),
        ("  ", "column 3: expected a value but the text ends"),
        ("{1|0", "column 5: expected \"}\" but the text ends"),
        ("{1|0)", "column 5: expected \"}\" but found \")\""),
        ("{1,2}", "column 5: expected \"|\" but found \"}\""),
        ("{}", "column 2: expected \"|\" but found \"}\""),
        ("+-{}", "column 4: expected \"|\" but found \"}\""),
        ("{1,|0}", "column 4: expected a value but found \"|\""),
        ("{1+|0}", "column 4: expected a value but found \"|\""),
        ("{,1|0}", "column 2: expected a value but found \",\""),
        ("1|0", "column 2: a bar that is not directly inside braces (write {1|0})"),
        ("{(1|0)|0}", "column 4: a bar that is not directly inside braces (write {1|0})"),
        (
            "{1|0|-1}",
            "column 5: ambiguous: two rows of bars of the same length (write as in {1||0|-1} or {1|{0|-1}})",
        ),
        ("(1", "column 3: expected \")\" but the text ends"),
        ("(1}", "column 3: expected \")\" but found \"}\""),
        ("1)", "column 2: expected an operator or the end but found \")\""),
        ("3 4", "column 3: expected an operator or the end but found \"4\""),
        ("* *", "column 3: expected an operator or the end but found \"*\""),
        ("^v", "column 2: expected an operator or the end but found \"v\""),
        ("^^3", "column 3: expected an operator or the end but found \"3\""),
        ("1,2", "column 2: expected an operator or the end but found \",\""),
        ("0 hello", "column 3: expected an operator or the end but found \"hello\""),
        ("⋆ ?", "column 3: expected an operator or the end but found \"?\""),
        ("+1", "column 1: expected a value but found \"+\""),
        ("1/3", "column 1: 1/3 is not a dyadic rational, so not the value of a short game"),
        ("{1|1/0}", "column 4: a denominator 0"),
        ("1/", "column 3: expected a denominator but the text ends"),
        (
            "0.5",
            "column 2: decimal points are not read (fractions are written as in 5/2, multiples as in 2×5)",
        ),
        ("1/2.^", "column 1: a multiple must be a whole number of times"),
        ("2-1^", "column 3: ambiguous: does the minus reach behind the number? (write 2-(1^) or 2-1+^)"),
        (
            "2-1Tiny(1)",
            "column 3: ambiguous: does the minus reach behind the number? (write 2-(1^) or 2-1+^)",
        ),
        (
            "3*+-1",
            "column 2: ambiguous: star or multiplication? (write one of them as in (3*)+-1 and 3×(+-1))",
        ),
        ("*(-8)", "column 1: a nimber is * followed by nothing or by a whole number"),
        ("*5000", "column 1: nimber too large (at most *4095)"),
        ("*99999999999", "column 1: nimber too large (at most *4095)"),
        ("^99999999999", "column 1: multiple of ^ too large (at most 2147483646)"),
        ("2 + ^2147483647", "column 5: multiple of ^ too large (at most 2147483646)"),
        ("^2147483646 + ^", "column 15: multiple of ^ too large (at most 2147483646)"),
        ("^[0]", "column 3: an exponent of ^ must be between 1 and 4095"),
        ("^<4096>", "column 3: an exponent of ^ must be between 1 and 4095"),
        ("^[2>", "column 4: expected \"]\" but found \">\""),
        ("^[*]", "column 3: expected a whole number but found \"*\""),
        (
            "{0|9223372036854775808}",
            "column 4: number too large (numerators and denominators have at most 63 bits)",
        ),
        (
            "9223372036854775807+1",
            "column 21: number too large (numerators and denominators have at most 63 bits)",
        ),
        ("Tiny 1", "column 6: expected \"(\" but found \"1\""),
        ("Tiny(1", "column 7: expected \")\" but the text ends"),
    ];
    for (text, message) in table {
        assert_eq!(store.parse(text).expect_err(text).to_string(), message, "{text}");
    }
    let error = store.parse("{1||0|2||3}").unwrap_err();
    assert_eq!((error.column(), error.problem()), (8, &ParseValueProblem::AmbiguousBars));
}

#[test]
fn notations_by_name() {
    for notation in Notation::ALL {
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
    assert_eq!(
        "ascii".parse::<Notation>().unwrap_err().to_string(),
        "unknown notation \"ascii\": it must be one of cgsuite, unicode, latex, braces"
    );
}

/// On a thread with a small stack.
fn with_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn any_depth_is_read() {
    with_small_stack(|| {
        let store = ValueStore::new();
        let depth = 100_000;
        let nested = |open: &str, middle: &str, close: &str| {
            let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            store.parse(&text)
        };
        let zero = CanonicalForm::ZERO;
        assert_eq!(nested("(", "0", ")"), Ok(zero));
        assert_eq!(nested("-", "1", ""), store.parse("1"));
        assert_eq!(nested("+-", "1", ""), Ok(zero));
        assert_eq!(nested("{0|", "0", "}"), store.parse("^99999"));
        assert_eq!(nested("{", "", "|}"), store.parse("99999"));
        assert_eq!(nested("{", "", "").unwrap_err().column(), depth + 1);
        assert_eq!(nested("", "", "}").unwrap_err().column(), 1);
        assert_eq!(nested("Tiny(", "1", "").unwrap_err().column(), 5 * depth + 2);
        let halves = nested("{0|", "1", "}").unwrap_err();
        assert_eq!(halves.problem(), &ParseValueProblem::Value(ValueError::NumberOverflow));
    });
}

/// {n | {n-1 | … {1 | middle}}} is canonical as it stands, since the threats grow outwards.
fn descending(depth: usize, middle: &str) -> String {
    let numbers: String = (1..=depth).rev().map(|number| format!("{{{number}|")).collect();
    format!("{numbers}{middle}{}", "}".repeat(depth))
}

#[test]
fn any_depth_is_written() {
    with_small_stack(|| {
        let store = ValueStore::new();
        let depth = 50_000;
        let text = descending(depth, "0");
        let form = store.parse(&text).unwrap();
        assert_eq!(store.text(form, Notation::Braces), Ok(text));
        for notation in [Notation::Cgsuite, Notation::Unicode] {
            assert_eq!(store.parse(&store.text(form, notation).unwrap()), Ok(form));
        }
        let other = store.parse(&descending(depth, "*")).unwrap();
        assert_eq!(store.structural_order(form, other), Ok(Ordering::Less));
        let sums = store.parse("{^[4095]|-1}").unwrap();
        assert_eq!(store.text(sums, Notation::Cgsuite).unwrap(), "{^[4095]|-1}");
    });
}

/// Every nimber has all smaller ones as options, so that their texts double in length.
#[test]
fn texts_without_end_are_refused() {
    let store = ValueStore::new();
    let star = store.nimber(60).unwrap();
    assert_eq!(store.text(star, Notation::Braces), Err(ValueError::TextTooLong));
    assert_eq!(
        store.display(star, Notation::Braces).to_string(),
        "(a value whose text is longer than 1 MiB)"
    );
    assert_eq!(store.display(star, Notation::Cgsuite).to_string(), "*60");
}

/// A recipe for a form: options are indices into the forms made before.
type Recipe = Vec<(Vec<usize>, Vec<usize>)>;

const SEEDS: [&str; 10] = ["0", "1", "-1", "*", "1/2", "^", "-2*", "^[2]", "v<3>*2", "+-3"];

fn recipe() -> impl Strategy<Value = Recipe> {
    let options = || prop::collection::vec(0usize..1000, 0..4);
    prop::collection::vec((options(), options()), 1..12)
}

/// The forms of a recipe, from the seeds on.
fn build(store: &ValueStore, recipe: &Recipe) -> Vec<CanonicalForm> {
    let mut forms: Vec<CanonicalForm> = SEEDS.iter().map(|text| parse(store, text)).collect();
    for (left, right) in recipe {
        let pick = |indices: &Vec<usize>| -> Vec<CanonicalForm> {
            indices.iter().map(|index| forms[index % forms.len()]).collect()
        };
        let form = store.from_options(&pick(left), &pick(right)).unwrap();
        forms.push(form);
    }
    forms
}

/// Tokens of the notation, for texts that are nearly values.
const TOKENS: &[&str] = &[
    "{", "}", "|", "||", "|||", ",", "(", ")", "[", "]", "<", ">", "+", "-", "+-", "*", "^", "v", "vv", "^^",
    "0", "1", "2", "3", "/", ".", "×", "Tiny", "Miny", "⧾", "⧿", "↑", "⇓", "⋆", "±", "−", " ", "x", "{1|0}",
    "Tiny(", "{0|", "1/2",
];

/// A form written out in full, whose derived order is the structural one by definition.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Number(Dyadic),
    Nimber(u32),
    Uptimal { number: Dyadic, digits: Vec<i32>, star: u32 },
    Options(Vec<Tree>, Vec<Tree>),
}

fn tree(store: &ValueStore, names: &mut UptimalNames<'_>, form: CanonicalForm) -> Tree {
    if let Some(Uptimal { number, length, head, last, star }) = names.find(form).unwrap() {
        let digits: Vec<i32> = (1..=length).map(|index| if index < length { head } else { last }).collect();
        return match (number == Dyadic::ZERO, digits.is_empty(), star) {
            (_, true, 0) => Tree::Number(number),
            (true, true, _) => Tree::Nimber(star),
            _ => Tree::Uptimal { number, digits, star },
        };
    }
    let mut side = |side| {
        let options = store.options(form, side).unwrap();
        let mut trees: Vec<Tree> = options.iter().map(|&option| tree(store, names, option)).collect();
        trees.sort();
        trees
    };
    Tree::Options(side(Side::Left), side(Side::Right))
}

proptest! {
    #[test]
    fn printed_forms_are_read_back(recipe in recipe()) {
        let store = ValueStore::new();
        for form in build(&store, &recipe) {
            for notation in [Notation::Cgsuite, Notation::Unicode, Notation::Braces] {
                let text = store.text(form, notation).unwrap();
                prop_assert_eq!(store.parse(&text), Ok(form), "{}", text);
            }
        }
    }

    /// Spaces mean nothing but inside `+-` and rows of bars, digits and words.
    #[test]
    fn spaces_are_free(recipe in recipe(), gaps in prop::collection::vec(0usize..3, 64)) {
        let store = ValueStore::new();
        for form in build(&store, &recipe) {
            for notation in [Notation::Cgsuite, Notation::Unicode] {
                let text = store.text(form, notation).unwrap();
                let characters: Vec<char> = text.chars().collect();
                let joined = |a: char, b: char| {
                    (a, b) == ('+', '-') || (a, b) == ('|', '|')
                        || (a.is_ascii_digit() && b.is_ascii_digit())
                        || (a.is_alphabetic() && b.is_alphabetic() && a != 'v')
                };
                let mut spaced = String::new();
                for (index, &character) in characters.iter().enumerate() {
                    if index == 0 || !joined(characters[index - 1], character) {
                        spaced.push_str(&" ".repeat(gaps[index % gaps.len()]));
                    }
                    spaced.push(character);
                }
                prop_assert_eq!(store.parse(&spaced), Ok(form), "{}", spaced);
            }
        }
    }

    #[test]
    fn text_does_not_depend_on_the_order_of_making(recipe in recipe(), other in self::recipe()) {
        let (store, warm) = (ValueStore::new(), ValueStore::new());
        for form in build(&warm, &other) {
            // Make the mirror images first as well, which decides what is stored as whose negative.
            warm.add(-form, form).unwrap();
            warm.add(-form, warm.integer(1).unwrap()).unwrap();
        }
        let mirrored: Recipe = recipe.iter().rev().map(|(l, r)| (r.clone(), l.clone())).collect();
        build(&warm, &mirrored);
        for (a, b) in build(&store, &recipe).into_iter().zip(build(&warm, &recipe)) {
            for notation in Notation::ALL {
                prop_assert_eq!(store.text(a, notation), warm.text(b, notation));
            }
        }
    }

    #[test]
    fn near_values_give_answers_or_errors_that_name_a_place(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..14),
    ) {
        let store = ValueStore::new();
        let text = tokens.concat();
        match store.parse(&text) {
            Ok(form) => {
                let printed = store.text(form, Notation::Cgsuite).unwrap();
                prop_assert_eq!(store.parse(&printed), Ok(form));
            }
            Err(error) => {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.column()));
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }

    #[test]
    fn any_text_gives_an_answer_or_an_error(text in any::<String>()) {
        let store = ValueStore::new();
        if let Err(error) = store.parse(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column()));
        }
    }

    #[test]
    fn the_structural_order_is_that_of_the_trees(recipe in recipe()) {
        let store = ValueStore::new();
        let mut names = UptimalNames::new(&store);
        let forms = build(&store, &recipe);
        let trees: Vec<Tree> = forms.iter().map(|&form| tree(&store, &mut names, form)).collect();
        for (&a, tree_a) in forms.iter().zip(&trees) {
            for (&b, tree_b) in forms.iter().zip(&trees) {
                prop_assert_eq!(store.structural_order(a, b).unwrap(), tree_a.cmp(tree_b));
            }
        }
    }

    #[test]
    fn the_structural_order_is_total(recipe in recipe()) {
        let store = ValueStore::new();
        let mut forms = build(&store, &recipe);
        forms.sort_unstable();
        forms.dedup();
        let order = |a, b| store.structural_order(a, b).unwrap();
        for &a in &forms {
            for &b in &forms {
                prop_assert_eq!(order(a, b), order(b, a).reverse());
                prop_assert_eq!(order(a, b).is_eq(), a == b);
                for &c in &forms {
                    prop_assert!(!(order(a, b).is_lt() && order(b, c).is_lt()) || order(a, c).is_lt());
                }
            }
            for side in [Side::Left, Side::Right] {
                let sorted = store.sorted_options(a, side).unwrap();
                prop_assert!(sorted.is_sorted_by(|&x, &y| order(x, y).is_lt()));
                prop_assert_eq!(sorted.len(), store.options(a, side).unwrap().len());
            }
        }
        let mut expected = forms.clone();
        expected.sort_by(|&a, &b| order(a, b));
        store.sort_structurally(&mut forms).unwrap();
        prop_assert_eq!(forms, expected);
    }
}
