"""Stores lines of any conversations in one transaction: numbers without gaps, each command once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction

from zaria.club.conversations import line_texts, rows, unread
from zaria.club.conversations.access import Access, ConversationId, Kind
from zaria.club.conversations.authors import find_authors
from zaria.club.conversations.flood import FloodLimits
from zaria.club.conversations.models import Conversation, Line, Participant
from zaria.club.relations.queries import blocked_pairs
from zaria.club.site.clock import now_ms
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import NewLine, Refused
from zaria.live.sockets.protocol.server import UnreadChanged
from zaria.web.messages.chat import SMILEYS

_KEYS_AT_ONCE = 200
LOCK_MS = 250
"""Milliseconds for which a row of a conversation or of a reader is waited for in PostgreSQL."""
_INSERT = (
    f"INSERT INTO {Line._meta.db_table} ({', '.join(rows.INSERTED)})"
    f" VALUES ({', '.join(['%s'] * len(rows.INSERTED))})"
)
"""Django's own way to insert many rows takes five times as long."""


def _nothing() -> None:
    """No work before the commit."""


class BatchResult(NamedTuple):
    """The results of a batch, one for each line, and the new unread counts of players."""

    results: Sequence[StoredLine | Refused]
    unread: Sequence[tuple[str, UnreadChanged]]


class Writer:
    """Stores batches, one after the other. Belongs to one thread."""

    def __init__(self, lines_a_minute: int, access: Access | None = None) -> None:
        """`lines_a_minute` of one player; 0: no limit."""
        self._access = access or Access()
        self._lines_a_minute = lines_a_minute

    def store(
        self, batch: Sequence[NewLine], reads: unread.Reads, before_commit: Callable[[], None] = _nothing
    ) -> BatchResult:
        """Store lines, and what players have read; `before_commit` may raise.

        Raises what that or the database raises; then nothing is stored.
        """
        with transaction.atomic():
            _limit_locks()
            written = self._store(batch, reads)
            before_commit()
            return written

    def _store(self, batch: Sequence[NewLine], reads: unread.Reads) -> BatchResult:
        allowed = {(line.conversation, line.author.id): self._allows(line) for line in batch}
        lasts = _lock(
            {line.conversation for line in batch if allowed[line.conversation, line.author.id]}, reads
        )
        stored = _repeated(batch)
        facts, flood = _Facts(batch), FloodLimits(self._lines_a_minute, batch)
        results: list[StoredLine | Refused] = []
        new: list[tuple[Any, ...]] = []
        direct: dict[str, list[tuple[str, int, int]]] = {}
        for line in batch:
            if line.key in stored:
                results.append(stored[line.key])
                continue
            objection = _refusal_of_access(
                allowed=allowed[line.conversation, line.author.id]
            ) or facts.objection(line)
            text = objection or line_texts.clean(line)
            if isinstance(text, str):
                content = text or line.phrase or ""
                code = flood.objection(line, content)
                text = text if code is None else Refused(code)
            if isinstance(text, Refused):
                results.append(text)
                continue
            flood.add(line, content)
            number = lasts[line.conversation] = lasts[line.conversation] + 1
            new.append(rows.new_row(line, number, text))
            stored[line.key] = rows.stored(line, number, text)
            facts.add(line)
            results.append(stored[line.key])
            if line.conversation.startswith(_DIRECT):
                direct.setdefault(line.conversation, []).append((line.author.id, number, line.at))
        _save(new, lasts)
        concerned = {name: lasts[name] for name in (*direct, *(name for name, _ in reads)) if name in lasts}
        return BatchResult(results, unread.update(concerned, direct, _known_reads(reads, concerned)))

    def _allows(self, line: NewLine) -> bool | None:
        return self._access.allows(line.conversation, line.author.id)


_DIRECT = f"{Kind.DIRECT}:"


