"""family/GAME.toml: as many ends of a turn as an independent generator finds, and the same ends.

The generator was written from the rulebook for these cases alone. GNU Backgammon finds as many ends for the
games of its variations; for the ban of hit and run a second generator does, which follows labelled checkers.
"""

import tomllib
from typing import Any

import pytest

from tests.data import HERE, dice
from tests.support.games.tables_notation import position
from zaria.games.tables.position import Position

FILES = [tomllib.loads(path.read_text()) for path in sorted((HERE / "family").glob("*.toml"))]


def cases(kind: str) -> list[Any]:
    """Each row of a kind, with the file that it stands in."""
    return [
        pytest.param(file, row, id=f"{file['game']} {number}")
        for file in FILES
        for number, row in enumerate(file.get(kind, ()))
    ]


def placed(file: dict[str, Any], text: str) -> Position:
    """The position written so ("": the start), by the rules of the file."""
    return position(file["game"], text, **file.get("options", {}))


def seen(where: Position) -> tuple[object, ...]:
    """The checkers of both sides, and those that are pinned."""
    return where.counts(0), where.counts(1), where.pinned(0), where.pinned(1)


@pytest.mark.parametrize(("file", "row"), cases("counts"))
def test_every_roll(file: dict[str, Any], row: dict[str, Any]) -> None:
    where = placed(file, row["position"])
    assert [len(where.results(dice(roll))) for roll in file["rolls"]] == row["counts"]


@pytest.mark.parametrize(("file", "row"), cases("turns"))
def test_every_end(file: dict[str, Any], row: dict[str, Any]) -> None:
    where = placed(file, row["position"]).rolled(dice(row["roll"]))
    results = {seen(after): after.outcome() for after in where.results()}
    assert results.keys() == {seen(placed(file, end)) for _, end, *_ in row["ends"]}
    for way, end, *won in row["ends"]:
        after = where.play(where.complete(moves_of(way, row["roll"])))
        assert seen(after) == seen(placed(file, end))
        ended = after.outcome()
        assert won == ([f"{'lose' if ended.winner else 'win'} {ended.points}"] if ended else [])


def moves_of(way: str, roll: int) -> tuple[tuple[int, int], ...]:
    """Steps such as "8/2 2/1*" as points and dice; a larger die than needed may take a checker off."""
    steps = [step.rstrip("*").split("/") for step in way.split()]
    points = [(25 if src == "bar" else int(src), 0 if dst == "off" else int(dst)) for src, dst in steps]
    used = [src - dst for src, dst in points if dst]
    unused = sorted(dice(roll) * 2 if roll % 11 == 0 else dice(roll))
    for die in used:
        unused.remove(die)
    moves = []
    for src, dst in points:
        die = src - dst if dst else next(die for die in unused if die >= src)
        if not dst:
            unused.remove(die)
        moves.append((src, die))
    return tuple(moves)
