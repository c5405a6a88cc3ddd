"""The position a game begins from: the game's own start, or one that the terms name."""

from typing import cast

from zaria.games.game import Game, InvalidPositionError, Position
from zaria.games.squares import FAMILY, SquaresGame, SquaresPosition

LONGEST = 400
"""Characters of a position that terms may name."""


def dice_position(game: Game, text: str, side: int) -> Position:
    """The first position of a dice game with `side` on roll; `text` "" is the game's own start.

    Raises `InvalidPositionError`.
    """
    return game.parse(text, side) if text else game.start(side)


def board_position(game: SquaresGame, text: str) -> SquaresPosition:
    """The first position of a board game; `text` says who moves, "" is the game's own start.

    Raises `InvalidPositionError`.
    """
    return game.parse(text) if text else game.start()


def can_begin(game: Game, text: str, side: int) -> bool:
    """Whether a game can begin from this position: nobody has won, and no roll is left to play."""
    if len(text) > LONGEST:
        return False
    try:
        if game.family == FAMILY:
            board = board_position(cast(SquaresGame, game), text)
            return side == 0 and board.outcome() is None
        position = dice_position(game, text, side)
    except InvalidPositionError:
        return False
    return position.outcome() is None and position.duty is None and not position.locked()
