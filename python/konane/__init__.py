"""Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.

>>> from konane import Position, Value
>>> position = Position(".oxo.ox.")
>>> position.value()
Value('1/2')
>>> position.value() + position.value() == 1
True

Black is Left: positive values favour Black. Everything is exact, or it says why not.
"""

from .errors import InputError, KonaneError, LimitError, TimeLimitError, UndefinedError
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
    Table,
    Thermograph,
    UptimalExpansion,
    Value,
    __version__,
    calc,
    read_positions,
    set_threads,
    table,
    value_table,
    values,
    verify,
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
    "Table",
    "Thermograph",
    "TimeLimitError",
    "UndefinedError",
    "UptimalExpansion",
    "Value",
    "__version__",
    "calc",
    "read_positions",
    "set_threads",
    "table",
    "value_table",
    "values",
    "verify",
]
