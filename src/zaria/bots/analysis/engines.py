"""Who judges: one engine for each game and its options."""

from typing import Any, cast

from zaria.bots import squares, tables
from zaria.bots.analysis.turns import Judge
from zaria.bots.squares.engine import SquaresEngine
from zaria.games.game import Game
from zaria.games.squares import SquaresGame


def with_dice(game: Game) -> Judge:
    """The engine of a game with dice."""
    return tables.engine_for(cast(Any, game))


def on_squares(game: SquaresGame) -> SquaresEngine:
    """The engine of a game on squares."""
    return squares.engine_for(game)
