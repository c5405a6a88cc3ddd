"""The engines of an analysis: one for each game and its options."""

from functools import cache

from zaria.bots import squares, tables
from zaria.bots.analysis.turns import TurnEvaluator
from zaria.bots.squares.engine import SquaresEngine
from zaria.bots.tables import weights
from zaria.games.board_games import BoardRules
from zaria.games.protocols import DiceRules


def with_dice(game: DiceRules) -> TurnEvaluator:
    """The engine of a game with dice."""
    return tables.engine_for(game)


def on_squares(game: BoardRules) -> SquaresEngine:
    """The engine of a game on squares."""
    return squares.engine_for(game)


def evaluator_name(evaluator: TurnEvaluator, game: DiceRules) -> str:
    """The name of an engine for a game with dice, a net with its checksum: "net tapa 5e0c1a77"."""
    return _net(game.id) if evaluator.name == "net" else evaluator.name


@cache
def _net(game: str) -> str:
    try:
        card = weights.read(weights.shipped(game), game).card
    except (OSError, weights.InvalidNetError):  # the file was replaced since the net was loaded
        return "net"
    return f"net {card.game} {card.checksum:08x}"
