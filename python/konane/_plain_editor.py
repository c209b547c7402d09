"""The editor without a front end, where `anywidget` is not installed."""

from collections.abc import Container

from ._editing import EditorBase, checked_rules, checked_text
from ._konane import Database, Position
from ._live import Findings
from .typing import PositionLike, Rules


class Editor(EditorBase):
    """A position to be edited by a program; notebooks show it as a picture.

    With `pip install 'konane[notebook]'` it can be edited by clicking, too.
    """

    def __init__(
        self,
        position: PositionLike | None = None,
        rules: Rules = "multi-jump",
        *,
        database: Database | None = None,
        memory: int | None = None,
        seconds: float = 5.0,
    ) -> None:
        self._set_up(database, memory, seconds)
        self._text = checked_text(Position.empty(6, 6) if position is None else position)
        self._rules = checked_rules(rules)
        self._inquire()

    @property
    def text(self) -> str:
        """The position as text."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        before, self._text = self._text, checked_text(text)
        if self._text != before:
            self._edited(before)

    @property
    def rules(self) -> Rules:
        """The rules of jumping."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        before, self._rules = self._rules, checked_rules(rules)
        if self._rules != before:
            self._inquire()

    def _show(self, findings: Findings) -> None:
        self.regions, self.value, self.outcome = findings.regions, findings.value, findings.outcome
        self.left_options, self.right_options = findings.left_options, findings.right_options
        self.problem = findings.problem

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, object]:
        return self._static_bundle()
