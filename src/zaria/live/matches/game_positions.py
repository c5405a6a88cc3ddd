"""The positions of the game on a table, one after each line of its log: what its viewers go back through."""

from collections.abc import Iterable

import msgspec

from zaria.live.matches.live_match import lines_before
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Cube, Last, Match
from zaria.match.moment import Moment, Trace
from zaria.match.view import moment


class SquaresPosition(msgspec.Struct, frozen=True):
    """A board of squares; the fields are those of `match.moment.BoardView`."""

    board: str
    last: Trace | None


class LinePosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table after the line of the log with this `side` and `text`; before the first, of side -1.

    The other fields are those of `match.moment.Moment`: of a game on squares the `squares` alone.
    """

    side: int = -1
    text: str = ""
    men: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    pins: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    cube: Cube | None = None
    last: Last | None = None
    squares: SquaresPosition | None = None


class GamePositions(msgspec.Struct, frozen=True):
    """The positions of game number `game_no`: at its start, and after each line of its log."""

    game_no: int
    positions: list[LinePosition]


def game_positions(start: Match, events: Iterable[ev.Event]) -> GamePositions:
    """Return the positions of a game that began with `start`, by the events since."""
    first, lines = _position(moment(start)), list[LinePosition]()
    match = start
    for event in events:
        match = evolve(match, event)
        if isinstance(event, ev.TurnPlayed | ev.Moved):
            lines.append(_position(moment(match), event.side, event.text))
        elif isinstance(event, ev.TakenBack):
            del lines[lines_before(lines, event.side) :]
    return GamePositions(match.game_no, [first, *lines])


def _position(now: Moment, side: int = -1, text: str = "") -> LinePosition:
    if now.squares is not None:
        return LinePosition(side, text, squares=SquaresPosition(now.squares.board, now.squares.last))
    return LinePosition(side, text, now.men, now.pins, now.cube, now.last)
