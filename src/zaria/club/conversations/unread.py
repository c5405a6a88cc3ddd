"""Unread lines of direct conversations, counted in the transaction of each change."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from django.db.models import F, Q

from zaria.club.accounts.models import Member
from zaria.club.conversations.models import Participant
from zaria.club.conversations.reminders import mark_seen
from zaria.club.notifications.announcements import counts
from zaria.live.sockets.protocol.server import UnreadChanged

Reads = Mapping[tuple[str, str], int]
"""Up to which line a player has read: by conversation and player."""


def update(
    lasts: Mapping[str, int], authors: Mapping[str, Sequence[tuple[str, int, int]]], reads: Reads
) -> list[tuple[str, UnreadChanged]]:
    """Store new lines of direct conversations and what was read; return the new counts where they changed.

    `lasts` are the last numbers of the conversations, locked by the caller; `authors` their new lines in
    order (author, number, moment in ms).
    """
    if not lasts:
        return []
    changes: Counter[str] = Counter()
    changed = []
    seen: list[tuple[str, str, int]] = []
    for row in Participant.objects.filter(_concerned(authors, reads)):
        before = row.read, row.unread_since, row.last_at
        _add_lines(row, authors.get(row.conversation_id, ()))
        row.read = min(
            max(row.read, reads.get((row.conversation_id, row.player), 0)), lasts[row.conversation_id]
        )
        if row.read >= lasts[row.conversation_id]:
            row.unread_since = None
        if (row.read, row.unread_since, row.last_at) != before:
            changed.append(row)
        if (row.unread_since is None) != (before[1] is None):
            changes[row.player] += 1 if before[1] is None else -1
            if before[1] is not None:
                seen.append((row.conversation_id, row.player, before[1]))
    if changed:
        Participant.objects.bulk_update(changed, ["read", "unread_since", "last_at"])
    if changes:
        rows = Member.objects.filter(player__in=list(changes)).order_by("pk")
        list(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    for conversation, player, unread_since in seen:
        mark_seen(conversation, player, unread_since)
    return _count(changes)


def _concerned(authors: Collection[str], reads: Reads) -> Q:
    concerned = Q(conversation__in=list(authors))
    for conversation, player in reads:
        concerned |= Q(conversation=conversation, player=player)
    return concerned


def _add_lines(row: Participant, lines: Sequence[tuple[str, int, int]]) -> None:
    """An author has read everything before their own line."""
    for author, number, at in lines:
        row.last_at = at
        if author == row.player:
            row.read, row.unread_since = number, None
        elif row.unread_since is None and not row.muted:
            row.unread_since = at


def _count(changes: Mapping[str, int]) -> list[tuple[str, UnreadChanged]]:
    for by in sorted({*changes.values()} - {0}):
        players = [player for player, change in changes.items() if change == by]
        Member.objects.filter(player__in=players).update(unread_messages=F("unread_messages") + by)
    return counts([player for player, change in changes.items() if change])
