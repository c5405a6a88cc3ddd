"""Counting positions deep; how many the rulebook knows of is tested beside tests/data/perft.toml."""

import pytest

from tests.support.games.tables_notation import position
from zaria import games
from zaria.games.tables.perft import perft


@pytest.mark.parametrize(
    ("game", "options", "counts"),
    [
        ("tapa", {"first_long_move": "off"}, [59, 3474, 708405]),
        ("long-nardy", {}, [22, 484, 35387]),
    ],
)
def test_perft(game: str, options: dict[str, str], counts: list[int]) -> None:
    start = games.dice_game(game, **options).start()
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_nothing_follows_the_end() -> None:
    last = position("tabla", "X=1:1;O=1:1")
    assert perft(last, 1) == 21
    assert perft(last, 2) == 0


def test_a_pass_counts_one() -> None:
    shut_out = position("tabla", "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2")
    assert perft(shut_out, 1) == 21


def test_a_stage_is_a_level() -> None:
    sixes = position("chelebi", "X=13:4,off:11;O=24:15;ladder=6666")
    assert perft(sixes, 1) == len(sixes.turns())
    assert perft(sixes, 2) == sum(perft(after, 1) for after in sixes.results())
    shut = position("gulbara", "X=24:4,off:11;O=6:15;ladder=6666")
    assert perft(shut, 1) == 1
    assert perft(shut, 2) == len(shut.play(shut.complete([])).turns())


def test_gulbara_with_plain_doublets() -> None:
    start = games.dice_game("gulbara", ladder_from_roll=4, first_long_move="off").start()
    assert [perft(start, depth) for depth in (1, 2)] == [53, 2768]
