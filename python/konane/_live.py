"""What is known of a position, found out in the background.

A value can be out of reach, so nothing here is waited for longer than a time limit; and whoever edits a
position does not wait for answers about one that is no longer there. A question is therefore asked with
little time at first, and again with twice as much: what a solver has found it keeps, and between two attempts
one sees whether the position has been replaced.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from ._konane import Database, ExplainedMove, Position, Region, Value
from .errors import KonaneError, TimeLimitError
from .typing import OutcomeClass, Rules

Answer = TypeVar("Answer")

FIRST_ATTEMPT = 0.1
"""The seconds of the first attempt."""


@dataclass(frozen=True)
class Findings:
    """What is known of a position so far; `None` is not known."""

    position: Position
    rules: Rules
    regions: tuple[Region, ...] | None = None
    value: Value | None = None
    outcome: OutcomeClass | None = None
    left_options: tuple[ExplainedMove, ...] | None = None
    right_options: tuple[ExplainedMove, ...] | None = None
    problem: str | None = None
    """Why something is not known."""
    is_complete: bool = False
    """Whether there is no more to come."""


@dataclass(frozen=True)
class Means:
    """What findings may take: a database to look values up, and for each question memory in bytes and time."""

    database: Database | None
    memory: int | None
    seconds: float


class _Overtaken(Exception):
    """Another position is asked about."""


class Inquiry:
    """Finds out about one position at a time: the last one that it was asked about."""

    def __init__(self, means: Means, tell: Callable[[Findings], None]) -> None:
        """Findings are told as they come, by a thread of its own."""
        self._means = means
        self._tell = tell
        self._changed = threading.Condition()
        self._asked: Findings | None = None
        self._is_working = False

    def begin(self, findings: Findings) -> None:
        """Asks about the position of these findings, instead of what was asked about before."""
        with self._changed:
            self._asked = findings
            if not self._is_working:
                self._is_working = True
                threading.Thread(target=self._work, name="konane.Editor").start()

    def wait(self) -> None:
        """Waits until there is no more to be found out."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_working)

    def _work(self) -> None:
        try:
            while (findings := self._next()) is not None:
                try:
                    self._examine(findings)
                except _Overtaken:
                    pass
        finally:
            with self._changed:
                self._is_working = False
                self._changed.notify_all()

    def _next(self) -> Findings | None:
        with self._changed:
            findings, self._asked = self._asked, None
            # Together, as whoever asks from now on must start another thread.
            self._is_working = findings is not None
            return findings

    def _is_overtaken(self) -> bool:
        # A program that ends does not wait for answers, either.
        return self._asked is not None or not threading.main_thread().is_alive()

    def _examine(self, findings: Findings) -> None:
        try:
            findings = self._evaluate(findings)
        except KonaneError as error:
            findings = replace(findings, problem=f"the value is out of reach: {error}")
            next_step = self._search
        else:
            next_step = self._explain
        self._tell(findings)
        try:
            findings = next_step(findings)
        except KonaneError as error:
            # That the value is out of reach is the worse problem.
            problem = findings.problem or f"what moves lead to is out of reach: {error}"
            findings = replace(findings, problem=problem)
        self._tell(replace(findings, is_complete=True))

    def _evaluate(self, findings: Findings) -> Findings:
        position, rules = findings.position, findings.rules
        database, memory = self._means.database, self._means.memory

        def regions(seconds: float) -> list[Region]:
            return position.regions(rules, database=database, memory=memory, seconds=seconds, progress=False)

        def value(seconds: float) -> Value:
            return position.value(rules, database=database, memory=memory, seconds=seconds, progress=False)

        known = replace(findings, regions=tuple(self._ask(regions)), value=self._ask(value))
        return replace(known, outcome=known.value.outcome if known.value is not None else None)

    def _explain(self, findings: Findings) -> Findings:
        position, rules = findings.position, findings.rules
        database, memory = self._means.database, self._means.memory

        def options(player: Literal["left", "right"]) -> tuple[ExplainedMove, ...]:
            def explain(seconds: float) -> list[ExplainedMove]:
                return position.explain(
                    player, rules, database=database, memory=memory, seconds=seconds, progress=False
                )

            return tuple(self._ask(explain))

        return replace(findings, left_options=options("left"), right_options=options("right"))

    def _search(self, findings: Findings) -> Findings:
        """Who wins may be within reach where the value is not."""
        position, rules, memory = findings.position, findings.rules, self._means.memory

        def outcome(seconds: float) -> OutcomeClass:
            return position.outcome(rules, memory=memory, seconds=seconds, progress=False)

        return replace(findings, outcome=self._ask(outcome))

    def _ask(self, question: Callable[[float], Answer]) -> Answer:
        """Asks a question that takes so many seconds at most, until it is answered or the time is over."""
        end = time.monotonic() + self._means.seconds
        attempt = FIRST_ATTEMPT
        while True:
            if self._is_overtaken():
                raise _Overtaken
            left = end - time.monotonic()
            try:
                return question(max(0.0, min(attempt, left)))
            except TimeLimitError:
                if left <= attempt:
                    limit = f"no answer within {self._means.seconds:g} seconds"
                    raise TimeLimitError(limit) from None
            attempt *= 2
