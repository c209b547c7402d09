"""A bar for computations that take long, drawn by tqdm."""

import sys

from tqdm.auto import tqdm


def _can_draw() -> bool:
    """Whether somebody looks: at a terminal, or at a notebook."""
    in_notebook = "ipykernel" in sys.modules
    return in_notebook or sys.stderr is not None and sys.stderr.isatty()


class Bar:
    """A bar for several stages of a computation, each of which counts from zero."""

    def __init__(self, label: str, unit: str, always: bool) -> None:
        self._label = label
        self._unit = unit
        self._disabled = not (always or _can_draw())
        self._bar: "tqdm[None] | None" = None
        self._total = 0

    def show(self, done: int, total: int) -> None:
        """Shows how much is done; a total of 0 is not known."""
        if self._disabled:
            return
        if self._bar is not None and (total != self._total or done < self._bar.n):
            self.close()
        if self._bar is None:
            self._total = total
            self._bar = tqdm(desc=self._label, unit=self._unit, total=total or None, leave=False, unit_scale=True)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
