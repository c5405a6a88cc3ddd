"""Limits: what is no number is none, and a search that is cut short plays nothing that it saw lose."""

import math

import pytest
from tools.bench.lookahead import Lookahead

from zaria.bots.squares import Limits, SquaresEngine
from zaria.bots.squares.alphabeta import SURE
from zaria.bots.squares.chess.engine import ChessEngine
from zaria.bots.squares.chess.search import OwnChess
from zaria.bots.squares.draughts.engine import DraughtsEngine
from zaria.bots.squares.ugolki.engine import UgolkiEngine
from zaria.games import chess, ugolki
from zaria.games.board_games import BoardGame
from zaria.games.draughts.presets import giveaway

pytestmark = pytest.mark.proof

CHESS, GIVEAWAY, UGOLKI = chess.game(), giveaway.game(), ugolki.game()
HOUSES = UgolkiEngine(UGOLKI)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "game"),
    [
        (ChessEngine(None), CHESS),
        (DraughtsEngine(GIVEAWAY), GIVEAWAY),
        (HOUSES, UGOLKI),
        (Lookahead("ugolki"), UGOLKI),
    ],
)
def test_seconds_that_are_no_number_are_no_limit(engine: SquaresEngine, game: BoardGame) -> None:
    """Nobody could say when they are over: the search looks at as much as without any."""
    assert Limits(seconds=math.nan).within() == Limits()
    assert Limits(nodes=5, seconds=math.nan).within() == Limits(nodes=5)
    assert engine.lines(game.start(), Limits(seconds=math.nan)) == engine.lines(game.start(), Limits())


@pytest.mark.parametrize(
    ("engine", "game", "text", "nodes", "lost"),
    [
        (HOUSES, UGOLKI, "8/b3ww2/3wwbw1/w3ww2/1bb1wwb1/4b1b1/1bb1b3/bb2ww2 b 39 38", 250, "c2-a2"),
        (HOUSES, UGOLKI, "3bw3/2wbw3/2bww1ww/bbbbww2/3bwbb1/3wbb2/8/4w3 w 38 38", 250, "e1-e2"),
        (OwnChess(), CHESS, "8/P7/7K/2R1n3/8/4k1q1/1r4P1/8 w - - 0 1", 100, "a7a8q"),
        (OwnChess(), CHESS, "8/8/1R6/2kn1K2/2rq2P1/5P2/8/8 w - - 0 1", 85, "b6b7"),
    ],
)
def test_a_move_that_was_just_seen_to_lose_is_not_played(
    engine: SquaresEngine, game: BoardGame, text: str, nodes: int, lost: str
) -> None:
    """While others may hold, and one does; what that is worth is not known for sure."""
    position = game.parse(text)
    best = engine.lines(position, Limits(nodes=nodes))[0]
    assert best.move != lost
    assert abs(best.value) <= SURE
    for least in range(1, nodes, 7):
        for most in (1, 3):
            lines = engine.lines(position, Limits(nodes=least), most)
            assert len({line.move for line in lines}) == len(lines)
            assert lines[0].value >= -SURE
