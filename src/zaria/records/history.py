"""Checks that the events of a record can follow one another; `verify` checks that they are true."""

from collections.abc import Iterator, Sequence

from zaria.games.game import IllegalTurnError, InvalidRollError
from zaria.games.squares import SquaresPosition
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve
from zaria.match.match import Match, Phase
from zaria.match.scoring import champion, for_points
from zaria.match.terms import AUTO_DOUBLES, Terms
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

MOST_EVENTS = 40_000
LONGEST_MATCH = 999
"""Points of the longest match that is read."""

_PHASES: dict[type, tuple[Phase, ...]] = {
    ev.Cancelled: ("open",),
    ev.Seated: ("open",),
    ev.GameStarted: ("open", "between"),
    ev.OpeningRolled: ("between",),
    ev.Rolled: ("roll",),
    ev.TurnPlayed: ("move",),
    ev.Doubled: ("roll",),
    ev.Beavered: ("double",),
    ev.Raccooned: ("double",),
    ev.Taken: ("double",),
    ev.Dropped: ("double",),
    ev.ResignOffered: ("roll", "move"),
    ev.ResignAccepted: ("resign",),
    ev.ResignRejected: ("resign",),
    ev.Flagged: ("roll", "move", "double", "resign"),
    ev.Claimed: ("roll", "move", "double", "resign"),
    ev.TakenBack: ("roll", "move", "double", "resign"),
    ev.ClockCredited: ("roll", "move", "double", "resign"),
    ev.Restarted: ("between",),
    ev.GameEnded: ("between", "roll"),
    ev.MatchEnded: ("between",),
}
"""The phases in which each event may happen. A stuck game ends while a side is to roll."""

_ON_SQUARES = (
    ev.Moved,
    ev.Resigned,
    ev.Aborted,
    ev.DrawOffered,
    ev.DrawAccepted,
    ev.DrawDeclined,
    ev.Flagged,
    ev.Claimed,
    ev.TakenBack,
)
"""Events that may happen while a board game is played."""


def followed(events: Sequence[ev.Event]) -> Iterator[tuple[ev.Event, Match]]:
    """Each event with the match after it; raises `InvalidRecordError` at one that cannot follow."""
    if len(events) > MOST_EVENTS:
        raise InvalidRecordError(f"more than {MOST_EVENTS} events")
    match: Match | None = None
    for number, event in enumerate(events, 1):
        try:
            if match is not None:
                _check(match, event)
            elif isinstance(event, ev.Opened):
                _check_terms(event.terms)
            match = evolve(match, event)
        except (BrokenHistoryError, InvalidRollError, IllegalTurnError, InvalidRecordError) as error:
            raise InvalidRecordError(f"event {number}: {error}") from error
        yield event, match


def _check_terms(terms: Terms) -> None:
    """Refuse numbers out of range; the limits allow the longer matches of other programs."""
    if not 0 <= terms.length <= LONGEST_MATCH or not 0 <= terms.auto_doubles <= AUTO_DOUBLES:
        raise BrokenHistoryError("nobody plays on such terms")


def _check(match: Match, event: ev.Event) -> None:
    kind = type(event).__struct_config__.tag
    if match.squares is not None and isinstance(event, _ON_SQUARES):
        _check_on_squares(match, match.squares, event)
        return
    if match.phase not in _PHASES.get(type(event), ()):
        raise BrokenHistoryError(f"“{kind}” cannot follow here")
    if isinstance(event, ev.Seated):
        source_text.name(event.player.name, None)
        return
    if isinstance(event, ev.ClockCredited | ev.Flagged | ev.Claimed | ev.Cancelled | ev.TakenBack):
        return
    if not match.seal and isinstance(event, ev.ResignOffered | ev.ResignAccepted):
        return  # in files of other programs the side that was to answer may give a game up
    if isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned) and event.value <= match.cube.value:
        raise BrokenHistoryError(f"a cube at {match.cube.value} is not raised to {event.value}")
    if isinstance(event, ev.GameStarted) and _won(match):
        raise BrokenHistoryError("the match is won")
    side = getattr(event, "side", None)
    if side is not None and side != match.to_act():
        raise BrokenHistoryError(f"“{kind}” is not for side {side}")
    if isinstance(event, ev.GameStarted) and event.number not in (match.game_no, match.game_no + 1):
        raise BrokenHistoryError(f"game {event.number} comes after game {match.game_no}")


def _won(match: Match) -> bool:
    return not for_points(match) and champion(match, match.score) is not None


def _check_on_squares(match: Match, position: SquaresPosition, event: ev.Event) -> None:
    """Only the side on turn moves; both may resign or offer draws. Other programs have other draw rules."""
    kind = type(event).__struct_config__.tag
    past = not match.seal and match.result is None and position.outcome() is not None
    if match.phase != "move" and not (past and match.phase == "between"):
        raise BrokenHistoryError(f"“{kind}” cannot follow here")
    if isinstance(event, ev.Moved) and event.side != match.turn:
        raise BrokenHistoryError(f"“{kind}” is not for side {event.side}")
    if isinstance(event, ev.DrawAccepted | ev.DrawDeclined) and match.talk.offer != 1 - event.side:
        raise BrokenHistoryError(f"“{kind}” is not for side {event.side}")
