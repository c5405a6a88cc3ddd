"""squares_perft.toml: as many sequences of moves as published."""

from typing import Any

import pytest

from tests.data import table
from tests.support.games.draughts_positions import ABROAD, draughts
from tests.support.search_budget import EFFORT
from zaria import games
from zaria.games.board_games import BoardGame, walk

PERFT = table("squares_perft")["perft"]
DEPTH = 8
LESS = int(EFFORT < 1)
"""Plies that are left to a longer run: the last one takes longer than all before it."""
ROWS = [
    pytest.param(
        row, kind, id=f"{row['game']} {row.get('set', row.get('position', ''))} {kind}".replace("  ", " ")
    )
    for row in PERFT
    for kind in ("counts", "routes")
    if kind in row
]


def game(row: dict[str, Any]) -> BoardGame:
    name, options = row["game"], row.get("set", {})
    return draughts(name) if name in ABROAD else games.board_game(name, **options)


@pytest.mark.parametrize(("row", "kind"), ROWS)
def test_perft(row: dict[str, Any], kind: str) -> None:
    position = game(row).parse(row["position"]) if "position" in row else game(row).start()
    expected = row[kind][: row.get("quick", DEPTH) - LESS]
    assert [
        position.perft(depth, routes=kind == "routes") for depth in range(1, len(expected) + 1)
    ] == expected


@pytest.mark.parametrize("row", [row for row in PERFT if "counts" in row], ids=lambda row: str(row["game"]))
def test_walking_move_by_move_counts_the_same(row: dict[str, Any]) -> None:
    position = game(row).parse(row["position"]) if "position" in row else game(row).start()
    assert [walk(position, depth) for depth in (1, 2)] == row["counts"][:2]
