"""Counts of turns known from elsewhere: gnubg's for tabla, an independent generator's for the others."""

import pytest

from tests.games.tables.written import position
from zaria import games
from zaria.games.tables.perft import ROLLS, perft

GNUBG = {
    "-b----E-C---eE---c-e----B-": (
        "42 15 75 16 17 73 14 18 17 52 8 8 9 9 4 10 14 14 14 7 11",
        "4HPwATDgc/ABMA",
    ),
    "-B-CBBB---a---A---ABcbbbd-": (
        "219 47 212 41 42 129 35 36 31 59 27 28 24 20 26 21 22 19 16 12 15",
        "b9sBCIC5bYDQAA",
    ),
    "-aAaBaDaB---bD-b-A-cA-b-b-": (
        "75 31 82 35 32 145 27 25 30 55 18 17 19 16 13 23 22 25 21 15 34",
        "Mw5jkCQyz+AhAg",
    ),
    "aFDaA--------------a-Acbb-": (
        "12 7 2 5 4 2 3 3 2 1 3 3 2 1 1 3 3 2 1 1 1",
        "2xEAIPo9AQAEAA",
    ),
}
"""XGID board: distinct turns of the 21 rolls in the order 11 21 22 31 …, gnubg Position ID."""


@pytest.mark.parametrize(("board", "known"), GNUBG.items())
def test_turns_of_every_roll_are_as_many_as_gnubg_finds(board: str, known: tuple[str, str]) -> None:
    for text in (board, known[1]):
        where = position("tabla", text)
        assert [len(where.turns(roll)) for roll in ROLLS] == [int(count) for count in known[0].split()]


@pytest.mark.parametrize(
    ("game", "options", "counts"),
    [
        ("tabla", {}, [447, 202782]),
        ("tapa", {"first_long_move": "off"}, [59, 3474, 708405]),
        ("long-nardy", {}, [22, 484, 35387]),
        ("long-nardy", {"head_list": "fivestars"}, [22]),
    ],
)
def test_perft(game: str, options: dict[str, str], counts: list[int]) -> None:
    start = games.get(game, **options).start()
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("game", "options", "doubles", "others"),
    [
        ("tapa", {"first_long_move": "off"}, [5, 5, 5, 5, 5, 4], 2),
        ("tapa", {}, [1, 1, 1, 1, 1, 4], 1),
        ("long-nardy", {}, [1, 1, 2, 1, 1, 1], 1),
    ],
)
def test_first_roll(game: str, options: dict[str, str], doubles: list[int], others: int) -> None:
    start = games.get(game, **options).start()
    assert [len(start.turns((die, die))) for die in range(1, 7)] == doubles
    assert {len(start.turns(roll)) for roll in ROLLS if roll[0] != roll[1]} == {others}


def test_nothing_follows_the_end() -> None:
    last = position("tabla", "X=1:1;O=1:1")
    assert perft(last, 1) == 21
    assert perft(last, 2) == 0


def test_a_pass_counts_one() -> None:
    shut_out = position("tabla", "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2")
    assert perft(shut_out, 1) == 21
