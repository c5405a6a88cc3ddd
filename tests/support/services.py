"""PostgreSQL and Redis as tests need them: private, on a free port, to be killed and started again.

Each worker starts one of each, when a test first asks for it; each test finds its database empty.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.support.patience import PATIENCE
from tests.support.requirements import missing

_STARTER = ThreadPoolExecutor(1, "services")
"""The parent of all services, as long as this process lives: they end with the thread that starts them."""


class Service:
    """A program that listens at a port of its own. `start` returns when it answers."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start it, again on the same data after `kill` or `stop`, and wait until it answers."""
        self.process = _STARTER.submit(self._open).result()
        try:
            _until(self._ready, f"{self.command()[0]} does not answer", self.home)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """At once, with all its processes."""
        assert self.process is not None
        everybody = [*_children(self.process.pid), self.process.pid]
        for pid in reversed(everybody):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        _until(lambda: not any(map(_exists, everybody)), "children stay", self.home)

    def freeze(self) -> None:
        """Let it stand still; `thaw` lets it go on. Connected clients receive nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on after `freeze`."""
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """As an operator would, or by force in the end; what it stored goes too."""
        if self.process is not None and self.alive:
            self.thaw()
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        for pid in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _open(self) -> subprocess.Popen[bytes]:
        with (self.home / "log").open("ab") as log:
            command, nothing = [*_ended_with_us(), *self.command()], subprocess.DEVNULL
            return subprocess.Popen(command, stdin=nothing, stdout=log, stderr=log, start_new_session=True)

    def _ready(self) -> bool:
        if not self.alive:
            raise RuntimeError((self.home / "log").read_text(errors="replace")[-2000:])
        return self.answers()


class Postgres(Service):
    """A PostgreSQL server; everybody on this machine is its master. `fsync` as in real life, or faster."""

    def __init__(self, fsync: bool = False) -> None:
        self.bin = postgres_bin()
        super().__init__(Path(tempfile.mkdtemp(prefix="zaria-pg-")))
        self.fsync = fsync
        if os.geteuid() == 0:
            shutil.chown(self.home, "postgres", "postgres")
        make = [self._tool("initdb"), "-D", str(self.home / "data"), "-N", "-A", "trust", "-U", "zaria"]
        subprocess.run(
            [*_as_nobody(), *make, "--no-locale", "-E", "UTF8"], check=True, stdout=subprocess.DEVNULL
        )

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://zaria@127.0.0.1:{self.port}/{database}"

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "on" if self.fsync else "off",
            "full_page_writes": "on" if self.fsync else "off",
            "shared_buffers": "32MB",
            "max_wal_size": "256MB",
            "max_connections": 100,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [*_as_nobody(), self._tool("postgres"), "-D", str(self.home / "data"), *options]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def database(self, name: str = "test") -> str:
        """The address of an empty database of its own; its contents and connections are dropped."""
        with psycopg.connect(self.url(), autocommit=True) as db:
            if not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
                db.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
                return self.url(name)
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        with psycopg.connect(self.url(name)) as db:
            db.execute("SET client_min_messages = error")
            db.execute("DROP SCHEMA IF EXISTS live, public, initial CASCADE")
            db.execute("CREATE SCHEMA public")
        return self.url(name)

    def _tool(self, name: str) -> str:
        return str(self.bin / name)


class Redis(Service):
    """A Redis (or Valkey) server that stores nothing."""

    def __init__(self) -> None:
        self.program = redis_program()
        super().__init__(Path(tempfile.mkdtemp(prefix="zaria-redis-")))

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        options = {"--bind": "127.0.0.1", "--port": str(self.port), "--save": "", "--appendonly": "no"}
        return [
            self.program,
            *(part for option in options.items() for part in option),
            "--dir",
            str(self.home),
        ]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as line:
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith(b"+PONG")
        except OSError:
            return False


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """This worker's PostgreSQL. Tests share it: who kills it takes `mortal`."""
    server = Postgres()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def mortal(postgres: Postgres) -> Iterator[Postgres]:
    """The same server, to be killed: it is up again afterwards."""
    yield postgres
    if not postgres.alive:
        postgres.start()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty PostgreSQL database for one test."""
    return postgres.database()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """This worker's Redis. Tests share it: a test that kills or empties one starts its own."""
    server = Redis()
    server.start()
    yield server
    server.stop()


def postgres_bin() -> Path:
    """The folder of PostgreSQL's newest programs; the test is skipped where there are none."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: float(p.parts[-3]))
    program = str(programs[-1]) if programs else shutil.which("postgres")
    if program is None:
        missing("services", "PostgreSQL is not installed")
    return Path(program).resolve().parent


def redis_program() -> str:
    """Redis or Valkey; the test is skipped where there is neither."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        missing("services", "neither Redis nor Valkey is installed")
    return program


@cache
def _ended_with_us() -> list[str]:
    """Have the kernel kill a program with the thread that starts it, be that killed itself; Linux only."""
    program = shutil.which("setpriv")
    if program is None or not sys.platform.startswith("linux"):
        return []
    return [program, "--pdeathsig", "KILL"]


def _as_nobody() -> list[str]:
    """PostgreSQL refuses to run as root. The signal is set anew: the kernel clears it with the user."""
    if os.geteuid():
        return []
    user = ("--reuid", "postgres", "--regid", "postgres", "--clear-groups")
    return ["setpriv", *user, "--pdeathsig", "KILL"]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def process_ids(service: Service) -> list[int]:
    """The processes of a running service."""
    assert service.process is not None
    return [service.process.pid, *_children(service.process.pid)]


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _exists(pid: int) -> bool:
    """True if this process still runs; one that nobody has waited for does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _until(true: Callable[[], bool], otherwise: str, home: Path) -> None:
    """Look every few milliseconds: these programs tell nobody when they are ready."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"{otherwise}: {(home / 'log').read_text(errors='replace')[-2000:]}")
        time.sleep(0.01)
