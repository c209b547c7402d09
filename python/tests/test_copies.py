"""Pickling and copying."""

import copy
import pickle
from typing import Any

import pytest

import konane
from konane import Move, Position, Thermograph, Value

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


def test_results_are_copied() -> None:
    position = Position("xo../.ox.")
    line = position.line_of_play("left", "+-2")
    results: list[Any] = [
        position.regions()[0],
        position.explain("left")[0],
        position.sum_options("+-2", "left")[0],
        line,
        line.plies[0],
        Value("{3||2|1}").thermograph,
        konane.table("2x2"),
        Value("^[2]").uptimal_expansion,
    ]
    for result in results:
        assert copy.copy(result) is copy.deepcopy(result) is result


def test_thermographs_and_tables() -> None:
    thermograph = Value("{3||2|1}").thermograph
    again = pickle.loads(pickle.dumps(thermograph))
    assert again.svg() == thermograph.svg() and repr(again) == repr(thermograph)
    of_sum = Thermograph.of_sum(["+-1", "{3||2|1}"])
    assert pickle.loads(pickle.dumps(of_sum)).left_wall == of_sum.left_wall
    expansion = Value("1/2^[2]*3").uptimal_expansion
    assert pickle.loads(pickle.dumps(expansion)) == expansion
    columns = ["position", "value", "birthday", "atomic_weight", "is_number", "mean"]
    for table in [konane.table("2x3", columns), konane.value_table([".ox./o..x/...."], columns), konane.value_table([])]:
        again = pickle.loads(pickle.dumps(table))
        assert (again.to_dict(), again.notes) == (table.to_dict(), table.notes)
        assert again.to_polars().schema == table.to_polars().schema


def test_containers() -> None:
    assert pickle.loads(pickle.dumps(THINGS)) == THINGS == copy.deepcopy(THINGS)
