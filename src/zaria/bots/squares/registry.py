"""The registry of engines for board games.

>>> from zaria import games
>>> from zaria.bots.squares import Limits, engine_for
>>> game = games.board_game("chess")
>>> engine_for(game).lines(game.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Limits(nodes=1000))[0].move
'a1a8'
"""

from functools import lru_cache

from zaria.bots.squares.chess import engine as chess_engine
from zaria.bots.squares.draughts.engine import DraughtsEngine
from zaria.bots.squares.engine import SquaresEngine
from zaria.bots.squares.ugolki.engine import UgolkiEngine
from zaria.games.board_games import BoardRules
from zaria.games.chess import ChessGame
from zaria.games.draughts.rules import DraughtsRules
from zaria.games.ugolki.rules import UgolkiRules

MAX_ENGINES = 24
"""The engines in memory: those of all games, and of a few other options. Each takes some 10 MB."""


def engine_for(game: BoardRules) -> SquaresEngine:
    """Return the best engine of a game on this machine, the same one for the same game and options.

    `MAX_ENGINES` of them stay in memory. Raises `ValueError` for a game without a board of squares.
    """
    return _engine_for(game)


@lru_cache(maxsize=MAX_ENGINES)
def _engine_for(game: BoardRules) -> SquaresEngine:
    if isinstance(game, ChessGame):
        return chess_engine.shared()
    if isinstance(game, UgolkiRules):
        return UgolkiEngine(game)
    if not isinstance(game, DraughtsRules):
        raise ValueError(f"{getattr(game, 'id', game)} is not played on squares")
    return DraughtsEngine(game)
