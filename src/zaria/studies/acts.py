"""Acts of play in a chapter: each is an event of a match that stands in its position."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from zaria import games
from zaria.games.board_games import LETTERED, BoardGame, BoardPosition, square_name
from zaria.games.protocols import (
    DiceGame,
    IllegalTurnError,
    InvalidOptionsError,
    InvalidPositionError,
    InvalidRollError,
    Position,
    UnknownGameError,
)
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve
from zaria.match.match import Cube, Match, Phase
from zaria.match.plays import play_of
from zaria.match.terms import LONGEST, Terms
from zaria.studies.chapter import InvalidChapterError, Start, TreeNode

PASS = "pass"
CUBE_ACTS = ("double", "beaver", "raccoon", "take", "drop")
MOST_STEPS = 16
"""Steps of a turn that are read; no turn has more than eight."""

_ROLL = re.compile(r"[1-6]{2}", re.ASCII)
_STEPS = re.compile(r"(?:\d{1,2}-[1-6])(?:,\d{1,2}-[1-6])*", re.ASCII)


class IllegalActError(ValueError):
    """An act that the rules do not allow in its position."""


class Moment(NamedTuple):
    """The match after an act, the event that it is, and the match before; both are None at the root."""

    match: Match
    event: ev.Event | None = None
    before: Match | None = None


def begin(start: Start) -> Match:
    """Return a match that stands in the position of a root; raises `InvalidChapterError`."""
    try:
        game = games.get(start.game, **start.options)
        position = _position(game, start)
    except (UnknownGameError, InvalidOptionsError, InvalidPositionError) as error:
        raise InvalidChapterError(str(error.args[0])) from error
    if not 0 <= start.length <= LONGEST or min(start.score) < 0 or start.cube_owner not in (None, 0, 1):
        raise InvalidChapterError("nobody plays on such terms")
    if start.length and max(start.score) >= start.length:
        raise InvalidChapterError("the match is over at this score")
    stage = stage_of(position)
    phase: Phase = "double" if start.offers else "roll"
    return Match(
        id="",
        terms=Terms(
            start.game,
            options=start.options,
            length=start.length,
            cube=start.cube,
            beaver=start.beaver,
            raccoon=start.raccoon,
            raises=start.raises,
        ),
        seal="",
        game=game,
        position=position,
        phase="move" if game.is_board or stage else phase,
        game_no=1,
        turn=position.turn,
        dice=(stage[0], stage[1]) if len(stage) > 1 else None,
        cube=Cube(start.cube_value, start.cube_owner),
        proposed=start.offers,
        score=start.score,
        crawford=start.crawford,
    )


def _position(game: DiceGame | BoardGame, start: Start) -> Position | BoardPosition:
    if game.is_board:
        return game.parse(start.position) if start.position else game.start()
    first_game = game.nth(1)
    return first_game.parse(start.position, start.side) if start.position else first_game.start(start.side)


def stage_of(position: Position | BoardPosition) -> tuple[int, ...]:
    """Return the dice that are played now, none before a roll and on squares."""
    if position.game.is_board or position.duty is None:
        return ()
    return position.duty.stages[0]


def is_over(match: Match) -> bool:
    """Return whether nothing can be played any more."""
    return (
        match.phase in ("between", "over")
        or match.position.outcome() is not None
        or (not match.position.game.is_board and match.position.locked())
    )


def event_of(match: Match, act: str) -> ev.Event:
    """Return the event that an act is in this match; raises `IllegalActError`."""
    if is_over(match):
        raise IllegalActError("the game is over")
    try:
        if match.game.is_board:
            text = match.board_position().notation(act)
            return ev.Moved(at=0, side=match.turn, move=act, text=text)
        if act in CUBE_ACTS:
            return _cube_event(match, act)
        if match.phase == "roll" and _ROLL.fullmatch(act):
            return ev.Rolled(at=0, side=match.turn, n=match.rolls + 1, dice=(int(act[0]), int(act[1])))
        if match.phase == "move":
            turn = match.dice_position().complete(_steps(act))
            return ev.TurnPlayed(at=0, side=match.turn, moves=turn.moves, text=str(turn))
    except (IllegalTurnError, InvalidRollError) as error:
        raise IllegalActError(str(error)) from error
    raise IllegalActError("this cannot be played here")


def play(match: Match, act: str) -> Moment:
    """Return the moment after an act; raises `IllegalActError`."""
    event = event_of(match, act)
    try:
        return Moment(evolve(match, event), event, match)
    except BrokenHistoryError as error:
        raise IllegalActError(str(error)) from error


def follow(start: Start, line: Sequence[TreeNode]) -> list[Moment]:
    """Return the moments of a line from the root on.

    Raises `InvalidChapterError`, and `IllegalActError` at an act that cannot be played.
    """
    moments = [Moment(begin(start))]
    for node in line[1:]:
        moments.append(play(moments[-1].match, node.act))
    return moments


def name_of(event: ev.Event) -> str:
    """Return an act as books write it; acts of the cube have their English word."""
    if isinstance(event, ev.Rolled):
        return "-".join(map(str, sorted(event.dice, reverse=True)))
    if isinstance(event, ev.TurnPlayed | ev.Moved):
        return event.text
    return str(type(event).__struct_config__.tag)


def act_of(event: ev.Event) -> str | None:
    """Return the act that an event of a match is; None for another."""
    match event:
        case ev.Rolled():
            return "".join(map(str, event.dice))
        case ev.TurnPlayed():
            return ",".join(f"{point}-{die}" for point, die in event.moves) or PASS
        case ev.Moved():
            return event.move
        case ev.Doubled():
            return "double"
        case ev.Beavered():
            return "beaver"
        case ev.Raccooned():
            return "raccoon"
        case ev.Taken():
            return "take"
        case ev.Dropped():
            return "drop"
    return None


def _steps(act: str) -> tuple[ev.Move, ...]:
    if act == PASS:
        return ()
    if not _STEPS.fullmatch(act) or act.count(",") >= MOST_STEPS:
        raise IllegalActError("not the steps of a turn")
    steps = (step.split("-") for step in act.split(","))
    return tuple((int(point), int(die)) for point, die in steps)


def _cube_event(match: Match, act: str) -> ev.Event:
    answering = 1 - match.turn if len(match.proposed) % 2 else match.turn
    if act == "double" and cube.objection(match) is None:
        return ev.Doubled(at=0, side=match.turn, value=cube.raised(match))
    if match.phase == "double":
        if act == "beaver" and cube.beaver_objection(match) is None:
            return ev.Beavered(at=0, side=answering, value=cube.raised(match))
        if act == "raccoon" and cube.raccoon_objection(match) is None:
            return ev.Raccooned(at=0, side=answering, value=cube.raised(match))
        if act == "take":
            return ev.Taken(at=0, side=answering)
        if act == "drop":
            return ev.Dropped(at=0, side=answering)
    raise IllegalActError("the cube cannot be turned here")


def cube_acts(match: Match) -> list[str]:
    """Return the acts of the cube that are possible now."""
    if match.game.is_board or is_over(match):
        return []
    acts = []
    for act in CUBE_ACTS:
        try:
            _cube_event(match, act)
        except IllegalActError:
            continue
        acts.append(act)
    return acts


def position_text(match: Match) -> str:
    """Return the position written."""
    return play_of(match).position_text(match)


def square_names(match: Match) -> list[str]:
    """Return the names of the squares of a board game, on which drawings are."""
    game = match.board_game()
    if game.coordinates in LETTERED:
        return [square_name(game, row, column) for row in range(game.size) for column in range(game.size)]
    return [str(number) for number in range(1, game.size * game.size // 2 + 1)]
