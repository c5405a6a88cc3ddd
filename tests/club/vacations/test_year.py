"""A year by the day in simulated time, with vacations, weekends, restarts and a closed club.

A model counts the hours of each clock one by one. No flag falls early, none is missed, and each turn that
lasts has one knock.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.support.by_day import by_day
from tests.support.live.page_sessions import FakeNow, started
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.vacations import actions, queries
from zaria.club.vacations.actions import VacationRefusedError
from zaria.club.vacations.hours import OpenHoursNotes
from zaria.club.vacations.models import OpenHours
from zaria.club.vacations.policy import ClubDayPolicy
from zaria.club.waiting import knocks
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.ahead import NOTHING
from zaria.match.match import Match
from zaria.match.terms import DAY_MS, HOUR_MS, ClockTerms, Terms

STEP = 6
"""Hours of a step; everything happens at the end of one."""
MONDAY = 1_767_571_200_000
CLOCKS = (
    ClockTerms.by_days(1),
    ClockTerms.by_days(2, weekends=True),
    ClockTerms.by_days(3, vacation=False),
    ClockTerms.by_days(7),
    ClockTerms.with_pool(3, 12),
    ClockTerms.with_pool(7, 24, weekends=True),
)
PLAYERS = tuple(f"m-{name}" for name in ("ann", "bob", "cid", "dan", "eva", "fay"))
DILIGENCE = dict(zip(PLAYERS, (0.5, 0.3, 0.15, 0.1, 0.06, 0.03), strict=True))
"""The probability that a player moves in a step."""


@dataclass
class Model:
    """A table as the model counts it: hours used for the present wait, pools, sides that have acted."""

    clock: ClockTerms
    pools: list[float] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)
    waits_since: int = -1
    used: float = 0.0

    def allowance(self, side: int) -> float:
        """Return the hours that the side has for this wait."""
        clock = self.clock
        hours = self.pools[side] if clock.pool else clock.days * 24
        period = clock.pool[0] * 24 if clock.pool else clock.days * 24
        return hours if side in self.acted else hours + period

    def played(self, side: int, turns: Sequence[int]) -> None:
        """The side has made its turn; `turns` are the sides of all turns, those made at once too."""
        self.acted.add(side)
        if self.clock.pool:
            self.pools[side] = max(0, self.pools[side] - self.used)
            days, back = self.clock.pool
            for mover in turns:
                self.pools[mover] = min(days * 24, self.pools[mover] + back)


class Year:
    """A club whose hours pass one step after the other."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.now = FakeNow()
        self.now.ms = MONDAY
        self.chance = random.Random(seed)
        self.live: Live
        self.policy: ClubDayPolicy
        self.hours: OpenHoursNotes
        self.reopened = 0
        self.models: dict[str, Model] = {}
        self.counts: Counter[str] = Counter()
        self.waiting: dict[str, WaitingTable] = {}

    async def open(self) -> None:
        self.hours = OpenHoursNotes()
        self.policy = ClubDayPolicy(lambda match_id, players: (NOTHING, NOTHING), self.hours)
        self.live = await started(self.home / "live.sqlite3", now=self.now, days=self.policy)
        await sync_to_async(self.hours.note)(self.now.ms)

    async def close(self) -> None:
        await self.live.stop()
        await self.policy.close()

    async def do(self, match_id: str, player: str | None, command: cmd.Command) -> str | None:
        answered: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        cid = f"c{self.chance.getrandbits(60)}"
        answer = lambda seq, code: answered.set_result(code)  # noqa: E731
        self.live.match_service.command(match_id, player, cid, command, self.now.ms, answer)
        return await answered

    async def set_table(self) -> None:
        pair = self.chance.sample(PLAYERS, 2)
        people = [ev.Player(player, player, "#777777", member=True) for player in pair]
        clock = self.chance.choice(CLOCKS)
        match_id = await self.live.open(TableRequest(Terms("tabla", clock=clock), (people[0], people[1])))
        match = await self.live.match(match_id)
        assert match is not None
        for person in people:
            assert await self.do(match_id, person.id, cmd.Sit(person, "0" * 16, match.seal)) is None
        days = clock.pool[0] if clock.pool else 0
        self.models[match_id] = Model(clock, [days * 24.0, days * 24.0])

    async def tables(self) -> dict[str, WaitingTable]:
        return {table.id: table for table in await self.live.waits_after((0, ""), 1000)}

    async def pass_step(self, *, is_open: bool = True) -> None:
        """Let the hours of a step pass, and count them for every clock that runs."""
        begin = self.now.ms
        weekend = datetime.fromtimestamp(begin / 1000, UTC).weekday() >= 5
        for table in self.waiting.values():
            model, player = self.models[table.id], table.listing.players[table.side]
            assert player is not None
            if table.since != model.waits_since:
                model.waits_since, model.used = table.since, 0.0
            away = model.clock.vacation and player in await self.absent(begin)
            if is_open and not away and not (weekend and model.clock.weekends):
                model.used += STEP - 1 if begin < self.reopened + HOUR_MS else STEP
        end = begin + STEP * HOUR_MS
        if is_open:
            # the process notes it every few seconds; nothing else happens within a step
            assert self.hours.row is not None
            await OpenHours.objects.filter(pk=self.hours.row.pk).aupdate(seen_at=end)
            self.hours.row.seen_at = end
        self.now.ms = end

    async def events(self, match_id: str) -> Sequence[ev.Event]:
        events = await self.live.record(match_id)
        assert events is not None
        return events

    async def absent(self, moment: int) -> dict[str, int]:
        return await sync_to_async(queries.on_vacation)(PLAYERS, moment)

    async def close_for_a_while(self) -> None:
        """Close the club for some steps; it opens again as after a power cut."""
        await self.close()
        for _ in range(self.chance.randrange(1, 8)):
            await self.pass_step(is_open=False)
        self.reopened = self.now.ms
        await self.open()
        self.counts["closures"] += 1

    async def sweep(self) -> None:
        """Flag, and compare with the model."""
        before = await self.tables()
        await self.live.day_sweep.sweep()
        self.waiting = await self.tables()
        for match_id, table in before.items():
            model = self.models[match_id]
            hours_left = model.allowance(table.side) - model.used if table.since == model.waits_since else 99
            if match_id in self.waiting:
                assert hours_left > -1, (match_id, "a flag was missed", hours_left, model)
            else:
                assert hours_left < 1, (match_id, "a flag fell early", hours_left, model)
                self.counts["flags"] += 1
                del self.models[match_id]

    async def knock(self) -> None:
        mark = await sync_to_async(knocks.read_mark)()
        tables = await self.live.waits_after(mark, 1000)
        if tables:
            await sync_to_async(knocks.knock)(tables, (), self.now.ms)
        keys = {f"turn:{table.id}:{table.since}" for table in self.waiting.values()}
        rows = Notification.objects.filter(kind="turn").values_list("key", flat=True)
        stored = Counter([key async for key in rows])
        assert keys <= stored.keys()
        assert set(stored.values()) <= {1}

    async def play(self) -> None:
        """Let players move as diligent as they are."""
        absent = await self.absent(self.now.ms)
        for match_id, table in list(self.waiting.items()):
            player = table.listing.players[table.side]
            assert player is not None
            if player in absent or self.chance.random() > DILIGENCE[player]:
                continue
            match = await self.live.match(match_id)
            assert match is not None
            before = len(await self.events(match_id))
            refusal = await self.do(match_id, player, _turn(match, self.chance))
            model = self.models[match_id]
            if refusal is None:
                events = (await self.events(match_id))[before:]
                turns = [event.side for event in events if isinstance(event, ev.TurnPlayed)]
                model.played(table.side, turns)
                self.counts["turns"] += 1
            else:  # it came within the seconds in which the flag waits for a move that is on its way
                assert refusal == "time_over"
                assert abs(model.allowance(table.side) - model.used) < 1
        self.waiting = await self.tables()
        for match_id in self.models.keys() - self.waiting.keys():
            del self.models[match_id]
            self.counts["matches"] += 1

    async def rest(self) -> None:
        """Let somebody go on vacation, or come back."""
        player = self.chance.choice(PLAYERS)
        member = await Member.objects.aget(player=player)
        if player in await self.absent(self.now.ms):
            await sync_to_async(actions.end)(member, self.now.ms)
            return
        flags = [
            table.due
            for table in self.waiting.values()
            if table.listing.players[table.side] == player and table.due is not None
        ]
        try:
            await sync_to_async(actions.plan)(member, self.chance.randrange(1, 6), self.now.ms, flags)
        except VacationRefusedError:
            return
        self.counts["vacations"] += 1

    async def run(self, days: int) -> None:
        await self.open()
        try:
            while self.now.ms < MONDAY + days * DAY_MS:
                while len(self.models) < 8:
                    await self.set_table()
                self.waiting = await self.tables()
                await self.pass_step()
                await self.sweep()
                await self.knock()
                await self.play()
                if self.chance.random() < 0.05:
                    await self.rest()
                if self.chance.random() < 0.02:
                    await self.close_for_a_while()
        finally:
            await self.close()


def _turn(match: Match, chance: random.Random) -> cmd.Command:
    """A turn of the side to act: everything else is done at once."""
    assert match.phase == "move"
    turns = match.dice_position().turns()
    return cmd.Play(chance.choice(turns).moves, match.rolls, match.stage)


@pytest.mark.parametrize("days", by_day((50,), (50, 365)))
async def test_no_flag_is_wrong_and_no_knock_doubled(club_in_sqlite: None, tmp_path: Path, days: int) -> None:
    long_ago = timezone.now().replace(year=2024)
    for player in PLAYERS:
        await Member.objects.acreate(
            username=player, email=f"{player}@example.org", player=player, since=long_ago, password="!"
        )
    year = Year(tmp_path, days)
    await year.run(days)
    print(f"{days} days: {dict(year.counts)}")
    assert min(year.counts[name] for name in ("turns", "flags", "closures", "vacations")) > 0
