"""The state of members that a socket's handshake needs, in memory instead of the database.

It has the ended sessions, the blocked members, the ids of members, and the owners of tokens. Each process
reads changes (`AccountChange`) every `EVERY_S` seconds, and notes its own changes at once.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from zaria.match.events import Player

if TYPE_CHECKING:
    from zaria.club.accounts.models import Token

log = logging.getLogger(__name__)

EVERY_S = 5.0
"""Seconds between two reads, in which another process may still admit a member who was shut out."""

_AGAIN = timedelta(seconds=30)
"""The time that is read again: of two rows stored together, the later may appear first."""

AT_ONCE = 200
"""Known tokens that a read compares with the stored ones."""

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
        self._last_member: datetime | None = None
        self._last_ended: datetime | None = None
        self._last_token = 0
        self._unread: list[str] = []
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

    def read(self) -> None:
        """Read the changes; call it in a thread."""
        now = timezone.now()
        since, self._read_at = self._read_at, now
        self._read_members()
        self._read_ended(now)
        if since is None:
            self._read_all_blocked(now)
            self._read_new_tokens()
        else:
            self._read_changes(since - _AGAIN, now)
            self._read_new_tokens()
            self._read_known_tokens()
        self._note_used(now)

    def _read_members(self) -> None:
        for since, player_id in self._all_members() if self._last_member is None else self._new_members():
            self.guest_became_member(player_id)
            self._last_member = since

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

    def _read_ended(self, now: datetime) -> None:
        from zaria.club.accounts.models import EndedSession

        last = self._last_ended
        since = last - _AGAIN if last else now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        rows = EndedSession.objects.filter(at__gte=since).values_list("tag", "player", "at")
        for tag, player_id, at in rows:
            if tag not in self._ended:
                self._ended.add(tag)
                self.shut_out(player_id)
            self._last_ended = max(at, self._last_ended or at)

    def _read_all_blocked(self, now: datetime) -> None:
        from zaria.club.accounts.models import Member

        blocked = Member.objects.filter(blocked_until__gt=now).values_list("player", "blocked_until")
        closed = Member.objects.filter(is_active=False).values_list("player", flat=True)
        for player_id, until in [*blocked, *((player_id, None) for player_id in closed)]:
            self._block(player_id, until or FOREVER)

    def _read_changes(self, since: datetime, now: datetime) -> None:
        """Read the accounts again that changed since then."""
        from zaria.club.accounts.models import AccountChange, Member, Token

        players = set(AccountChange.objects.filter(at__gte=since).values_list("player", flat=True))
        if not players:
            return
        members = Member.objects.filter(player__in=players)
        for player_id, until, is_active in members.values_list("player", "blocked_until", "is_active"):
            if not is_active:
                self._block(player_id, FOREVER)
            elif until is not None and until > now:
                self._block(player_id, until)
            else:
                self._blocked.pop(player_id, None)
        before = dict(self._tokens)
        known = [hashed for hashed, grant in before.items() if grant.player.id in players]
        self._compare_tokens(known, Token.objects.filter(owner__player__in=players), before)

    def _read_new_tokens(self) -> None:
        """Read the tokens that were made since the last read."""
        from zaria.club.accounts.models import Token

        rows = Token.objects.filter(pk__gt=self._last_token)
        for token in self._with_owners(rows):
            self._last_token = max(token.pk, self._last_token)
            if token.hash not in self._revoked:
                self._tokens[token.hash] = Grant(token.owner.as_player(), token.may_play)

    def _read_known_tokens(self) -> None:
        """Read some tokens again, whose owners may look different now: the next ones at each read."""
        from zaria.club.accounts.models import Token

        before = dict(self._tokens)
        if not self._unread:
            self._unread = list(before)
        part, self._unread = self._unread[:AT_ONCE], self._unread[AT_ONCE:]
        if part:
            self._compare_tokens(part, Token.objects.filter(hash__in=part), before)

    def _compare_tokens(
        self, known: Iterable[str], rows: "QuerySet[Token]", before: Mapping[str, Grant]
    ) -> None:
        """Replace the `known` tokens by the stored ones; those of this process's changes meanwhile stay."""
        read = {
            token.hash: Grant(token.owner.as_player(), token.may_play) for token in self._with_owners(rows)
        }
        for hashed, grant in read.items():
            if hashed not in self._revoked:
                self._tokens[hashed] = grant
        for hashed in known:
            if hashed in before and hashed not in read and self._tokens.pop(hashed, None) is not None:
                self.shut_out(before[hashed].player.id)

    @staticmethod
    def _with_owners(rows: "QuerySet[Token]") -> "QuerySet[Token]":
        """Return tokens with their owners, by two queries: for a join SQLite may read all members."""
        from zaria.club.accounts.models import Member

        owners = Prefetch("owner", Member.objects.only(*Member.PLAYER_FIELDS))
        return rows.only("hash", "scopes", "owner").prefetch_related(owners)

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


registry = Registry()
