"""The state of members that a socket's handshake needs, in memory instead of the database.

It has the ended sessions, the blocked members, the ids of members, and the owners of tokens. Each process
reads changes (`AccountChange`) every `EVERY_S` seconds, and notes its own changes at once.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from zaria.match.events import Player

if TYPE_CHECKING:
    from zaria.club.accounts.models import Token

log = logging.getLogger(__name__)

EVERY_S = 5.0
"""Seconds between two reads, in which another process may still admit a member who was shut out."""

_SET_BACK = timedelta(seconds=30)
"""The time by which a system clock may be set back between two reads without everything being read again."""

_LONGEST_TRANSACTION = timedelta(minutes=10)
"""The age up to which rows are looked for: they appear when their transaction is committed, and have the
time of the process that stored them, whose clock may be behind."""

_LONGEST_GAP = _LONGEST_TRANSACTION / 2
"""The time between two reads after which everything is read again: the process or the database was away."""

AT_ONCE = 500
"""Changed accounts that are read one by one; if there are more, everything is read."""

FOREVER = datetime.max.replace(tzinfo=UTC)
"""The end of the block of an account that was closed."""

USED_EVERY = timedelta(minutes=10)
"""Precision of the last use of a token."""

TOKEN = "token "
"""Prefix of a token's hash where a session would have its tag."""


