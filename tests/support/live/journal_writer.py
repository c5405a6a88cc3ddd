"""A host in small: appends commands to matches as fast as they are acknowledged, whatever happens.

As a program (`python -m tests.support.live.journal_writer URL NAME MATCHES COMMANDS`) it does that
beside another process, on the matches m0, m1, …, and prints how many conflicts it met, then `match seq cmd`
for all that was acknowledged.
"""

import asyncio
import sys
from pathlib import Path

from zaria.live.journal.base import ConflictError, Journal, Mark, Row, StoreUnavailableError
from zaria.live.journal.factory import connect

BODY = b'{"t":"moved"}'
AGAIN = 0.02
"""Seconds before something is tried again while the store is away."""


class Writing:
    """One match: its commands are `NAME-0`, `NAME-1`, …, each done once before the next.

    `commands` may be changed on the way; `over` comes after the first that makes it so many.
    """

    def __init__(self, journal: Journal, match_id: str, name: str, commands: int) -> None:
        self.journal = journal
        self.match_id = match_id
        self.name = name
        self.commands = commands
        self.acked: list[tuple[int, str]] = []
        self.away = 0
        self.conflicts = 0
        self._loop = asyncio.get_running_loop()
        self._seq = 1
        self.over: asyncio.Future[None] = self._loop.create_future()
        self._send()

    def _send(self) -> None:
        row = Row(self._seq, 1000, "moved", BODY, self.name, f"{self.name}-{len(self.acked)}")
        self.journal.append(self.match_id, [row], Mark.NONE, self._done)

    def _done(self, error: Exception | None) -> None:
        if error is None:
            self._kept(self._seq)
        elif isinstance(error, StoreUnavailableError):
            self.away += 1
            self._loop.call_later(AGAIN, self._send)
        elif isinstance(error, ConflictError):
            self.conflicts += 1
            self._reading = self._loop.create_task(self._look())
        else:
            self.over.set_exception(error)

    async def _look(self) -> None:
        """Somebody was first: another process, or we ourselves when we did not hear of it."""
        while True:
            try:
                stored = await self.journal.load(self.match_id)
                break
            except StoreUnavailableError:
                await asyncio.sleep(AGAIN)
        assert stored is not None
        numbers = [row.seq for row in stored.rows if row.cmd == f"{self.name}-{len(self.acked)}"]
        self._seq = len(stored.rows)
        if numbers:
            self._kept(numbers[0])
        else:
            self._send()

    def _kept(self, seq: int) -> None:
        self.acked.append((seq, f"{self.name}-{len(self.acked)}"))
        self._seq = max(self._seq, seq + 1)
        if len(self.acked) < self.commands:
            self._send()
        else:
            self.over.set_result(None)


def begin(journal: Journal, name: str, matches: int, commands: int) -> list[Writing]:
    """So many commands in each of the matches m0, m1, …, all at the same time."""
    return [Writing(journal, f"m{i}", name, commands) for i in range(matches)]


async def finished(writing: list[Writing]) -> list[Writing]:
    """Once all of them are over."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(match.over for match in writing))
    return writing


async def _main(url: str, name: str, matches: int, commands: int) -> None:
    journal = await connect(url, Path())
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    writing = await finished(begin(journal, name, matches, commands))
    print(sum(match.conflicts for match in writing))
    for match in writing:
        for seq, cmd in match.acked:
            print(match.match_id, seq, cmd)
    await journal.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
