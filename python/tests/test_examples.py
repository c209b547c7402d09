"""The examples in the docstrings of the package and in its pages do what they say.

pytest finds no docstrings in a compiled module, hence this file.
"""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import konane

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "python/README.md"]
PARSER = doctest.DocTestParser()


def modules() -> Iterator[ModuleType]:
    yield konane
    for module in pkgutil.walk_packages(konane.__path__, "konane."):
        yield importlib.import_module(module.name)


def documented(name: str, thing: object, seen: set[int]) -> Iterator[tuple[str, str]]:
    """Names and docstrings of a module or class and of all that it defines."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    text = inspect.getdoc(thing)
    if text is not None:
        yield name, text
    if isinstance(thing, (ModuleType, type)):
        for attribute, member in list(vars(thing).items()):
            if is_defined_in(thing, member):
                yield from documented(f"{name}.{attribute}", member, seen)


def is_defined_in(owner: ModuleType | type, member: object) -> bool:
    """Whether a member is of the package itself: not a constant, nor imported from elsewhere."""
    if isinstance(member, type) or isinstance(owner, ModuleType):
        package = str(getattr(member, "__module__", "")).partition(".")[0]
        return package == "konane" and (isinstance(member, type) or inspect.isroutine(member))
    return inspect.isroutine(member) or inspect.isdatadescriptor(member)


def examples_of_docstrings() -> Iterator[doctest.DocTest]:
    """Their examples may use all names of the package without importing them."""
    seen: set[int] = set()
    for module in modules():
        for name, text in documented(module.__name__, module, seen):
            names = {**vars(konane), "konane": konane}
            yield PARSER.get_doctest(text, names, name, name, 0)


def examples_of_pages() -> Iterator[doctest.DocTest]:
    """The Python blocks of a page with prompts, one after another in the same session."""
    for page in PAGES:
        text = (CHECKOUT / page).read_text(encoding="utf-8")
        # All other lines become empty ones, so that the lines keep their numbers.
        parts = re.split(r"^```(?:python|pycon)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
        for other in range(0, len(parts), 2):
            parts[other] = "\n" * parts[other].count("\n") + "\n" * (other + 1 < len(parts))
        yield PARSER.get_doctest("".join(parts), {}, page, page, 0)


EXAMPLES = [test for test in (*examples_of_docstrings(), *examples_of_pages()) if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name)
def test_examples(test: doctest.DocTest) -> None:
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    if report:
        pytest.fail("".join(report), pytrace=False)
