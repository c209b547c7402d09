"""The comparison of notebooks with their committed outputs finds what it should find."""

import copy
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode, v4

import run

SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"
OUTPUTS = f"""\
import sys
from IPython.display import display
print("for the reader")
print("progress", id(object()), file=sys.stderr)
display({{"image/svg+xml": "{SVG}", "text/latex": "$*$", "text/html": "<table/>", "text/plain": "*"}}, raw=True)
display({{"image/png": "", "text/plain": f"<Figure {{id(object())}}>"}}, raw=True)
display({{"{run.WIDGET}": {{"model_id": str(id(object()))}}, "text/plain": str(id(object()))}}, raw=True)
sys.version_info.major
"""


def notebook(*sources: str) -> NotebookNode:
    cells = [v4.new_code_cell(source) for source in sources]
    made: NotebookNode = v4.new_notebook(cells=[v4.new_markdown_cell("# A notebook"), *cells])
    return made


@pytest.fixture(scope="module")
def committed() -> NotebookNode:
    return run.executed(notebook(OUTPUTS, "", "display(7)"))


def test_written_notebooks_are_as_committed(tmp_path: Path) -> None:
    path = tmp_path / "written.ipynb"
    nbformat.write(notebook(OUTPUTS, "", "display(7)"), path)
    assert run.problems(path)[:2] == ["it has no outputs", "it was not run from top to bottom"]
    run.write(path)
    assert run.problems(path) == []
    written = path.read_bytes()
    nbformat.write(run.normalised(run.read(path)), path)
    assert path.read_bytes() == written


def test_only_what_never_changes_is_written(committed: NotebookNode) -> None:
    first, empty, last = (cell for cell in committed.cells if cell.cell_type == "code")
    assert [first.execution_count, empty.execution_count, last.execution_count] == [1, None, 2]
    assert [output.output_type for output in first.outputs] == [
        "stream",
        "display_data",
        "display_data",
        "execute_result",
    ]
    assert first.outputs[0].name == "stdout"
    outputs = str(first.outputs)
    assert run.WIDGET not in outputs and "progress" not in outputs
    assert all(cell.metadata == {} for cell in committed.cells)


def change_text(cell: NotebookNode) -> None:
    cell.outputs[0].text = "for nobody\n"


def change_data(kind: str) -> Callable[[NotebookNode], None]:
    def change(cell: NotebookNode) -> None:
        cell.outputs[1].data[kind] = "?"

    return change


def remove_last(cell: NotebookNode) -> None:
    del cell.outputs[-1]


@pytest.mark.parametrize(
    "change",
    [
        change_text,
        *map(change_data, ["image/svg+xml", "text/latex", "text/html", "text/plain", "text/new"]),
        remove_last,
    ],
)
def test_changed_outputs_are_found(committed: NotebookNode, change: Callable[[NotebookNode], None]) -> None:
    changed = copy.deepcopy(committed)
    change(run.code_cells(changed)[0])
    (difference,) = run.differences(changed, committed)
    assert difference.startswith("cell [1] has other outputs:\n")


def test_images_are_not_compared(committed: NotebookNode) -> None:
    changed = copy.deepcopy(committed)
    image = run.code_cells(changed)[0].outputs[2]
    assert run.IMAGE in image.data
    image.data[run.IMAGE] = "AAAA"
    assert list(run.differences(changed, committed)) == []


def test_flaws_are_found(committed: NotebookNode) -> None:
    assert list(run.flaws(committed)) == []
    changed = copy.deepcopy(committed)
    run.code_cells(changed)[1].execution_count = 3
    assert list(run.flaws(changed)) == ["it was not run from top to bottom"]
    changed = copy.deepcopy(committed)
    run.code_cells(changed)[1].outputs = [v4.new_output("error", ename="E", evalue="e", traceback=[])]
    assert list(run.flaws(changed)) == ["cell [2] ends with an error"]


def test_errors_and_long_runs_are_told(tmp_path: Path) -> None:
    with pytest.raises(run.NotebookError, match="ZeroDivisionError"):
        run.executed(notebook("1 / 0"))
    with pytest.raises(run.NotebookError, match="it takes more than 1 seconds"):
        run.executed(notebook("import time", "time.sleep(60)"), time_limit=1)
    failing = tmp_path / "failing.ipynb"
    nbformat.write(notebook("1 / 0"), failing)
    before = failing.read_bytes()
    with pytest.raises(run.NotebookError):
        run.write(failing)
    assert failing.read_bytes() == before


def test_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "FOLDER", tmp_path)
    for name in ["two", "one"]:
        nbformat.write(notebook("print('here')"), tmp_path / f"{name}.ipynb")
    assert [path.stem for path in run.notebooks()] == ["one", "two"]
    assert [path.stem for path in run.notebooks(["two", "notebooks/one.ipynb"])] == ["two", "one"]
    assert run.main(["--write", "one"]) == 0
    assert run.main(["one"]) == 0
    assert run.main(["two"]) == 1
    assert "it has no outputs" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        run.main(["three"])
    assert "there is no notebook three.ipynb" in capsys.readouterr().err
