"""Pages without sockets: the endpoint's sessions on connections that only remember."""

import asyncio
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.live.site_hooks import with_hooks
from tests.support.patience import PATIENCE
from zaria.live.app import Live
from zaria.live.clock import Now
from zaria.live.config import LiveConfig
from zaria.live.journal.base import Journal
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import Places
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection import Identity
from zaria.match.events import Player
from zaria.match.terms import ClockTerms, Terms

Json = dict[str, Any]
SEED = "00112233445566778899aabbccddeeff"
CLOCK = ClockTerms(delay=1_000, bank=60_000)
FREE = Limits(rate=1e9, burst=1e9)

_ids = itertools.count()


class FakeNow:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class Page:
    """A `Connection`, and the client at its other end."""

    def __init__(self, live: Live, who: str | None) -> None:
        self.user = (
            Identity(Player(who, who.title(), "#777777", member=who.startswith("m-"))) if who else None
        )
        self.peer = f"page of {who}"
        self.got: list[Json] = []
        self.raw: list[bytes] = []
        self.closed: int | None = None
        self.rtt: int | None = None
        self.table: Json = {}
        self._views: dict[str, Json] = {}
        self._heard = asyncio.Event()
        self.session = live.endpoint.connected(self)

    def send(self, message: bytes) -> None:
        assert self.closed is None
        self.raw.append(message)
        self.got.append(json.loads(message))
        if self.got[-1]["t"] in ("state", "ev"):
            self._see(self.got[-1])
        self._heard.set()

    def _see(self, message: Json) -> None:
        """Events say what changed of the table."""
        before = self._views.get(message["m"], {}) if message["t"] == "ev" else {}
        view = self._views[message["m"]] = {**before, **message["v"]}
        self.table = {**message, "v": view}

    def measure(self, now: int) -> None:
        """The way is what a test says it is."""

    def close(self, code: int) -> None:
        self.closed = code
        self.session.disconnected()

    def tell(self, **message: Any) -> None:
        self.session.received(json.dumps(message).encode())

    def do(self, match_id: str, command: Json, cid: str | None = None) -> str:
        cid = cid or f"c{next(_ids)}"
        self.tell(t="do", m=match_id, c=cid, k=command)
        return cid

    async def answer(self, cid: str) -> Json:
        """The acknowledgement or refusal of a command."""
        return await self.heard(lambda message: message.get("c") == cid)

    async def next_message(self, kind: str, n: int | None = None) -> Json:
        """The next message of this kind (and number), taken out of `got` with all before it."""
        answer = await self.heard(lambda message: message["t"] == kind and n in (None, message.get("n")))
        del self.got[: self.got.index(answer) + 1]
        return answer

    async def heard(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message that is `wanted`."""
        await self.until(lambda: any(map(wanted, self.got)))
        return next(filter(wanted, self.got))

    async def until(self, true: Callable[[], bool]) -> None:
        """Until messages have made it `true`."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._heard.clear()
                await self._heard.wait()

    async def turn(self) -> Json:
        """The table's view once this player has to act."""
        await self.until(
            lambda: self.table["you"] is not None and self.table["you"] == self.table["v"]["to_act"]
        )
        return self.table

    async def did(self, match_id: str, command: Json) -> Json:
        return await self.answer(self.do(match_id, command))

    async def sit(self, match_id: str) -> Json:
        """Watch the match and take the seat; the acknowledgement."""
        self.tell(t="watch", m=match_id)
        seal = (await self.next_message("state"))["v"]["seal"]
        return await self.did(match_id, {"t": "sit", "seed": SEED, "seal": seal})

    async def state(self, match_id: str) -> Json:
        """The match anew; what was heard before is forgotten."""
        self.got.clear()
        return await self.look(match_id)

    async def look(self, match_id: str) -> Json:
        """The match anew."""
        before = len(self.got)
        self.tell(t="watch", m=match_id)
        await self.until(lambda: any(message["t"] == "state" for message in self.got[before:]))
        return self.table


async def started(path: Path, **options: Any) -> Live:
    """Live play with these options of `LiveConfig` and fields of `SiteHooks`."""
    options.setdefault("limits", FREE)
    return await Live.start(LiveConfig(path=path, bot_pause=0, **with_hooks(options)))


async def assembled(journal: Journal, now: Now, times: Timeouts | None = None) -> Live:
    """Live play on this journal."""
    config = LiveConfig(path=Path(), bot_pause=0, limits=FREE, times=times or Timeouts())
    live = Live(config, journal, now)
    await live._begin()
    return live


def host_of(live: Live) -> Host:
    """The host of the only process."""
    assert live.host is not None
    return live.host


async def begun(
    live: Live, terms: Terms | None = None, places: Places = (None, None)
) -> tuple[str, Page, Page]:
    """A match between Ann (side 0) and Bob that has just begun."""
    match_id = await live.open(TableRequest(terms or Terms("tabla"), places))
    ann, bob = Page(live, "ann"), Page(live, "bob")
    for page in (ann, bob):
        assert (await page.sit(match_id))["t"] == "ack"
    return match_id, ann, bob


def first_path(tree: list[list[list[int]]]) -> list[list[int]]:
    node, moves = 0, []
    while tree[node]:
        point, die, node = tree[node][0]
        moves.append([point, die])
    return moves


def next_command(state: Json) -> Json:
    """The move of a simple player to whom `state` was sent, on its turn to roll or move."""
    if state["v"]["phase"] == "roll":
        return {"t": "roll"}
    if "ways" in state:
        return {"t": "move", "move": state["ways"][0]["move"], "n": state["v"]["squares"]["plies"]}
    return {
        "t": "play",
        "moves": first_path(state["tree"]),
        "n": state["v"]["roll_no"],
        "stage": state["v"]["stage"],
    }


async def act(match_id: str, *pages: Page) -> Page:
    """Let the side to act do so; return its page."""
    shown = [await page.look(match_id) for page in pages]
    side: int = shown[0]["v"]["to_act"]
    page = pages[side]
    answer = await page.did(match_id, next_command(page.table))
    assert answer["t"] == "ack", answer
    return page
