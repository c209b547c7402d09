"""What the tests of the package share: the command `konane` and the values of another program."""

import csv
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def konane_command() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs the command with these arguments, and a text as its standard input."""
    program = os.environ.get("KONANE_COMMAND") or built_command()

    def run(*arguments: str, input: str = "") -> "subprocess.CompletedProcess[str]":
        command = [program, *arguments]
        return subprocess.run(command, input=input, capture_output=True, encoding="utf-8", cwd=CHECKOUT)

    return run


def built_command() -> str:
    """The command of this checkout; `cargo test` names the one that it has built."""
    build = ["cargo", "build", "--quiet", "--bin", "konane", "--message-format", "json-render-diagnostics"]
    messages = subprocess.run(build, stdout=subprocess.PIPE, encoding="utf-8", cwd=CHECKOUT, check=True).stdout
    programs = (json.loads(message).get("executable") for message in messages.splitlines())
    return next(str(program) for program in programs if program is not None)


@pytest.fixture(scope="session")
def oracle() -> list[tuple[str, str]]:
    """Positions and their values as an independent program printed them, see `tests/data/README.md`."""
    with open(CHECKOUT / "tests" / "data" / "oracle.csv", encoding="utf-8", newline="") as file:
        return [(row["position"], row["value"]) for row in csv.DictReader(file)]
