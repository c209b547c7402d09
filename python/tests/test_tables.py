"""Tables, and what others make of them."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import konane

TABLE = konane.table("3x3", columns=["position", "value", "temperature", "atomic_weight", "is_number", "birthday"])


def test_a_table_is_a_mapping() -> None:
    assert len(TABLE) == 512 and list(TABLE) == TABLE.keys() == TABLE.columns
    assert "value" in TABLE and "warmth" not in TABLE
    assert TABLE["value"][:2] == ["0", "0"] and dict(TABLE) == TABLE.to_dict()
    with pytest.raises(KeyError):
        TABLE["warmth"]


def test_fields_have_types() -> None:
    types = {name: {type(field) for field in TABLE[name]} for name in TABLE}
    assert types["position"] == types["temperature"] == {str} and types["temperature_double"] == {float}
    assert types["birthday"] == {int} and types["is_number"] == {bool}
    assert types["atomic_weight"] == {str, type(None)}
    assert TABLE.notes and TABLE.notes[0].startswith("atomic_weight is undefined for some values")


def test_others_take_it_as_it_is() -> None:
    expected = TABLE.to_dict()
    assert pl.DataFrame(TABLE).to_dict(as_series=False) == TABLE.to_polars().to_dict(as_series=False) == expected
    assert pa.table(TABLE).to_pydict() == expected
    assert pa.schema(TABLE).names == TABLE.columns
    frame = TABLE.to_pandas()
    assert list(frame.columns) == TABLE.columns and frame["value"].tolist() == expected["value"]
    assert frame["atomic_weight"].isna().sum() == expected["atomic_weight"].count(None)
    assert pd.DataFrame(expected).equals(pd.DataFrame(TABLE.to_dict()))
    assert isinstance(frame["birthday"].max().item(), int)


def test_data_outlive_the_table() -> None:
    frame = pl.DataFrame(konane.table("3x3"))
    assert frame["value"].to_list() == TABLE["value"]


def test_empty_tables() -> None:
    with pytest.raises(konane.InputError, match="no column is asked for"):
        konane.value_table([".xo."], [])
    table = konane.value_table([])
    assert len(table) == 0 and pl.DataFrame(table).height == 0 and table["value"] == []
    assert table.to_pandas().shape[0] == 0


def test_notebooks_show_both_ends() -> None:
    html = TABLE._repr_html_()
    assert html.count("<tr>") == 12 and "512 rows × 7 columns" in html and "&lt;" not in html
    short = konane.value_table([".xo.", ".x."])._repr_html_()
    assert short.count("<tr>") == 3 and "…" not in short
