"""The state of a tournament after its events."""

from collections.abc import Iterable

from msgspec.structs import replace

from zaria.tournaments import changes, corrections, undo
from zaria.tournaments import events as ev
from zaria.tournaments.draw import draw_key, drawn_order
from zaria.tournaments.field import Field
from zaria.tournaments.state import DirectorAct, TournamentState, without_acts

__all__ = ["BrokenTournamentError", "TournamentState", "evolve", "replay"]


class BrokenTournamentError(ValueError):
    """The events of a tournament contradict each other."""


def replay(events: Iterable[ev.AnyEvent]) -> TournamentState:
    """Return the tournament after these events; raises `BrokenTournamentError` if they contradict."""
    tournament: TournamentState | None = None
    for event in events:
        tournament = evolve(tournament, event)
    if tournament is None:
        raise BrokenTournamentError("no events")
    return tournament


def evolve(before: TournamentState | None, event: ev.AnyEvent) -> TournamentState:
    """Return the tournament after an event. Events are trusted: `decide` has checked them."""
    if before is None or isinstance(event, ev.Announced):
        if before is not None or not isinstance(event, ev.Announced):
            raise BrokenTournamentError("a tournament is announced once, and first")
        return TournamentState(event.id, event.terms, event.seal, event.edition)
    after = replace(_changed(before, event), version=before.version + 1)
    if event.by and isinstance(event, undo.UNDOABLE):
        act = DirectorAct(before.version, event, without_acts(before))
        after = replace(after, acts=(*after.acts, act))
    return after


def _changed(before: TournamentState, event: ev.AnyEvent) -> TournamentState:
    match event:
        case ev.Entered():
            return _entered(before, event)
        case ev.Withdrawn():
            return _withdrawn(before, event.player)
        case ev.CheckedIn():
            return replace(before, checked_in=before.checked_in | {event.player})
        case ev.Edited():
            return _edited(before, event)
        case ev.Begun():
            return _begun(before, event)
        case ev.Paused() | ev.Resumed():
            return replace(before, paused=isinstance(event, ev.Paused))
        case ev.Cancelled():
            return replace(before, phase="cancelled", current=(), acts=(), later=())
        case ev.Ended():
            return _ended(before, event)
        case _:
            return _changed_round(before, event)


def _changed_round(before: TournamentState, event: ev.AnyEvent) -> TournamentState:
    """Apply an event of a round, its meetings or its director."""
    match event:
        case ev.RoundPaired():
            return _paired(before, event)
        case ev.MeetingsPaired():
            return replace(before, current=before.current + event.meetings)
        case ev.PairsSet():
            return replace(before, hand=event.pairs)
        case ev.MeetingDecided():
            return changes.with_decision(before, event.place, event.result, event.how)
        case ev.MeetingRepeated():
            repeats = before.repeats | {event.place: before.repeats.get(event.place, 0) + 1}
            return replace(changes.with_attempt(before, event.place), repeats=repeats)
        case ev.MeetingReopened():
            repeats = {place: times for place, times in before.repeats.items() if place != event.place}
            return replace(changes.reopened(before, event.place), repeats=repeats)
        case ev.Replaced():
            return changes.exchanged(before, event.player, event.other, event.rating, event.nonce)
        case ev.Corrected():
            return corrections.corrected(before, event)
        case ev.Undone():
            act = next(act for act in before.acts if act.number == event.number)
            return replace(undo.restored(before, act), acts=before.acts[:-1])
    raise BrokenTournamentError(f"no change by {event}")


def _entered(before: TournamentState, event: ev.Entered) -> TournamentState:
    ratings = {**before.ratings, event.player: event.rating}
    if before.phase == "open":
        return replace(before, ratings=ratings, nonces=before.nonces | {event.player: event.nonce})
    field = before.field
    if event.player in field.entrants:
        back = replace(field, withdrawn=field.withdrawn - {event.player})
    else:  # a late player has the last seed: the numbers of the others stay
        back = replace(field, entrants=(*field.entrants, event.player), order=(*field.order, event.player))
    return replace(before, ratings=ratings, field=back)


def _withdrawn(before: TournamentState, player: str) -> TournamentState:
    if before.phase == "open":
        return changes.without_entry(before, player)
    return replace(before, field=replace(before.field, withdrawn=before.field.withdrawn | {player}))


def _edited(before: TournamentState, event: ev.Edited) -> TournamentState:
    """Change the terms; after another start, players check in again."""
    same_time = event.terms.starts_at == before.terms.starts_at
    return replace(before, terms=event.terms, checked_in=before.checked_in if same_time else frozenset())


def _begun(before: TournamentState, event: ev.Begun) -> TournamentState:
    secret = bytes.fromhex(event.secret)
    nonces = {player: before.nonces.get(player, "") for player in before.ratings}
    key = draw_key(secret, before.id, nonces) if secret else b""
    order = event.order or tuple(drawn_order(key, before.id, "pairs", before.ratings))
    place = {player: number for number, player in enumerate(order)}
    seeds = sorted(before.ratings, key=lambda player: (-before.ratings[player], place[player]))
    return replace(
        before,
        phase="playing",
        secret=secret,
        drawn={player: nonces.get(player, "") for player in order},
        key=key,
        field=Field(tuple(seeds), order),
        began_at=event.at,
        acts=(),
    )


def _paired(before: TournamentState, event: ev.RoundPaired) -> TournamentState:
    details = corrections.details_of_next(before, event.meetings)
    return replace(
        before,
        field=before.with_current(),
        current=event.meetings,
        repeats=details.repeats,
        attempts=details.attempts,
        hows=details.hows,
        withdrawn_before=details.withdrawn,
        by_hand=details.by_hand,
        past=before.all_past,
        later=before.later[1:],
        hand=(),
        paired_at=event.at,
        acts=(),
    )


def _ended(before: TournamentState, event: ev.Ended) -> TournamentState:
    over = replace(before, phase="over", field=before.with_current(), current=(), acts=())
    return replace(over, standings=event.standings, hand=(), past=before.all_past, later=())
