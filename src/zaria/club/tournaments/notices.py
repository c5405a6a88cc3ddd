"""Notices about tournaments: to entrants and players, to invited players, and to followers of winners."""

from collections.abc import Collection, Iterable, Sequence

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import lock_members, mark_events_read, notify, notify_each
from zaria.club.notifications.kinds import AnyBody, NoticeKind
from zaria.club.notifications.notice_kinds import INVITATION, InvitationBody
from zaria.club.notifications.sender_limits import within_limits
from zaria.club.relations.models import Relation
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.notice_kinds import (
    FOLLOWED_TOURNAMENT,
    PLACE,
    ROUND,
    TOURNAMENT,
    FollowedTournamentBody,
    PlaceBody,
    RoundBody,
    TournamentBody,
)
from zaria.club.tournaments.projection import active
from zaria.tournaments import events as ev
from zaria.tournaments.corrections import paired_rounds
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.tournament import TournamentState

_CHANGES = {"too_few": "few", "no_match": "unplayed"}
"""The kinds of change in notices by the codes of events; other cancellations are the director's."""


def lock(states: Iterable[TournamentState], events: Iterable[ev.AnyEvent]) -> None:
    """Lock the members of all players of a tournament, once, before several events write their notices."""
    if any(isinstance(event, ev.MeetingDecided | ev.Corrected) for event in events):
        players = {player for state in states for player in state.ratings}
        lock_members(_member_ids(players))


def add(row: Tournament, before: TournamentState, event: ev.AnyEvent, after: TournamentState) -> None:
    """Write the notices of an event to players; the caller has locked the row."""
    start, key = after.terms.starts_at, f"tournament:{row.pk}:{row.events}"
    title, path = row.title, _path(row)
    if isinstance(event, ev.Cancelled):
        change = _CHANGES.get(event.code, "cancelled")
        body = TournamentBody(title=title, path=path, change=change, reason=event.reason)
        _write(TOURNAMENT, active(before) - {event.by}, body, key, sender_of(row))
    elif before.terms.starts_at != start:
        body = TournamentBody(title=title, path=path, change="moved", starts_at=start, reason=event.reason)
        _write(TOURNAMENT, active(after) - {event.by}, body, key, sender_of(row))
    elif isinstance(event, ev.Corrected):
        body = TournamentBody(
            title=title, path=path, change="corrected", round=event.number, reason=event.reason
        )
        _write(TOURNAMENT, _concerned(event, after) - {event.by}, body, key, sender_of(row))
    elif isinstance(event, ev.RoundPaired):
        undecided = [meeting for meeting in event.meetings if meeting.result is None]
        players = {player for meeting in undecided for player in meeting.players}
        round_body = RoundBody(title=title, path=path, round=after.number)
        _write(ROUND, players, round_body, f"{_rounds(row)}{row.events}")
    elif isinstance(event, ev.MeetingDecided):
        mark_events_read(_member_ids(after.current[event.place].players), _rounds(row))
    elif isinstance(event, ev.Ended) and event.standings:
        _notify_of_places(row, event.standings)
        _notify_followers(row, event.standings[0])


def invite(row: Tournament, players: Collection[str]) -> None:
    """Write invitations to players.

    Raises `TournamentRefusedError` if a member has invited too many players, or the same ones too often.
    """
    sender, ids = sender_of(row), _member_ids(players)
    if len(within_limits(sender, INVITATION, ids)) < len(ids):
        raise TournamentRefusedError("too_many_invitations")
    body = InvitationBody(title=row.title, path=_path(row))
    _write(INVITATION, players, body, f"invited:{row.pk}:{row.events}", sender)


def sender_of(row: Tournament) -> str:
    """Return the player whose limits the notices of a tournament count to; "" for one of the club."""
    return row.director if row.private else ""


def _notify_of_places(row: Tournament, standings: Sequence[str]) -> None:
    ids = dict(Member.objects.filter(player__in=standings).values_list("player", "pk"))
    bodies = {
        ids[player]: PlaceBody(title=row.title, place=place, path=_path(row))
        for place, player in enumerate(standings, start=1)
        if player in ids
    }
    notify_each(bodies, PLACE, key=f"place:{row.pk}")


def _notify_followers(row: Tournament, winner: str) -> None:
    name = Member.objects.filter(player=winner, is_active=True).values_list("username", flat=True).first()
    if name is None:
        return
    followers = Relation.objects.filter(other__player=winner, follows=True).values_list("member", flat=True)
    body = FollowedTournamentBody(name=name, title=row.title, place=1, path=_path(row))
    notify(followers, FOLLOWED_TOURNAMENT, body, key=f"won:{row.pk}", sender=winner)


def _write(
    kind: NoticeKind[AnyBody],
    players: Collection[str | None],
    body: AnyBody,
    key: str,
    sender: str = "",
) -> None:
    notify(_member_ids(players), kind, body, key=key, sender=sender)


def _concerned(event: ev.Corrected, after: TournamentState) -> set[str]:
    """Return the players of a corrected meeting, of the deleted ones, and of those in their places."""
    corrected = paired_rounds(after)[event.number - 1].meetings[event.place]
    places = {deleted.place for deleted in event.deleted if deleted.number == event.round}
    pairs = [corrected.players, *(deleted.players for deleted in event.deleted)]
    pairs += [meeting.players for place, meeting in enumerate(event.meetings) if place in places]
    return {player for pair in pairs for player in pair if player is not None}


def _rounds(row: Tournament) -> str:
    """Return the beginning of the keys of the notices that a round has begun."""
    return f"round:{row.pk}:"


def _path(row: Tournament) -> str:
    return f"/tournaments/{row.pk}"


def _member_ids(players: Collection[str | None]) -> list[int]:
    return list(Member.objects.filter(player__in=players).values_list("pk", flat=True))
