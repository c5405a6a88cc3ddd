"""A position read back from its own text."""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position


def reread(position: Position, turn: int | None = None) -> Position:
    """The position that its text stands for, with the same side on roll unless another is named."""
    game = position.game
    assert isinstance(game, TablesGame)
    return game.parse(position.to_text(), position.turn if turn is None else turn)
