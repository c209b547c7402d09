"""What an editor of positions does, whatever shows it.

`EditorBase` edits, plays, undoes, and keeps what is known of the position up to date. Its subclasses are the
widget, and an editor without a front end for where `anywidget` is not installed.
"""

import asyncio
import threading
from abc import abstractmethod
from typing import cast

from ._konane import Database, ExplainedMove, Move, Position, Region, Value
from ._live import Findings, Inquiry, Means
from .errors import InputError
from .typing import OutcomeClass, PositionLike, Rules

MIME_SVG = "image/svg+xml"


def checked_text(text: object) -> str:
    """The text of a position as it is written."""
    return str(Position(cast(str, text)))


def checked_rules(rules: object) -> Rules:
    """The name of rules, if it is one."""
    Position.empty(1, 1).moves("black", cast(Rules, rules))
    return cast(Rules, rules)


class EditorBase:
    """The part that is common to all editors of positions.

    A subclass has `text` and `rules`, checks what is assigned to them, and calls `_edited` and `_turned_to`
    afterwards.
    """

    text: str
    rules: Rules
    value: Value | None
    outcome: OutcomeClass | None
    regions: tuple[Region, ...] | None
    left_options: tuple[ExplainedMove, ...] | None
    right_options: tuple[ExplainedMove, ...] | None
    problem: str | None

    def _set_up(self, database: Database | None, memory: int | None, seconds: float) -> None:
        """Is called before the first text is set."""
        if not seconds >= 0:
            raise InputError(f"{seconds} is no number of seconds")
        self._undone: list[str] = []
        self._done: list[str] = []
        self._is_retracing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._latest: Findings | None = None
        self._publishing = threading.RLock()
        self._inquiry = Inquiry(Means(database, memory, seconds), self._receive)

    @property
    def position(self) -> Position:
        """The position as it is now; another can be set, or its text."""
        return Position(self.text)

    @position.setter
    def position(self, position: PositionLike) -> None:
        self.text = str(Position(position))

    def play(self, move: Move | str) -> None:
        """Makes a move."""
        self.position = self.position.play(move)

    @property
    def can_undo(self) -> bool:
        """Whether there is a position to go back to."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a position to go forward to."""
        return bool(self._undone)

    def undo(self) -> None:
        """Goes back to the position before, if there is one."""
        self._retrace(self._done, self._undone)

    def redo(self) -> None:
        """Goes forward again, if the last step was back."""
        self._retrace(self._undone, self._done)

    def wait(self) -> None:
        """Waits until everything about the position is found out, or the time for it is over."""
        self._inquiry.wait()
        self._publish()

    def _retrace(self, source: list[str], target: list[str]) -> None:
        if not source:
            return
        target.append(self.text)
        self._is_retracing = True
        try:
            self.text = source.pop()
        finally:
            self._is_retracing = False

    def _edited(self, before: str) -> None:
        """Must be called when the text has changed."""
        if not self._is_retracing:
            self._done.append(before)
            self._undone.clear()
        self._inquire()

    def _inquire(self) -> None:
        """Forgets what was known, and begins to find out."""
        try:
            # In a notebook findings wait for this loop, so that nothing changes while a cell runs.
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        nothing = Findings(self.position, self.rules)
        with self._publishing:
            self._latest = nothing
            self._publish()
        self._inquiry.begin(nothing)

    def _receive(self, findings: Findings) -> None:
        """Is called by the thread of the inquiry."""
        with self._publishing:
            self._latest = findings
        if self._loop is None or self._loop.is_closed():
            self._publish()
        else:
            self._loop.call_soon_threadsafe(self._publish)

    def _publish(self) -> None:
        with self._publishing:
            latest = self._latest
            # The position may have changed while the findings were under way.
            if latest is not None and (latest.position, latest.rules) == (self.position, self.rules):
                self._show(latest)

    @abstractmethod
    def _show(self, findings: Findings) -> None:
        """Lets the attributes be what is found."""

    def _static_bundle(self) -> dict[str, object]:
        """What shows the position where there is no front end."""
        return {"text/plain": repr(self), MIME_SVG: self.position.svg()}

    def __repr__(self) -> str:
        return f"Editor({self.text!r})"
