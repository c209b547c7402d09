"""Runs the notebooks from top to bottom, and compares their outputs with those committed or writes them.

    python notebooks/run.py                  compares all notebooks
    python notebooks/run.py --write          runs them and writes their outputs into the files
    python notebooks/run.py --write NAMES    these only

Only what is the same on every run and every machine is written or compared; images of matplotlib are
written, but not compared.
"""

import argparse
import copy
import difflib
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parent

# Seconds for a whole notebook.
TIME_LIMIT = 120

WIDGET = "application/vnd.jupyter.widget-view+json"
IMAGE = "image/png"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(Exception):
    """A notebook that does not run to its end."""


def notebooks(names: list[str] | None = None) -> list[Path]:
    """The notebooks of the folder, or those with these names, with or without `.ipynb`."""
    if not names:
        return sorted(FOLDER.glob("*.ipynb"))
    paths = [FOLDER / f"{Path(name).stem}.ipynb" for name in names]
    for path in paths:
        if not path.is_file():
            raise NotebookError(f"there is no notebook {path.name}")
    return paths


def read(path: Path) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def executed(notebook: NotebookNode, time_limit: float = TIME_LIMIT) -> NotebookNode:
    """The notebook with the outputs that it has now, in the form in which they are committed."""
    notebook = copy.deepcopy(notebook)
    end = time.monotonic() + time_limit
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(FOLDER)}},
        timeout_func=lambda cell: max(1, round(end - time.monotonic())),
        coalesce_streams=True,
        record_timing=False,
        shutdown_kernel="immediate",
        store_widget_state=False,
    )
    try:
        client.execute()
    except CellTimeoutError as error:
        raise NotebookError(f"it takes more than {time_limit:g} seconds: {error}") from None
    except CellExecutionError as error:
        raise NotebookError(COLOURS.sub("", str(error))) from None
    return normalised(notebook)


def normalised(notebook: NotebookNode) -> NotebookNode:
    """The notebook without what differs from one run or editor to the next, so that diffs stay small."""
    notebook = copy.deepcopy(notebook)
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in ("tags",) if key in cell.metadata})
    for number, cell in enumerate(code_cells(notebook), 1):
        cell.execution_count = number
        cell.outputs = [output for output in map(normalised_output, cell.outputs) if output is not None]
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = number
    return notebook


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells that run: those without code count for nothing."""
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def normalised_output(output: NotebookNode) -> NotebookNode | None:
    """An output as it is committed, or nothing: progress bars and warnings are not of the notebook."""
    if output.output_type == "stream":
        return output if output.name == "stdout" else None
    if output.output_type == "error":
        return output
    # The picture of a widget stays, the live one needs a kernel.
    if output.data.pop(WIDGET, None) is not None:
        output.data.pop("text/plain", None)
    output.metadata = NotebookNode()
    return output if output.data else None


def comparable(cell: NotebookNode) -> str:
    """What the outputs of a cell must be equal in, as a text."""
    parts: list[str] = []
    for output in map(normalised_output, copy.deepcopy(cell.outputs)):
        if output is None:
            continue
        if output.output_type == "stream":
            parts.append(f"[stdout]\n{output.text}")
        elif output.output_type == "error":
            parts.append(f"[error]\n{output.ename}: {output.evalue}")
        elif IMAGE not in output.data:
            parts += [f"[{kind}]\n{data}" for kind, data in sorted(output.data.items())]
    return "\n".join(part.rstrip("\n") for part in parts)


def flaws(committed: NotebookNode) -> Iterator[str]:
    """Why a notebook cannot be committed as it is, whatever its outputs should be."""
    cells = code_cells(committed)
    if not any(cell.outputs for cell in cells):
        yield "it has no outputs"
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        yield "it was not run from top to bottom"
    for number, cell in enumerate(cells, 1):
        if any(output.output_type == "error" for output in cell.outputs):
            yield f"cell [{number}] ends with an error"


def differences(committed: NotebookNode, now: NotebookNode) -> Iterator[str]:
    """Each cell whose outputs are not those committed, with the lines that differ."""
    pairs = zip(code_cells(committed), code_cells(now), strict=True)
    for number, (before, after) in enumerate(pairs, 1):
        was, is_now = comparable(before).splitlines(), comparable(after).splitlines()
        lines = list(difflib.unified_diff(was, is_now, "committed", "now", lineterm="", n=1))
        if lines:
            yield "\n".join([f"cell [{number}] has other outputs:", *(shortened(line) for line in lines)])


def shortened(line: str, length: int = 300) -> str:
    return line if len(line) <= length else f"{line[:length]}…"


def problems(path: Path) -> list[str]:
    """What is wrong with a notebook as it is committed; nothing if its outputs are those of a run."""
    committed = read(path)
    found = list(flaws(committed))
    try:
        found += differences(committed, executed(committed))
    except NotebookError as error:
        found.append(str(error))
    return found


def write(path: Path) -> None:
    """Runs a notebook and writes its outputs into the file, which stays as it is if the notebook fails."""
    nbformat.write(executed(read(path)), path)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Runs the notebooks and compares or writes their outputs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a notebook; without names, all of them")
    parser.add_argument("--write", action="store_true", help="write the outputs into the files")
    options = parser.parse_args(arguments)
    status = 0
    try:
        for path in notebooks(options.names):
            status = max(status, handle(path, options.write))
    except NotebookError as error:
        parser.error(str(error))
    return status


def handle(path: Path, to_write: bool) -> int:
    """Writes or compares one notebook and tells of it; 1 if something is wrong with it."""
    start = time.monotonic()
    found: list[str] = []
    try:
        if to_write:
            write(path)
        else:
            found = problems(path)
    except NotebookError as error:
        found = [str(error)]
    result = "\n".join(found) or ("written" if to_write else "as committed")
    print(f"{path.name} ({time.monotonic() - start:.1f} s): {result}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
