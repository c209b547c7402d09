"""Values: arithmetic, order, properties and texts."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
import pytest

import konane
from konane import Thermograph, Value

#: Numbers, infinitesimals and hot games.
GAMES = [Value(text) for text in ["0", "-3", "5/8", "*", "*3", "^", "v*", "^3*2", "Tiny(1)", "+-1", "{3||2|1}", "{4||1|-2}", "{2|*||v}"]]


def test_numbers_are_those_of_python() -> None:
    assert Value(3) == 3 and Value(Fraction(-3, 4)) == Fraction(-3, 4) == Value("-3/4")
    assert hash(Value(3)) == hash(3) and hash(Value("1/2")) == hash(Fraction(1, 2))
    assert Value("1/2").number == Fraction(1, 2) and Value("*").number is None
    assert Value(numpy.int64(3)) == Value("*") + numpy.int64(3) - Value("*") == 3
    assert {Value(1): "one"}[1] == "one"  # type: ignore[index]
    assert 1 + Value("*") == Value("1*") and 1 - Value("*") == Value("1*") and 2 * Value("^") == Value("^^")
    assert sum([Value("*"), Value("*2"), Value("*3")]) == 0
    assert not Value(0) and Value("*")


def test_groups() -> None:
    for g in GAMES:
        assert g - g == 0 and g + 0 == g and -(-g) == g == +g and 3 * g == g + g + g and -2 * g == -(g + g)
        for h in GAMES:
            assert g + h == h + g and -(g + h) == -g - h
            for k in GAMES[:6]:
                assert (g + h) + k == g + (h + k)


def test_order_is_that_of_differences() -> None:
    for g in GAMES:
        for h in GAMES:
            difference = (g - h).outcome
            assert (g == h) == (difference == "P")
            assert (g > h) == (difference == "L") == (h < g)
            assert (g < h) == (difference == "R")
            assert g.is_fuzzy_with(h) == (difference == "N")
            assert (g <= h) == (g < h or g == h) and (g >= h) == (h <= g)
            assert (hash(g) == hash(h)) or g != h


def test_values_are_no_other_things() -> None:
    assert Value(0) != "0" and Value(0) != None  # noqa: E711
    assert Value("1/2") == 0.5 != Value("1/4") and Value("*") != 0.0 and hash(Value("1/2")) == hash(0.5)
    wrong: Any
    for wrong in [1.5, None, "1", [], 1j]:
        with pytest.raises(TypeError):
            Value(1) + wrong
        with pytest.raises(TypeError):
            Value(1) < wrong
    with pytest.raises(TypeError):
        Value("*") * Value("*")  # type: ignore[operator]
    with pytest.raises(TypeError):
        Value(1.5)  # type: ignore[arg-type]


def test_options_make_the_value_again() -> None:
    for g in GAMES:
        assert Value.from_options(g.left_options, g.right_options) == g
    assert Value.from_options(["0", "v"], [1, Fraction(3, 2)]) == Value("1/2")
    assert Value.from_options([], []) == 0


def test_names() -> None:
    assert Value.nimber(2) == Value("*2") and Value.up(-2) == Value("vv") and Value.up() == Value("^")
    assert Value.switch(2) == Value("{2|-2}") and Value.tiny(1) == -Value.miny(1) == Value("{0||0|-1}")


@pytest.mark.parametrize("name", konane.PROPERTIES)
def test_every_property_is_an_attribute(name: str) -> None:
    """It is what the calculator says, and where that says why it is undefined, so does the attribute."""
    for g in GAMES:
        try:
            expected: Any = konane.calc(f"{name}(G)", G=g)
        except konane.UndefinedError as error:
            with pytest.raises(konane.UndefinedError) as raised:
                getattr(g, name)
            assert str(error).endswith(str(raised.value))
            assert g.properties([name]) == {name: None}
            continue
        found = getattr(g, name)
        assert g.properties([name]) == {name: found}
        if isinstance(expected, str):
            # Texts stand for what the calculator has no words for: classes, corners and expansions.
            corners = "[" + ",".join(f"{t}:{x}" for t, x in found) + "]" if isinstance(found, list) else found
            assert str(corners) == expected
        else:
            assert found == expected
    assert getattr(Value, name).__doc__ == konane.PROPERTIES[name]


def test_operations_are_those_of_the_calculator() -> None:
    for g in GAMES:
        assert g.heat(1) == konane.calc("Heat(G, 1)", G=g)
        assert g.overheat(1, 1) == konane.calc("Overheat(G, 1, 1)", G=g)
        assert g.cool(Fraction(1, 2)) == konane.calc("Cool(G, 1/2)", G=g)
        assert g.norton_product("^") == konane.calc("NortonProduct(G, ^)", G=g)
        assert g.conway_product("*2") == konane.calc("ConwayProduct(G, *2)", G=g)
        assert g.ordinal_sum(1) == konane.calc("G : 1", G=g)
    assert Value("^").pow(3) == Value("^<3>") and Value("^").pow_to(2) == Value("^[2]")


def test_conditions() -> None:
    assert Value("+-1").satisfies("temperature >= 1") and not Value("+-1").satisfies("is_number")
    with pytest.raises(konane.InputError, match="no property of values is called"):
        Value(1).satisfies("warmth > 1")


def test_texts_come_back() -> None:
    for g in GAMES:
        for notation in ["cgsuite", "unicode", "braces"]:
            assert Value(g.text(notation)) == g == Value(format(g, notation))  # type: ignore[arg-type]
        assert eval(repr(g), {"Value": Value}) == g
        assert g._repr_latex_() == f"$\\displaystyle {g:latex}$"
    with pytest.raises(konane.InputError, match="unknown notation"):
        format(Value(1), "roman")


def test_thermographs() -> None:
    thermograph = Value("{4||1|-2}").thermograph
    assert (thermograph.mean, thermograph.temperature) == (Fraction(7, 4), Fraction(9, 4))
    assert thermograph.left_wall[-1] == (thermograph.temperature, thermograph.mean)
    assert thermograph.left_value(0) == thermograph.left_stop == 4
    assert thermograph.right_value(100) == thermograph.mean
    assert thermograph.svg().startswith("<svg") and "{4||1|-2}" in thermograph.draw()
    assert thermograph == Value("{4||1|-2}").thermograph != Value("+-1").thermograph
    assert hash(thermograph) == hash(Value("{4||1|-2}").thermograph)
    with pytest.raises(konane.InputError, match="at most 1000 characters wide"):
        thermograph.draw(10**9)
    assert "my heading" in thermograph.svg("my heading")
    for g in GAMES:
        for h in GAMES:
            of_sum, direct = Thermograph.of_sum([g, h]), (g + h).thermograph
            assert (of_sum.left_wall, of_sum.right_wall) == (direct.left_wall, direct.right_wall)


def test_a_sum_too_large_for_its_form_has_a_thermograph() -> None:
    switches = [Value.switch(2**n) for n in range(40)]
    assert Thermograph.of_sum(switches).temperature == 2**39


def test_large_values() -> None:
    """What is computed in a place of its own comes back as what it is."""
    switches = [Value.switch(3**n) for n in range(9)]
    total = sum(switches, Value(0))
    assert total.follower_count > 20_000 and total + total == 0
    for switch in switches:
        total -= switch
    assert total == 0


def test_whole_numbers() -> None:
    questions: list[Callable[[], object]] = [
        lambda: Value.nimber(-1),
        lambda: Value("^").pow(-1),
        lambda: Value.nimber(10**30),
    ]
    for ask in questions:
        with pytest.raises(konane.InputError, match="is not between 0 and"):
            ask()
    with pytest.raises(konane.LimitError, match="number too large"):
        Value("^") * 10**30
    with pytest.raises(konane.LimitError, match="number too large"):
        Value("^") + 10**30
    third = Fraction(1, 3)
    assert Value(0) != third and not Value(0) == third
    with pytest.raises(konane.InputError, match="1/3 is not a dyadic rational"):
        Value(0) + third
    with pytest.raises(konane.InputError, match="1/3 is not a dyadic rational"):
        Value(0) < third
    larges: list[int | Fraction] = [2**63, -(2**63), Fraction(1, 2**63), Fraction(-(2**63), 3)]
    for large in larges:
        with pytest.raises(konane.LimitError, match="number too large"):
            Value("+-1").thermograph.left_value(large)
    with pytest.raises(TypeError, match="a temperature is an int or a Fraction, not float"):
        Value("+-1").thermograph.left_value(0.5)  # type: ignore[arg-type]


def test_limits() -> None:
    with pytest.raises(konane.LimitError, match="number too large"):
        Value(10**30)
    with pytest.raises(konane.LimitError, match="nimber too large"):
        Value.nimber(5000)
    with pytest.raises(konane.LimitError):
        Value(2**62) * 2
    assert Value("*100").properties(["stop_count"]) == {"stop_count": None}
