"""`zaria serve`: brings the data directory up to date, then serves pages and tables.

One process does all of it, unless it is given a role: several processes share the work then, with a database
and a Redis between them.
"""

import asyncio
import contextlib
import errno
import fcntl
import hashlib
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import django
import uvicorn
import uvloop

from zaria.club.server import catalogues
from zaria.club.server.progress import step
from zaria.club.site import data_directory, environment

if TYPE_CHECKING:
    from zaria.club.ratings.policy import ClubRatingPolicy
    from zaria.live.app import Live
    from zaria.live.metrics import Metrics
    from zaria.live.sockets.connection_limits import ConnectionLimits

PORT = 8000
BACKLOG = 2048
LOCAL = ("127.0.0.1", "localhost", "::1")
LAST_WORDS = 3
"""Seconds that open requests have to finish when the server is asked to stop."""
ENGINES = 2
"""Processes in which programs think, where there are as many cores."""
_SCHEMA_LOCK = 0x7A617269


class AddressInUseError(Exception):
    """The address cannot be listened at; the text says why, in one line."""


def serve(
    port: int | None, host: str = "127.0.0.1", bot_pause: int = 700, roles: Collection[str] | None = None
) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code. Raises `Busy` or `data.Unusable` before that.

    `port` 0 takes any free one; `bot_pause` is how long (ms) the computer waits before it acts. `roles`: some
    of `zaria.live.app.ROLES`; None: all. Without the role `web` there are no pages, but what
    `zaria.live.process.ops` answers; `port` None: 8000 for pages, and no port where there are none.
    """
    home, url, redis = data_directory.prepare(), data_directory.database_url(), redis_url()
    if url is None and (redis is not None or roles is not None):
        raise data_directory.UnusableDataDirectoryError(
            "several processes need a database between them: set ZARIA_DATABASE_URL"
        )
    if redis is None and roles is not None:
        raise data_directory.UnusableDataDirectoryError(
            "several processes need a Redis between them: set ZARIA_REDIS_URL"
        )
    web = roles is None or "web" in roles
    if port is None and web:
        port = PORT
    gate, ops = environment.gate(), environment.ops_address()
    with contextlib.ExitStack() as stack:
        if url is None:
            stack.enter_context(data_directory.claim(home))
        listener = None if port is None else stack.enter_context(_listen(host, port))
        private = None if ops is None else stack.enter_context(_listen_for_operator(ops))
        prepare(home, web)
        if web:
            _notices(host)
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        runner.run(_run(home, listener, private, host, bot_pause, roles, gate))
    return 0


def redis_url() -> str | None:
    """The address of the Redis between several processes; raises `data.Unusable` for what is not one."""
    url = os.environ.get("ZARIA_REDIS_URL", "").strip()
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise data_directory.UnusableDataDirectoryError(
            "ZARIA_REDIS_URL is not of the form redis://:password@host:port/0"
        )
    return url or None


def prepare(home: Path, web: bool = True) -> None:
    """Catalogues, Django, database, and for the `web` static files: each only as far as something changed.

    Processes that start at the same time on one data directory do it one after the other.
    """
    with _alone(home):
        _prepare(web)


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """While no other process on this machine prepares the same directory."""
    with (home / "preparing").open("a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _prepare(web: bool) -> None:
    from django.conf import settings
    from django.core.management import call_command
    from django.db import DatabaseError

    with step("Compiling the translations"), contextlib.suppress(PermissionError):
        for locale in settings.LOCALE_PATHS:
            catalogues.compile_stale(Path(locale))
    django.setup()
    with step("Bringing the database up to date"):
        try:
            with _one_migrates():
                call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            raise data_directory.UnusableDataDirectoryError(
                f"cannot use {settings.DATABASES['default']['NAME']}: {error}"
            ) from error
    if web:
        with step("Collecting the static files"):
            from zaria.club.site import static_files

            static_files.collect()


@contextmanager
def _one_migrates() -> Iterator[None]:
    """Processes on several machines change one database's schema one after the other."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_SCHEMA_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_SCHEMA_LOCK])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, TypeError) as error:  # TypeError: a name that no host can have
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise AddressInUseError(f"cannot listen at {host} port {port}: {reason}") from error
    return listener


