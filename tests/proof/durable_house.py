"""A process of the proof on a machine that loses power: it starts again on the bytes that were forced."""

import asyncio
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.proof.servers import UP_S, House
from tests.support.servers import QUICK, STATIC, environment


class DurableHouse(House):
    """One process with all roles; `data` is another folder after each power cut."""

    def __init__(self, folder: Path, log: Path, library: Path, **settings: str) -> None:
        super().__init__(folder / "data-0", log, None, **settings)
        self.folder = folder
        self.library = library
        self.cuts = 0

    @property
    def forced(self) -> Path:
        """The folder with what is forced to disk."""
        return self.folder / f"forced-{self.cuts}"

    async def start(self) -> None:
        """Start and wait until it is ready; on the port that it had before."""
        self.forced.mkdir(exist_ok=True)
        process = await asyncio.to_thread(self._spawn)
        self.process = process  # type: ignore[assignment]  # it is signalled and waited for in the same way
        async with asyncio.timeout(UP_S):
            await asyncio.to_thread(self._ready, process)  # type: ignore[arg-type]

    def _spawn(self) -> subprocess.Popen[str]:
        variables = {
            "LD_PRELOAD": str(self.library),
            "DURABLE_FROM": str(self.data),
            "DURABLE_TO": str(self.forced),
        }
        env = {**environment(self.data, **self.settings), **variables}
        command = [sys.executable, "-m", QUICK, "serve", "--port", str(self.port), "--bot-pause", "50"]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)

    async def cut(self) -> None:
        """Stop without a word, and leave the bytes that were forced to the next start."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        data, forced = self.data, self.forced
        self.cuts += 1
        self.data = self.folder / f"data-{self.cuts}"
        await asyncio.to_thread(self._keep_forced, forced)
        await self.kill()
        for name in (STATIC, f"{STATIC}.fingerprint"):
            (data / name).rename(self.data / name)
        for folder in (data, forced):
            await asyncio.to_thread(shutil.rmtree, folder)

    def _keep_forced(self, forced: Path) -> None:
        self.data.mkdir(mode=0o700)
        self.forced.mkdir()
        for path in forced.glob("*.sqlite3*"):
            if path.suffix != ".draft":
                shutil.copyfile(path, self.data / path.name)
                shutil.copyfile(path, self.forced / path.name)
