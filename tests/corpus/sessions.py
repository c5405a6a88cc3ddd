"""Whole sessions at the endpoint: what each page sends, and all that each page is sent for it.

A recording is a list of steps. Each has the moment (ms), who sends which frame, and the frames that everybody
gets until all is quiet again. The match itself is opened beforehand, so that its dice are known.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from tests.corpus import adapter
from tests.corpus.adapter import StoredMatch
from tests.support.live.page_sessions import next_command

Json = dict[str, Any]
Exchange = tuple[Json, dict[str, list[str]]]
WHO = ("ann", "bob", "zoe", "")
"""The two players, a guest who looks on, and nobody in particular."""
STEP_MS = 1_500
CROWD = b'{"t":"crowd"'
"""The number of onlookers follows later, by the real clock: it is in no recording."""
QUIET_S = 0.4
"""Seconds without a frame after which a recording takes it that nothing more comes."""
PATIENCE_S = 30
SEEDS = {"ann": "00112233445566778899aabbccddeeff", "bob": "ffeeddccbbaa99887766554433221100"}


class Stage:
    """Live play on a journal with one open table, and a page for everybody in `WHO`."""

    def __init__(self, live: adapter.LivePlay) -> None:
        self.live = live
        self.got: dict[str, list[str]] = {who: [] for who in WHO}
        self._heard = asyncio.Event()
        self.pages = {who: live.connect(who or None, self._hearing(who)) for who in WHO}

    def _hearing(self, who: str) -> Any:
        def hear(frame: bytes) -> None:
            if not frame.startswith(CROWD):
                self.got[who].append(frame.decode())
                self._heard.set()

        return hear

    def send(self, who: str, frame: str) -> None:
        """Let somebody send a frame, a while after the one before."""
        self.live.pass_time(STEP_MS)
        self.pages[who].received(frame.encode())

    async def quiet(self) -> dict[str, list[str]]:
        """The frames until nothing more came."""
        while True:
            self._heard.clear()
            try:
                async with asyncio.timeout(QUIET_S):
                    await self._heard.wait()
            except TimeoutError:
                return self._taken()

    async def as_many(self, wanted: dict[str, list[str]]) -> dict[str, list[str]]:
        """The frames once everybody has as many as in `wanted`."""
        async with asyncio.timeout(PATIENCE_S):
            while any(len(self.got[who]) < len(wanted.get(who, ())) for who in WHO):
                self._heard.clear()
                await self._heard.wait()
        return self._taken()

    def _taken(self) -> dict[str, list[str]]:
        taken = {who: frames for who, frames in self.got.items() if frames}
        self.got.update({who: [] for who in WHO})
        return taken


@contextlib.asynccontextmanager
async def staged(home: Path, match: StoredMatch) -> AsyncIterator[Stage]:
    """Live play with this table, which is open."""
    live = await adapter.LivePlay.start(home, match)
    try:
        yield Stage(live)
    finally:
        await live.stop()


async def record(home: Path, match: StoredMatch, commands: int) -> list[Json]:
    """A session of so many commands of play, and what goes on around them."""
    steps: list[Json] = []
    async with staged(home, match) as stage:
        views: dict[str, Json] = {}

        async def tell(who: str, **message: Any) -> None:
            frame = json.dumps(message, separators=(",", ":"))
            stage.send(who, frame)
            steps.append({"who": who, "send": frame, "got": await stage.quiet()})
            for reader, frames in steps[-1]["got"].items():
                for answer in map(json.loads, frames):
                    if answer["t"] in ("state", "ev"):
                        before = views.get(reader, {}).get("v", {})
                        views[reader] = {**answer, "v": {**before, **answer["v"]}}

        for who, message in _before(match.id):
            await tell(who, **message)
        for place, who in enumerate(("ann", "bob")):
            seal = views[who]["v"]["seal"]
            sit = {"t": "sit", "seed": SEEDS[who], "seal": seal}
            await tell(who, t="do", m=match.id, c=f"sit{place}", k=sit)
        for number in range(commands):
            side = views["ann"]["v"]["to_act"]
            if side is None or views["ann"]["v"]["phase"] == "over":
                break
            who = "bob" if views["bob"]["you"] == side else "ann"
            await tell(who, t="do", m=match.id, c=f"c{number}", k=_next(views[who], number), w=500)
            if number % 10 == 9:
                await tell("zoe", t="watch", m=match.id, n=views["zoe"]["n"] - 3)
        for who, message in _after(match.id, views):
            await tell(who, **message)
    return steps


def _before(match_id: str) -> Iterator[tuple[str, Json]]:
    yield "zoe", {"t": "hall", "what": "open"}
    for who in WHO:
        yield who, {"t": "watch", "m": match_id}
    yield "zoe", {"t": "hall", "what": ""}
    yield "ann", {"t": "ping", "x": 7.5}
    yield "", {"t": "watch", "m": "nothing"}
    yield "", {"t": "do", "m": match_id, "c": "x1", "k": {"t": "roll"}}
    yield "zoe", {"t": "do", "m": match_id, "c": "x2", "k": {"t": "roll"}}
    yield "zoe", {"t": "do", "m": match_id, "c": "x3", "k": {"t": "no such thing"}}
    yield "zoe", {"t": "seek", "game": "tabla"}
    yield "zoe", {"t": "seek", "game": ""}


def _after(match_id: str, views: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """The match is given up, and another one is offered; then everybody goes."""
    ann = views["ann"]
    yield "zoe", {"t": "hall", "what": "playing", "game": ann["v"]["game"]}
    if ann["v"]["family"] == "squares":
        yield "ann", {"t": "do", "m": match_id, "c": "draw", "k": {"t": "offerdraw"}}
        yield "bob", {"t": "do", "m": match_id, "c": "nodraw", "k": {"t": "declinedraw"}}
        yield "bob", {"t": "do", "m": match_id, "c": "end", "k": {"t": "resign"}}
    else:
        who = "bob" if views["bob"]["you"] == ann["v"]["to_act"] else "ann"
        opponent = "ann" if who == "bob" else "bob"
        points = max(1, ann["v"]["resign_min"][ann["v"]["to_act"]])
        yield who, {"t": "do", "m": match_id, "c": "end", "k": {"t": "resign", "points": points}}
        yield opponent, {"t": "do", "m": match_id, "c": "no", "k": {"t": "reject"}}
        yield who, {"t": "do", "m": match_id, "c": "end2", "k": {"t": "resign", "points": points + 1}}
        yield opponent, {"t": "do", "m": match_id, "c": "yes", "k": {"t": "accept"}}
    yield "ann", {"t": "again", "m": match_id}
    yield "bob", {"t": "again", "m": match_id, "no": True}
    yield "bob", {"t": "leave", "m": match_id, "gone": True}
    yield "ann", {"t": "leave", "m": match_id}


def _next(view: Json, number: int) -> Json:
    table = view["v"]
    if table["phase"] == "double":
        return {"t": "take"}
    if table["phase"] == "resign":
        return {"t": "reject"}
    if table["can_double"] and number % 6 == 5:
        return {"t": "double"}
    return next_command(view)


async def replay(home: Path, match: StoredMatch, steps: list[Json]) -> AsyncIterator[Exchange]:
    """Each step with the frames that are sent for it now."""
    async with staged(home, match) as stage:
        for step in steps:
            stage.send(step["who"], step["send"])
            yield step, await stage.as_many(step["got"])
