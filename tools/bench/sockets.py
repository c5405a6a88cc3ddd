"""Moves through real sockets: pairs of clients play matches, every move committed before it is acknowledged.

The peer is a bare picows echo server in the same run: the same client program, the same number of
pairs, a message of the same size as a move sent back to both players. Servers have one core each,
clients the other. A move is one command: a roll, or a whole stage played. Then the clients think as long as
it takes to ask for half as much. With PostgreSQL (`make services`) the same again; its server runs beside the
clients. Last: moves at free tables beside moves at staked ones.

    python -m tools.bench.sockets [--pairs 100] [--seconds 2] [--profile FILE]
"""

import argparse
import asyncio
import contextlib
import cProfile
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import uvicorn
import uvloop
from msgspec.structs import replace
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server
from tests.support.services import Postgres
from tools.bench.cores import start_server

from zaria.live.app import Live
from zaria.live.config import NO_SITE, LiveConfig
from zaria.live.load.dial import dial
from zaria.live.load.player import Player as Playing
from zaria.live.load.tally import LoadCounters
from zaria.live.load.wire import Message
from zaria.live.matches.escrow import Held, NoStakes
from zaria.live.matches.table_request import TableRequest
from zaria.live.metrics import Metrics
from zaria.live.process.gc_policy import spare_collections
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.connection_limits import UNBOUNDED, ConnectionLimits
from zaria.live.sockets.http_protocol import HttpFrontend
from zaria.live.sockets.server import make_protocol
from zaria.match.events import Player
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, RatingTerms, Terms

MATCHES = 3
"""Matches opened for each pair: more than it can finish in the time."""
RUNS = 3
MOVE = b'{"t":"do","m":"0123456789","c":"0123abcd-1","k":{"t":"play","moves":[[13,5],[24,3]],"n":12}}'
TERMS = Terms("tabla", length=9)
RATED = replace(TERMS, clock=ClockTerms(bank=600_000), rated=True, rating_terms=RatingTerms())
STAKED = replace(RATED, stakes=Stakes(2_00, 2_00, "pot", unit="credits", rate=5_00), delayed=True)
TABLES = {"usual": TERMS, "rated": RATED, "staked": STAKED}
"""The terms of all matches, by the name of a run."""
FREE = Limits(rate=1e12, burst=1e12)
TEXT = WSMsgType.TEXT


# the servers


async def serve_live(options: argparse.Namespace) -> None:
    """Live play under uvicorn, as it is shipped; prints its port and the matches."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "live.sqlite3"
        hooks = NO_SITE._replace(matches=NO_SITE.matches._replace(escrow=Granted()))
        live = await Live.start(
            LiveConfig(path=path, limits=FREE, bot_pause=0, database=options.database, hooks=hooks)
        )
        terms = TABLES[options.tables]
        ids = [await live.open(TableRequest(terms)) for _ in range(options.pairs * MATCHES)]
        await serve_until_stdin_closes(live, ids, options.profile)
        await live.stop()


async def serve_until_stdin_closes(live: Live, matches: list[str], profiled: str | None) -> None:
    """Serve the sockets of `live` until the standard input ends; `profiled` names a file for cProfile."""
    metrics = Metrics(live, ["web", "host"])
    spare_collections()
    frontend = HttpFrontend(ConnectionLimits(UNBOUNDED), live.endpoint.counts)
    protocol = make_protocol(live.endpoint, whoami, frontend=frontend)
    config = uvicorn.Config(
        _nothing,
        port=0,
        http=frontend.protocol,  # type: ignore[arg-type]
        ws=protocol,  # type: ignore[arg-type]
        lifespan="off",
        log_level="warning",
        backlog=2048,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "matches": matches}), flush=True)
    stop_requested = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    with cProfile.Profile() if profiled else contextlib.nullcontext() as profile:
        await stop_requested
    if profile is not None:
        profile.dump_stats(str(profiled))
    metrics.close()


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The user named by the cookie."""
    return Identity(Player(headers["x-who"], headers["x-who"], "#777777", member=True))


class Granted(NoStakes):
    """Everybody has enough. A move never asks, so its own time does not matter."""

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> Mapping[str, Held]:
        """Hold nothing."""
        return {}

    async def hold(self, match_id: str, terms: Terms, player: Player) -> Held:
        """Hold nothing, for a minute."""
        until = time.time_ns() // 1_000_000 + 60_000
        return Held(until, new=True, booked=until)


async def _nothing(scope: object, receive: object, send: object) -> None:
    """There are no pages here."""


class Echo(WSListener):
    """Sends what one player sends to both."""

    rooms: dict[str, list[WSTransport]] = {}

    def __init__(self, room: str) -> None:
        self.room = self.rooms.setdefault(room, [])

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.room.append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == TEXT:
            message = frame.get_payload_as_bytes()
            for player in self.room:
                player.send(TEXT, message)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


async def serve_echo() -> None:
    """picows alone."""
    server = await ws_create_server(lambda request: Echo(request.headers["x-room"]), "127.0.0.1", 0)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


# the clients


class Result(NamedTuple):
    """Moves a second, the server's processor seconds for each, and how long they took."""

    rate: float
    cpu: float
    tally: LoadCounters


class ServerStart(msgspec.Struct):
    """The first line of a server that is ready."""

    port: int
    matches: list[str] = []


class Client(Playing):
    """A player with a list of matches."""

    def __init__(
        self, tally: LoadCounters, matches: list[str], pause: Callable[[], float] | None = None
    ) -> None:
        super().__init__(tally, pause)
        self.matches = matches

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def begin(self) -> None:
        """Turn to the next match."""
        self.watch(self.matches.pop())


