"""draughts_abroad.toml: draughts of other countries count and list the moves that other programs find."""

from typing import Any

import pytest

from tests.data import table
from tests.support.games.draughts_positions import draughts
from tests.support.search_budget import EFFORT
from zaria.games.board_games import BoardMove

CASES = table("draughts_abroad")
MOST = 3_000_000 * EFFORT
"""Moves that a row may count."""


def rows(kind: str) -> list[Any]:
    return [pytest.param(row, id=f"{row['game']} {row.get('position', 'start')}") for row in CASES[kind]]


@pytest.mark.parametrize("row", rows("perft"))
def test_counts(row: dict[str, Any]) -> None:
    game = draughts(row["game"])
    position = game.parse(row["position"]) if "position" in row else game.start()
    expected = [count for count in row["counts"] if count <= MOST]
    assert [position.perft(depth) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("row", rows("moves"))
def test_moves(row: dict[str, Any]) -> None:
    position = draughts(row["game"]).parse(row["position"])
    assert sorted(map(described, position.legal_moves())) == sorted(row["moves"])


def described(move: BoardMove) -> str:
    """The move as the table has it."""
    src, dst = move.path[0], move.path[-1]
    promotion = "=K" if move.promotion else ""
    if not move.captures:
        return f"{src}-{dst}{promotion}"
    captures = sorted(move.captures, key=lambda name: (len(name), name) if name.isdigit() else (0, name))
    return f"{src}x{dst}({','.join(captures)}){promotion}"
