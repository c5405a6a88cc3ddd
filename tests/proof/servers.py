"""Real `zaria serve` processes for the proof: started, killed without a word, started again."""

import asyncio
import os
import signal
from pathlib import Path

from tests.support.servers import ROOT, ZARIA, environment, furnish

READY = (b"Zaria is open: ", b"Zaria is ready: ")
UP_S, DOWN_S = 120.0, 30.0


class House:
    """One process. `roles` None: all of them, alone on its SQLite files."""

    def __init__(self, data: Path, log: Path, roles: str | None = None, **settings: str) -> None:
        self.data = data
        self.log = log
        self.roles = roles
        self.port = 0
        self.settings = settings
        self.process: asyncio.subprocess.Process | None = None

    @property
    def web(self) -> bool:
        return self.roles is None or "web" in self.roles

    async def start(self) -> None:
        """Until it says that it is ready; on the port that it had before."""
        role = () if self.roles is None else ("--role", self.roles)
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(*ZARIA, "serve", "--port", str(self.port), "--bot-pause", "50", *role),
                cwd=ROOT,
                env=environment(
                    furnish(self.data), PYTHONUNBUFFERED="1", PYTHONFAULTHANDLER="1", **self.settings
                ),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        async with asyncio.timeout(UP_S):
            await self._ready()

    async def _ready(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            if line.startswith(READY[0]):
                self.port = int(line.strip().rstrip(b"/").rpartition(b":")[2])
            if line.startswith(READY):
                return
        raise RuntimeError(
            f"{self.roles} ended with {await self.process.wait()}: {self.log.read_text()[-2000:]}"
        )

    async def kill(self) -> None:
        """At once, as `kill -9` does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """As an operator would; the exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.returncode is None:
            os.kill(self.process.pid, number)
        try:
            return await asyncio.wait_for(self.process.wait(), DOWN_S)
        except TimeoutError:
            os.kill(self.process.pid, signal.SIGABRT)  # says where it hangs
            await self.process.wait()
            raise RuntimeError(f"{self.roles} does not end: {self.log.read_text()[-3000:]}") from None