class EchoClient(Client):
    """The same where nothing is decided: the players of a pair move in turns."""

    is_to_move = False
    since = 0.0

    def begin(self) -> None:
        """The first move."""
        self.move()

    def take(self, message: Message) -> None:
        self.is_to_move = not self.is_to_move
        if self.is_to_move:
            self.move()
        else:
            self.tally.add(self.since)

    def move(self) -> None:
        self.is_to_move = True
        self.since = time.perf_counter()
        self.send(MOVE)


async def gather(kind: str, start: ServerStart, pairs: int, tally: LoadCounters, rate: float) -> list[Client]:
    """All players, two by two, who ask for `rate` moves a second all together; 0: as many as they can."""
    clients: list[Client] = []
    pause = (lambda: random.uniform(0, 2) * pairs / rate) if rate else None
    for pair in range(pairs):
        for side in (0, 1):
            headers = {"x-who": f"p{pair}-{side}", "x-room": str(pair)}
            match_ids = start.matches[pair::pairs]
            client = EchoClient(tally, []) if kind == "echo" else Client(tally, match_ids, pause)
            url = f"ws://127.0.0.1:{start.port}/ws"
            await dial(client, url, headers)
            clients.append(client)
    return clients


async def measure(
    kind: str, start: ServerStart, pairs: int, seconds: float, cpu: Callable[[], float], rate: float
) -> Result:
    """Let them play; what happens in the first quarter of the time is not counted."""
    tally = LoadCounters()
    clients = await gather(kind, start, pairs, tally, rate)
    for client in clients[::2] if kind == "echo" else clients:
        client.begin()
    await asyncio.sleep(seconds / 4)
    since, used = time.perf_counter(), cpu()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    moves = max(1, len(tally.took))
    return Result(moves / (time.perf_counter() - since), (cpu() - used) / moves, tally)


def run(kind: str, pairs: int, seconds: float, rate: float = 0, more: Sequence[str] = ()) -> Result:
    """Start a server on its own core, and let clients play on the others."""
    command = [sys.executable, "-m", "tools.bench.sockets", "--serve", kind, "--pairs", str(pairs), *more]
    with start_server(command) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        try:
            start = msgspec.json.decode(server.stdout.readline(), type=ServerStart)
            used = lambda: cpu_seconds(server.pid)  # noqa: E731
            return uvloop.run(measure(kind, start, pairs, seconds, used, rate))
        finally:
            server.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(10)
            server.kill()


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used (0 where the system does not tell)."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def report(name: str, results: Sequence[Result]) -> str:
    """One line: the rate of the middle run, waiting times over all runs."""
    took = [moment for result in results for moment in result.tally.took] or [0.0]
    cuts = statistics.quantiles([*took, took[-1]], n=100)
    cpu = statistics.median(result.cpu for result in results)
    return (
        f"{name:<28}{middle(results):>8,.0f} moves/s   p50 {cuts[49] * 1e3:5.1f} ms"
        f"   p99 {cuts[98] * 1e3:5.1f} ms   server {cpu * 1e6:5.0f} µs/move"
    )


def middle(results: Sequence[Result]) -> float:
    return statistics.median(result.rate for result in results)


def compare(name: str, kind: str, options: argparse.Namespace, more: Sequence[str] = ()) -> bool:
    """Beside the echo, and at half of what it can; whether no move was refused."""
    pairs, seconds = options.pairs, options.seconds
    echo, live = [], []
    for _ in range(RUNS):  # in turns: a noisy machine disturbs both
        echo.append(run("echo", pairs, seconds))
        live.append(run(kind, pairs, seconds, more=more))
    half = [run(kind, pairs, seconds, middle(live) / 2, more)]
    print(report("bare picows echo", echo))
    print(report(f"Zaria on {name}", live))
    print(report("the same, half as much", half))
    print(f"ratio {middle(live) / middle(echo):.2f}   ({pairs} pairs, one core for the server)", flush=True)
    return all(result.tally.took and not result.tally.refused for result in (*live, *half))


def compare_stakes(options: argparse.Namespace) -> bool:
    """Moves at rated tables without stakes beside moves at staked ones."""
    results: dict[str, list[Result]] = {"rated": [], "staked": []}
    for _ in range(RUNS):
        for tables, runs in results.items():
            runs.append(run("live", options.pairs, options.seconds, more=["--tables", tables]))
    for tables, runs in results.items():
        print(report(f"{tables} tables", runs))
    ratio = middle(results["staked"]) / middle(results["rated"])
    print(f"ratio {ratio:.2f}   (a stake costs a move nothing: 1)")
    return all(result.tally.took and not result.tally.refused for runs in results.values() for result in runs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100, help="pairs of players (default: 100)")
    parser.add_argument("--seconds", type=float, default=2.0, help="measured in each run (default: 2)")
    parser.add_argument("--profile", metavar="FILE", help="one run on SQLite under cProfile, kept in FILE")
    parser.add_argument("--serve", choices=["live", "echo"], help=argparse.SUPPRESS)
    parser.add_argument("--database", help=argparse.SUPPRESS)
    parser.add_argument("--tables", choices=TABLES, default="usual", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        work = serve_live(options) if options.serve == "live" else serve_echo()
        uvloop.run(work)
        return 0
    if options.profile:
        print(
            report(
                "under cProfile",
                [run("live", options.pairs, options.seconds, 0, ["--profile", options.profile])],
            )
        )
        return 0
    good = compare("SQLite", "live", options)
    good &= compare_stakes(options)
    try:
        server = Postgres(fsync=True)
    except pytest.skip.Exception as missing:
        print(f"without PostgreSQL: {missing}")
        return 0 if good else 1
    server.start()
    try:
        good &= compare("PostgreSQL", "live", options, ["--database", server.database("bench")])
    finally:
        server.stop()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
