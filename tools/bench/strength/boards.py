"""The kernel's board of a position."""

from zaria.games.protocols import Position
from zaria.games.tables.board import Board
from zaria.games.tables.position import Position as Table


def board_of(position: Position) -> Board:
    """The board of a position of the tables family."""
    assert isinstance(position, Table)
    return position.board
