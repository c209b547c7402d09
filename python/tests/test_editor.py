"""The editor of positions: as a widget, and without a front end."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import konane
from konane import Editor, InputError, Move, Position, Value
from konane import _live, _plain_editor, _widget

EDITORS = [_widget.Editor, _plain_editor.Editor]
AnyEditor = _widget.Editor | _plain_editor.Editor

SIX_BY_SIX = Position.opening("6x6", "corner-v")
"""Its value takes much longer than anybody waits here."""


@pytest.fixture(params=EDITORS, ids=["widget", "plain"])
def make(request: pytest.FixtureRequest) -> Callable[..., AnyEditor]:
    return request.param  # type: ignore[no-any-return]


def waited_for(editor: AnyEditor) -> AnyEditor:
    editor.wait()
    return editor


def test_the_editor_is_the_widget() -> None:
    assert Editor is _widget.Editor


def test_everything_is_found_out(make: Callable[..., AnyEditor]) -> None:
    position = Position("xo../.ox.")
    editor = waited_for(make(position))
    assert editor.position == position
    assert editor.value == position.value() == Value("1*")
    assert editor.outcome == "L"
    assert editor.problem is None
    assert [(region.label, region.value) for region in editor.regions or ()] == [("a", 1), ("b", Value("*"))]
    left = [(str(option.move), option.status, option.value) for option in editor.left_options or ()]
    assert left == [("A1-C1", "dominated", Value("*")), ("C2-A2", "canonical", 1)]
    right = [(str(option.move), option.value) for option in editor.right_options or ()]
    assert right == [("B2-D2", 1)]


def test_an_edit_forgets_what_was_known_at_once(make: Callable[..., AnyEditor]) -> None:
    editor = waited_for(make("xo."))
    assert editor.value == 1
    editor.position = SIX_BY_SIX
    assert editor.value is None and editor.regions is None and editor.left_options is None
    editor.text = ".ox"
    assert waited_for(editor).value == 1


def test_rules_matter(make: Callable[..., AnyEditor]) -> None:
    position = Position(".o.ox.x.")
    editor = waited_for(make(position))
    assert editor.value == position.value("multi-jump")
    editor.rules = "single-jump"
    assert waited_for(editor).value == position.value("single-jump") != position.value("multi-jump")


def test_undo_and_redo(make: Callable[..., AnyEditor]) -> None:
    editor = make("xo.")
    assert not editor.can_undo and not editor.can_redo
    editor.play("A1-C1")
    editor.text = "..x/..."
    assert editor.can_undo and not editor.can_redo
    editor.undo()
    assert editor.text == "..x" and editor.can_redo
    editor.undo()
    assert editor.text == "xo." and not editor.can_undo
    editor.undo()
    assert editor.text == "xo."
    editor.redo()
    editor.redo()
    assert editor.text == "..x/..." and not editor.can_redo
    editor.undo()
    editor.text = "o"
    assert not editor.can_redo, "a new edit is the end of what was undone"
    editor.undo()
    assert waited_for(editor).value == Position("..x").value()


def test_moves_are_played(make: Callable[..., AnyEditor]) -> None:
    editor = make("xo.o.")
    editor.play(Move("A1-C1"))
    assert editor.position == Position("..xo.")
    with pytest.raises(InputError, match="A1"):
        editor.play("A1-C1")
    assert editor.position == Position("..xo.")


def test_the_default_is_an_empty_board(make: Callable[..., AnyEditor]) -> None:
    assert make().position == Position.empty(6, 6)


def test_bad_input(make: Callable[..., AnyEditor]) -> None:
    with pytest.raises(InputError) as expected:
        Position("xq")
    with pytest.raises(InputError) as raised:
        make("xq")
    assert str(raised.value) == str(expected.value)
    editor = make("xo.")
    with pytest.raises(InputError):
        editor.text = "xq"
    with pytest.raises(InputError):
        editor.rules = "no-jump"
    with pytest.raises(InputError):
        make("x", "no-jump")
    with pytest.raises(InputError):
        make("x", seconds=-1.0)
    assert (editor.text, editor.rules) == ("xo.", "multi-jump")
    assert waited_for(editor).value == 1


def test_who_wins_is_found_where_the_value_is_out_of_reach(make: Callable[..., AnyEditor]) -> None:
    position = Position.opening("4x8", "mid-h")
    editor = waited_for(make(position, seconds=1.0))
    assert editor.value is None
    assert editor.problem == "the value is out of reach: no answer within 1 seconds"
    assert editor.left_options is None
    assert editor.outcome == position.outcome() == "P"


def test_a_memory_ceiling_is_a_problem(make: Callable[..., AnyEditor]) -> None:
    editor = waited_for(make(SIX_BY_SIX, memory=1 << 22, seconds=60.0))
    assert editor.value is None
    assert "memory" in (editor.problem or "")


def test_nobody_waits_for_what_is_no_longer_asked(make: Callable[..., AnyEditor]) -> None:
    editor = make(SIX_BY_SIX, seconds=60.0)
    time.sleep(0.5)
    begun = time.monotonic()
    editor.text = "xo."
    assert waited_for(editor).value == 1
    assert time.monotonic() - begun < 10


def test_no_thread_stays(make: Callable[..., AnyEditor]) -> None:
    waited_for(make("xo."))
    deadline = time.monotonic() + 10
    while any(thread.name == "konane.Editor" for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_many_edits_end_at_the_last(make: Callable[..., AnyEditor]) -> None:
    editor = make("x")
    for _ in range(100):
        for text in ("xo.", ".xo.", "xo../.ox."):
            editor.text = text
    assert waited_for(editor).value == Value("1*")


def test_findings_wait_for_the_loop_of_a_notebook(make: Callable[..., AnyEditor]) -> None:
    async def cell() -> tuple[Value | None, Value | None]:
        editor = make("xo.")
        time.sleep(0.5)
        before = editor.value
        while editor.value is None:
            await asyncio.sleep(0.01)
        return before, editor.value

    before, after = asyncio.run(asyncio.wait_for(cell(), 30))
    assert before is None and after == 1


def test_the_picture_comes_along(make: Callable[..., AnyEditor]) -> None:
    editor = make("xo.")
    bundle: Any = editor._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["image/svg+xml"] == Position("xo.").svg()
    assert data["text/plain"] == "Editor('xo.')"
    is_widget = isinstance(editor, _widget.Editor)
    assert ("application/vnd.jupyter.widget-view+json" in data) == is_widget


def test_traits_can_be_observed() -> None:
    editor = _widget.Editor("xo.")
    editor.wait()
    seen: list[object] = []
    editor.observe(lambda change: seen.append(change["new"]), "value")
    editor.text = "xo../.ox."
    editor.wait()
    assert seen == [None, Value("1*")]


def front_end_of(editor: _widget.Editor) -> list[Any]:
    """What is sent to the front end from now on."""
    sent: list[Any] = []
    editor.send = lambda content, buffers=None: sent.append(content)
    return sent


def test_the_front_end_is_told_in_texts() -> None:
    editor = _widget.Editor("xo../.ox.")
    editor.wait()
    report = editor._report
    assert json.loads(json.dumps(report))["text"] == "xo../.ox."
    assert report["is_complete"]
    assert dict(report["facts"]) == {
        "value": "1⋆",
        "outcome class": "L: Left (Black) wins, whoever begins",
        "stops": "left 1, right 1",
        "mean": "1",
        "temperature": "0",
    }
    assert report["regions"][1] == {"label": "b", "squares": ["A2", "B2", "C2", "D2"], "value": "⋆"}
    left, right = report["options"]
    assert [move["status"] for move in left["moves"]] == ["dominated by C2-A2", "canonical"]
    assert right == {
        "player": "Right (White)",
        "moves": [{"move": "B2-D2", "value": "1", "status": "canonical", "is_best": True}],
    }


def test_moves_are_told_before_their_values() -> None:
    findings = _live.Findings(Position("xo../.ox."), "multi-jump")
    moves = _widget.report(findings)["options"][0]["moves"]
    assert [(move["move"], move["value"], move["status"]) for move in moves] == [
        ("A1-C1", "", ""),
        ("C2-A2", "", ""),
    ]


def test_long_values_are_cut() -> None:
    options = [Value(f"{{{n * n}|{-n}}}") for n in range(1, 100)]
    value = Value.from_options(options, [-500])
    text = value.text("unicode")
    assert len(text) > _widget.LONGEST_TEXT
    assert _widget.shown(value) == text[: _widget.LONGEST_TEXT] + "…"
    assert _widget.shown(options[0]) == "±1"


def test_the_front_end_asks() -> None:
    editor = _widget.Editor("xo.o.")
    sent = front_end_of(editor)

    def ask(**message: str) -> None:
        editor._handle_custom_msg(message, [])

    ask(do="play", move="A1-C1")
    assert editor.text == "..xo."
    ask(do="undo")
    assert editor.text == "xo.o."
    ask(do="redo")
    assert editor.text == "..xo."
    ask(do="read", text="xo.\n...")
    assert editor.text == "xo./..."
    assert sent == []
    ask(do="read", text="xq")
    ask(do="play", move="A1-A9")
    ask(do="dance")
    assert editor.text == "xo./..."
    with pytest.raises(InputError) as expected:
        Position("xq")
    assert sent[0] == {"problem": str(expected.value)}
    assert len(sent) == 3


def test_the_front_end_edits() -> None:
    editor = _widget.Editor("xo.")
    editor.set_state({"text": "xo./.x."})
    assert editor.position == Position("xo./.x.")
    editor.undo()
    assert editor.text == "xo."
    assert editor._report["can_redo"] and not editor._report["can_undo"]


def test_in_a_notebook() -> None:
    cells = [
        "import konane\neditor = konane.Editor('xo../.ox.')\neditor",
        "editor.wait()\neditor.value, editor.outcome",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=60).execute()
    (shown,), (found,) = (cell.outputs for cell in notebook.cells)
    assert shown.data["image/svg+xml"] == Position("xo../.ox.").svg()
    model = shown.data["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert found.data["text/plain"] == "(Value('1*'), 'L')"
    state = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"][model]["state"]
    assert state["text"] == "xo../.ox." and state["_report"]["is_complete"]
    assert "export default" in state["_esm"] and ".konane-editor" in state["_css"]


WITHOUT_ANYWIDGET = """
import sys
sys.modules["anywidget"] = None
import konane
editor = konane.Editor("xo../.ox.")
editor.wait()
bundle = editor._repr_mimebundle_()
print(type(editor).__module__, editor.value, sorted(bundle))
"""


def run(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    ).stdout


def test_without_anywidget_there_is_the_picture() -> None:
    expected = "konane._plain_editor 1* ['image/svg+xml', 'text/plain']\n"
    assert run(WITHOUT_ANYWIDGET) == expected


def test_the_package_alone_imports_no_widgets() -> None:
    program = "import konane, sys; print([m for m in ('anywidget', 'matplotlib') if m in sys.modules])"
    assert run(program) == "[]\n"


def test_a_program_ends_while_something_is_computed() -> None:
    program = """
import konane
konane.Editor(konane.Position.opening("6x6", "corner-v"), seconds=600.0)
"""
    begun = time.monotonic()
    run(program)
    assert time.monotonic() - begun < 30


def test_a_bad_text_of_the_front_end_is_taken_back() -> None:
    editor: Any = Editor("xo.")
    for state in [{"text": "xo/."}, {"rules": "checkers"}]:
        with pytest.raises(konane.InputError):
            editor.set_state(state)
        assert (editor.text, editor.rules) == ("xo.", "multi-jump")
    editor.set_state({"text": ".xo."})
    editor.wait()
    assert editor.value == konane.Value("*")
