"""The rows that follow from a tournament's events, for lists and pages.

They are made from the states before and after each event, and follow from the history alone.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from zaria.club.accounts.models import Member
from zaria.club.tournaments.match_ids import match_id
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments import events as ev
from zaria.tournaments.corrections import paired_rounds
from zaria.tournaments.field import Meeting
from zaria.tournaments.state import TournamentState, sides

MOST_AT_ONCE = 500


def project(row: Tournament, before: TournamentState, event: ev.AnyEvent, after: TournamentState) -> None:
    """Write the changes of an event, except the row of the tournament, which the caller saves."""
    _project_entries(row, before, event, after)
    _project_pairings(row, before, event, after)
    row.phase = _phase(after)
    if after.phase != "cancelled":  # then the current round is the last one
        row.round = after.number
    row.round_ends_at = after.deadline if after.phase == "playing" else None
    if before.phase == "open":
        row.starts_at = after.terms.starts_at
    if isinstance(event, ev.Begun):  # a tournament that begins when full begins before its time
        row.starts_at = min(row.starts_at, event.at)
    if isinstance(event, ev.Ended | ev.Cancelled):
        row.ended_at = event.at
    if isinstance(event, ev.Ended):
        row.winner = after.standings[0] if after.standings else ""
        _set_places(row, after.standings)


def active(state: TournamentState) -> frozenset[str]:
    """Return the players who have not withdrawn."""
    return frozenset(state.ratings) - state.field.withdrawn


def _phase(state: TournamentState) -> Tournament.Phase:
    return Tournament.Phase(state.phase)


def _project_entries(
    row: Tournament, before: TournamentState, event: ev.AnyEvent, after: TournamentState
) -> None:
    unchanged = before.ratings is after.ratings and before.field.withdrawn is after.field.withdrawn
    if unchanged:
        return
    was, now = active(before), active(after)
    row.players = len(now)
    if gone := was - now:
        Entry.objects.filter(tournament=row, player__in=gone).update(active=False)
    came = now - was
    names = dict(Member.objects.filter(player__in=came).values_list("player", "username"))
    for player in came:
        fields: dict[str, Any] = {"active": True, "rating": after.ratings[player], "at": event.at}
        fields |= {"name": names[player]} if player in names else {}
        Entry.objects.update_or_create(tournament=row, player=player, defaults=fields)


def _project_pairings(
    row: Tournament, before: TournamentState, event: ev.AnyEvent, after: TournamentState
) -> None:
    if after.phase == "cancelled":
        Pairing.objects.filter(tournament=row, how="").update(how="cancelled")
        return
    if isinstance(event, ev.Corrected):
        _project_correction(row, event, after)
        return
    fresh = after.number != before.number
    previous = () if fresh else before.current
    if before.field.rounds is not after.field.rounds:
        _rename(row, before, after)
    if not fresh and previous is after.current and before.attempts is after.attempts:
        return
    continued = _stored(row, after.number) if fresh and before.later else frozenset()
    new = []
    for place, meeting in enumerate(after.current):
        attempt = after.attempts.get(place, 0)
        earlier = previous[place] if place < len(previous) else None
        if (place, attempt) in continued:
            continue
        if earlier is None or attempt != before.attempts.get(place, 0):
            _close(row, after.number, place, attempt)
            new.append(_pairing(row, after, place, event.at))
        elif earlier.players != meeting.players:  # the bye of a new player
            _rows(row, after, place).update(player0=_sides(after, place)[0])
        elif earlier != meeting:
            _decide(row, after, place)
    Pairing.objects.bulk_create(new, MOST_AT_ONCE)


def _project_correction(row: Tournament, event: ev.Corrected, after: TournamentState) -> None:
    """Write the right result, close the deleted meetings, and add those in their places."""
    meeting = paired_rounds(after)[event.number - 1].meetings[event.place]
    pairings = Pairing.objects.filter(tournament=row, number=event.number, place=event.place)
    pairing = pairings.order_by("attempt").last()
    assert pairing is not None
    points0, points1 = _points(meeting, pairing.player0)
    pairings.filter(pk=pairing.pk).update(points0=points0, points1=points1, how="director")
    for deleted in event.deleted:
        rows = Pairing.objects.filter(tournament=row, number=deleted.number, place=deleted.place)
        rows.exclude(how="repeated").update(how="repeated", points0=None, points1=None)
    if event.round:
        stored = _stored(row, after.number)
        places = [p for p in range(len(after.current)) if (p, after.attempts.get(p, 0)) not in stored]
        new = [_pairing(row, after, place, event.at) for place in places]
        Pairing.objects.bulk_create(new, MOST_AT_ONCE)


def _stored(row: Tournament, number: int) -> frozenset[tuple[int, int]]:
    """Return the places and attempts of the stored pairings of a round."""
    pairings = Pairing.objects.filter(tournament=row, number=number)
    return frozenset(pairings.values_list("place", "attempt"))


def _rename(row: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Give the byes of a player without a match, in finished rounds, to the player who replaces them."""
    both = zip(before.field.rounds, after.field.rounds, strict=False)
    for number, rounds in enumerate(both, start=1):
        for place, (was, now) in enumerate(zip(*rounds, strict=True)):
            if was is not now and was.players != now.players:
                bye = Pairing.objects.filter(tournament=row, number=number, place=place)
                bye.update(player0=now.players[0] or "")


