"""The speed of the games on squares: each row of known counts is counted as the bench does."""

import tomllib
from typing import Any

import pytest
from tools.bench.squares import DATA, counted

ROWS = tomllib.loads(DATA.read_text())["perft"]


@pytest.mark.parametrize("kind", ["counts", "routes"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["game"])
def test_counts_as_they_are_known(row: dict[str, Any], kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert counted({"set": {}} | row, kind, 3_000)  # with terms of its own: no other program is asked
    assert capsys.readouterr().out or not [count for count in row.get(kind, ()) if count <= 3_000]
