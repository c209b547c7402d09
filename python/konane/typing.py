"""Names for what functions take and give, for annotations.

>>> from konane.typing import Player
>>> def first(player: Player) -> str:
...     return player
"""

from fractions import Fraction
from typing import Literal, SupportsIndex, TypeAlias

from ._konane import Position, Value

__all__ = [
    "Board",
    "Corner",
    "Kind",
    "Notation",
    "OutcomeClass",
    "Player",
    "PositionLike",
    "Rules",
    "Square",
    "ValueLike",
]

Player: TypeAlias = Literal["black", "white", "left", "right"]
"""Black is Left, White is Right."""

Rules: TypeAlias = Literal["multi-jump", "single-jump"]
"""Whether a stone may jump several times in a move."""

Notation: TypeAlias = Literal["cgsuite", "unicode", "latex", "braces"]
"""A way of writing values."""

OutcomeClass: TypeAlias = Literal["L", "R", "N", "P"]
"""Who wins: Left, Right, the next player (who begins), or the previous one (who does not)."""

Kind: TypeAlias = Literal["integer", "number", "nimber", "number-up-star", "switch", "tiny", "other"]
"""The kinds of values, the most special first."""

ValueLike: TypeAlias = Value | SupportsIndex | Fraction | str
"""A value, or what stands for one."""

PositionLike: TypeAlias = Position | str
"""A position or its text."""

Board: TypeAlias = str | tuple[int, int]
"""The size of a board, `"4x5"` or `(4, 5)`."""

Square: TypeAlias = str | tuple[int, int]
"""A square, `"C1"`, or row and column counted from 0."""

Corner: TypeAlias = tuple[Fraction, Fraction]
"""Temperature and value of a corner of a thermograph."""