def _close(row: Tournament, number: int, place: int, attempt: int) -> None:
    """Close an attempt that is not the last one: it decides nothing."""
    if attempt:
        earlier = Pairing.objects.filter(tournament=row, number=number, place=place, attempt__lt=attempt)
        earlier.exclude(how="repeated").update(how="repeated", points0=None, points1=None)


def _pairing(row: Tournament, state: TournamentState, place: int, at: int) -> Pairing:
    attempt, meeting = state.attempts.get(place, 0), state.current[place]
    player0, player1 = _sides(state, place)
    points0, points1 = _points(meeting, player0)
    is_paired = bool(player0 and player1)
    has_match = is_paired and meeting.result is None
    return Pairing(
        tournament=row,
        number=state.number,
        place=place,
        attempt=attempt,
        player0=player0,
        player1=player1,
        match_id=match_id(row.pk, state.number, place, attempt) if has_match else None,
        since=at,
        points0=points0,
        points1=points1,
        how="" if has_match else "walkover" if is_paired else "bye",
    )


def _sides(state: TournamentState, place: int) -> tuple[str, str]:
    """Return the players by the sides of their board; "" for an empty side."""
    first, second = state.current[place].players
    return sides(state, place) if first is not None and second is not None else (first or "", second or "")


def _rows(row: Tournament, state: TournamentState, place: int) -> "QuerySet[Pairing]":
    """Return the row of a meeting of the current round."""
    attempt = state.attempts.get(place, 0)
    return Pairing.objects.filter(tournament=row, number=state.number, place=place, attempt=attempt)


def _decide(row: Tournament, state: TournamentState, place: int) -> None:
    """Write the result of a meeting of the current round."""
    points0, points1 = _points(state.current[place], _sides(state, place)[0])
    how = state.hows.get(place, "walkover")
    _rows(row, state, place).update(points0=points0, points1=points1, how=how)


def _points(meeting: Meeting, player0: str) -> tuple[int | None, int | None]:
    """Return the half-points by sides of the board."""
    if meeting.result is None:
        return None, None
    first, second = meeting.result.points
    return (first, second) if player0 == (meeting.players[0] or "") else (second, first)


def _set_places(row: Tournament, standings: Iterable[str]) -> None:
    place = {player: number for number, player in enumerate(standings, start=1)}
    entries = list(Entry.objects.filter(tournament=row))
    for entry in entries:
        entry.place = place.get(entry.player)
    Entry.objects.bulk_update(entries, ["place"], MOST_AT_ONCE)
