"""Every frame that any reader is sent, compared with what they may see: a model of the whole.

People come and go, sit down, write, and leave a federation; the bus loses messages; matches end. Each
subscription is sent lines that its reader may see, once, in order, without a gap, and in the end all of them.
"""

import asyncio
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.live.memory_conversations import MemoryConversations
from tests.support.live.page_sessions import FREE, SEED, Json, Page, started
from tests.support.patience import PATIENCE
from tests.support.search_budget import RUN, times
from zaria.live.app import Live
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.sessions import ConversationTimeouts
from zaria.live.conversations.store import NewLine
from zaria.live.matches.event_frames import PublishedEvent, ids_of
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.terms import Terms

PEOPLE = ("m-ann", "m-bob", "m-cat", "guest")
KINDS = ("table", "onlookers", "federation")
WEIGHTS = {
    "say": 10,
    "read": 8,
    "rush": 4,
    "stop": 2,
    "sit": 1,
    "join": 1,
    "part": 1,
    "lose": 2,
    "end": 0.3,
    "reconnect": 1,
}
"""The acts, and how often each happens."""
ABOUT_A_ROOM, ABOUT_NOBODY = ("say", "read", "rush", "stop"), ("lose", "end")
LENGTH = 120


def acts(choose: random.Random) -> list[tuple[str, ...]]:
    """The acts of one example."""
    acts: list[tuple[str, ...]] = []
    for name in choose.choices(list(WEIGHTS), list(WEIGHTS.values()), k=LENGTH):
        who = () if name in ABOUT_NOBODY else (choose.choice(PEOPLE),)
        acts.append((name, *who, *((choose.choice(KINDS),) if name in ABOUT_A_ROOM else ())))
    return acts


