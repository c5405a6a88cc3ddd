"""Queries of lines for their readers."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from zaria.club.conversations.access import Access, ConversationId, Kind
from zaria.club.conversations.authors import find_authors
from zaria.club.conversations.models import Conversation, Line, Participant
from zaria.club.conversations.rows import FIELDS, of_row
from zaria.club.relations.queries import PlayerRelation, blocked_by, standings
from zaria.club.site.clock import MINUTE_MS, now_ms
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import Compared, Lines, Refused

PAGE = 50
"""Lines that are sent at once."""
MOST_NUMBER = 2**31 - 1
"""The greatest number of a line."""
MOST_MISSED = 500
"""Lines in one answer to a process that has missed some."""
LATE_MS, MOST_REMOVED = MINUTE_MS, 500
"""Removals within this time, and so many at most, are sent again: the bus may have lost them."""
_DIRECT = f"{Kind.DIRECT}:"
_RESTRICTED = (Kind.DIRECT, Kind.TOURNAMENT, Kind.FEDERATION)


class ReaderState(NamedTuple):
    """The state of a conversation for its reader: see `Lines`."""

    muted: bool
    blocked: bool
    objection: Refused | None

    @classmethod
    def of(cls, name: str, player: str | None, peer: str | None = None) -> "ReaderState":
        """Of the player with this id; `peer` is the other one at a table."""
        if player is None:
            return cls(False, False, None)
        rows = Participant.objects.filter(conversation=name)
        if name.startswith(_DIRECT):
            muted = dict(rows.values_list("player", "muted"))
            peer = next((participant for participant in muted if participant != player), None)
        else:
            muted = dict(rows.filter(player=player).values_list("player", "muted"))
        standing = (
            standings(player, [peer]).get(peer, PlayerRelation()) if peer is not None else PlayerRelation()
        )
        authors = find_authors([player, *([peer] if peer is not None else ())])
        objection = authors[player].objection(now_ms()) if player in authors else None
        peer_author = authors.get(peer or "")
        if objection is None and name.startswith(_DIRECT) and (peer_author is None or not peer_author.active):
            objection = Refused("account_deleted")
        if objection is None and standing.apart:
            objection = Refused("blocked")
        return cls(muted.get(player, False), standing.blocks, objection)


class Reading:
    """Reads lines for those who may have them. Belongs to one thread."""

    def __init__(self, access: Access | None = None) -> None:
        self._access = access or Access()

    def read(self, name: str, player: str | None, n: int, peer: str | None = None) -> Lines | Refused:
        """See `ConversationStore.read`."""
        allowed = self._access.allows(name, player)
        if not allowed:
            return Refused("unknown_conversation" if allowed is None else "not_allowed")
        last = Conversation.objects.filter(pk=name).values_list("last", flat=True).first() or 0
        after = max(n, last - PAGE)
        lines = _lines(name, after, PAGE)
        more = after > max(n, 0)
        last = lines[-1].n if lines else last
        state = ReaderState.of(name, player, peer)
        return Lines(lines, last, more, _ignored(name, player), *state)

    def lines_after(self, name: str, n: int) -> list[StoredLine]:
        """See `ConversationStore.lines_after`."""
        return _lines(name, n, MOST_MISSED)

    def allows(self, name: str, player: str | None) -> bool | None:
        """See `Access.allows`."""
        return self._access.allows(name, player)

    def lines_before(self, name: str, player: str | None, before: int) -> tuple[list[StoredLine], bool]:
        """The last lines before a number, in order, and whether there are others before them.

        Those of authors whom the reader blocks are left out.
        """
        rows = Line.objects.filter(conversation=name, number__lt=before).order_by("-number")[:PAGE]
        ignored = _ignored(name, player)
        lines = [of_row(row) for row in reversed(rows.values_list(*FIELDS))]
        more = bool(lines) and lines[0].n > 1
        return [line for line in lines if line.author not in ignored], more

    def check(self, readers: Mapping[str, Collection[str]]) -> dict[str, Compared]:
        """See `ConversationStore.check`."""
        lasts = dict(Conversation.objects.filter(pk__in=readers).values_list("pk", "last"))
        removed = _removed_of_late(readers)
        return {
            name: Compared(lasts.get(name, 0), self._refused(name, players), removed.get(name, ()))
            for name, players in readers.items()
        }

    def _refused(self, name: str, players: Collection[str]) -> list[str]:
        identifier = ConversationId.of(name)
        if identifier is None or identifier.kind not in _RESTRICTED:
            return []
        return [player for player in players if not self._access.allows(name, player or None)]


def _ignored(name: str, player: str | None) -> frozenset[str]:
    """In a room the lines of others that the reader blocks are left out; two players see all of theirs."""
    if player is None or name.startswith((_DIRECT, f"{Kind.TABLE}:")):
        return frozenset()
    return blocked_by(player)


def _removed_of_late(names: Collection[str]) -> dict[str, list[int]]:
    """The numbers of lines removed within a minute, by conversation."""
    late = Line.objects.filter(removed_at__gt=now_ms() - LATE_MS).order_by("-removed_at")
    removed: dict[str, list[int]] = {}
    for name, number in late.values_list("conversation", "number")[:MOST_REMOVED]:
        if name in names:
            removed.setdefault(name, []).append(number)
    return removed


def _lines(name: str, after: int, most: int) -> list[StoredLine]:
    rows = Line.objects.filter(conversation=name, number__gt=after).order_by("number")[:most]
    return [of_row(row) for row in rows.values_list(*FIELDS)]
