"""Notices of new staked tables in the games of members who wish them.

They go to members who are online: a table waits for minutes only. A member gets none of a table whose stake
could not be held for them now, whatever the reason, and none of an owner with whom they cannot play.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import Error
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.lobby.notice_kinds import STAKED_TABLE, StakedTableBody
from zaria.club.notifications.actions import end_event, notify_jointly
from zaria.club.notifications.kinds import is_over
from zaria.club.notifications.models import Notification, NotificationSwitch
from zaria.club.play import last_terms
from zaria.club.ratings import aborts
from zaria.club.relations.queries import blocked_pairs
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.stakes import actions as stakes
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.index import ListedMatch
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.events import Player
from zaria.match.stakes import Stakes

log = logging.getLogger(__name__)

MOST_AN_HOUR = 4
"""Notices that a member gets in an hour; tables that one unread notice names together count once."""
MOST_READERS = 200
"""Members online who are notified of one table."""
ALL_TABLES = "/?stakes=with#hall"
_LOOK_BACK = timedelta(hours=1)
"""More than the time for which a listed table waits."""


class StakedTable(NamedTuple):
    """A listed table with stakes, and its owner."""

    match_id: str
    owner: Player
    game: str
    stakes: Stakes
    length: int
    until: int | None

    @property
    def key(self) -> str:
        """The key of its notices."""
        return _key(self.match_id)

    def body(self) -> StakedTableBody:
        """Return the body of a notice of this table alone."""
        return StakedTableBody(
            game=self.game,
            stake=self.stakes.stake,
            most=self.stakes.held(self.length),
            number=1,
            until=self.until,
            path=f"/t/{self.match_id}",
            after=ALL_TABLES,
        )


class StakedTableNotices:
    """Follows the lists of the lobby. One for each process; the one that records results writes notices."""

    def __init__(self, live: Live, is_writer: Callable[[], bool]) -> None:
        """`is_writer` says whether this process writes notices now."""
        self._live = live
        self._is_writer = is_writer
        self._database = DatabaseThread("staked-tables")
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_turn = asyncio.Lock()

    def start(self) -> None:
        """Begin to follow."""
        self._live.lobby.lists.listeners.append(self._on_change)

    async def close(self) -> None:
        """End after what is being done."""
        with suppress(ValueError):
            self._live.lobby.lists.listeners.remove(self._on_change)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._database.close()

    def _on_change(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        entry = now or before
        if entry is None or not self._is_writer():
            return
        if before is None:
            table = _staked_table(entry)
            if table is not None:
                self._run(entry.id, self._notify(table))
        elif before.state == "open" and before.needed and (now is None or now.state != "open"):
            self._run(entry.id, self._database.run(_end, entry.id))

    def _run(self, match_id: str, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                async with self._in_turn:  # else a table might end before its notices are written
                    await work
            except (Error, StoreUnavailableError) as error:
                log.warning("table %s: its notices are left out: %s", match_id, error)

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, table: StakedTable) -> None:
        users = self._live.lobby.sessions.online.users
        readers = await self._database.run(_readers, table)
        online = [(pk, user.player) for pk, player in readers if (user := users.find(users.handle(player)))]
        for pk, player in online[:MOST_READERS]:
            if await self._live.rating_policy.may_begin(table.owner, player):
                await self._database.run(_notify_member, table, pk, player.id, self._live.now())


def _staked_table(entry: ListedMatch) -> StakedTable | None:
    """Return the new table of an entry, if anyone may sit down there for a stake."""
    card = entry.card()
    if entry.state != "open" or not entry.filters or not entry.needed or card.tournament or entry.by is None:
        return None
    owner, host = entry.listing.players[entry.by], card.players[entry.by]
    if owner is None or host is None or card.stakes is None or card.players[1 - entry.by] is not None:
        return None
    player = Player(owner, host.name, host.colour, member=True)
    return StakedTable(entry.id, player, entry.game, card.stakes, card.length, entry.until)


def _readers(table: StakedTable) -> list[tuple[int, str]]:
    """Return the numbers and player ids of the members who wish to know of a table in their games."""
    wanted = NotificationSwitch.objects.filter(kind=STAKED_TABLE.name, page=True).values("member")
    members = Member.objects.filter(pk__in=wanted, is_active=True, robot=False, is_pupil=False)
    members = members.exclude(player=table.owner.id).order_by("pk").only("player", "favourites", "last_terms")
    readers = {
        member.player: member.pk
        for member in members
        if table.game in (*member.favourites, *last_terms.games_of(member))
    }
    blocked = blocked_pairs({(table.owner.id, player) for player in readers})
    return [(pk, player) for player, pk in readers.items() if (table.owner.id, player) not in blocked]


def _notify_member(table: StakedTable, member_id: int, player: str, now: int) -> None:
    """Notify a member of a table at which they could sit down now."""
    if aborts.is_paused(player, now):
        return
    try:
        stakes.check(table.stakes, table.length, player)
    except StakeRefusedError:
        return
    notify_jointly(member_id, STAKED_TABLE, table.body(), _joined, key=table.key, most_an_hour=MOST_AN_HOUR)


def _joined(unread: Mapping[str, object], body: StakedTableBody) -> StakedTableBody:
    """Return the body of a notice of the tables that an unread one names, and of another one."""
    number = unread.get("number", 1)
    if is_over(unread) or not isinstance(number, int):
        return body
    return {**body, "number": number + 1, "path": ALL_TABLES}


def _end(match_id: str) -> None:
    """End the notices of a table that is not open any more, unless they name others, too."""
    recent = Notification.objects.filter(kind=STAKED_TABLE.name, at__gt=timezone.now() - _LOOK_BACK)
    rows = recent.filter(key=_key(match_id), read_at=None).values_list("to", "body")
    for member_id in [pk for pk, body in rows if body.get("number", 1) == 1]:
        end_event(member_id, _key(match_id))


def _key(match_id: str) -> str:
    return f"staked:{match_id}"