class Reading:
    """One subscription as its client sees it: the lines it has, in order, since line `n`."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.lines: list[Json] = []
        self.last = n
        self.open = False

    def take(self, message: Json) -> None:
        if message["t"] == "lines":
            self.open = True
            new = message["lines"]
            if message.get("more"):
                assert len(new) == 50
            elif new:
                assert new[0]["n"] == max(self.last, 0) + 1
            self.last = message["last"]
        else:
            assert self.open, "a line before the list"
            assert message["n"] == self.last + 1
            new, self.last = [message], message["n"]
        self.lines += new


class World:
    """The club and the model of it."""

    def __init__(self, live: Live, store: MemoryConversations, match: str) -> None:
        self.live, self.store, self.match = live, store, match
        self.pages = {who: Page(live, who) for who in PEOPLE}
        self.readings: dict[tuple[str, str], Reading] = {}
        self.taken = dict.fromkeys(PEOPLE, 0)
        self.seated: set[str] = set()
        self.over = False
        self.commands = itertools.count()
        self.lose = 0
        self._lossy(live)

    def _lossy(self, live: Live) -> None:
        publish = live.bus.publish

        def perhaps(topic: str, message: Any) -> None:
            if isinstance(message, StoredLine) and self.lose:
                self.lose -= 1
                return
            publish(topic, message)

        live.bus.publish = perhaps  # type: ignore[method-assign]

    def name(self, kind: str) -> str:
        return f"{kind}:{'north' if kind == 'federation' else self.match}"

    def may_read(self, who: str, kind: str) -> bool:
        if kind == "federation":
            return who in self.store.members
        plays = who in self.seated
        return plays if kind == "table" else self.over or not plays

    async def act(self, name: str, who: str = "", kind: str = "") -> None:
        await getattr(self, f"_{name}")(*filter(None, (who, kind)))
        await settle()
        self.compare()

    async def _say(self, who: str, kind: str) -> None:
        before = len(self.store.lines.get(self.name(kind), ()))
        command = f"c{next(self.commands)}"
        self.pages[who].tell(t="say", id=self.name(kind), c=command, text=f"{who} {command}")
        await until(lambda: any(message.get("c") == command for message in self.pages[who].got))
        await settle()
        allowed = self.may_read(who, kind) and (kind != "table" or len(self.seated) == 2)
        assert len(self.store.lines.get(self.name(kind), ())) == before + allowed
        kinds_of_answer = [message["t"] for message in self.pages[who].got if message.get("c") == command]
        assert kinds_of_answer == ["said" if allowed else "no"]

    async def _read(self, who: str, kind: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        reading = self.readings.pop((who, kind), None)
        n = -1 if reading is None or not reading.open else reading.last
        page = self.pages[who]
        self.taken[who] = len(page.got)
        if self.may_read(who, kind):
            self.readings[who, kind] = Reading(n)
        page.tell(t="conversation", id=self.name(kind), n=n)
        meanwhile()
        await until(lambda: any(message["t"] in ("lines", "no") for message in page.got[self.taken[who] :]))

    async def _rush(self, who: str, kind: str) -> None:
        """Others write while somebody opens the conversation."""
        commands = {f"c{next(self.commands)}": writer for writer in PEOPLE if writer != who}

        def write() -> None:
            for command, writer in commands.items():
                self.pages[writer].tell(t="say", id=self.name(kind), c=command, text=command)

        await self._read(who, kind, write)
        for command, writer in commands.items():
            await until(lambda: any(message.get("c") == command for message in self.pages[writer].got))  # noqa: B023

    async def _stop(self, who: str, kind: str) -> None:
        self.readings.pop((who, kind), None)
        self.pages[who].tell(t="conversation", id=self.name(kind), stop=True)

    async def _sit(self, who: str) -> None:
        if who in self.seated or len(self.seated) == 2 or self.over:
            return
        page = self.pages[who]
        page.tell(t="watch", m=self.match)
        await until(lambda: any(message["t"] == "state" for message in page.got))
        seal = next(message for message in page.got if message["t"] == "state")["v"]["seal"]
        self.seated.add(who)
        self.readings.pop((who, "onlookers"), None)
        page.tell(t="do", m=self.match, c=f"sit-{who}", k={"t": "sit", "seed": SEED, "seal": seal})
        await until(
            lambda: any(message["t"] == "ack" and message["c"] == f"sit-{who}" for message in page.got)
        )

    async def _join(self, who: str) -> None:
        self.store.members.add(who)

    async def _part(self, who: str) -> None:
        """The periodic comparison ends the subscription."""
        self.store.members.discard(who)
        await self.look_again()
        self.readings.pop((who, "federation"), None)

    async def _lose(self) -> None:
        self.lose += 1

    async def _end(self) -> None:
        if len(self.seated) == 2 and not self.over:
            await self.live.annul(self.match)
            self.over = True

    async def _reconnect(self, who: str) -> None:
        self.pages[who].close(1000)
        for key in [key for key in self.readings if key[0] == who]:
            del self.readings[key]
        self.pages[who] = Page(self.live, who)
        self.taken[who] = 0

    async def look_again(self) -> None:
        """Compare with the store, as happens periodically."""
        assert self.live.conversations is not None
        await self.live.conversations.compare()
        await settle()

    def compare(self) -> None:
        """Take every new frame of every reader; each belongs to a subscription that may have it."""
        for who, page in self.pages.items():
            for frame in page.got[self.taken[who] :]:
                if frame["t"] in ("line", "lines"):
                    kind = frame["id"].partition(":")[0]
                    reading = self.readings.get((who, kind))
                    assert reading is not None, f"{who} is sent {frame}"
                    reading.take(frame)
            self.taken[who] = len(page.got)
        for (who, kind), reading in self.readings.items():
            stored = self.store.lines.get(self.name(kind), [])
            assert [(line["n"], line["text"], line.get("own", False)) for line in reading.lines] == [
                (line.n, line.text, line.author == who)
                for line in stored[max(reading.n, 0) : max(reading.last, 0)]
            ]

    async def finish(self) -> None:
        """Nothing is missing once the processes have compared with the store."""
        self.lose = 0
        await self.look_again()
        self.compare()
        for (who, kind), reading in self.readings.items():
            assert reading.open
            assert reading.last == len(self.store.lines.get(self.name(kind), ())), (who, kind)


async def settle() -> None:
    """Until everything that follows by itself has happened."""
    for _ in range(12):
        await asyncio.sleep(0)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def play(folder: Path, todo: list[tuple[str, ...]]) -> None:
    store = MemoryConversations()
    store.members.update(PEOPLE)
    live = await started(
        folder / "live.sqlite3",
        limits=FREE,
        conversations=store,
        conversation_times=ConversationTimeouts(check=3_600_000),
    )
    try:
        world = World(live, store, await live.match_service.open(TableRequest(Terms("tabla", length=1))))
        for act in todo:
            await world.act(*act)
        await world.finish()
    finally:
        await live.stop()


@pytest.mark.parametrize("example", range(times(8)))
async def test_every_reader_is_sent_what_they_may_see_and_all_of_it(tmp_path: Path, example: int) -> None:
    await play(tmp_path, acts(random.Random(RUN * 1000 + example)))


async def test_a_command_of_another_process_is_found(tmp_path: Path) -> None:
    store = MemoryConversations()
    live = await started(tmp_path / "live.sqlite3", conversations=store)
    ann = Player("m-ann", "M-Ann", "#777777", member=True)
    store.add(NewLine("direct:x", "c", ann, 1, "Hello", None))
    page = Page(live, "m-ann")
    page.tell(t="say", id="direct:x", c="c", text="Hello")
    await until(lambda: bool(page.got))
    assert page.got == [{"t": "said", "id": "direct:x", "c": "c", "n": 1}]
    await live.stop()


async def test_a_late_event_does_not_take_the_seats_of_the_players(tmp_path: Path) -> None:
    """The bus may deliver an event that was stored before the match was read."""
    live = await started(tmp_path / "live.sqlite3", conversations=MemoryConversations())
    match = await live.match_service.open(TableRequest(Terms("tabla", length=1)))
    ann, bob = Page(live, "m-ann"), Page(live, "m-bob")
    for player in (ann, bob):
        await player.sit(match)
    live_match = await live.match_service.live_match(match)
    assert live_match is not None
    ann.got.clear()
    for player in (ann, bob):
        player.tell(t="conversation", id=f"table:{match}", n=-1)
        await player.next_message("lines")
    number, event, state = next(iter(live_match.since(0)))
    assert ids_of(state) != live_match.ids
    live.bus.publish(match, PublishedEvent(state, number, event, ev.encode(event), 0))
    await settle()
    assert [message for page in (ann, bob) for message in page.got if message["t"] == "no"] == []
    await live.stop()
