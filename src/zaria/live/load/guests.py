"""Guests that connect as visitors do, look for opponents, and play match after match."""

import asyncio
import contextlib
import random
import time
import urllib.request
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlsplit

from picows import WSError

from zaria.live.load.dial import dial
from zaria.live.load.player import Player
from zaria.live.load.tally import LoadCounters
from zaria.live.load.wire import Message
from zaria.live.sockets.connection_limits import is_local

REPEAT_S = 2.0
"""Seconds between repeats of a search, which ends unless it is repeated."""
AT_ONCE = 4
"""Pages fetched, and sockets opened, at the same time."""
_PATIENCE_S = 20.0
_BACK_S = (0.2, 2.0)
"""Range of seconds after which a lost connection is opened again, a little later for each guest."""


class Plan(NamedTuple):
    """The load: `matches` at a time for `seconds`, with a move every `every` seconds.

    `url` is the address of the sockets, ws://host:port; `mix` gives the share of each game, `speed` the kind
    of clock.
    """

    url: str
    matches: int
    seconds: float
    mix: Mapping[str, int]
    every: float = 0.1
    speed: str = "normal"


class Guest(Player):
    """Looks for an opponent in one game, plays, and looks for the next."""

    def __init__(self, tally: LoadCounters, game: str, speed: str, pause: Callable[[], float] | None) -> None:
        """Create a guest without a connection."""
        super().__init__(tally, pause, random.Random())
        self._search = f'{{"t":"seek","game":"{game}","speed":"{speed}"}}'.encode()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Search until a table is set."""
        self.rest()
        self.send(self._search)
        self._timer = asyncio.get_running_loop().call_later(REPEAT_S, self.begin)

    def rest(self) -> None:
        """Stop searching."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def over(self) -> None:
        """Search for the next match."""
        self.tally.finished += 1
        self.begin()

    def receive(self, message: Message) -> None:
        """Process the message of a set table, or of a pause."""
        if message.t == "go" and not self.match:
            self.rest()
            self.tally.begun += 1
            self.watch(message.m)
        elif message.t == "status" and not message.up:
            self.tally.pauses += 1


async def play(plan: Plan, tally: LoadCounters, stop: asyncio.Event) -> float:
    """Play until the time is over or `stop` is set; return the seconds. Raises `OSError` without a server."""
    games = _spread(plan.mix, plan.matches)
    guests = [Guest(tally, game, plan.speed, _pause(plan.every)) for game in games for _ in (0, 1)]
    cookies = await _cookies(plan.url, len(guests))
    tasks: list[asyncio.Task[None]] = []
    slots = asyncio.Semaphore(AT_ONCE)
    for guest, cookie in zip(guests, cookies, strict=True):
        tasks.append(asyncio.create_task(_stay(plan.url, guest, cookie, slots)))
    tally.counting, since = True, time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(plan.seconds):
            await stop.wait()
    tally.counting, took = False, time.monotonic() - since
    for guest, task in zip(guests, tasks, strict=True):
        guest.rest()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took


async def _stay(url: str, guest: Guest, cookie: str, slots: asyncio.Semaphore) -> None:
    """Keep a guest connected."""
    tries = 0
    while True:
        try:
            async with slots:
                transport = await dial(guest, f"{url}/ws", {"Cookie": cookie}, _PATIENCE_S)
        except (OSError, WSError, TimeoutError) as error:
            guest.tally.errors[f"connect: {type(error).__name__}"] += 1
        else:
            tries = 0
            try:
                assert guest.gone is not None
                await guest.gone
            finally:
                transport.disconnect()
            guest.tally.reconnects += 1
        await asyncio.sleep(min(_BACK_S[1], _BACK_S[0] * (tries + 1)) * random.uniform(0.5, 1.5))
        tries += 1


async def _cookies(url: str, count: int) -> list[str]:
    """Fetch a visitor's cookies from the front page for each guest."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one() -> str:
        async with slots:
            return await asyncio.to_thread(_cookie, url)

    return list(await asyncio.gather(*(one() for _ in range(count))))


def _cookie(url: str) -> str:
    front = url.replace("ws", "http", 1) + "/"
    with urllib.request.urlopen(front, timeout=_PATIENCE_S) as answer:
        set_by: list[str] = answer.headers.get_all("Set-Cookie") or []
    jar: SimpleCookie = SimpleCookie()
    for line in set_by:
        jar.load(line)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in jar.items())


def _spread(mix: Mapping[str, int], matches: int) -> list[str]:
    """The game of each match, with shares as close to the mix as possible."""
    owed = dict.fromkeys(mix, 0.0)
    total = sum(mix.values())
    games = []
    for _ in range(matches):
        for game, share in mix.items():
            owed[game] += share / total
        game = max(owed, key=owed.__getitem__)
        owed[game] -= 1
        games.append(game)
    return games


def _pause(every: float) -> Callable[[], float] | None:
    """A source of random pauses with a mean of `every` seconds."""
    return (lambda: random.uniform(0.5, 1.5) * every) if every else None


def is_here(url: str) -> bool:
    """Return whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or is_local(host)
