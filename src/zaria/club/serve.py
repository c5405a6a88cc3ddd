"""`zaria serve`: brings the data directory up to date, then serves pages and tables from one process."""

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
from pathlib import Path
from types import FrameType

import django
import uvicorn
import uvloop

from zaria.club import catalogues, data
from zaria.club.progress import step

BACKLOG = 2048
LOCAL = ("127.0.0.1", "localhost", "::1")
LAST_WORDS = 3
"""Seconds that open requests have to finish when the server is told to stop."""


class Busy(Exception):
    """The address cannot be listened at; the text says why, in one line."""


def serve(port: int, host: str = "127.0.0.1", bot_pause: int = 700) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code. Raises `Busy` or `data.Unusable` before that.

    `port` 0 takes any free one; `bot_pause` is how long (ms) the computer waits before it acts.
    """
    home = data.prepare()
    with data.claim(home), _listen(host, port) as listener:
        prepare()
        _notices(host)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_run(home, listener, host, bot_pause))
    return 0


def prepare() -> None:
    """Catalogues, Django, database, static files: each only as far as something changed."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import DatabaseError

    with step("Compiling the translations"), contextlib.suppress(PermissionError):
        for locale in settings.LOCALE_PATHS:
            catalogues.compile_stale(Path(locale))
    django.setup()
    with step("Bringing the database up to date"):
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            raise data.Unusable(f"cannot use {settings.DATABASES['default']['NAME']}: {error}") from error
    with step("Collecting the static files"):
        from zaria.club import assets

        assets.collect()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, TypeError) as error:  # TypeError: a name that no host can have
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise Busy(f"cannot listen at {host} port {port}: {reason}") from error
    return listener


def _notices(host: str) -> None:
    from django.conf import settings

    from zaria.games.tables.kernel import kernel_is_compiled

    if not kernel_is_compiled():
        print("The rules run interpreted: no C compiler was found at set-up. Everything works, slowly.")
    if host not in LOCAL and not os.environ.get("ZARIA_HOSTS"):
        print(f"Pages answer to {', '.join(settings.ALLOWED_HOSTS)} only: set ZARIA_HOSTS to let others in.")
    sys.stdout.flush()


async def _run(home: Path, listener: socket.socket, host: str, bot_pause: int) -> None:
    from django.conf import settings

    from zaria.club.asgi import application
    from zaria.club.languages import translate
    from zaria.club.sockets import whoami
    from zaria.live.app import Live
    from zaria.live.memory import spare_collections
    from zaria.live.server import make_protocol

    journal = home / "live.sqlite3"
    try:
        live = await Live.start(journal, translate, bot_pause=bot_pause)
    except sqlite3.Error as error:
        raise data.Unusable(f"cannot use {journal}: {error}") from error
    spare_collections()
    try:
        config = uvicorn.Config(
            application(live),
            ws=make_protocol(live.endpoint, whoami, settings.CSRF_TRUSTED_ORIGINS),  # type: ignore[arg-type]
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=LAST_WORDS,
        )
        await _Server(config, host).run_until_told(listener)
    finally:
        await live.stop()


class _Server(uvicorn.Server):
    """Says where it is once it is there, and leaves the process alive to close its books after a signal."""

    def __init__(self, config: uvicorn.Config, host: str) -> None:
        super().__init__(config)
        self.host = host

    async def run_until_told(self, listener: socket.socket) -> None:
        # uvicorn raises the signals that it caught again when it is done; these handlers are there for that.
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self.told)
        await self.serve(sockets=[listener])

    def told(self, number: int, frame: FrameType | None) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            name = f"[{self.host}]" if ":" in self.host else self.host
            print(f"Zaria is open: http://{name}:{sockets[0].getsockname()[1]}/", flush=True)
