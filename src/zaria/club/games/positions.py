"""Positions that pictures show, and the parts of a picture of one."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from zaria import games
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.protocols import DiceGame, Position
from zaria.match.match import Match
from zaria.match.view import view

Pair = tuple[tuple[int, ...], tuple[int, ...]]


class TablesPosition(NamedTuple):
    """The checkers on the board; pairs are (side 0, side 1), points in each side's own numbers.

    `checkers` has 26 numbers a side, 0 borne off, 25 on the bar; `pins` the points where a side is pinned.
    `near` sits below. `halves`: each side has its own half; `parallel`: both go round the same way. `cube` is
    its value and owner, None where there is none or it shows 1.
    """

    checkers: Pair
    pins: Pair
    dice: tuple[int, ...]
    turn: int
    near: int = 0
    halves: bool = False
    parallel: bool = False
    mirrored: bool = False
    cube: tuple[int, int | None] | None = None


class SquaresPosition(NamedTuple):
    """The pieces on the board: a character a square and `/` between rows, as `BoardPosition.board` has it.

    `turned`: the last row is above.
    """

    game: str
    rows: str
    turned: bool = False

    @property
    def size(self) -> int:
        """Squares along an edge."""
        return self.rows.index("/")


class Drawing(NamedTuple):
    """A board and the checkers or pieces on it, as SVG in the classes of the small boards' style sheet.

    * box: left, top, width and height in the units of the drawing;
    * shapes: the shapes to which the others refer;
    * board: the empty board;
    * men: everything that lies on it.
    """

    box: tuple[float, float, float, float]
    shapes: SafeString
    board: SafeString
    men: SafeString


def tables_position(game: DiceGame, checkers: Any, pins: Any, *, mirrored: bool = False) -> TablesPosition:
    """Return a position of a game with dice without its dice and its cube."""
    return TablesPosition(
        checkers=(tuple(checkers[0]), tuple(checkers[1])),
        pins=(tuple(pins[0]), tuple(pins[1])),
        dice=(),
        turn=0,
        halves=not game.contact.shares_road,
        parallel=game.parallel,
        mirrored=mirrored,
    )


def small_position(position: Position | BoardPosition, near: int) -> TablesPosition | SquaresPosition:
    """Return the position for a small board with side `near` below."""
    if position.game.is_board:
        return SquaresPosition(position.game.id, position.board(), turned=near == 1)
    checkers = (position.counts(0), position.counts(1))
    pins = (position.pinned(0), position.pinned(1))
    return tables_position(games.dice_game(position.game.id), checkers, pins)._replace(near=near)


def first_position(
    game: DiceGame | BoardGame, position: str = "", starter: int = 0, *, mirrored: bool = False
) -> TablesPosition | SquaresPosition:
    """Return the position in which a game begins: its usual one, or the one agreed."""
    if game.is_board:
        return SquaresPosition(game.id, game.first_position(position).board(), not game.light_below)
    start = game.first_position(position, starter)
    checkers, pins = (start.counts(0), start.counts(1)), (start.pinned(0), start.pinned(1))
    return tables_position(game, checkers, pins, mirrored=mirrored)


def present_position(match: Match) -> TablesPosition | SquaresPosition:
    """Return the position of a match as it stands, with its dice and its cube."""
    shown = view(match)
    if shown.squares is not None:
        return SquaresPosition(shown.now, shown.squares.board, not shown.light_below)
    position = tables_position(games.dice_game(shown.now), shown.men, shown.pins, mirrored=shown.mirror)
    return position._replace(
        dice=shown.dice if shown.phase == "move" else (),
        turn=shown.turn,
        cube=(shown.cube.value, shown.cube.owner) if shown.cube.value > 1 else None,
    )
