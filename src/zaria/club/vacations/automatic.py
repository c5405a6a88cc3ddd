"""Vacations that begin by themselves, an hour before a member would lose on time."""

from collections.abc import Callable, Collection

import msgspec
from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify
from zaria.club.site.clock import HOUR_MS, MINUTE_MS, play_ms
from zaria.club.site.worker import Worker
from zaria.club.vacations import actions, queries
from zaria.club.vacations.notice_kinds import VACATION, VacationBody
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable
from zaria.live.sockets.protocol.cards import Card

BEFORE_MS = HOUR_MS
EVERY_S = 5 * MINUTE_MS / 1000
AT_ONCE = 200

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
            tables = await self._live.expiring_tables(play_ms() + BEFORE_MS, AT_ONCE)
            await self._database.run(begin_vacations, tables, play_ms())
        return None


def begin_vacations(tables: Collection[WaitingTable], now: int) -> int:
    """Let a day of vacation begin for the members for whom these tables wait; return how many began."""
    players = {player for table in tables if (player := vacation_player(table)) is not None}
    players -= queries.without_automatic(players)
    members = Member.objects.filter(player__in=players, is_active=True).order_by("pk")
    return sum(_begin(member, now) for member in members)


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
