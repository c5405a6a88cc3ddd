"""A match as a sequence of frames, which the replay page steps through."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import InvalidPositionError
from zaria.match import events as ev
from zaria.match.match import Cube, Match
from zaria.match.moment import Trace
from zaria.match.plays import play_of
from zaria.match.view import moment
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed
from zaria.records.position_ids import match_position, xgid

Pair = tuple[int, int]


class Squares(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board of a board game: fields of `match.moment.BoardView`."""

    board: str
    plies: int
    last: Trace | None = None
    counters: tuple[tuple[str, int, int], ...] = ()


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The table after one event.

    `t` is the tag of the event and `side` the side that caused it. Pairs are (side 0, side 1), points in each
    side's own numbers; `men`, `pins`, `dice`, `thrown`, `later`, `rest` are those of `match.moment.Moment`.
    `game` counts the games from 1, `id` names the position (see `identify`), `now` is the identifier of the
    game being played. `text` is the turn in notation and `played` its dice; `points`, `how`, `kind` and `why`
    describe the end of a game; `value` is an offer of the cube. `ahead` is why nobody gave the act then: its
    player had agreed to it, or it was a turn without a choice. Only board games have `squares`; they have no
    checkers, dice and cube.
    """

    t: str
    game: int
    now: str
    side: int | None = None
    turn: int
    men: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    pins: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    pips: Pair = (0, 0)
    dice: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    later: tuple[tuple[int, ...], ...] = ()
    rest: bool = False
    opening: tuple[int, ...] = ()
    cube: Cube = Cube()
    proposed: tuple[int, ...] = ()
    score: Pair
    crawford: bool = False
    text: str = ""
    played: tuple[int, ...] = ()
    others: bool = False
    moves: tuple[tuple[int, int], ...] = ()
    value: int = 0
    points: int = 0
    how: str = ""
    kind: str = ""
    why: str = ""
    ahead: ev.Ahead = ""
    squares: Squares | None = None
    id: str = ""

    def board_squares(self) -> Squares:
        """The board of a board game; raises `ValueError` in a frame of a game with dice."""
        if self.squares is None:
            raise ValueError(f"{self.now} has no board of squares")
        return self.squares


class Replay(msgspec.Struct, frozen=True):
    """A whole record: the match in its final state, and its frames."""

    match: Match
    frames: tuple[Frame, ...]


_UNSEEN = (ev.Opened, ev.Cancelled, ev.Seated, ev.ClockCredited, ev.ClockStood, ev.MatchEnded)


def replay(events: Sequence[ev.Event]) -> Replay:
    """The frames of a record; raises `InvalidRecordError` where its events cannot follow one another."""
    before: Match | None = None
    frames = []
    last: Match | None = None
    for event, match in followed(events):
        if has_frame(event):
            frames.append(frame_of(event, before, match))
        before = last = match
    if last is None or not frames:
        raise InvalidRecordError("a match without a game")
    return Replay(last, tuple(frames))


def identify(match: Match) -> str:
    """An identifier of the present position: an XGID where there is one, else the position's own text."""
    try:
        return xgid.write(match_position.of_match(match))
    except InvalidPositionError:
        return play_of(match).position_text(match)


def games(frames: Sequence[Frame]) -> Iterator[tuple[int, int]]:
    """The number of each game and its first frame; a game that is played again begins twice."""
    for at, frame in enumerate(frames):
        if frame.t in ("game", "restarted"):
            yield frame.game, at


def has_frame(event: ev.Event) -> bool:
    """Return whether the event has a frame: all but those that change nothing on the table."""
    return not isinstance(event, _UNSEEN)


def placed(position: BoardPosition, last: Trace | None = None) -> Squares:
    """The board of a board game, after the move `last`."""
    counters = tuple((counter.name, counter.now, counter.of) for counter in position.counters())
    return Squares(position.board(), position.plies, last, counters)


def frame_of(event: ev.Event, before: Match | None, match: Match) -> Frame:
    """Return the frame of an event, by the match before and after it."""
    now = moment(match)
    board = now.squares
    return Frame(
        t=_tag(event),
        game=match.game_no,
        now=match.position.game.id,
        side=getattr(event, "side", None) if not isinstance(event, ev.GameEnded) else event.winner,
        turn=match.turn,
        men=now.men,
        pins=now.pins,
        pips=now.pips,
        dice=now.dice,
        thrown=now.thrown if now.dice else (),
        later=now.later,
        rest=now.rest,
        opening=event.dice if isinstance(event, ev.OpeningRolled) else (),
        cube=match.cube,
        proposed=match.proposed,
        score=match.score,
        crawford=match.crawford,
        ahead=_ahead(event),
        squares=None if board is None else Squares(board.board, board.plies, board.last, board.counters),
        id=identify(match),
        **_fields(event, before),
    )


def _ahead(event: ev.Event) -> ev.Ahead:
    """Return `Frame.ahead` of an event; "" for a roll without a choice, as most are."""
    if not isinstance(event, ev.Act) or (isinstance(event, ev.Rolled) and event.ahead == "forced"):
        return ""
    return event.ahead


def _fields(event: ev.Event, before: Match | None) -> dict[str, Any]:
    """The fields that only some events have."""
    if isinstance(event, ev.TurnPlayed | ev.Moved):
        assert before is not None
        return _turn(event, before)
    if isinstance(event, ev.GameEnded):
        return {"points": event.points, "how": event.how, "kind": event.kind, "why": event.why}
    if isinstance(event, ev.ResignOffered):
        return {"points": event.points}
    if isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned):
        return {"value": event.value}
    return {}


def _turn(event: ev.TurnPlayed | ev.Moved, before: Match) -> dict[str, Any]:
    text = {"text": play_of(before).notation(before, event)}
    if isinstance(event, ev.Moved):
        return text
    duty = before.dice_position().duty
    assert duty is not None
    return text | {"played": duty.stages[0], "others": not duty.own_roll, "moves": event.moves}


def _tag(event: ev.Event) -> str:
    tag: Literal[True] | str | int | None = type(event).__struct_config__.tag
    return str(tag)
