"""Thermographs drawn by matplotlib.

As is customary, temperatures grow upwards and values grow to the left, so that Left's wall is on the left.
The mast stands at the mean, begins at the temperature, and goes on for ever, which its arrow says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ._konane import Thermograph, Value
from .typing import Corner, ValueLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT_COLOUR = "#0b51a8"
RIGHT_COLOUR = "#c0261c"
MAST_COLOUR = "#000000"

MAST = Fraction(2, 5)
"""How far the mast is drawn, in parts of the height below it."""


def plot(
    self: Thermograph,
    ax: Axes | None = None,
    *,
    below_zero: bool = False,
    labels: bool = True,
    **style: Any,
) -> Axes:
    """Draws the thermograph into matplotlib's `ax`, or into new axes, which are returned.

    `below_zero` draws what is below temperature 0, too, and `labels` writes the stops, the mean and the
    temperature beside it. `style` goes to `Axes.plot`; with a `color` the walls and the mast share it.

    >>> from konane import Value
    >>> axes = Value("{5|3||0}").thermograph.plot(linewidth=3)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('value', 'temperature')
    """
    ax = _prepared(ax)
    base = _base(self, below_zero)
    tip = _height(self, base) * (1 + MAST) + base
    _draw(ax, self, base, tip, style)
    if labels:
        _label(ax, self, tip)
    if self.left_stop == self.right_stop:
        # With the neighbours of an integer on the axis.
        ax.update_datalim([(float(self.mean) + side, float(base)) for side in (-1, 1)])
    return ax


def plot_thermographs(
    thermographs: Mapping[str, Thermograph | ValueLike] | Iterable[Thermograph | ValueLike],
    ax: Axes | None = None,
    *,
    below_zero: bool = False,
    **style: Any,
) -> Axes:
    """Draws several thermographs into the same axes, each in a colour of its own, with masts of one height.

    Values stand for their thermographs. The legend says the keys of a mapping, or else the values.

    >>> import konane
    >>> axes = konane.plot_thermographs(["+-1", "{3||2|1}"])
    >>> [text.get_text() for text in axes.get_legend().get_texts()]
    ['±1', '{3||2|1}']
    """
    ax = _prepared(ax)
    drawn = _named(thermographs)
    bases = [_base(thermograph, below_zero) for _, thermograph in drawn]
    tops = [base + _height(each, base) * (1 + MAST) for (_, each), base in zip(drawn, bases)]
    for (name, thermograph), base in zip(drawn, bases):
        # An empty line takes the next colour, and stands for all lines in the legend.
        colour = ax.plot([], [], label=name or None, **{"linewidth": 2, **style})[0].get_color()
        _draw(ax, thermograph, base, max(tops), {**style, "color": colour})
    if any(name for name, _ in drawn):
        ax.legend()
    return ax


def _named(
    thermographs: Mapping[str, Thermograph | ValueLike] | Iterable[Thermograph | ValueLike],
) -> list[tuple[str, Thermograph]]:
    if isinstance(thermographs, Mapping):
        return [(str(name), _thermograph(game)) for name, game in thermographs.items()]
    return [(_name(game), _thermograph(game)) for game in thermographs]


def _thermograph(game: Thermograph | ValueLike) -> Thermograph:
    return game if isinstance(game, Thermograph) else Value(game).thermograph


def _name(game: Thermograph | ValueLike) -> str:
    return "" if isinstance(game, Thermograph) else Value(game).text("unicode")


def _prepared(ax: Axes | None) -> Axes:
    """Axes on which values grow to the left."""
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.subplots()[1]
    if not ax.xaxis_inverted():
        ax.invert_xaxis()
    ax.set_xlabel("value")
    ax.set_ylabel("temperature")
    return ax


def _base(thermograph: Thermograph, below_zero: bool) -> Fraction:
    """The temperature at which the drawing begins."""
    lowest = min(thermograph.left_wall[0][0], thermograph.right_wall[0][0])
    return lowest if below_zero or thermograph.temperature < 0 else max(lowest, Fraction(0))


def _height(thermograph: Thermograph, base: Fraction) -> Fraction:
    """How high the walls are above the base; masts alone are drawn as if it were 1."""
    return (thermograph.temperature - base) or Fraction(1)


def _corners(corners: list[Corner], at_base: Fraction, base: Fraction) -> list[Corner]:
    """The corners from the base up, where the wall is at `at_base`."""
    return [(base, at_base), *(corner for corner in corners if corner[0] > base)]


def _draw(
    ax: Axes, thermograph: Thermograph, base: Fraction, tip: Fraction, style: Mapping[str, Any]
) -> None:
    """Draws the walls from the base up, and the mast to its tip, all in the colour of the style if it has one."""
    mean, temperature = thermograph.mean, thermograph.temperature
    left = _corners(thermograph.left_wall, thermograph.left_value(base), base)
    right = _corners(thermograph.right_wall, thermograph.right_value(base), base)
    mast = [(temperature, mean), (tip, mean)]
    for corners, colour in [(left, LEFT_COLOUR), (right, RIGHT_COLOUR), (mast, MAST_COLOUR)]:
        temperatures = [float(temperature) for temperature, _ in corners]
        values = [float(value) for _, value in corners]
        ax.plot(values, temperatures, **{"color": colour, "linewidth": 2, **style})
    colour = style.get("color", MAST_COLOUR)
    ax.plot([float(mean)], [float(tip)], marker="^", markersize=7, color=colour, linestyle="none")


def _label(ax: Axes, thermograph: Thermograph, tip: Fraction) -> None:
    """The numbers beside the walls; stops stand at temperature 0, wherever the drawing begins."""
    mean, temperature = thermograph.mean, thermograph.temperature
    left, right = thermograph.left_stop, thermograph.right_stop
    if left == right:
        _write(ax, f"stops {left}", left, Fraction(0), (-8, 2), "right", "bottom")
    else:
        _write(ax, f"left stop {left}", left, Fraction(0), (0, -5), "right", "top")
        _write(ax, f"right stop {right}", right, Fraction(0), (0, -5), "left", "top")
    _write(ax, f"mean {mean}", mean, tip, (0, 7), "center", "bottom")
    _write(ax, f"temperature {temperature}", mean, temperature, (8, 2), "left", "bottom")
    # With room for what is written outside the lines.
    ax.margins(x=0.35, y=0.18)


def _write(
    ax: Axes, text: str, value: Fraction, temperature: Fraction, offset: tuple[int, int], side: str, end: str
) -> None:
    ax.annotate(
        text,
        (float(value), float(temperature)),
        xytext=offset,
        textcoords="offset points",
        horizontalalignment=side,
        verticalalignment=end,
        fontsize="small",
    )
