"""A real `zaria serve` for tests: its own process, its own data directory, a free port."""

import fcntl
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
CLUB, STATIC = "club.sqlite3", "static"
QUICK = "tests.support.quick_passwords"
first: Path | None = None
"""The data directory whose server runs first, for all workers; None: each server starts from nothing."""


class Server:
    """Starts where it is made; `url` is what the server printed, without the slash at its end.

    A `with` statement stops it, also when its block fails.

    `module` is the Python module of the command `zaria`, or of another that does the same; `more`
    is added to its environment.
    """

    def __init__(
        self, data: Path, port: int = 0, bot_pause: int = 0, module: str = QUICK, **more: str
    ) -> None:
        self.data = furnish(data)
        self.more = more
        self.module = module
        self.bot_pause = bot_pause
        self.lines: list[str] = []
        self.process = self._open(port)
        self.url = self._wait_open()
        self.port = int(self.url.rpartition(":")[2])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code. One that does not end in time is killed."""
        self.process.send_signal(number)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()
        return code

    def restart(self) -> None:
        """Start again on the same data and port, after `stop`."""
        self.lines.clear()
        self.process = self._open(self.port)
        self._wait_open()

    def _open(self, port: int) -> ForkedProcess:
        port_and_pause = ("--port", str(port), "--bot-pause", str(self.bot_pause))
        return ForkedProcess(self.module, "serve", *port_and_pause, env=environment(self.data, **self.more))

    def _wait_open(self) -> str:
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            _, opened, url = line.rstrip().partition("Zaria is open: ")
            if opened:
                return url.rstrip("/")
        raise RuntimeError(f"the server ended with {self.process.wait()}: {self.lines}")


def furnish(data: Path) -> Path:
    """Put into a data directory what a server needs six seconds for at its first start; returns it.

    That is the site's empty tables and the static files, where there are none. They come from the directory
    `first`, in which a server was really started once: who asks soonest starts it, others wait.
    """
    if first is None or data == first or (data / CLUB).exists():
        return data
    with shared(CLUB) as tables:
        if not (first / f"{STATIC}.fingerprint").exists():
            first.mkdir(mode=0o700, exist_ok=True)
            if tables.exists():
                shutil.copyfile(tables, first / CLUB)
            Server(first).stop()
            if not tables.exists():
                with closing(sqlite3.connect(first / CLUB, isolation_level=None)) as db:
                    db.execute("DELETE FROM ledger_soundaudit")  # a new club audits itself at its start
                    db.execute("VACUUM INTO ?", [str(tables)])
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copyfile(tables, data / CLUB)
    if not (data / STATIC).exists():
        shutil.copytree(first / STATIC, data / STATIC, copy_function=os.link)
        shutil.copyfile(first / f"{STATIC}.fingerprint", data / f"{STATIC}.fingerprint")
    return data


@contextmanager
def shared(name: str) -> Iterator[Path]:
    """A file of all workers, beside `first`. Who does not find it makes it here, while others wait."""
    assert first is not None
    with first.with_name(f"{name}.lock").open("a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield first.with_name(name)


ZARIA = (sys.executable, "-m", "zaria.cli.main")


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a server on `data`; none of our own variables reaches it."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("ZARIA_", "DJANGO_"))
    }
    variables.pop("PORT", None)
    return {
        **variables,
        "ZARIA_DATA": str(data),
        "ZARIA_ENGINES": "0",
        "ZARIA_NEWCOMER_STAKES": "off",
        "PYTHONWARNINGS": "error::DeprecationWarning",
        **more,
    }
