"""Positions: cells, moves, regions, outcomes and pictures."""

from fractions import Fraction

import pytest

import konane
from konane import Move, Position, Value


def test_cells() -> None:
    position = Position("xo.#\n..ox")
    assert (position.rows, position.columns, position.black, position.white) == (2, 4, 2, 2)
    assert [position["A1"], position["B1"], position["C1"], position["D1"], position[1, 3]] == ["x", "o", ".", "#", "x"]
    assert position.replace("A1", ".").replace((1, 3), "#") == Position(".o.#/..o#")
    assert position == Position.parse("xo.#/..ox") and str(position) == "xo.#/..ox"
    for square in ["E1", "A3", (2, 0)]:
        with pytest.raises(IndexError):
            position[square]  # type: ignore[index]
    with pytest.raises(konane.InputError):
        position["1A"]
    with pytest.raises(TypeError, match="a square is a text such as 'C1', or row and column"):
        position[0]  # type: ignore[index]
    with pytest.raises(TypeError, match="a position is a Position or its text"):
        Position(3)  # type: ignore[arg-type]
    with pytest.raises(konane.InputError, match="a cell is one of"):
        position.replace("A1", "xo")  # type: ignore[arg-type]


def test_boards() -> None:
    assert Position.empty(2, 3) == Position(".../...")
    assert Position.full(2, 3) == Position("xox/oxo")
    assert list(Position.openings("3x3")) == ["corner-h", "corner-v", "mid-h", "mid-v"]
    assert Position.openings((3, 3))["mid-h"] == Position.opening("3x3", "B2-C2") == Position("xox/o../xox")
    assert Position.pattern("tail", 5, margin=0) == Position("xoxo/o...")
    with pytest.raises(konane.InputError, match="stands for 4 openings"):
        Position.opening("3x3", "all")
    with pytest.raises(konane.InputError, match="unknown pattern"):
        Position.pattern("spiral", 3)


def test_symmetries() -> None:
    position = Position("xo./..#")
    assert position.rotated() == Position(".x/.o/#.") and position.reflected() == Position(".ox/#..")
    assert position.transposed() == Position("x./o./.#") and -position == Position("ox./..#")
    start = Position.opening("4x4", "mid-h")
    assert start.rotated().value() == start.reflected().value() == start.value() == -(-start).value()


def test_moves() -> None:
    position = Position("xo.o.")
    assert [str(move) for move in position.moves("black")] == ["A1-C1", "A1-C1-E1"]
    assert position.moves("left") == position.moves("black") and position.moves("right") == []
    assert position.moves("black", "single-jump") == [Move("A1-C1")]
    assert position.play("A1-E1") == position.play(Move("A1-C1-E1")) == Position("....x")
    assert {Move("A1-E1"): 1}[Move("A1-C1-E1")] == 1
    for wrong in ["C1-A1", "A1-B1", "A1", "A1-G1"]:
        with pytest.raises(konane.InputError):
            position.play(wrong)
    with pytest.raises(konane.InputError):
        position.moves("green")  # type: ignore[arg-type]


def test_options_have_the_values_that_are_explained() -> None:
    position = Position(".oxo.ox./x.o..x.o")
    for player in ("black", "white"):
        explained = position.explain(player)
        assert [option.move for option in explained] == position.moves(player)
        for option in explained:
            assert option.position == position.play(option.move) and option.value == option.position.value()
            assert (option.by is None) == (option.status == "canonical")
        options = [option.value for option in explained]
        value = Value.from_options(*([options, []] if player == "black" else [[], options]))
        canonical = value.left_options if player == "black" else value.right_options
        assert all(any(option.value == form for option in explained) for form in canonical)


def test_the_value_is_that_of_the_options() -> None:
    for text in [".ox.", ".oxo.ox.", "xo../.ox.", ".ox./o..x/....", "xoxo/o..x/xoxo"]:
        position = Position(text)
        options = [[position.play(move).value() for move in position.moves(player)] for player in ("left", "right")]
        assert Value.from_options(*options) == position.value()


def test_regions_add_up() -> None:
    position = Position("xo.../.ox../...../.oxo./.....")
    regions = position.regions()
    assert sum((region.value for region in regions), Value(0)) == position.value()
    assert [region.label for region in regions] == ["a", "b", "c"][: len(regions)] and len(regions) > 1
    for region in regions:
        assert region.position.value() == region.value
        stones = [square for square in region.squares if region.position[square] in "xo"]
        assert stones and all(region.position[square] == position[square] for square in region.squares)


def test_sums_with_values() -> None:
    position = Position("xo../.ox.")
    winning = [option for option in position.sum_options("+-2", "black") if option.wins]
    assert [(option.move, option.option, option.value) for option in winning] == [(None, Value(2), Value("3*"))]
    line = position.line_of_play("black", "+-2")
    assert line.rule == "winning" and line.end == Fraction(3) and line.to_move == "black"
    assert [ply.player for ply in line.plies] == ["black", "white"]
    assert line.plies[-1].position.value() + line.plies[-1].beside == line.plies[-1].value == 3
    played_out = position.line_of_play("black", "+-2", play_out=True)
    assert played_out.end is None and played_out.to_move == "white"


def test_who_wins() -> None:
    for text in [".ox.", ".oxo.ox.", "xo../.ox.", "....", "xoxo/o..x/xoxo"]:
        position = Position(text)
        outcome = position.outcome()
        assert outcome == position.value().outcome
        assert position.winner("black") == ("black" if outcome in "LN" else "white")
        move = position.winning_move("white")
        assert (move is not None) == (outcome in "RN")
        if move is not None:
            assert position.play(move).winner("black") == "white"
        told = position.move_outcomes("white")
        assert told == [(move, position.play(move).winner("black")) for move in position.moves("white")]
        line = position.winning_line("black")
        for move in line:
            position = position.play(move)
        assert not position.moves("black" if len(line) % 2 == 0 else "white")
    assert Position(".o.ox.x.").value() == Value("*2") and Position(".o.ox.x.").value("single-jump") == 0
    assert Position.opening("6x6", "corner-h").outcome() == "P"


def test_pictures() -> None:
    position = Position("xo../.ox.")
    assert position._repr_svg_() == position.svg() != position.svg(coordinates=False)
    assert "1*" not in position.svg() and ">a<" in position.svg(regions=True)
    assert position.svg(moves="A1-C1") == position.svg(moves=[Move("A1-C1")])
    arrow, bold = position.svg(moves=["A1-C1"]), position.svg(highlight=Move("A1-C1"))
    assert len({position.svg(), arrow, bold}) == 3
    assert position.tikz(regions=True).startswith("\\begin{tikzpicture}")
    assert position.draw() == "    A B C D\n  1 x o . .\n  2 . o x ."
    assert position.draw(regions=True) == "    A B C D\n  1 a a a -\n  2 b b b b"
    with pytest.raises(konane.InputError):
        position.svg(moves=["A2-C2"])


def test_calculator() -> None:
    assert konane.calc("G := {3||2|1}; G + G - 2*G") == 0
    assert konane.calc("G > 0", G="^") is True and konane.calc("H := 1") is None and konane.calc("") is None
    assert konane.calc("LeftOptions({1,^|0})") == [Value(1)]
    assert konane.calc('Outcome(Konane(".xo."))') == "N"
    with pytest.raises(konane.InputError, match="column 3"):
        konane.calc("1+")
    with pytest.raises(konane.InputError, match="function"):
        konane.calc("1", Mean=2)
