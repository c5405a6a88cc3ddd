"""Queries of a member's own direct conversations."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.conversations.models import Line, Participant

A_PAGE = 30
"""Conversations on one page of the list."""


class Talk(NamedTuple):
    """A direct conversation: with whom (None: the account is deleted), its last line, and unread or not."""

    id: str
    peer: Member | None
    line: Line | None
    is_own: bool
    unread: bool
    at: int


class Inbox(NamedTuple):
    """A page of a list of conversations, the unread ones first, then the latest ones."""

    talks: list[Talk]
    number: int
    more: bool


def inbox(member: Member, number: int) -> Inbox:
    """Page `number` (from 1) of a member's conversations; those without a line are left out."""
    rows = _rows(member.player, (number - 1) * A_PAGE, A_PAGE + 1)
    shown = rows[:A_PAGE]
    peers, lines = _others(member, shown), _last_lines(shown)
    talks = [_talk(member, row, peers, lines) for row in shown]
    return Inbox(talks, number, len(rows) > A_PAGE)


def _rows(player: str, start: int, most: int) -> list[Participant]:
    """At most so many rows of a player from a place on: each half of the list has an index in its order."""
    participations = Participant.objects.filter(player=player, last_at__gt=0).select_related("conversation")
    participations = participations.order_by("-last_at", "-conversation_id")
    unread = participations.filter(unread_since__isnull=False)
    rows = list(unread[start : start + most])
    if len(rows) < most:
        unread_count = start + len(rows) if rows else unread.count()
        first = max(0, start - unread_count)
        rows += participations.filter(unread_since=None)[first : first + most - len(rows)]
    return rows


def peer(conversation_id: str, player: str) -> Member | None:
    """The other member of a direct conversation; None if their account is deleted."""
    participants = Participant.objects.filter(conversation=conversation_id).exclude(player=player)
    peer_id = participants.values_list("player", flat=True).first()
    return Member.objects.filter(player=peer_id, is_active=True).first() if peer_id else None


def _others(member: Member, rows: Sequence[Participant]) -> dict[str, Member]:
    talks = [row.conversation_id for row in rows]
    pairs = dict(
        Participant.objects.filter(conversation__in=talks)
        .exclude(player=member.player)
        .values_list("conversation", "player")
    )
    active = Member.objects.filter(player__in=pairs.values(), is_active=True)
    members = {row.player: row for row in active}
    return {talk: members[player] for talk, player in pairs.items() if player in members}


def _last_lines(rows: Sequence[Participant]) -> dict[str, Line]:
    wanted = Q()
    for row in rows:
        wanted |= Q(conversation=row.conversation_id, number=row.conversation.last)
    lines = Line.objects.filter(wanted) if rows else ()
    return {line.conversation_id: line for line in lines}


def _talk(member: Member, row: Participant, peers: dict[str, Member], lines: dict[str, Line]) -> Talk:
    line = lines.get(row.conversation_id)
    is_own = line is not None and line.author == member.player
    unread = row.unread_since is not None
    return Talk(
        row.conversation_id, peers.get(row.conversation_id), line, is_own, unread, row.conversation.at
    )
