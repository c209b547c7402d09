"""The editor as a widget: its traits, and what it tells its front end, `static/editor.js`.

The front end edits the text itself, so that the board follows at once, and has everything else done by
messages. It is told what is known of the position by a report, which holds nothing but texts.
"""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._editing import EditorBase, checked_rules, checked_text
from ._konane import Database, ExplainedMove, Move, Position, Value
from ._live import Findings
from .errors import InputError, KonaneError
from .typing import OutcomeClass, PositionLike, Rules

STATIC = Path(__file__).parent / "static"

LONGEST_TEXT = 300
"""The characters of a value that are shown."""

OUTCOMES: dict[OutcomeClass, str] = {
    "L": "Left (Black) wins, whoever begins",
    "R": "Right (White) wins, whoever begins",
    "N": "whoever begins wins",
    "P": "whoever begins loses",
}


class _RefusedError(InputError, traitlets.TraitError):
    """A trait is not changed to what it cannot be."""


@contextmanager
def _refused() -> Iterator[None]:
    """Bad input is an error of traits as well, after which traitlets takes changes back."""
    try:
        yield
    except InputError as error:
        raise _RefusedError(str(error)) from None


class Editor(EditorBase, anywidget.AnyWidget):
    """A board on which a position is edited by clicking, with what is known of it beside it.

    >>> from konane import Editor
    >>> editor = Editor("xo../.ox.")
    >>> editor.wait()
    >>> editor.value, editor.outcome
    (Value('1*'), 'L')
    >>> editor.play("A1-C1")
    >>> editor.position
    Position('..x./.ox.')
    >>> editor.undo()
    >>> editor.text
    'xo../.ox.'

    `text`, `rules`, `value`, `outcome`, `regions`, `left_options`, `right_options` and `problem` can be observed.
    All but the first two are `None` until they are found out, in the background; `problem` tells why something
    is not found, as a question is given up after so many `seconds`, or when it takes more `memory`. `wait` waits
    for all of it. A `database` looks values up.

    Where there is no front end, as on GitHub, it shows itself as a picture.
    """

    _esm = STATIC / "editor.js"
    _css = STATIC / "editor.css"

    text = traitlets.Unicode(help="The position as text.").tag(sync=True)
    rules = traitlets.Unicode("multi-jump", help="The rules of jumping.").tag(sync=True)  # type: ignore[assignment]
    value = traitlets.Instance(Value, allow_none=True, read_only=True)
    outcome = traitlets.Unicode(None, allow_none=True, read_only=True)  # type: ignore[assignment]
    regions = traitlets.Tuple(None, allow_none=True, read_only=True)
    left_options = traitlets.Tuple(None, allow_none=True, read_only=True)
    right_options = traitlets.Tuple(None, allow_none=True, read_only=True)
    problem = traitlets.Unicode(None, allow_none=True, read_only=True)
    _report = traitlets.Dict().tag(sync=True)

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
        text = checked_text(Position.empty(6, 6) if position is None else position)
        super().__init__(text=text, rules=checked_rules(rules))
        self.observe(lambda change: self._edited(change["old"]), "text")
        self.observe(lambda change: self._inquire(), "rules")
        self.on_msg(self._obey)
        self._inquire()

    def wait(self) -> None:
        """Waits until everything about the position is found out, or the time for it is over."""
        super().wait()
        # Once more, as part of this cell: what was sent between two cells is not saved with a notebook that is
        # run by nbclient.
        self.send_state("_report")

    @traitlets.validate("text")
    def _check_text(self, proposal: Any) -> str:
        with _refused():
            return checked_text(proposal["value"])

    @traitlets.validate("rules")
    def _check_rules(self, proposal: Any) -> Rules:
        with _refused():
            return checked_rules(proposal["value"])

    def _obey(self, _widget: object, message: dict[str, str], _buffers: object) -> None:
        """Does what the front end asks for."""
        try:
            match message:
                case {"do": "undo"}:
                    self.undo()
                case {"do": "redo"}:
                    self.redo()
                case {"do": "play", "move": move}:
                    self.play(move)
                case {"do": "read", "text": text}:
                    self.text = text
                case _:
                    raise InputError(f"the editor cannot do {message!r}")
        except KonaneError as error:
            self.send({"problem": str(error)})

    def _show(self, findings: Findings) -> None:
        for name in ("regions", "value", "outcome", "left_options", "right_options", "problem"):
            self.set_trait(name, getattr(findings, name))
        self._report = {
            **report(findings),
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
        }

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None, **_: object
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        return {**data, **self._static_bundle()}, metadata


def report(findings: Findings) -> dict[str, Any]:
    """The findings in texts, for the front end."""
    position, rules = findings.position, findings.rules
    regions = findings.regions or ()
    return {
        "text": str(position),
        "rules": rules,
        "is_complete": findings.is_complete,
        "problem": findings.problem,
        "facts": facts(findings),
        "regions": [
            {"label": region.label, "squares": region.squares, "value": shown(region.value)} for region in regions
        ],
        "options": [
            options("Left (Black)", position.moves("left", rules), findings.left_options),
            options("Right (White)", position.moves("right", rules), findings.right_options),
        ],
    }


def facts(findings: Findings) -> list[tuple[str, str]]:
    """Names of properties, and what they are."""
    known: list[tuple[str, str]] = []
    value, outcome = findings.value, findings.outcome
    if value is not None:
        known.append(("value", shown(value)))
    if outcome is not None:
        known.append(("outcome class", f"{outcome}: {OUTCOMES[outcome]}"))
    if value is not None:
        known.append(("stops", f"left {value.left_stop}, right {value.right_stop}"))
        known.append(("mean", str(value.mean)))
        known.append(("temperature", str(value.temperature)))
    return known


def options(player: str, moves: list[Move], explained: tuple[ExplainedMove, ...] | None) -> dict[str, Any]:
    """The moves of a player, with what each leads to if that is known."""
    if explained is None:
        known = [{"move": str(move), "value": "", "status": "", "is_best": False} for move in moves]
    else:
        known = [
            {"move": str(move.move), "value": shown(move.value), "status": status(move), "is_best": move.is_best}
            for move in explained
        ]
    return {"player": player, "moves": known}


def status(move: ExplainedMove) -> str:
    """What becomes of a move in the canonical form."""
    match move.status:
        case "canonical":
            return "canonical"
        case "dominated":
            return f"dominated by {move.by}"
        case "reversible":
            return f"reversible through {move.by}"


def shown(value: Value) -> str:
    """A value as text, cut if it is long."""
    try:
        text = value.text("unicode")
    except KonaneError as error:
        return f"({error})"
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
