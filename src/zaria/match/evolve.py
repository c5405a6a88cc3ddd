"""Applying an event to a match. Events are trusted: `decide` has checked them, or `records.verify` will."""

from msgspec.structs import replace

from zaria import games
from zaria.games.protocols import InvalidOptionsError, InvalidPositionError, UnknownGameError
from zaria.match import events as ev
from zaria.match import result_states
from zaria.match.clock import clock as clocks
from zaria.match.events import BrokenHistoryError
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.shared_events import APPLIERS
from zaria.match.terms import SESSION
from zaria.match.versions import VERSIONS, options_in_full


def evolve(match: Match | None, event: ev.Event) -> Match:
    """The match after `event`; it begins with `Opened` on no match.

    Raises `BrokenHistoryError` when the event makes no sense here at all; it is not a legality check.
    """
    if match is None:
        if not isinstance(event, ev.Opened):
            raise BrokenHistoryError("a match begins with its opening")
        return _opened(event)
    apply = APPLIERS.get(type(event)) or play_of(match).appliers.get(type(event))
    if apply is None:
        opened = isinstance(event, ev.Opened)
        raise BrokenHistoryError("a match opens once" if opened else "that does not happen in this game")
    if match.clock is not None and isinstance(event, ev.Act) and event.lag:
        match = replace(match, clock=clocks.forgive(match.clock, event.lag))
    after: Match = apply(match, event)
    if isinstance(event, ev.Act) and _counts_acts(after, event):
        acted = (event.side == 0 or after.acted[0], event.side == 1 or after.acted[1])
        after = replace(after, acted=acted)
    return result_states.played_on(after) if isinstance(event, ev.Act) else after


def _counts_acts(match: Match, event: ev.Act) -> bool:
    """Return whether it matters that the side has acted: in a game of a session, in a match by the day."""
    return match.terms.length == SESSION or (match.terms.by_day and event.ahead != "forced")


def replay(events: list[ev.Event]) -> Match:
    """The match that `events` amount to; raises `BrokenHistoryError` when there is none."""
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise BrokenHistoryError("no events")
    return match


def _opened(event: ev.Opened) -> Match:
    if event.version not in VERSIONS:
        raise BrokenHistoryError(f"rules version {event.version} is not known here")
    options = options_in_full(event.version, event.terms.game, event.terms.options)
    try:
        game = games.get(event.terms.game, **options)
    except (UnknownGameError, InvalidOptionsError) as error:
        raise BrokenHistoryError(str(error)) from error
    try:
        position = game.nth(1).first_position(event.terms.position)
    except InvalidPositionError as error:
        raise BrokenHistoryError(str(error)) from error
    return Match(
        id=event.id,
        terms=event.terms if options == event.terms.options else replace(event.terms, options=options),
        version=event.version,
        seal=event.seal,
        game=game,
        position=position,
        until=event.until,
        score=event.terms.start_score or (0, 0),
    )
