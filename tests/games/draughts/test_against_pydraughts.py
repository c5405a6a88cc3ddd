"""pydraughts finds the moves that we find, at every ply of random games and with kings all over the board.

`ZARIA_PROOF=400` plays two thousand games of each; so does `python -m tools.checks.compare_pydraughts`,
which reports its progress. Giveaway has the moves of Russian draughts.
"""

import pytest

from tests.support.games.draughts_positions import draughts, scattered
from tests.support.search_budget import times

pytest.importorskip("draughts")

from tools.checks import compare_pydraughts as oracle

GAMES = times(5)
POSITIONS = {"russian-draughts": 30, "english-draughts": 100, "draughts": 20}
"""The number of compared positions; captures of many kings take the package long."""


@pytest.mark.parametrize("game", oracle.VARIANTS)
def test_random_games(game: str) -> None:
    played = [oracle.play(game, seed) for seed in range(GAMES)]
    assert sum(result.ended for result in played) > GAMES / 2
    assert sum(result.captures for result in played) > 5 * GAMES


@pytest.mark.parametrize("game", POSITIONS)
def test_pieces_thrown_on_the_board(game: str) -> None:
    captures = 0
    for seed in range(times(POSITIONS[game], least=POSITIONS[game] // 2)):
        position = scattered(draughts(game), seed)
        moves, _ = oracle.compare(position, oracle.set_up(position))
        captures += sum(len(taken) > 1 for _, _, taken in moves)
    assert captures


@pytest.mark.parametrize("game", POSITIONS)
def test_the_package_asked_the_short_way_and_the_long_one(game: str) -> None:
    assert oracle.play(game, 1, plies=25, long_way=True).captures


def test_a_difference_is_shown() -> None:
    game = draughts("russian-draughts")
    board = oracle.set_up(game.parse("W:Wa3:Bh6"))
    with pytest.raises(oracle.DifferenceError, match="a3"):
        oracle.compare(game.parse("W:Wc3:Bh6"), board)
