"""Pickling and copying."""

import copy
import pickle
from typing import Any

import pytest

from konane import Move, Position, Value

THINGS = [
    Value("{3||2|1}"),
    Value("-1/1024"),
    Value("{2|Tiny(3)||^[3]*2,+-1|-3}"),
    Position("xo.#/..ox"),
    Position.full(20, 20),
    Move("E1-A1"),
]


@pytest.mark.parametrize("thing", THINGS, ids=str)
def test_copies_are_equal(thing: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copied = pickle.loads(pickle.dumps(thing, protocol))
        assert copied == thing and hash(copied) == hash(thing) and type(copied) is type(thing)
    assert copy.copy(thing) == copy.deepcopy(thing) == thing
    assert {thing: 1}[copy.deepcopy(thing)] == 1


def test_containers() -> None:
    assert pickle.loads(pickle.dumps(THINGS)) == THINGS == copy.deepcopy(THINGS)
