"""The stubs of the compiled module say what it has."""

import ast
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

import konane
from konane import PROPERTIES, UndefinedError, UptimalExpansion, Value
from konane import typing as names

ROOT = Path(__file__).parents[1]

GAMES = ["0", "5/8", "*3", "^*", "v", "+-1", "{3||2|1}", "{2||2|0}", "{5|3||0}"]


def checked(folder: Path, *arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_agree_with_the_module(tmp_path: Path) -> None:
    # Elsewhere than in the folder of the sources, which have no compiled module.
    checked(tmp_path, "mypy.stubtest", "konane._konane", "--mypy-config-file", str(ROOT / "pyproject.toml"))


def test_the_package_and_its_tests_are_typed() -> None:
    checked(ROOT, "mypy")


def declared() -> dict[str, str]:
    """The properties of values in the stubs, with their types."""
    source = (Path(konane.__path__[0]) / "_konane.pyi").read_text()
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    return {
        method.name: ast.unparse(method.returns)
        for method in classes["Value"].body
        if isinstance(method, ast.FunctionDef) and method.returns is not None
    }


def is_of(answer: object, type_name: str) -> bool:
    if type_name.startswith("list["):
        return isinstance(answer, list) and all(is_of(each, type_name[5:-1]) for each in answer)
    match type_name:
        case "bool" | "int" | "Value" | "Fraction" | "UptimalExpansion":
            types = {"bool": bool, "int": int, "Value": Value, "Fraction": Fraction}
            return type(answer) is types.get(type_name, UptimalExpansion)
        case "Corner":
            return isinstance(answer, tuple) and [type(part) for part in answer] == [Fraction, Fraction]
        case "OutcomeClass" | "Kind":
            return answer in get_args(getattr(names, type_name))
    raise AssertionError(f"a new type: {type_name}")


@pytest.mark.parametrize("name", PROPERTIES)
def test_properties_have_the_types_of_the_stubs(name: str) -> None:
    type_name, answered = declared()[name], 0
    for game in GAMES:
        try:
            answer = getattr(Value(game), name)
        except UndefinedError:
            continue
        assert is_of(answer, type_name), (game, answer, type_name)
        answered += 1
    assert answered > 0
