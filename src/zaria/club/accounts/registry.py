"""The state of members that a socket's handshake needs, in memory instead of the database.

It has the ended sessions, the blocked members, the ids of members, and the owners of tokens. Each process
reads changes every `EVERY_S` seconds, and notes its own changes at once.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections
from django.db.models import Prefetch, Q
from django.utils import timezone

from zaria.match.events import Player

log = logging.getLogger(__name__)

EVERY_S = 5.0
"""Seconds between two reads, in which another process may still admit a member who was shut out."""

_AGAIN = timedelta(seconds=30)
"""The time that is read again: of two rows stored together, the later may appear first."""


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
        self._blocked: set[str] = set()
        self._ended: set[str] = set()
        self._tokens: dict[str, Grant] = {}
        self._used: set[str] = set()
        self._revoked: set[str] = set()
        self._last_member: datetime | None = None
        self._last_ended: datetime | None = None
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
        return player_id in self._blocked or tag in self._ended

    def grant(self, secret: str) -> Grant | None:
        """Return the owner and rights of a token, or None for an unknown one."""
        grant = self._tokens.get(token_hash(secret))
        return None if grant is None or grant.player.id in self._blocked else grant

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
        if not blocked:
            self._blocked.discard(player_id)
        elif player_id not in self._blocked:
            self._blocked.add(player_id)
            self.shut_out(player_id)

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

    def read(self) -> None:
        """Read the changes; call it in a thread."""
        from zaria.club.accounts.models import EndedSession, Member

        now = timezone.now()
        for since, player_id in self._all_members() if self._last_member is None else self._new_members():
            self.guest_became_member(player_id)
            self._last_member = since
        blocked = set(Member.objects.filter(blocked_until__gt=now).values_list("player", flat=True))
        blocked |= set(Member.objects.filter(is_active=False).values_list("player", flat=True))
        for player_id in blocked - self._blocked:
            self.shut_out(player_id)
        self._blocked = blocked
        last = self._last_ended
        since = last - _AGAIN if last else now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        for tag, player_id, at in EndedSession.objects.filter(at__gte=since).values_list(
            "tag", "player", "at"
        ):
            if tag not in self._ended:
                self._ended.add(tag)
                self.shut_out(player_id)
            self._last_ended = max(at, self._last_ended or at)
        self._read_tokens(now)

    def _all_members(self) -> Iterator[tuple[datetime | None, str]]:
        """Return the moment of each member's admission, and their player id."""
        from zaria.club.accounts.models import Member

        rows = Member.objects.exclude(since=None).order_by("since")
        yield from rows.values_list("since", "player").iterator()

    def _new_members(self) -> Iterator[tuple[datetime | None, str]]:
        """Return the same for members who were admitted since the last read."""
        from zaria.club.accounts.models import Member

        assert self._last_member is not None
        rows = Member.objects.filter(since__gte=self._last_member - _AGAIN).order_by("since")
        yield from rows.values_list("since", "player").iterator()

    def _read_tokens(self, now: datetime) -> None:
        from zaria.club.accounts.models import Member, Token

        used, self._used = self._used, set()
        if used:
            late = Q(used_at=None) | Q(used_at__lt=now - USED_EVERY)
            Token.objects.filter(late, hash__in=used).update(used_at=now)
        before = dict(self._tokens)
        # Two queries: for a join SQLite may read all members.
        owners = Prefetch("owner", Member.objects.only(*Member.PLAYER_FIELDS))
        tokens = Token.objects.only("hash", "scopes", "owner").prefetch_related(owners)
        read = {
            token.hash: Grant(token.owner.as_player(), token.may_play)
            for token in tokens
            if token.hash not in self._revoked
        }
        created = {hashed: grant for hashed, grant in self._tokens.items() if hashed not in before}
        self._tokens = read | created
        for hashed in before.keys() - self._tokens.keys():
            self.shut_out(before[hashed].player.id)


registry = Registry()
