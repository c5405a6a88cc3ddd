"""A real `zaria serve` for tests: its own process, its own data directory, a free port."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent


class Server:
    """Starts where it is made; `url` is what the server printed, without the slash at its end.

    `module` is the Python module of the command `zaria`, or of another that does the same; `more`
    is added to its environment.
    """

    def __init__(
        self, data: Path, port: int = 0, bot_pause: int = 0, module: str = "zaria.cli", **more: str
    ) -> None:
        self.data = data
        self.more = more
        self.module = module
        self.bot_pause = bot_pause
        self.lines: list[str] = []
        self.process = self._open(port)
        self.url = self._wait_open()
        self.port = int(self.url.rpartition(":")[2])

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=20)
        self._out().close()
        return code

    def restart(self) -> None:
        """Start again on the same data and port, after `stop`."""
        self.lines.clear()
        self.process = self._open(self.port)
        self._wait_open()

    def _open(self, port: int) -> subprocess.Popen[str]:
        port_and_pause = ("--port", str(port), "--bot-pause", str(self.bot_pause))
        return subprocess.Popen(
            [sys.executable, "-m", self.module, "serve", *port_and_pause],
            cwd=ROOT,
            env=environment(self.data, **self.more),
            stdout=subprocess.PIPE,
            text=True,
        )

    def _wait_open(self) -> str:
        for line in self._out():
            self.lines.append(line.rstrip())
            _, opened, url = line.rstrip().partition("Zaria is open: ")
            if opened:
                return url.rstrip("/")
        raise RuntimeError(f"the server ended with {self.process.wait()}: {self.lines}")

    def _out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout


ZARIA = (sys.executable, "-m", "zaria.cli")


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a server on `data`; nothing of ours reaches it from outside."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ZARIA_", "DJANGO_"))}
    kept.pop("PORT", None)
    return {**kept, "ZARIA_DATA": str(data), "PYTHONWARNINGS": "error::DeprecationWarning", **more}
