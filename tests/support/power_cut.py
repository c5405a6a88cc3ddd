"""A club whose machine loses power: the next one starts on nothing but the bytes that were forced to disk."""

import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from tests.support.patience import PATIENCE
from tests.support.requirements import missing
from tests.support.servers import QUICK, Server, environment

SOURCE = Path(__file__).with_name("durable_copies.c")
DATABASES = ("club.sqlite3", "live.sqlite3")


def build_library(folder: Path) -> Path:
    """Compile the library that copies what is forced; skips the test where there is no C compiler."""
    library = folder / "durable_copies.so"
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None or sys.platform != "linux":
        missing("compiler", "A power cut is played on Linux with a C compiler")
    assert compiler is not None
    command = [
        compiler,
        "-shared",
        "-fPIC",
        "-O1",
        "-Wall",
        "-Werror",
        "-o",
        str(library),
        str(SOURCE),
        "-ldl",
    ]
    subprocess.run(command, check=True)
    return library


@contextmanager
def between_commits(folder: Path) -> Iterator[None]:
    """Hold the write locks of the databases: a commit that is not yet forced has one of them."""
    with ExitStack() as stack:
        for name in DATABASES:
            database = sqlite3.connect(folder / name, timeout=PATIENCE, isolation_level=None)
            stack.enter_context(closing(database))
            database.execute("BEGIN IMMEDIATE")
        yield


class DurableServer(Server):
    """A club that keeps a copy of what is forced to disk, in a process that loads the library."""

    def __init__(self, folder: Path, library: Path, generation: int = 0, **more: str) -> None:
        self.library, self.folder = library, folder
        self.generation = generation
        self.forced = folder / f"forced-{generation}"
        self.forced.mkdir()
        more.setdefault("ZARIA_SECRET_KEY", secrets.token_hex(24))
        super().__init__(folder / f"data-{generation}", port=0, bot_pause=0, **more)

    def _open(self, port: int) -> Any:
        for path in self.data.glob("*.sqlite3*"):  # what the machine had before it was switched on
            if not (self.forced / path.name).exists():
                shutil.copyfile(path, self.forced / path.name)
        variables = {
            "LD_PRELOAD": str(self.library),
            "DURABLE_FROM": str(self.data),
            "DURABLE_TO": str(self.forced),
        }
        command = [sys.executable, "-m", QUICK, "serve", "--port", str(port), "--bot-pause", "0"]
        return subprocess.Popen(
            command,
            env={**environment(self.data, **self.more), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def cut(self) -> "DurableServer":
        """Cut the power, and start the club again on what the disk has."""
        folder = self.folder / f"data-{self.generation + 1}"
        folder.mkdir(mode=0o700)
        self.process.send_signal(signal.SIGSTOP)
        for path in self.forced.glob("*.sqlite3*"):
            if path.suffix != ".draft":
                shutil.copyfile(path, folder / path.name)
        self.stop(signal.SIGKILL)
        for name in ("static", "static.fingerprint"):
            (self.data / name).rename(folder / name)
        return DurableServer(self.folder, self.library, self.generation + 1, **self.more)