@contextmanager
def _listen_for_operator(address: tuple[str, int] | str) -> Iterator[socket.socket]:
    """A listener of the operator's own; one that is a file is gone afterwards. Raises `Busy`."""
    if not isinstance(address, str):
        with _listen(*address) as listener:
            yield listener
        return
    path = Path(address)
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            if path.is_socket():
                _unlink_dead(path)
            listener.bind(address)
        except OSError as error:
            raise AddressInUseError(f"cannot listen at {address}: {error.strerror or error}") from error
        try:
            yield listener
        finally:
            path.unlink(missing_ok=True)


def _unlink_dead(path: Path) -> None:
    """Remove the socket that a server which was killed has left; raises `OSError` where one listens."""
    with socket.socket(socket.AF_UNIX) as other:
        try:
            other.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
        else:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def _notices(host: str) -> None:
    from django.conf import settings

    from zaria.club.accounts import environment as account_environment
    from zaria.games.tables.kernel.kernel import kernel_is_compiled

    if not kernel_is_compiled():
        print("The rules run interpreted: no C compiler was found at set-up. Everything works, slowly.")
    if host not in LOCAL and not os.environ.get("ZARIA_HOSTS"):
        print(f"Pages answer to {', '.join(settings.ALLOWED_HOSTS)} only: set ZARIA_HOSTS to let others in.")
    if settings.SECURE and settings.EMAIL_BACKEND == account_environment.KEPT:
        print("Mails stay on this machine: set ZARIA_SMTP_URL, so that visitors can become members.")
    sys.stdout.flush()


async def _run(
    home: Path,
    listener: socket.socket | None,
    private: socket.socket | None,
    host: str,
    bot_pause: int,
    roles: Collection[str] | None,
    gate: "ConnectionLimits",
) -> None:
    from django.conf import settings

    from zaria.club.matches.analysis.supervisor import Foreman
    from zaria.club.matches.results.projector import projector_of
    from zaria.club.ratings.policy import ClubRatingPolicy
    from zaria.club.ratings.updates import RatingUpdates
    from zaria.live import logs
    from zaria.live.config import ROLES
    from zaria.live.metrics import Metrics
    from zaria.live.process.gc_policy import GarbageCollector

    policy = ClubRatingPolicy(settings.RATING_LIMITS)
    live = await _open(home, bot_pause, roles, policy)
    policy.find = live.match
    foreman = Foreman() if roles is None or "bots" in roles else None
    if foreman is not None:
        live.engines.warm()
        foreman.start()
    metrics = Metrics(live, roles or ROLES)
    logs.PROCESS["roles"] = ",".join(sorted(roles or ROLES))
    if live.process is not None:
        logs.PROCESS["process"] = live.process.node.id
    garbage = GarbageCollector(live.attended, lambda: live.endpoint.counts.answering > 0)
    projector = projector_of(live, [RatingUpdates(live.lobby.sessions.rated).compute])
    projector.start()
    try:
        if listener is None and private is None:
            await _until_told(roles or ())
        else:
            await _listen_until_told(live, metrics, gate, listener, private, host, roles)
    finally:
        garbage.close()
        metrics.close()
        if foreman is not None:
            await foreman.close()
        await projector.close()
        await live.stop()
        await policy.close()


async def _open(
    home: Path, bot_pause: int, roles: Collection[str] | None, policy: "ClubRatingPolicy"
) -> "Live":
    from django.conf import settings

    from zaria.club.site.i18n import translate
    from zaria.live.app import Live
    from zaria.live.config import ROLES, LiveConfig
    from zaria.live.journal import factory
    from zaria.live.journal.base import StoreUnavailableError

    journal, redis = home / factory.FILE, redis_url()
    if redis is not None:
        print("Looking for the others through Redis.", flush=True)
    try:
        return await Live.start(
            LiveConfig(
                path=journal,
                translate=translate,
                bot_pause=bot_pause,
                key=hashlib.blake2b(settings.SECRET_KEY.encode(), person=b"zaria people").digest(),
                database=data_directory.database_url(),
                redis=redis,
                roles=ROLES if roles is None else roles,
                engines=environment.number("ZARIA_ENGINES", ENGINES),
                policy=policy,
            )
        )
    except sqlite3.Error as error:
        raise data_directory.UnusableDataDirectoryError(f"cannot use {journal}: {error}") from error
    except StoreUnavailableError as error:
        raise data_directory.UnusableDataDirectoryError(str(error)) from error
    except ValueError as error:
        raise data_directory.UnusableDataDirectoryError(f"cannot use ZARIA_REDIS_URL: {error}") from error


