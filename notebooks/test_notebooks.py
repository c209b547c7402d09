"""Each notebook runs in its time, with the outputs that are committed."""

from pathlib import Path

import pytest

import run


@pytest.mark.parametrize("path", run.notebooks(), ids=lambda path: path.stem)
def test_outputs_are_those_committed(path: Path) -> None:
    problems = run.problems(path)
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
