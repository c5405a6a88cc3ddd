"""`zaria serve --demo`: a server whose club is in full swing."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from zaria.club.demo.folder import USUAL, DemoFolder
from zaria.club.demo.scale import Scale
from zaria.club.demo.timeline import Timeline
from zaria.club.server import start
from zaria.club.server.options import Companion
from zaria.club.site import clock, data_directory, variables
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.app import Live

SETTINGS = "zaria.club.demo.settings"
_ALONE = ("ZARIA_DATABASE_URL", "ZARIA_REDIS_URL", "ZARIA_SMTP_URL")


def serve(port: int | None, host: str, bot_pause: int, pace: float, scale: Scale | None = None) -> int:
    """Serve a demo until SIGTERM or SIGINT, and return the exit code; raises as `start.serve` does.

    The first start on a folder makes the past of the club, later ones continue it.
    """
    folder = prepare(host)
    demo = Demo(folder, pace, scale)
    return start.serve(port, host, bot_pause, None, Companion(demo.accompany, demo.timeline))


def prepare(host: str) -> DemoFolder:
    """Return the folder of the demo; raises `ConfigurationError` where a demo must not run."""
    if host not in start.LOCAL:
        raise ConfigurationError(f"a demo is only for this machine: leave --host {host} out")
    for name in _ALONE:
        if variables.raw(name):
            raise ConfigurationError(f"a demo has files of its own, and sends no mail: unset {name}")
    os.environ.setdefault("ZARIA_DATA", USUAL)
    folder = DemoFolder(Path(data_directory.directory()))
    os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    return folder


class Demo:
    """The companion of a server: makes the past where there is none, then plays."""

    def __init__(self, folder: DemoFolder, pace: float = 1.0, scale: Scale | None = None) -> None:
        """`pace`: 2 is twice as quick as people are; `scale`: the size, None the usual one."""
        self._folder, self._pace, self._scale = folder, pace, scale or Scale()
        self.timeline = Timeline((self._scale.days + 1) * clock.DAY_MS if folder.is_new else 0)

    @asynccontextmanager
    async def accompany(self, live: Live) -> AsyncIterator[None]:
        """Play while the block lasts."""
        from zaria.club.demo import cast, members
        from zaria.club.demo.history import History
        from zaria.club.demo.play import Tables
        from zaria.club.demo.robots import Robots
        from zaria.club.demo.seat import Seat
        from zaria.club.site.database.database_thread import DatabaseThread

        chance = self._folder.source()
        async with AsyncExitStack() as stack:
            database = DatabaseThread("demo")
            stack.push_async_callback(database.close)
            tables = Tables(live, self.timeline, chance)
            stack.callback(tables.close)
            if self._folder.is_new:
                print("Making a month of a club's life …", flush=True)
                with clock.use(self.timeline):
                    await History(tables, database, chance, self._scale).make()
                self._folder.complete()
            else:
                joined = await database.run(members.players)
                for number, role in enumerate(cast.roles()):
                    if role.login in joined:
                        tables.add(Seat(live, role, joined[role.login], number))
                tables.resume()
            robots = asyncio.create_task(Robots(tables, database, chance, self._pace).run())
            stack.push_async_callback(_cancel, robots)
            yield


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
