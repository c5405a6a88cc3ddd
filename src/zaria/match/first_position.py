"""The position a game begins from: the game's own start, or one that the terms name."""

from typing import overload

from zaria.games.board_games import FAMILY, BoardGame, BoardPosition
from zaria.games.protocols import DiceGame, InvalidPositionError, Position

LONGEST = 400
"""Characters of a position that terms may name."""


@overload
def first_position(game: DiceGame, text: str, side: int = 0) -> Position: ...


@overload
def first_position(game: BoardGame, text: str, side: int = 0) -> BoardPosition: ...


def first_position(game: DiceGame | BoardGame, text: str, side: int = 0) -> Position | BoardPosition:
    """The position written in `text`, "" for the start of the game; raises `InvalidPositionError`.

    In a game with dice `side` is on roll; in a board game the text says who moves.
    """
    if game.family == FAMILY:
        return game.parse(text) if text else game.start()
    return game.parse(text, side) if text else game.start(side)


def can_begin(game: DiceGame | BoardGame, text: str, side: int) -> bool:
    """Return whether a game can begin from this position: nobody has won, and no roll is left to play."""
    if len(text) > LONGEST:
        return False
    try:
        return first_position(game, text, side).can_begin(side)
    except InvalidPositionError:
        return False
