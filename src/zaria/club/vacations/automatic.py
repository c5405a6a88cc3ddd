"""Vacations that begin by themselves, an hour before a member would lose on time."""

from collections.abc import Callable, Collection

import msgspec
from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, play_ms
from zaria.club.site.worker import Worker
from zaria.club.vacations import actions, queries
from zaria.club.vacations.notice_kinds import VACATION, VacationBody
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable
from zaria.live.sockets.protocol.cards import Card
from zaria.match.clock.deadlines import clock_end

BEFORE_MS = HOUR_MS
EVERY_S = 5 * MINUTE_MS / 1000
SOON_MS = 15 * MINUTE_MS
AT_ONCE = 2_000

_card = msgspec.json.Decoder(Card)


class AutomaticVacations(Worker):
    """Looks for flags within an hour, in the process that is responsible."""

    def __init__(self, live: Live, is_responsible: Callable[[], bool], pause_s: float = EVERY_S) -> None:
        """`is_responsible` returns whether this process does the work."""
        super().__init__("vacations", pause_s)
        self._live = live
        self._is_responsible = is_responsible

    async def run_round(self) -> float | None:
        """Let the vacations begin that must."""
        if self._is_responsible():
            await self._postpone()
            tables = await self._expiring()
            await self._live.renew_waits([table.id for table in tables])
            await self._database.run(begin_vacations, await self._expiring(), play_ms())
        return None

    async def _expiring(self) -> list[WaitingTable]:
        """The tables whose clock ends within the hour: no vacation begins for a result on offer."""
        until = play_ms() + BEFORE_MS
        tables = await self._live.expiring_tables(until, AT_ONCE)
        ends = await clock_ends(self._live, tables)
        return [table for table, end in zip(tables, ends, strict=True) if end is not None and end <= until]

    async def _postpone(self) -> None:
        """Let planned vacations begin later where a flag is near."""
        for player in await self._database.run(queries.beginning_soon, play_ms(), SOON_MS):
            flags = await flags_of(self._live, player)
            await self._database.run(postpone_vacation, player, flags, play_ms())


def begin_vacations(tables: Collection[WaitingTable], now: int) -> int:
    """Let a day of vacation begin for the members for whom these tables wait; return how many began."""
    players = {player for table in tables if (player := vacation_player(table)) is not None}
    players -= queries.without_automatic(players)
    members = Member.objects.filter(player__in=players, is_active=True).order_by("pk")
    return sum(_begin(member, now) for member in members)


async def flags_of(live: Live, player: str) -> list[int]:
    """Return when a player would lose on time at tables whose clock a vacation stops (ms)."""
    tables = [table for table in await live.waiting_tables(player) if vacation_player(table) == player]
    await live.renew_waits([table.id for table in tables])
    tables = [table for table in await live.waiting_tables(player) if vacation_player(table) == player]
    return [end for end in await clock_ends(live, tables) if end is not None]


async def clock_ends(live: Live, tables: Collection[WaitingTable]) -> list[int | None]:
    """Return when the clock of each table ends (ms), which a result on offer may precede."""
    return [await _clock_end(live, table) for table in tables]


async def _clock_end(live: Live, table: WaitingTable) -> int | None:
    clock = _card.decode(table.listing.body).clock
    lasts = None if clock is None or not clock.days else clock.days * DAY_MS
    if table.due is None or (lasts is not None and table.due - table.since >= lasts):
        return table.due  # so long no offer waits for an answer
    match = await live.match(table.id)
    return None if match is None else clock_end(match)


@transaction.atomic
def postpone_vacation(player: str, flags: Collection[int], now: int) -> bool:
    """Let a planned vacation begin a day later if a flag is within a day of it; return whether it does."""
    member = Member.objects.filter(player=player, is_active=True).first()
    if member is None:
        return False
    vacation = actions.postpone(member, flags, now)
    if vacation is None:
        return False
    body = VacationBody(ends_at=vacation.ends_at, is_postponed=True, path="/me/vacation")
    notify([member.pk], VACATION, body, key=f"vacation:{vacation.pk}:{vacation.begins_at}")
    return True


def vacation_player(table: WaitingTable) -> str | None:
    """Return the player for whom a table waits, if their clock stands in a vacation."""
    clock = _card.decode(table.listing.body).clock
    return table.listing.players[table.side] if clock is not None and clock.vacation else None


@transaction.atomic
def _begin(member: Member, now: int) -> bool:
    vacation = actions.begin_for(member, now)
    if vacation is None:
        return False
    body = VacationBody(ends_at=vacation.ends_at, path="/me/vacation")
    notify([member.pk], VACATION, body, key=f"vacation:{vacation.pk}")
    return True
