"""The positions that terms may name for a game to begin from, instead of its own start."""

from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame, InvalidPositionError

LONGEST = 400
"""Characters of a position that terms may name."""


def can_begin(game: DiceGame | BoardGame, text: str, side: int) -> bool:
    """Return whether a game can begin from this position: nobody has won, and no roll is left to play."""
    if len(text) > LONGEST:
        return False
    try:
        return game.first_position(text, side).can_begin(side)
    except InvalidPositionError:
        return False
