"""Thermographs drawn by matplotlib."""

from collections.abc import Iterator
from fractions import Fraction

import matplotlib
import pytest

matplotlib.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

import konane
from konane import InputError, Thermograph, Value


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def lines(ax: Axes) -> list[list[tuple[float, float]]]:
    """The lines as points of value and temperature, without empty ones and the tips of masts."""
    drawn = [list(zip(map(float, line.get_xdata()), map(float, line.get_ydata()))) for line in ax.lines]  # type: ignore[arg-type]
    return [points for points in drawn if len(points) > 1]


def texts(ax: Axes) -> set[str]:
    return {text.get_text() for text in ax.texts}


def test_walls_and_mast() -> None:
    ax = Value("{5|3||0}").thermograph.plot()
    left, right, mast = lines(ax)
    assert left == [(3, 0), (3, 1), (2, 2)]
    assert right == [(0, 0), (2, 2)]
    assert mast[0] == (2, 2) and mast[1][0] == 2 and mast[1][1] > 2
    assert texts(ax) == {"left stop 3", "right stop 0", "mean 2", "temperature 2"}
    assert ax.xaxis_inverted(), "values grow to the left"


def test_every_corner_is_on_the_wall() -> None:
    for game in ["{3||2|1}", "+-1", "{4|1||-2|-5}", "{7|{3|1||-2}}", "^", "1/2"]:
        thermograph = Value(game).thermograph
        left, right, _ = lines(thermograph.plot())
        for wall, value_at in [(left, thermograph.left_value), (right, thermograph.right_value)]:
            for value, temperature in wall:
                assert value_at(Fraction(temperature)) == value
        assert left[-1] == right[-1] == (thermograph.mean, thermograph.temperature)


def test_below_zero() -> None:
    thermograph = Value("{5|3||0}").thermograph
    left, _, _ = lines(thermograph.plot(below_zero=True))
    assert left[0] == (thermograph.left_value(-1), -1)
    number, _, mast = lines(Value(1).thermograph.plot())
    assert number[0][1] == mast[0][1] == -1, "the mast of an integer begins at -1"


def test_given_axes_and_style() -> None:
    ax = plt.subplots()[1]
    thermograph = Value("+-1").thermograph
    assert thermograph.plot(ax, color="green", linewidth=5, labels=False) is ax
    assert {line.get_color() for line in ax.lines} == {"green"}
    assert ax.lines[0].get_linewidth() == 5
    assert texts(ax) == set()
    thermograph.plot(ax)
    assert ax.xaxis_inverted(), "a second drawing does not turn the axis back"


def test_several_share_axes() -> None:
    values = ["+-1", "{3||2|1}", Value("{5|3||0}")]
    ax = konane.plot_thermographs(values)
    drawn = lines(ax)
    assert len(drawn) == 9
    assert {mast[1][1] for mast in drawn[2::3]} == {drawn[8][1][1]}, "masts have one height"
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["±1", "{3||2|1}", "{5|3||0}"]
    assert len({line.get_color() for line in ax.lines}) == 3


def test_names_of_several() -> None:
    ax = konane.plot_thermographs({"first": "+-1", "sum": Thermograph.of_sum(["+-1", "+-2"])})
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["first", "sum"]
    nameless = konane.plot_thermographs([Thermograph.of_sum(["+-1", "+-2"])])
    assert nameless.get_legend() is None
    with pytest.raises(InputError):
        konane.plot_thermographs(["{1|"])
