"""Thermographs drawn by matplotlib."""

from collections.abc import Callable, Iterator
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


def wall(value_at: Callable[[int | Fraction], Fraction], temperatures: list[int]) -> list[tuple[float, float]]:
    return [(float(value_at(temperature)), temperature) for temperature in temperatures]


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
    for game in ["{3||2|1}", "+-1", "{4|1||-2|-5}", "{7|{3|1||-2}}"]:
        thermograph = Value(game).thermograph
        left, right, _ = lines(thermograph.plot())
        for drawn, value_at in [(left, thermograph.left_value), (right, thermograph.right_value)]:
            for value, temperature in drawn:
                assert value_at(Fraction(temperature)) == Fraction(value)
        assert left[-1] == right[-1] == (float(thermograph.mean), float(thermograph.temperature))


def test_masts_alone() -> None:
    for game, base in [("^", 0.0), ("3", -1.0)]:
        ax = Value(game).thermograph.plot()
        (mast,) = lines(ax)
        assert mast[0] == (float(Value(game).mean), base)
        assert f"stops {Value(game).mean}" in texts(ax)
        left, right = ax.get_xlim()
        assert left > mast[0][0] + 1 and right < mast[0][0] - 1, "with numbers on either side"


def test_numbers_are_drawn_from_minus_one() -> None:
    left, right, mast = lines(Value("1/2").thermograph.plot())
    assert left == [(1, -1), (0.5, -0.5)] and right == [(0, -1), (0.5, -0.5)]
    assert mast[0] == (0.5, -0.5)


def test_below_zero() -> None:
    thermograph = Value("{5|3||0}").thermograph
    left, right, _ = lines(thermograph.plot(below_zero=True))
    assert left == wall(thermograph.left_value, [-1, 1, 2])
    assert right == wall(thermograph.right_value, [-1, 2])


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
    values: list[Value | str] = ["+-1", "{3||2|1}", Value("{5|3||0}")]
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