async def _listen_until_told(
    live: "Live",
    metrics: "Metrics",
    gate: "ConnectionLimits",
    listener: socket.socket | None,
    private: socket.socket | None,
    host: str,
    roles: Collection[str] | None,
) -> None:
    from django.conf import settings

    from zaria.club.server.sockets import members, whoami
    from zaria.club.site.asgi import application
    from zaria.live.process.ops import Ops
    from zaria.live.process.private_access import PrivateAccess
    from zaria.live.sockets.http_protocol import HttpFrontend
    from zaria.live.sockets.server import make_protocol

    web = roles is None or "web" in roles
    door = HttpFrontend(gate, live.endpoint.counts)
    sockets = make_protocol(live.endpoint, whoami, settings.CSRF_TRUSTED_ORIGINS, door=door)
    site, token = application(live) if web else None, environment.metrics_token()
    common: dict[str, Any] = {
        "http": door.protocol,
        "proxy_headers": False,  # `Gate` knows whom to believe
        "lifespan": "off",
        "log_config": None,
        "log_level": "error",  # requests that make no sense are their senders' affair
        "access_log": False,
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_graceful_shutdown": LAST_WORDS,
    }
    access = PrivateAccess(gate, token, public=web and environment.is_public())
    ws: Any = sockets if web else "none"
    config = uvicorn.Config(Ops(live, metrics, gate, access, site), ws=ws, **common)
    own = Ops(live, metrics, gate, PrivateAccess(gate, token, own=True), site, _own_host())
    server = _Server(config, host, None if web else roles)
    if private is not None:
        server.private = private, uvicorn.Config(own, ws="none", **common)
    async with members(live) if web else contextlib.nullcontext():
        await server.run_until_told([] if listener is None else [listener])


def _own_host() -> str:
    """A name by which the site knows itself, for a listener that is called by none of its names."""
    from django.conf import settings

    return next((name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))), "localhost")


async def _until_told(roles: Collection[str]) -> None:
    """For a process that serves no pages."""
    told = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, told.set)
    _say_ready(roles)
    await told.wait()


def _say_ready(roles: Collection[str]) -> None:
    print(f"Zaria is ready: {', '.join(sorted(roles))}", flush=True)


class _Server(uvicorn.Server):
    """Says where it is once it is there, and leaves the process alive to close its books after a signal."""

    def __init__(self, config: uvicorn.Config, host: str, roles: Collection[str] | None) -> None:
        """`roles`: those of a process without pages."""
        super().__init__(config)
        self.host = host
        self.roles = roles
        self.private: tuple[socket.socket, uvicorn.Config] | None = None

    async def run_until_told(self, listeners: list[socket.socket]) -> None:
        # uvicorn raises the signals that it caught again when it is done; these handlers are there for that.
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self.told)
        await self.serve(sockets=listeners)

    def told(self, number: int, frame: FrameType | None) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.private is not None:
            await self._answer_operator(*self.private)
        if self.started and sockets:
            name = f"[{self.host}]" if ":" in self.host else self.host
            url = f"http://{name}:{sockets[0].getsockname()[1]}/"
            if self.roles is None:
                print(f"Zaria is open: {url}", flush=True)
            else:
                print(f"What an operator asks is answered at {url}")
        if self.started and self.roles is not None:
            _say_ready(self.roles)

    async def _answer_operator(self, listener: socket.socket, config: uvicorn.Config) -> None:
        """Serve the listener of the operator's own beside the others."""
        config.load()
        protocol: Callable[..., asyncio.Protocol] = config.http_protocol_class
        factory = partial(protocol, config=config, server_state=self.server_state, app_state={})
        loop = asyncio.get_running_loop()
        make = loop.create_unix_server if listener.family == socket.AF_UNIX else loop.create_server
        self.servers.append(await make(factory, sock=listener, backlog=BACKLOG))
        where = listener.getsockname()
        named = where if isinstance(where, str) else f"{where[0]}:{where[1]}"
        print(f"The operator's own address: {named}", flush=True)
