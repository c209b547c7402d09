"""Exact combinatorial game values of Kōnane (Hawaiian checkers) positions.

>>> from konane import Position, Value
>>> position = Position(".oxo.ox.")
>>> position.value()
Value('1/2')
>>> position.value() + position.value() == 1
True

Black is Left: positive values favour Black. Everything is exact, or it says why not.
"""

from typing import TYPE_CHECKING, Any

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
    statistics,
    table,
    value_table,
    values,
    verify,
)
from ._plot import plot as _plot
from ._plot import plot_thermographs

if TYPE_CHECKING:
    from .editor import Editor

__all__ = [
    "PROPERTIES",
    "Database",
    "Editor",
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
    "plot_thermographs",
    "read_positions",
    "set_threads",
    "statistics",
    "table",
    "value_table",
    "values",
    "verify",
]

Thermograph.plot = _plot  # type: ignore[method-assign]


def __getattr__(name: str) -> Any:
    # What the widget needs takes longer to import than all the rest.
    if name == "Editor":
        from .editor import Editor

        return Editor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
