"""The last month of the demo: members join, play, meet in tournaments, talk and spend."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from zaria.club.accounts.models import Member
from zaria.club.demo import cast, members, money, office, rooms, talk, tournaments
from zaria.club.demo.play import BY_THE_DAY, GAMES, SHARES, Tables, by_the_day, terms_of
from zaria.club.demo.scale import Scale
from zaria.club.demo.seat import Seat
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.tournaments.terms import TournamentTerms

P = ParamSpec("P")
T = TypeVar("T")

POLL_S = 0.05
JOIN_MS = 7 * MINUTE_MS
"""The time between two members who join."""


class History:
    """Makes the past, step by step."""

    def __init__(self, tables: Tables, database: DatabaseThread, chance: random.Random, scale: Scale) -> None:
        """`tables` has nobody yet."""
        self._tables, self._database, self._chance = tables, database, chance
        self._scale = scale

    async def make(self) -> None:
        """Make it; the clock stands at the beginning of the past, and shows the present at the end."""
        scale = self._scale
        await self._gather_members()
        await self._run(members.appoint_staff)
        await self._run(members.found_federations)
        await self._run(members.join_federations)
        await self._run(talk.follow, self._chance)
        await self._run(rooms.give_matches, self._chance)
        league = ""
        for evening in range(scale.evenings):
            days_ago = scale.days - 1 - (scale.days - 2) * evening // max(1, scale.evenings)
            self._tables.timeline.go_to(days_ago * DAY_MS + 3 * HOUR_MS)
            await self._run(money.shop, self._chance)
            if evening == scale.evenings // 3:
                league = await self._announce(tournaments.league, 8, country__in=members.HALVES["aegean"])
            await self._play_evening(evening, league)
        await self._write(await self._run(talk.letters_by_chance, self._chance))
        await self._write(await self._run(talk.letters_to, cast.MEMBER, self._chance))
        await self._run(office.give_titles, self._chance)
        await self._run(rooms.write_study)
        await self._run(rooms.open_class)
        await self._run(rooms.begin_sheet)
        await self._last_evening()
        await self._run(members.visit)
        await self._run(talk.write_comments, self._chance)
        await self._run(office.write_to_staff, self._chance)
        await self._run(office.analyse_matches)

    async def _gather_members(self) -> None:
        for number, role in enumerate(cast.roles()[: self._scale.members or None]):
            player = await self._run(members.join, role)
            self._tables.add(Seat(self._tables.live, role, player, number))
            self._tables.timeline.advance(JOIN_MS)

    async def _play_evening(self, evening: int, league: str) -> None:
        """Play at many tables, and a tournament every other evening."""
        if league:
            await self._run(tournaments.say_ready, league)
        tournament = ""
        if evening % 2:
            terms = tournaments.swiss if evening % 4 == 1 else tournaments.friday
            tournament = await self._announce(terms, 8)
        await self._begin_tables(self._scale.tables)
        await self._play_until(tournament)

    async def _begin_tables(self, count: int) -> None:
        """Set tables for members who are free; the one whom visitors can be plays every evening."""
        free = self._tables.free()
        self._chance.shuffle(free)
        free.sort(key=lambda seat: seat.role.login != cast.MEMBER)
        for first, second in list(zip(free[::2], free[1::2], strict=False))[:count]:
            (game,) = self._chance.choices(GAMES, SHARES)
            await self._tables.begin(first, second, terms_of(game, self._chance.choice((1, 1, 3))))

    async def _play_until(self, tournament: str) -> None:
        """Play all tables out, and a tournament to its end ("": none)."""
        await self._tables.play_out()
        while tournament and not await self._run(tournaments.is_over, tournament):
            await asyncio.sleep(POLL_S)
            await self._tables.play_out()

    async def _last_evening(self) -> None:
        """Play until now: a Friday eight and an arena are under way, another eight begins soon."""
        scale, timeline = self._scale, self._tables.timeline
        timeline.go_to(scale.final_minutes * MINUTE_MS)
        friday = await self._announce(tournaments.friday, 8, cast.MEMBER)
        await self._announce(tournaments.arena, 12)
        await self._begin_by_the_day()
        await self._begin_tables(4)
        while timeline.behind_ms > MINUTE_MS:
            await self._tables.play_in_haste()
            await asyncio.sleep(0)
        for player, text in await self._run(talk.room_lines, friday):
            await talk.say(self._tables.live, f"tournament:{friday}", player, text)
        timeline.catch_up()
        await self._run(tournaments.renew, self._chance)

    async def _begin_by_the_day(self) -> None:
        """Begin matches by the day, at which opponents wait for the one whom visitors can be."""
        waited_for = self._tables.with_login(cast.MEMBER)
        opponents = [
            seat
            for seat in self._tables.seats.values()
            if seat.role.login not in cast.VISITORS and not seat.role.robot
        ]
        if waited_for is not None:
            for game, opponent in zip(BY_THE_DAY, opponents, strict=False):
                await self._tables.begin(waited_for, opponent, by_the_day(game))

    async def _announce(
        self, terms: Callable[[int], TournamentTerms], count: int, *logins: str, **who: object
    ) -> str:
        """Announce a tournament that begins now, and wait until the runner has begun it."""
        entrants: list[Member] = await self._run(tournaments.people, self._chance, count, *logins, **who)
        tournament = await self._run(tournaments.announce, terms(now_ms() + MINUTE_MS), entrants)
        self._tables.timeline.advance(MINUTE_MS)
        while True:
            await asyncio.sleep(POLL_S)  # the runner begins it
            if not await self._run(tournaments.is_open, tournament):
                return tournament

    async def _write(self, letters: Sequence[talk.Letter]) -> None:
        for conversation, players, lines in letters:
            for number, text in enumerate(lines):
                await talk.say(self._tables.live, conversation, players[number % 2], text)
                self._tables.timeline.advance(MINUTE_MS)

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.run(work, *args, **kwargs)
