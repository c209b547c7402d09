"""The values of another program, once more, from Python."""

import konane
from konane import Value


def test_values_are_those_of_another_program(oracle: list[tuple[str, str]]) -> None:
    assert len(oracle) == 11_096
    values = konane.values([position for position, _ in oracle])
    differing = [
        f"{position}: {value}, not {text}"
        for (position, text), value in zip(oracle, values, strict=True)
        if value != Value(text)
    ]
    assert not differing
