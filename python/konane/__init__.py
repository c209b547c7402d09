"""Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.

>>> from konane import Position, Value
>>> position = Position(".oxo.ox.")
>>> position.value()
Value('1/2')
>>> position.value() + position.value() == 1
True

Black is Left: positive values favour Black. Everything is exact, or it says why not.
"""

from .errors import InputError, KonaneError, LimitError, UndefinedError
from ._konane import (
    PROPERTIES,
    Database,
    ExplainedMove,
    LineOfPlay,
    Move,
    Ply,
    Position,
    Region,
    SumOption,
    Thermograph,
    UptimalExpansion,
    Value,
    __version__,
    calc,
    set_threads,
)

__all__ = [
    "PROPERTIES",
    "Database",
    "ExplainedMove",
    "InputError",
    "KonaneError",
    "LimitError",
    "LineOfPlay",
    "Move",
    "Ply",
    "Position",
    "Region",
    "SumOption",
    "Thermograph",
    "UndefinedError",
    "UptimalExpansion",
    "Value",
    "__version__",
    "calc",
    "set_threads",
]
