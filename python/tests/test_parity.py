"""The package and the command say the same."""

import csv
import io
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

import konane
from konane import Position, Value

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def some_positions(count: int) -> list[str]:
    """Rows, boards, positions with holes and such as no play leads to."""
    rng = random.Random(2021)
    positions = []
    for number in range(count):
        rows, columns = rng.choice([(1, 12), (1, 18), (2, 6), (3, 4), (4, 4), (3, 5)])
        fill = rng.uniform(0.3, 0.9)

        def cell(row: int, column: int) -> str:
            if rng.random() > fill:
                return "#" if number % 10 == 0 and rng.random() < 0.2 else "."
            if number % 5 == 0:
                return rng.choice("xo")
            return "xo"[(row + column) % 2]

        positions.append("/".join("".join(cell(r, c) for c in range(columns)) for r in range(rows)))
    return positions


POSITIONS = some_positions(500)
COLUMNS = "position,rows,cols,black,white,regions,value,outcome,left_stop,right_stop,mean,temperature,birthday,kind,atomic_weight,is_number"


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def as_text(field: object) -> str:
    """A field of a table as it stands in a CSV."""
    return "" if field is None else str(field).lower() if isinstance(field, bool) else str(field)


def exact(table: konane.Table) -> list[dict[str, str]]:
    """The rows without the doubles, which a CSV has not."""
    names = [name for name in table.columns if not name.endswith("_double")]
    columns = [map(as_text, table[name]) for name in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("rules", ["multi-jump", "single-jump"])
def test_500_positions(konane_command: Command, rules: Literal["multi-jump", "single-jump"]) -> None:
    told = konane_command("value", "--rules", rules, "--columns", COLUMNS, "--file", "-", input="position\n" + "\n".join(POSITIONS))
    expected = rows_of(told.stdout)
    assert len(expected) == 500
    assert exact(konane.value_table(POSITIONS, COLUMNS.split(","), rules)) == expected
    for text, row in zip(POSITIONS, expected, strict=True):
        position = Position(text)
        value = position.value(rules)
        assert (str(value), value.outcome, str(value.mean)) == (row["value"], row["outcome"], row["mean"])
        assert (value.birthday, len(position.regions(rules))) == (int(row["birthday"]), int(row["regions"]))
        assert as_text(value.properties(["atomic_weight"])["atomic_weight"]) == row["atomic_weight"]


def test_outcomes(konane_command: Command) -> None:
    positions = POSITIONS[:100]
    told = konane_command("outcome", "--columns", "position,class,black_first", "--file", "-", input="position\n" + "\n".join(positions))
    for row in rows_of(told.stdout):
        position = Position(row["position"])
        assert (position.outcome(), position.winner("black")) == (row["class"], row["black_first"])


@pytest.mark.parametrize(
    "arguments, options",
    [
        ([], {}),
        (["--summary"], {"summary": True}),
        (["--connected"], {"connected": True}),
        (["--up-to-symmetry", "--rules", "single-jump"], {"up_to_symmetry": True, "rules": "single-jump"}),
        (["--columns", "value,rows,regions", "--notation", "latex"], {"columns": ["value", "rows", "regions"], "notation": "latex"}),
    ],
)
def test_tables(konane_command: Command, arguments: list[str], options: dict[str, object]) -> None:
    told = konane_command("table", "--board", "3x4", *arguments)
    assert exact(konane.table("3x4", **options)) == rows_of(told.stdout)  # type: ignore[arg-type]


def test_statistics(konane_command: Command) -> None:
    told = konane_command("table", "--board", "3x4", "--statistics", "--connected")
    table = konane.statistics("3x4", connected=True)
    expected = rows_of(told.stdout)
    assert len(expected) > 30
    for name in expected[0]:
        found = [as_text(field) for field in table[name]]
        # The numbers of a CSV have no point where they need none.
        assert found == [row[name] for row in expected] or name == "number"
    assert table["number"] == [float(row["number"]) if row["number"] else None for row in expected]


def test_verification(konane_command: Command, tmp_path: Path) -> None:
    claims = tmp_path / "claims.csv"
    claims.write_text("locator,position,expected\np. 1,.xo.,*\np. 2,.xo.,*2\np. 3,.xox.,R\np. 4,xoz,0\n")
    told = konane_command("verify", str(claims))
    table = konane.verify(claims)
    assert told.returncode == 1 and exact(table) == rows_of(told.stdout)
    assert table["status"] == ["ok", "differs", "ok", "error"]
    assert all(note in told.stderr for note in table.notes) and len(table.notes) == 2


def test_published_results(konane_command: Command) -> None:
    told = konane_command("verify", "--list")
    table = konane.verify()
    assert len(table) == sum(int(row["statements"]) for row in rows_of(told.stdout))
    assert set(table["status"]) == {"ok", "disputed"}


def test_files_of_positions(konane_command: Command, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("; two positions\nxo.\n..o\n\n.xo./.ox.\n")
    assert konane.read_positions(file) == [Position("xo./..o"), Position(".xo./.ox.")]
    file.write_text("xo.\n..z\n")
    told = konane_command("value", "--file", str(file))
    with pytest.raises(konane.InputError) as raised:
        konane.read_positions(file)
    assert told.returncode == 2 and told.stderr == f"konane: {raised.value}\n"


@pytest.mark.parametrize(
    "arguments, call",
    [
        (["value", "xoz"], lambda: Position("xoz")),
        (["value", ""], lambda: Position("")),
        (["value", "xo/x"], lambda: Position("xo/x")),
        (["value", "x" * 500], lambda: Position("x" * 500)),
        (["value", "--rules", "checkers", "xo."], lambda: Position("xo.").value("checkers")),  # type: ignore[arg-type]
        (["value", "--columns", "warmth", "xo."], lambda: konane.value_table(["xo."], ["warmth"])),
        (["value", "--columns", "value,value", "xo."], lambda: konane.value_table(["xo."], ["value", "value"])),
        (["value", "--file", "no such file"], lambda: konane.read_positions("no such file")),
        (["value", "--database", "no such file", "xo."], lambda: konane.Database("no such file")),
        (["value", "--rules", "x" * 10_000, "xo."], lambda: Position("xo.").value("x" * 10_000)),  # type: ignore[arg-type]
        (["calc", "{1|"], lambda: Value("{1|")),
        (["calc", "1/3"], lambda: Value("1/3")),
        (["calc", "F(1)"], lambda: konane.calc("F(1)")),
        (["calc", "AtomicWeight(1)"], lambda: konane.calc("AtomicWeight(1)")),
        (["pattern", "spiral"], lambda: Position.pattern("spiral")),
        (["table", "--board", "9x9"], lambda: konane.table("9x9")),
        (["table", "--board", "0x3"], lambda: konane.table("0x3")),
        (["table", "--board", "four"], lambda: konane.table("four")),
        (["outcome", "--board", "6x6", "--opening", "E2-E9"], lambda: Position.opening("6x6", "E2-E9")),
        (["verify", "no such file"], lambda: konane.verify("no such file")),
    ],
)
def test_errors_have_the_same_text(konane_command: Command, arguments: list[str], call: Callable[[], object]) -> None:
    told = konane_command(*arguments)
    with pytest.raises(konane.KonaneError) as raised:
        call()
    assert isinstance(raised.value, ValueError)
    lines = told.stderr.splitlines()
    assert told.returncode != 0 and len(lines) == 1
    # The command says besides which of its arguments it is.
    assert str(raised.value) in lines[0], lines[0]


def test_databases(konane_command: Command, tmp_path: Path) -> None:
    file = tmp_path / "values.konane"
    built = konane_command("table", "--board", "3x4", "--connected-rows", "10", "--database", str(file))
    assert built.returncode == 0, built.stderr
    database = konane.Database(file)
    assert Path(database.path) == file and len(database.tables) == 2
    assert konane.values(POSITIONS, database=database) == konane.values(POSITIONS)
    assert Position(".ox./o..x/....").value(database=database) == Value("+-1")
    assert exact(konane.table("3x4", database=database)) == exact(konane.table("3x4"))
    with pytest.raises(konane.InputError):
        konane.table("3x5", database=database)


def test_the_position_that_is_bad_is_told() -> None:
    with pytest.raises(konane.InputError) as raised:
        konane.values([".xo.", "xo/x"])
    assert str(raised.value) == "number 2: row 2 has length 1, but row 1 has length 2"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for read in (konane.read_positions, konane.verify):
        with pytest.raises(konane.InputError, match="not a regular file"):
            read(pipe)
