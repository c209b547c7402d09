"""What the package raises, with the same texts as the command `konane`.

Ctrl-C raises `KeyboardInterrupt`, as everywhere in Python.
"""

__all__ = ["InputError", "KonaneError", "LimitError", "TimeLimitError", "UndefinedError"]


class KonaneError(Exception):
    """The base of the others."""


class InputError(KonaneError, ValueError):
    """What was given is not what it should be: a text that is no position, a file that cannot be read."""


class UndefinedError(KonaneError, ValueError):
    """The value has no such property, as `{1|0}` has no atomic weight."""


class LimitError(KonaneError, RuntimeError):
    """The answer exists but is out of reach: a memory ceiling, a number of more than 63 bits."""


class TimeLimitError(LimitError, TimeoutError):
    """The time that was allowed with `seconds` is over."""
