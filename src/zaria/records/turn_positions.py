"""The positions of a match in which a turn was played, each with a key that finds it in other matches."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.games.tables import turn_duty_text
from zaria.games.tables.board import BAR, OFF
from zaria.games.tables.position import Position as TablesPosition
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.scoring import for_points
from zaria.records.history import followed
from zaria.records.main_line import standing
from zaria.records.replay import has_frame

_KEY_BYTES = 8
_BAR_BIT = 24
_CHESS = ("chess", "chess960")
_FEN_FIELDS = 4
"""Of a position in chess: board, side to move, castling, en passant; the counters do not belong to it."""


class PointMasks(NamedTuple):
    """The points of a board by who stands there, seen by the side on roll: bit 0 is its point 1.

    A point is held with two checkers or upon a pinned one, and a blot is a single checker; bit 24 is the bar.
    """

    held: int = 0
    blots: int = 0
    opponent_held: int = 0
    opponent_blots: int = 0


class TurnPosition(NamedTuple):
    """A position with what its `side` played there.

    `frame` is the number of the frame of `records.replay` that shows the turn. `key` is that of the board
    without the roll, `dice` the roll, the higher first (none on squares). `cube` is what the cube shows,
    negative if the opponent may turn it, 0 in the middle. `away` are the points that the side and its
    opponent need to win the match, zeros outside a match for points. `points` are those that the side won
    in this game, negative if it lost them, 0 for a draw or a game without an end.
    """

    frame: int
    game: str
    side: int
    key: int
    dice: tuple[int, ...]
    cube: int
    away: tuple[int, int]
    text: str
    points: int = 0
    masks: PointMasks = PointMasks()


def point_masks(board: Sequence[int]) -> PointMasks:
    """Return the points of a board of a tables game (`games.tables.board`) by who stands there."""
    masks = [0, 0, 0, 0]
    for point, checkers in enumerate(board):
        if checkers:
            bit = 1 << (_BAR_BIT if point in (OFF, BAR) else point - 1)
            masks[2 * (checkers < 0) + (abs(checkers) == 1)] |= bit
    return PointMasks(*masks)


def position_key(position: Position | BoardPosition) -> int:
    """The key of a position without its roll, 64 bits with a sign; with dice both sides share it."""
    game = position.game.id
    digest = hashlib.blake2b(f"{game}|{_board(position)}".encode(), digest_size=_KEY_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def turn_positions(events: Sequence[ev.Event]) -> list[TurnPosition]:
    """All positions of a match in which a turn stands; raises `InvalidRecordError`."""
    stands = set(standing(events, with_cut_game=True))
    positions: list[TurnPosition] = []
    game: list[TurnPosition] = []
    before: Match | None = None
    frame = -1
    for place, (event, match) in enumerate(followed(events)):
        frame += has_frame(event)
        if place in stands and before is not None:
            if isinstance(event, ev.TurnPlayed | ev.Moved):
                game += _of_turn(event, before, frame)
            elif isinstance(event, ev.GameEnded):
                positions += _with_points(game, event)
                game = []
        before = match
    return positions + game


def _with_points(game: list[TurnPosition], end: ev.GameEnded) -> Iterator[TurnPosition]:
    for position in game:
        won = 0 if end.winner is None else end.points if end.winner == position.side else -end.points
        yield position._replace(points=won)


def _of_turn(event: ev.TurnPlayed | ev.Moved, match: Match, frame: int) -> Iterator[TurnPosition]:
    """The position of a turn; none where nothing could be played."""
    dice: tuple[int, ...] = ()
    position: Position | BoardPosition = match.position
    if isinstance(event, ev.TurnPlayed):
        with_roll = match.dice_position()
        if not event.moves or with_roll.duty is None:
            return
        stage = with_roll.duty.stages[0]
        position, dice = with_roll, (max(stage), min(stage))
    yield TurnPosition(
        frame=frame,
        game=match.position.game.id,
        side=event.side,
        key=position_key(position),
        dice=dice,
        cube=_cube(match, event.side),
        away=_away(match, event.side),
        text=play_of(match).notation(match, event),
        masks=point_masks(position.board) if isinstance(position, TablesPosition) else PointMasks(),
    )


def _cube(match: Match, side: int) -> int:
    owner = match.cube.owner
    return 0 if owner is None else match.cube.value if owner == side else -match.cube.value


def _away(match: Match, side: int) -> tuple[int, int]:
    if for_points(match):
        return 0, 0
    length = match.terms.length
    return length - match.score[side], length - match.score[1 - side]


def _board(position: Position | BoardPosition) -> str:
    """The text of a position without its roll and without counters."""
    text = position.to_text()
    if position.game.is_board:
        text = text.partition(";")[0]
        return " ".join(text.split()[:_FEN_FIELDS]) if position.game.id in _CHESS else text
    return text.removesuffix(turn_duty_text.write(position.duty))
