"""Real `zaria serve` processes for the proof: started, killed without a word, started again."""

import asyncio
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.support.forked_processes import ForkedProcess
from tests.support.patience import slowness
from tests.support.servers import environment, furnish

READY = ("Zaria is open: ", "Zaria is ready: ")
UP_S, DOWN_S = 120.0, 30.0
"""Seconds for a start and, on a machine that does nothing else, for an end."""


class House:
    """One process. `roles` None: all of them, alone on its SQLite files."""

    def __init__(self, data: Path, log: Path, roles: str | None = None, **settings: str) -> None:
        self.data = data
        self.log = log
        self.roles = roles
        self.port = 0
        self.settings = settings
        self.process: ForkedProcess | None = None

    @property
    def web(self) -> bool:
        return self.roles is None or "web" in self.roles

    async def start(self) -> None:
        """Until it says that it is ready; on the port that it had before."""
        role = () if self.roles is None else ("--role", self.roles)
        arguments = ("serve", "--port", str(self.port), "--bot-pause", "50", *role)
        with self.log.open("ab") as log:
            self.process = await asyncio.to_thread(self._open, arguments, log.fileno())
        async with asyncio.timeout(UP_S):
            await asyncio.to_thread(self._ready, self.process)

    def _open(self, arguments: Sequence[str], log: int) -> ForkedProcess:
        env = environment(furnish(self.data), **self.settings)
        return ForkedProcess("zaria.cli.main", *arguments, env=env, stderr=log)

    def _ready(self, process: ForkedProcess) -> None:
        for line in process.stdout:
            if line.startswith(READY[0]):
                self.port = int(line.strip().rstrip("/").rpartition(":")[2])
            if line.startswith(READY):
                return
        raise RuntimeError(f"{self.roles} ended with {process.wait()}: {self.log.read_text()[-2000:]}")

    async def kill(self) -> None:
        """At once, as `kill -9` does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """As an operator would; the exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(number)
        limit = DOWN_S * await asyncio.to_thread(slowness)
        try:
            return await asyncio.to_thread(self.process.wait, limit)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # says where it hangs
            await asyncio.to_thread(self.process.wait)
            raise RuntimeError(f"{self.roles} does not end: {self.log.read_text()[-3000:]}") from None
        finally:
            self.process.stdout.close()
