"""The time that a move takes without sockets and without a store, back to back and after pauses.

The first part leads from the frame of a command to the rows for the journal, the second from their commit to
the frames for both players. The same instructions take several times as long when the processor has done
something else, or nothing, since the last move: its caches are cold then.

    python -m tools.bench.moves [--moves 2000]
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop
from tools.bench.sockets import FREE, TABLES

from zaria.live.bus import MemoryBus
from zaria.live.clock import steady
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal.base import Done, Listing, Mark, Row, Wait
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.load.wire import Message, command, decode
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.host import Host
from zaria.live.matches.table_request import TableRequest
from zaria.live.process.gc_policy import spare_collections
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.endpoint import Endpoint, Session
from zaria.match.events import Player

MATCHES = 20
PAUSES_MS = (0.0, 0.5, 2.0, 5.0)
"""Milliseconds between two moves."""


class HeldJournal(SqliteJournal):
    """A journal that stores no events after the first: `commit` reports the last append as stored."""

    _held: Done | None = None

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        """Hold an append."""
        self._held = done

    def commit(self) -> None:
        """Report it."""
        done, self._held = self._held, None
        if done is not None:
            done(None)


class Seat:
    """A player and the frames sent to them; a `Connection` without a socket."""

    peer = "the bench"
    rtt = None

    def __init__(self, endpoint: Endpoint, name: str, match_id: str) -> None:
        self.user = Identity(Player(name, name, "#777777", member=True))
        self.frames: list[bytes] = []
        self._has_frames = asyncio.Event()
        self.match_id = match_id
        self.session: Session = endpoint.connected(self)
        self._count = 0

    def measure(self, now: int) -> None:
        """Do nothing."""

    def send(self, message: bytes) -> None:
        self.frames.append(message)
        self._has_frames.set()

    def close(self, code: int) -> None:
        """Do nothing."""

    async def watch(self) -> None:
        """Receive the state of the match."""
        self.session.received(b'{"t":"watch","m":"%s"}' % self.match_id.encode())
        await self._has_frames.wait()

    def wish(self) -> bytes | None:
        """The frame of the next command, None where another player must act."""
        messages: list[Message] = []
        for frame in self.frames:
            if frame.startswith((b'{"t":"ev"', b'{"t":"state"')):
                messages.append(decode(frame))
        self.frames.clear()
        table = messages[-1].v if messages else None
        action = command(messages[-1], table) if table is not None and table.phase != "over" else None
        if action is None:
            return None
        self._count += 1
        return f'{{"t":"do","m":"{self.match_id}","c":"{self.user.id}{self._count}","k":{action}}}'.encode()


async def measure(tables: str, moves: int, folder: Path) -> None:
    """Play on tables of this kind, and print the times for each pause."""
    journal, engines = await HeldJournal.connect(folder / "live.sqlite3"), EngineThreads()
    bus, now = MemoryBus(), steady()
    host = Host(journal, bus, now, BotPlay(0, engines))
    endpoint = Endpoint(host, bus, now, lambda code, lang: code, FREE)
    seats: list[Seat] = []
    for number in range(MATCHES):
        match_id = await host.open(TableRequest(TABLES[tables]))
        for side in "ab":
            seat = Seat(endpoint, f"{side}{number}", match_id)
            await seat.watch()
            seats.append(seat)
            play(seat, journal)
    spare_collections()
    for pause_ms in PAUSES_MS:
        times: list[tuple[float, float]] = []
        while len(times) < moves:
            for seat in seats:
                if pause_ms:
                    await asyncio.sleep(pause_ms / 1000)
                if (took := play(seat, journal)) is not None:
                    times.append(took)
        decided, published = (statistics.median(part) * 1e6 for part in zip(*times, strict=True))
        print(
            f"{tables:<7} a move each {pause_ms:3.1f} ms more: {decided + published:4.0f} µs"
            f"   (decide {decided:.0f}, publish {published:.0f})",
            flush=True,
        )
    host.close()
    await engines.close()
    await journal.close()


def play(seat: Seat, journal: HeldJournal) -> tuple[float, float] | None:
    """Let a player act; return the seconds until the rows and until the frames, None if it is not to act."""
    frame = seat.wish()
    if frame is None:
        return None
    began = time.perf_counter()
    seat.session.received(frame)
    decided = time.perf_counter()
    journal.commit()
    return decided - began, time.perf_counter() - decided


async def run(moves: int) -> None:
    """Measure tables without a clock and with one."""
    for tables in ("usual", "rated"):
        with tempfile.TemporaryDirectory() as folder:
            await measure(tables, moves, Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=2000, help="for each pause (default: 2000)")
    uvloop.run(run(parser.parse_args().moves))


if __name__ == "__main__":
    main()
