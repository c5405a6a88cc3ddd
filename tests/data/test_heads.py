"""heads.toml: when a second checker may leave the head, and what it is good for."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.data import dice, table
from zaria import games
from zaria.games.dice import ROLLS
from zaria.games.protocols import Position

HEADS = table("heads")
GAMES = {
    "nardy": games.dice_game("long-nardy"),
    "fivestars": games.dice_game("long-nardy-5s"),
    "principle": games.dice_game("long-nardy-5s", head_list="principle"),
}
ALWAYS = (66, 44, 33)


def used(position: Position, roll: int) -> tuple[int, int]:
    """Checkers that leave the head, and dice played, in any play of a first roll."""
    side = position.turn
    turns = position.turns(dice(roll))
    heads = {15 - position.rolled(dice(roll)).play(turn).counts(side)[24] for turn in turns}
    assert len(heads) == 1
    return heads.pop(), len(turns[0].steps)


def opened(name: str, roll: int) -> Sequence[Position]:
    """The second player's first position, for each play of the first roll."""
    return GAMES[name].start().results(dice(roll))


def runners(position: Position) -> list[int]:
    """The distance from the head to the first player's other checkers."""
    men = position.counts(1 - position.turn)
    return sorted(24 - point for point in range(1, 24) for _ in range(men[point]))


def second_heads(name: str, position: Position) -> list[int]:
    rolls = sorted(high * 10 + low for high, low in ROLLS)
    return [roll for roll in rolls if roll not in ALWAYS and used(position, roll)[0] == 2]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("row", HEADS["first"], ids=lambda row: str(row["roll"]))
def test_first_player(name: str, row: dict[str, Any]) -> None:
    heads, played = used(GAMES[name].start(), row["roll"])
    assert (heads, played) == (2, row["two"])
    assert row["one"] < played


@pytest.mark.parametrize("roll", [high * 10 + low for high, low in ROLLS])
def test_what_one_checker_cannot_play_after_a_first_roll(roll: int) -> None:
    row = next((row for row in HEADS["second"] if row["after"] == roll), None)
    blocked = {
        tuple(runners(position)): second_heads("principle", position)
        for position in opened("principle", roll)
    }
    if row is None:
        assert not any(blocked.values())
    else:
        assert {at: rolls for at, rolls in blocked.items() if rolls} == {tuple(row["at"]): row["blocked"]}


@pytest.mark.parametrize("name", HEADS["lists"])
def test_lists(name: str) -> None:
    for high, low in ROLLS:
        for position in opened(name, high * 10 + low):
            assert second_heads(name, position) == HEADS["lists"][name].get(f"{high}{low}", [])


@pytest.mark.parametrize("name", GAMES)
def test_fours_after_fives(name: str) -> None:
    for position in opened(name, 55):
        assert list(used(position, 44)) == HEADS["after_55"][name]