def _limit_locks() -> None:
    """Wait for rows briefly: the lines of other conversations wait meanwhile. A file has no such limit."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(LOCK_MS)])


def _known_reads(reads: unread.Reads, concerned: Mapping[str, int]) -> unread.Reads:
    return {key: n for key, n in reads.items() if key[0] in concerned}


def _refusal_of_access(*, allowed: bool | None) -> Refused | None:
    if allowed is None:
        return Refused("unknown_conversation")
    return None if allowed else Refused("not_allowed")


def _lock(written: set[str], reads: unread.Reads) -> dict[str, int]:
    """Lock conversations until the end of the transaction, and return the number of the last line of each.

    Those of matches, tournaments and federations are stored with their first line.
    """
    wanted = sorted({*written, *(name for name, _ in reads)})
    if not wanted:
        return {}
    lasts = _lasts(wanted)
    missing = sorted(written - lasts.keys())
    if missing:
        identifiers = [ConversationId(*name.split(":", 1)) for name in missing]
        Conversation.objects.bulk_create(
            [
                Conversation(id=":".join(identifier), kind=identifier.kind, key=identifier.key)
                for identifier in identifiers
            ],
            ignore_conflicts=True,  # another process may have been first
        )
        lasts |= _lasts(missing)
    return lasts


def _lasts(names: Sequence[str]) -> dict[str, int]:
    locked = Conversation.objects.select_for_update(no_key=True).filter(pk__in=names).order_by("pk")
    return dict(locked.values_list("pk", "last"))


def _repeated(batch: Sequence[NewLine]) -> dict[tuple[str, str, str], StoredLine]:
    """The lines that are stored already, by their keys."""
    repeated: dict[tuple[str, str, str], StoredLine] = {}
    columns = ", ".join(rows.FIELDS)
    for start in range(0, len(batch), _KEYS_AT_ONCE):
        keys = [line.key for line in batch[start : start + _KEYS_AT_ONCE]]
        places = ", ".join(["(%s, %s, %s)"] * len(keys))
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT command, {columns} FROM {Line._meta.db_table}"
                f" WHERE (conversation_id, author, command) IN (VALUES {places})",
                [part for key in keys for part in key],
            )
            for command, *row in cursor.fetchall():
                line = rows.of_row(tuple(row))
                repeated[line.id, line.author, command] = line
    return repeated


def _save(new: Sequence[tuple[Any, ...]], lasts: Mapping[str, int]) -> None:
    if not new:
        return
    moments = {name: at for name, _, at, *_ in new}
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT, new)
        cursor.executemany(
            f"UPDATE {Conversation._meta.db_table} SET last = %s, at = %s WHERE id = %s",
            [(lasts[name], at, name) for name, at in sorted(moments.items())],
        )


class _Facts:
    """The facts about the authors of a batch that may forbid them to write, read in a few queries."""

    def __init__(self, batch: Sequence[NewLine]) -> None:
        self._peers = _peers(batch)
        peers = {peer for (name, _), peer in self._peers.items() if name.startswith(_DIRECT)}
        self._authors = find_authors({line.author.id for line in batch if line.author.member} | peers)
        self._blocked = blocked_pairs({(author, peer) for (_, author), peer in self._peers.items()})
        robots = {line.conversation for line in batch if line.author.robot}
        self._people = _with_people(robots)

    def objection(self, line: NewLine) -> Refused | None:
        """The refusal of a line; None: its author may write it."""
        author = line.author
        facts = self._authors.get(author.id)
        is_pupil = facts is not None and facts.is_pupil
        if (not author.member or is_pupil) and line.phrase is None and line.text not in SMILEYS:
            return Refused("pupil_phrases_only" if is_pupil else "phrases_only")
        if author.member and facts is None:
            return Refused("not_allowed")
        if facts is not None and (objection := facts.objection(now_ms())):
            return objection
        peer = self._peers.get((line.conversation, author.id))
        if line.conversation.startswith(_DIRECT) and not self._is_there(peer):
            return Refused("account_deleted")
        if peer is not None and (author.id, peer) in self._blocked:
            return Refused("blocked")
        if author.robot and (peer is None or line.conversation not in self._people):
            return Refused("not_allowed")
        return None

    def _is_there(self, player: str | None) -> bool:
        facts = self._authors.get(player or "")
        return facts is not None and facts.active

    def add(self, line: NewLine) -> None:
        """Note a new line: robots may answer a person."""
        if not line.author.robot:
            self._people.add(line.conversation)


def _peers(batch: Sequence[NewLine]) -> dict[tuple[str, str], str]:
    """The other player of each direct conversation and each table, by conversation and author."""
    peers = {(line.conversation, line.author.id): line.peer for line in batch if line.peer is not None}
    direct = {line.conversation for line in batch if line.conversation.startswith(_DIRECT)}
    if not direct:
        return peers
    players: dict[str, list[str]] = {}
    for name, player in Participant.objects.filter(conversation__in=direct).values_list(
        "conversation", "player"
    ):
        players.setdefault(name, []).append(player)
    for name, both in players.items():
        if len(both) == 2:
            peers[name, both[0]], peers[name, both[1]] = both[1], both[0]
    return peers


def _with_people(names: set[str]) -> set[str]:
    """Those of these conversations in which a person has written."""
    if not names:
        return set()
    lines = Line.objects.filter(conversation__in=names, robot=False).values_list("conversation", flat=True)
    return set(lines.distinct())
