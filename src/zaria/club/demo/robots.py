"""The present of the demo: its members play each other, and everybody who sits down, at a human pace."""

import asyncio
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec

from zaria.club.demo import talk, tournaments
from zaria.club.demo.play import GAMES, SHARES, Tables, terms_of
from zaria.club.demo.seat import acting_seat
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.match.match import Match

log = logging.getLogger(__name__)

PLAYING, WAITING = 8, 5
"""Tables of two members, and tables that wait for anybody."""
_MEMBERS_A_TABLE = 10
"""Members for each table that waits, so that most of a small club play."""
_RATED = 0.4
"""The share of rated tables among those that wait; guests can sit down at the others."""
LOOK_S = 0.5
"""Seconds between two looks at all tables."""
TURN_S = (1.5, 6.0)
"""The time of a turn, at pace 1."""
RENEW_S = 30.0
"""Seconds between two looks at what has to be set up again."""
_CHATTERS = 0.02
"""The share of turns with a line at the table."""


class Robots:
    """Plays for the members of the demo. Belongs to the event loop."""

    def __init__(self, tables: Tables, database: DatabaseThread, chance: random.Random, pace: float) -> None:
        """`pace`: 2 is twice as quick as people are."""
        self._tables, self._database, self._chance, self._pace = tables, database, chance, pace
        self._thread = ThreadPoolExecutor(1, "demo")
        self._acting: dict[str, asyncio.Task[None]] = {}
        self._answered: set[str] = set()
        """The searches in the list that have an answer."""
        self._renewing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Play until this is cancelled."""
        self._renewing = asyncio.create_task(self._renew())
        try:
            while True:
                try:
                    await self._look_around()
                except Exception:
                    log.exception("demo: cannot go on at once")
                await asyncio.sleep(LOOK_S)
        finally:
            await self._stop()

    async def _look_around(self) -> None:
        """Begin what is due at all tables."""
        self._tables.give_up_taken()
        self._answer_searches()
        for match_id in tuple(self._tables.open):
            if match_id not in self._acting:
                self._acting[match_id] = asyncio.create_task(self._act(match_id))
                self._acting[match_id].add_done_callback(partial(self._acted, match_id))
        await self._fill()

    def _acted(self, match_id: str, task: asyncio.Task[None]) -> None:
        del self._acting[match_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("demo: nobody plays on at %s", match_id, exc_info=error)
            self._tables.open.pop(match_id, None)

    async def _stop(self) -> None:
        tasks = [*self._acting.values(), *([] if self._renewing is None else [self._renewing])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _act(self, match_id: str) -> None:
        """Make the next step at a table, as soon as a person would have made it."""
        match = await self._tables.look(match_id)
        if match is None:
            return
        if match.phase == "open":
            await self._sit(match)
            return
        acting = acting_seat(match, self._tables.seats)
        if acting is None:
            return
        seat, side = acting
        await asyncio.sleep(self._chance.uniform(*TURN_S) / self._pace / (3 if match.phase == "roll" else 1))
        loop = asyncio.get_running_loop()
        await seat.do(match_id, await loop.run_in_executor(self._thread, seat.choose, match, side))
        if self._chance.random() < _CHATTERS:
            line = self._chance.choice(talk.TABLE_LINES)
            players = [player for player in match.players if player is not None]
            await talk.say_at_table(self._tables.live, match_id, side, players, line)

    async def _sit(self, match: Match) -> None:
        await asyncio.sleep(self._chance.uniform(1, 3) / self._pace)
        await self._tables.sit(match)

    def _answer_searches(self) -> None:
        """Answer the searches of visitors, each of them once."""
        seeks = self._tables.live.lobby.sessions.seeks
        new = [search for search in seeks.listed if search.id not in self._answered and not search.stakes]
        free = self._tables.free()
        for search, seat in zip(new, free, strict=False):
            self._answered.add(search.id)
            seat.answer_search(search)
        self._answered &= {search.id for search in seeks.listed}

    async def _fill(self) -> None:
        """Begin another match of two members, or set a table for anybody, where there are too few."""
        free = self._tables.free()
        if len(free) < 2:
            return
        self._chance.shuffle(free)
        (game,) = self._chance.choices(GAMES, SHARES)
        terms = terms_of(game, self._chance.choice((1, 1, 3)))
        waiting = [match_id for match_id in self._tables.open if self._is_waiting(match_id)]
        if len(waiting) < min(WAITING, len(self._tables.seats) // _MEMBERS_A_TABLE):
            is_rated = self._chance.random() < _RATED
            await self._tables.begin(free[0], None, msgspec.structs.replace(terms, rated=is_rated))
        elif len(self._tables.open) - len(waiting) < PLAYING:
            await self._tables.begin(free[0], free[1], terms)

    def _is_waiting(self, match_id: str) -> bool:
        entry = self._tables.live.lobby.lists.index.get(match_id)
        return entry is not None and entry.state == "open"

    async def _renew(self) -> None:
        while True:
            try:
                await self._database.run(tournaments.renew, self._chance)
            except Exception:
                log.exception("demo: cannot set up the next tournaments")
            await asyncio.sleep(RENEW_S)
