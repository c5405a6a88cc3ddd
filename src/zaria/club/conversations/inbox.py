"""Queries of a member's own direct conversations."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.conversations.models import Conversation, Line, Participant

A_PAGE = 30
"""Conversations on one page of the list."""


class Talk(NamedTuple):
    """A direct conversation: with whom (None: the account is deleted), its last line, and unread or not."""

    id: str
    other: Member | None
    line: Line | None
    own: bool
    unread: bool
    at: int


class Inbox(NamedTuple):
    """A page of a list of conversations, the unread ones first, then the latest ones."""

    talks: list[Talk]
    number: int
    more: bool


def inbox(member: Member, number: int) -> Inbox:
    """Page `number` (from 1) of a member's conversations; those without a line are left out."""
    own = Participant.objects.filter(
        player=member.player, conversation__kind=Conversation.Kind.DIRECT, conversation__last__gt=0
    )
    marked = own.select_related("conversation").annotate(unread=Q(unread_since__isnull=False))
    ordered = marked.order_by("-unread", "-conversation__at", "-conversation")
    start = (number - 1) * A_PAGE
    rows = list(ordered[start : start + A_PAGE + 1])
    shown = rows[:A_PAGE]
    others, lines = _others(member, shown), _last_lines(shown)
    talks = [_talk(member, row, others, lines) for row in shown]
    return Inbox(talks, number, len(rows) > A_PAGE)


def peer(conversation_id: str, player: str) -> Member | None:
    """The other member of a direct conversation; None if their account is deleted."""
    others = Participant.objects.filter(conversation=conversation_id).exclude(player=player)
    found = others.values_list("player", flat=True).first()
    return Member.objects.filter(player=found, is_active=True).first() if found else None


def _others(member: Member, rows: Sequence[Participant]) -> dict[str, Member]:
    talks = [row.conversation_id for row in rows]
    pairs = dict(
        Participant.objects.filter(conversation__in=talks)
        .exclude(player=member.player)
        .values_list("conversation", "player")
    )
    there = Member.objects.filter(player__in=pairs.values(), is_active=True)
    members = {found.player: found for found in there}
    return {talk: members[player] for talk, player in pairs.items() if player in members}


def _last_lines(rows: Sequence[Participant]) -> dict[str, Line]:
    wanted = Q()
    for row in rows:
        wanted |= Q(conversation=row.conversation_id, number=row.conversation.last)
    found = Line.objects.filter(wanted) if rows else ()
    return {line.conversation_id: line for line in found}


def _talk(member: Member, row: Participant, others: dict[str, Member], lines: dict[str, Line]) -> Talk:
    line = lines.get(row.conversation_id)
    own = line is not None and line.author == member.player
    unread = row.unread_since is not None
    return Talk(row.conversation_id, others.get(row.conversation_id), line, own, unread, row.conversation.at)
