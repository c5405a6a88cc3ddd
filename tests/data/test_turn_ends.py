"""turn_ends/GAME.toml: the distinct ends of turns, found by a generator that shares no code with ours."""

import tomllib
from typing import Any

import pytest

from tests.data import HERE, dice
from tests.support.games.tables_notation import position
from zaria.games.tables.position import Position
from zaria.games.turn import Turn

GAMES = {path.stem: tomllib.loads(path.read_text()) for path in sorted((HERE / "turn_ends").glob("*.toml"))}


def cases(kind: str) -> list[Any]:
    """The rows of a kind in all games, each with its game."""
    return [
        pytest.param(game, row, id=f"{game}-{number}")
        for game, content in GAMES.items()
        for number, row in enumerate(content.get(kind, []))
    ]


def end_of(ready: Position, turn: Turn) -> tuple[str, str]:
    """The position after a turn as the side that made it sees it, and what it has won there."""
    after = ready.play(turn)
    outcome = after.outcome()
    if outcome is None:
        return _seen(after), "-"
    return _seen(after), f"win {outcome.points}" if outcome.winner == ready.turn else "lost or drawn"


def _seen(after: Position) -> str:
    """Both sides' checkers, the one that has played first."""
    halves = dict(part.split("=") for part in after.to_text().split(";")[:2])
    return f"X={halves['O']};O={halves['X']}"


@pytest.mark.parametrize(("game", "row"), cases("counts"))
def test_as_many_ends_of_each_roll(game: str, row: dict[str, Any]) -> None:
    start = position(game, row["position"])
    counted = {roll: len(start.results(dice(int(roll)))) for roll in row["rolls"]}
    assert counted == row["rolls"]


@pytest.mark.parametrize(("game", "row"), cases("case"))
def test_the_same_ends(game: str, row: dict[str, Any]) -> None:
    ready = position(game, row["position"]).rolled(dice(row["roll"]))
    reached = {end_of(ready, turn) for turn in ready.turns() or [ready.complete(())]}
    written = {(";".join(position(game, end).to_text().split(";")[:2]), won) for _, end, won in row["ends"]}
    assert reached == written
