"""Announcers: they hand the news of committed transactions to the event loop of their process."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Generic, ParamSpec

from django.db import Error, transaction

from zaria.club.site.database.database_thread import DatabaseThread

log = logging.getLogger(__name__)

News = ParamSpec("News")

AT_ONCE = 500
"""Players in one query."""
PAUSE_S = 1.0
"""Seconds before another try while the database is away."""


class Announcer(Generic[News]):
    """Takes the news of its class on the event loop on which it is started.

    A process without a started announcer, for instance a command of the operator, announces nothing.
    """

    _started: ClassVar[set["Announcer[Any]"]] = set()

    def __init_subclass__(cls) -> None:
        """Give each class its own announcers."""
        super().__init_subclass__()
        cls._started = set()

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @classmethod
    def is_started(cls) -> bool:
        """True if news of this class are announced in this process."""
        return bool(cls._started)

    @classmethod
    def after_commit(cls, *news: News.args, **more: News.kwargs) -> None:
        """Announce the news when the present transaction is committed."""
        for announcer in tuple(cls._started):
            transaction.on_commit(partial(announcer.add, *news, **more))

    def start(self) -> None:
        """Begin to announce."""
        self._loop = asyncio.get_running_loop()
        type(self)._started.add(self)

    def stop(self) -> None:
        """Announce nothing more."""
        type(self)._started.discard(self)
        self._loop = None

    def add(self, *news: News.args, **more: News.kwargs) -> None:
        """Announce the news; called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(partial(self.take, *news, **more))

    def take(self, *news: News.args, **more: News.kwargs) -> None:
        """Take the news on the event loop."""
        raise NotImplementedError


class PlayersAnnouncer(Announcer[News]):
    """An announcer that reads what it sends to players, many of them in one query."""

    def __init__(self, name: str) -> None:
        """`name` is that of the thread that reads."""
        super().__init__()
        self._database = DatabaseThread(name)
        self._players: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to announce."""
        super().start()
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Announce nothing more, after the query in progress."""
        self.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    def enqueue(self, players: Iterable[str]) -> None:
        """Read and send what these players are to get, soon; called on the event loop."""
        self._players |= dict.fromkeys(players)
        self._wake.set()

    def read(self, players: list[str]) -> Mapping[str, Any]:
        """Return what each of these players is to get; called in the thread that reads."""
        raise NotImplementedError

    def send(self, player: str, content: Any) -> None:
        """Send a player what was read for them; called on the event loop."""
        raise NotImplementedError

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while players := list(islice(self._players, AT_ONCE)):
                for player in players:
                    del self._players[player]
                try:
                    contents = await self._database.run(self.read, players)
                except Error as error:
                    log.warning("%s: waiting for the database: %s", type(self).__name__, error)
                    self._players |= dict.fromkeys(players)
                    await asyncio.sleep(PAUSE_S)
                    continue
                for player, content in contents.items():
                    self.send(player, content)
