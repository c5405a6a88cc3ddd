"""draughts_perft.toml: as many sequences of moves as published."""

from typing import Any

import pytest

from tests.data import table
from tests.games.draughts.positions import BRAZILIAN
from zaria import games
from zaria.games.squares import SquaresGame

PERFT = table("draughts_perft")["perft"]
DEPTH = 8
ROWS = [
    pytest.param(
        row, kind, id=f"{row['game']} {row.get('set', row.get('position', ''))} {kind}".replace("  ", " ")
    )
    for row in PERFT
    for kind in ("counts", "routes")
    if kind in row
]


def game(row: dict[str, Any]) -> SquaresGame:
    return BRAZILIAN if row["game"] == "brazilian" else games.on_squares(row["game"], **row.get("set", {}))


@pytest.mark.parametrize(("row", "kind"), ROWS)
def test_perft(row: dict[str, Any], kind: str) -> None:
    position = game(row).parse(row["position"]) if "position" in row else game(row).start()
    expected = row[kind][:DEPTH]
    assert [position.perft(depth, kind == "routes") for depth in range(1, len(expected) + 1)] == expected