def token_hash(secret: str) -> str:
    """Hash of a token, as stored: its secret has 256 bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Grant(NamedTuple):
    """The owner of a token, and its permission to play."""

    player: Player
    plays: bool = True


OnShutOut = Callable[[str], None]
"""Receives, in any thread, the id of a player whose sockets must be checked again."""


class Registry:
    """The registry of this process."""

    def __init__(self, on_shut_out: OnShutOut | None = None) -> None:
        """Make an empty registry, of a process without sockets if there is no `on_shut_out`."""
        self._on_shut_out = on_shut_out
        self._members: set[str] = set()
        self._blocked: dict[str, datetime] = {}
        self._ended: set[str] = set()
        self._tokens: dict[str, Grant] = {}
        self._used: set[str] = set()
        self._revoked: set[str] = set()
        self._changes: frozenset[int] = frozenset()
        self._read_at: datetime | None = None
        self._task: asyncio.Task[None] | None = None

    def is_member(self, player_id: str) -> bool:
        """True if the player's id is a member's."""
        return player_id in self._members

    def admits(self, player: Player, key: str) -> bool:
        """Return whether a player admitted under `key`, a session or a token, still is."""
        if not player.member:
            return not self.is_member(player.id)
        kind, _, hashed = key.partition(" ")
        if f"{kind} " == TOKEN and hashed not in self._tokens:
            return False
        return not self.refuses(player.id, key)

    def refuses(self, player_id: str, tag: str) -> bool:
        """True if the member may not enter with this session."""
        return self._is_blocked(player_id) or tag in self._ended

    def grant(self, secret: str) -> Grant | None:
        """Return the owner and rights of a token, or None for an unknown one."""
        grant = self._tokens.get(token_hash(secret))
        return None if grant is None or self._is_blocked(grant.player.id) else grant

    def bearer(self, secret: str) -> Player | None:
        """The owner of a bearer token."""
        grant = self.grant(secret)
        return grant and grant.player

    def token_used(self, secret: str) -> None:
        """Note that a socket was opened by this token; `read` stores the moment."""
        self._used.add(token_hash(secret))

    # changes by this process

    def shut_out(self, player_id: str) -> None:
        """Have the sockets of a player checked again."""
        if self._on_shut_out is not None:
            self._on_shut_out(player_id)

    def guest_became_member(self, player_id: str) -> None:
        """Note that a guest became a member: their sockets as a guest are closed."""
        if player_id not in self._members:
            self._members.add(player_id)
            self.shut_out(player_id)

    def ended(self, tags: Iterable[str]) -> None:
        """Note that these sessions were ended."""
        self._ended.update(tags)

    def blocked(self, player_id: str, *, blocked: bool) -> None:
        """Note that a member was blocked or unblocked."""
        if blocked:
            self._block(player_id, FOREVER)  # the next read has the end
        else:
            self._blocked.pop(player_id, None)

    def token(self, hashed: str, player: Player | None, *, plays: bool = True) -> None:
        """Note that a token was created or, with None, revoked."""
        if player is None:
            self._revoked.add(hashed)  # `read` may have read it just before
            grant = self._tokens.pop(hashed, None)
            if grant is not None:
                self.shut_out(grant.player.id)
        else:
            self._revoked.discard(hashed)
            self._tokens[hashed] = Grant(player, plays)

    # changes by other processes

    async def start(self, on_shut_out: OnShutOut) -> None:
        """Read everything, and start to read changes, which `on_shut_out` receives until `close`."""
        await sync_to_async(self.read)()
        self._on_shut_out = on_shut_out
        self._task = asyncio.create_task(self._follow())

    def close(self) -> None:
        """Stop reading, and report no more changes."""
        self._on_shut_out = None
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await sync_to_async(self.read_again)()
            except Error as error:
                log.warning("members: cannot read them: %s", error)  # the last state holds until then
            except Exception:
                log.exception("members: cannot read them")

    def read_again(self) -> None:
        """Read the changes; a lost connection is reopened.

        This thread, which has the work of sockets too, answers no request: nobody else would do it.
        """
        close_old_connections()
        self.read()

    def read(self, now: datetime | None = None) -> None:
        """Read the changes; call it in a thread. A read that fails is repeated in whole by the next one.

        `now` is the moment by the system clock if it is not given.
        """
        now = now or timezone.now()
        since = self._time_of_last_read(now)
        changes = self._stored_changes()  # read first: a later one is read next time, perhaps once more
        if since is None:
            self._read_all_members()
            self._read_ended(now - timedelta(seconds=settings.SESSION_COOKIE_AGE))
        else:
            self._read_members(since)
            self._read_ended(since)
        members = {member for number, member in changes.items() if number not in self._changes}
        if since is None or len(members) > AT_ONCE:
            self._read_all_accounts(now)
        elif members:
            self._read_accounts(members, now)
        self._changes, self._read_at = frozenset(changes), now
        self._note_used(now)

    def _time_of_last_read(self, now: datetime) -> datetime | None:
        """Return the moment since which rows are read; None: everything is read.

        A clock that was set back or forward by more than a moment says nothing about the time since then.
        """
        if self._read_at is None or not -_SET_BACK <= now - self._read_at < _LONGEST_GAP:
            return None
        return self._read_at - _LONGEST_TRANSACTION

    def _stored_changes(self) -> dict[int, int]:
        """Return the members that changed of late by the database's clock, by the number of the change.

        Numbers do not say which are new: a lower one may be committed later than a higher one.
        """
        from zaria.club.accounts.models import AccountChange

        rows = AccountChange.objects.filter(at__gte=Now() - _LONGEST_TRANSACTION)
        return dict(rows.values_list("pk", "member"))

    def _read_all_members(self) -> None:
        """Read the ids of all members."""
        from zaria.club.accounts.models import Member

        for player_id in Member.objects.exclude(since=None).values_list("player", flat=True).iterator():
            self.guest_became_member(player_id)

    def _read_members(self, since: datetime) -> None:
        """Read the ids of the members who were admitted since then."""
        from zaria.club.accounts.models import Member

        for player_id in Member.objects.filter(since__gte=since).values_list("player", flat=True):
            self.guest_became_member(player_id)

    def _read_ended(self, since: datetime) -> None:
        """Read the sessions that were ended since then."""
        from zaria.club.accounts.models import EndedSession

        for tag, player_id in EndedSession.objects.filter(at__gte=since).values_list("tag", "player"):
            if tag not in self._ended:
                self._ended.add(tag)
                self.shut_out(player_id)

    def _read_all_accounts(self, now: datetime) -> None:
        """Read all blocks, closed accounts and tokens."""
        from zaria.club.accounts.models import Member, Token

        blocked, tokens = dict(self._blocked), dict(self._tokens)
        until = dict(Member.objects.filter(blocked_until__gt=now).values_list("player", "blocked_until"))
        ends = {player_id: end for player_id, end in until.items() if end is not None}
        closed = Member.objects.filter(is_active=False).values_list("player", flat=True)
        self._replace_blocked(blocked, ends | dict.fromkeys(closed, FOREVER))
        self._replace_tokens(tokens, Token.objects.all())

    def _read_accounts(self, members: Collection[int], now: datetime) -> None:
        """Read these accounts again."""
        from zaria.club.accounts.models import Member, Token

        blocked, tokens = dict(self._blocked), dict(self._tokens)
        rows = list(Member.objects.filter(pk__in=members).values_list("player", "blocked_until", "is_active"))
        players = {player_id for player_id, _, _ in rows}
        ends = {player_id: until if is_active else FOREVER for player_id, until, is_active in rows}
        self._replace_blocked(
            {player_id: until for player_id, until in blocked.items() if player_id in players},
            {player_id: until for player_id, until in ends.items() if until is not None and until > now},
        )
        self._replace_tokens(
            {hashed: grant for hashed, grant in tokens.items() if grant.player.id in players},
            Token.objects.filter(owner__in=members),
        )

    def _replace_blocked(self, before: Mapping[str, datetime], ends: Mapping[str, datetime]) -> None:
        """Replace some blocks by the stored ones; a member whom this process blocked meanwhile stays so."""
        for player_id, until in ends.items():
            self._block(player_id, until)
        for player_id in before.keys() - ends.keys():
            if self._blocked.get(player_id) is before[player_id]:
                self._blocked.pop(player_id, None)

    def _replace_tokens(self, before: Mapping[str, Grant], rows: "QuerySet[Token]") -> None:
        """Replace some tokens by the stored ones; those that this process made meanwhile stay."""
        read = self._grants(rows)
        for hashed, grant in read.items():
            if hashed not in self._revoked:
                self._tokens[hashed] = grant
        for hashed in before.keys() - read.keys():
            if self._tokens.pop(hashed, None) is not None:
                self.shut_out(before[hashed].player.id)

    @staticmethod
    def _grants(rows: "QuerySet[Token]") -> dict[str, Grant]:
        """Return what tokens grant, by hash, with two queries: for a join SQLite may read all members."""
        from zaria.club.accounts.models import Member

        tokens = list(rows.only("hash", "scopes", "owner_id"))
        owners = Member.objects.only(*Member.PLAYER_FIELDS).in_bulk({token.owner_id for token in tokens})
        return {
            token.hash: Grant(owners[token.owner_id].as_player(), token.may_play)
            for token in tokens
            if token.owner_id in owners
        }

    def _note_used(self, now: datetime) -> None:
        from zaria.club.accounts.models import Token

        used, self._used = self._used, set()
        if used:
            late = Q(used_at=None) | Q(used_at__lt=now - USED_EVERY)
            Token.objects.filter(late, hash__in=used).update(used_at=now)

    def _block(self, player_id: str, until: datetime) -> None:
        is_new = not self._is_blocked(player_id)
        self._blocked[player_id] = until
        if is_new:
            self.shut_out(player_id)

    def _is_blocked(self, player_id: str) -> bool:
        until = self._blocked.get(player_id)
        return until is not None and until > timezone.now()


def delete_old_changes() -> None:
    """Delete the changes that every process has read, or that it replaces by reading everything."""
    from zaria.club.accounts.models import AccountChange

    AccountChange.objects.filter(at__lt=Now() - AccountChange.KEPT).delete()


registry = Registry()
