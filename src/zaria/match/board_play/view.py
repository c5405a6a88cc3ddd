"""What anyone at the table may see of a game on squares, in plain types ready for JSON."""

import msgspec

from zaria.match.board_play.moves import can_abort, can_offer, position_of
from zaria.match.match import Match, Step


class MoveView(msgspec.Struct, frozen=True):
    """A legal move: what to send, the squares it goes through, what it takes, what the piece becomes."""

    move: str
    path: tuple[str, ...]
    captures: tuple[str, ...] = msgspec.field(name="takes")
    promotion: str = msgspec.field(name="becomes")


class Trace(msgspec.Struct, frozen=True):
    """The squares of the last move, and those on which it took."""

    path: tuple[str, ...]
    captures: tuple[str, ...] = msgspec.field(name="takes")


class BoardView(msgspec.Struct, frozen=True):
    """A board of squares after `plies` moves of both sides together.

    * board: a character a square from the far left as light sees it, rows joined by "/" (`games.squares`);
    * counters: rules that count moves towards an end: name, moves so far, moves at which the game ends;
    * draw: the side whose offer stands; can_offer: who may offer one now (side 0, side 1);
    * can_abort: either player may leave, and the game does not count.
    """

    board: str
    plies: int
    last: Trace | None
    counters: tuple[tuple[str, int, int], ...]
    draw: int | None
    can_offer: tuple[bool, bool]
    can_abort: bool


def squares(match: Match) -> BoardView:
    """The board of a game on squares, and what may be said of it."""
    position = position_of(match)
    return BoardView(
        board=position.board(),
        plies=position.plies,
        last=None if match.step is None else _trace(match.step),
        counters=tuple((counter.name, counter.now, counter.of) for counter in position.counters()),
        draw=match.talk.offer,
        can_offer=(can_offer(match, 0), can_offer(match, 1)),
        can_abort=can_abort(match),
    )


def _trace(step: Step) -> Trace:
    way = step.way()
    return Trace(way.path, way.captures)


def legal_moves(match: Match) -> list[MoveView] | None:
    """All legal moves of the side to move; None where nobody moves on squares."""
    if match.squares is None or match.phase != "move":
        return None
    return [MoveView(*way) for way in match.squares.legal_moves()]
