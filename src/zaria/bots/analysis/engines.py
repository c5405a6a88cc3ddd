"""Who judges: one engine for each game and its options."""

from zaria.bots.analysis.turns import Judge
from zaria.bots.squares.engine import SquaresEngine, engine_for
from zaria.bots.tables import Engine
from zaria.games.game import Game
from zaria.games.squares import SquaresGame

_engines: dict[Game, Judge] = {}


def with_dice(game: Game) -> Judge:
    """The engine of a game with dice."""
    if game not in _engines:
        _engines[game] = Engine(game)
    return _engines[game]


def on_squares(game: SquaresGame) -> SquaresEngine:
    """The engine of a game on squares."""
    return engine_for(game)
