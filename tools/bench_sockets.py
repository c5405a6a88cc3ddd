"""Moves through real sockets: pairs of clients play matches, every move committed before it is acknowledged.

The peer is a bare picows echo server in the same run: the same client program, the same number of
pairs, a message of the same size as a move sent back to both players. Servers have one core each,
clients the other. A move is one command: a roll, or a whole stage played.

    python tools/bench_sockets.py [--pairs 100] [--seconds 2]
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvicorn
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect, ws_create_server

from zaria.live.app import Live
from zaria.live.connection import Identity
from zaria.live.limits import Limits
from zaria.live.memory import spare_collections
from zaria.live.server import make_protocol
from zaria.match.terms import Terms

MATCHES = 3
"""Matches opened for each pair: more than it can finish in the time."""
RUNS = 3
SEED = "00112233445566778899aabbccddeeff"
FREE = Limits(rate=1e12, burst=1e12)
TEXT = WSMsgType.TEXT


# the servers


async def serve_live(pairs: int) -> None:
    """Live play under uvicorn, as it is shipped; prints its port and the matches."""
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(Path(folder) / "live.sqlite3", limits=FREE, bot_pause=0)
        terms = Terms("tabla", length=9)
        ids = [await live.open_match(terms) for _ in range(pairs * MATCHES)]

        spare_collections()
        protocol = make_protocol(live.endpoint, whoami)
        config = uvicorn.Config(_nothing, port=0, ws=protocol, lifespan="off", log_level="warning")  # type: ignore[arg-type]
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        print(json.dumps({"port": server.servers[0].sockets[0].getsockname()[1], "matches": ids}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await live.stop()


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """Whoever one says."""
    return Identity(headers["x-who"], headers["x-who"], "#777777")


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


class Table(msgspec.Struct):
    """What a client needs to see of the table."""

    phase: str
    to_act: int | None
    roll_no: int
    stage: int
    seal: str = ""


class Message(msgspec.Struct):
    """Whatever the server sends, as far as a client looks at it."""

    t: str
    you: int | None = None
    v: Table | None = None
    tree: list[list[tuple[int, int, int]]] | None = None


decode = msgspec.json.Decoder(Message).decode


class Tally:
    """How long each move took from sending to acknowledgement, while it counts."""

    def __init__(self) -> None:
        self.counting = False
        self.took: list[float] = []
        self.refused = 0

    def add(self, since: float) -> None:
        if self.counting:
            self.took.append(time.perf_counter() - since)


class Result(NamedTuple):
    """Moves a second, the server's processor seconds for each, and how long they took."""

    rate: float
    cpu: float
    tally: Tally


class Told(msgspec.Struct):
    """What a server says when it is ready."""

    port: int
    matches: list[str] = []


class Client(WSListener):
    """One player: acts whenever the table says that it is his turn."""

    def __init__(self, tally: Tally, matches: list[str]) -> None:
        self.tally = tally
        self.matches = matches
        self.sent: deque[float] = deque()
        self.count = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == TEXT:
            self.take(decode(frame.get_payload_as_memoryview()))

    match = "0123456789"

    def begin(self) -> None:
        """Turn to the next match."""
        self.match = self.matches.pop()
        self.transport.send(TEXT, b'{"t":"watch","m":"%s"}' % self.match.encode())

    def take(self, message: Message) -> None:
        if message.t == "ack":
            self.tally.add(self.sent.popleft())
        elif message.t == "no":
            self.sent.popleft()
            self.tally.refused += 1
        elif message.v is not None:
            self.act(message, message.v)

    def act(self, message: Message, table: Table) -> None:
        if table.phase == "over":
            self.begin()
        elif table.phase == "open" and message.you is None and message.t == "state":
            self.give(f'{{"t":"sit","seed":"{SEED}","seal":"{table.seal}"}}')
        elif message.you is not None and message.you == table.to_act:
            if table.phase == "roll":
                self.give('{"t":"roll"}')
            elif message.tree is not None:
                moves, n, stage = first_path(message.tree), table.roll_no, table.stage
                self.give(f'{{"t":"play","moves":{moves},"n":{n},"stage":{stage}}}')

    def give(self, command: str) -> None:
        self.count += 1
        self.sent.append(time.perf_counter())
        self.transport.send(TEXT, f'{{"t":"do","m":"{self.match}","c":"{self.count}","k":{command}}}')


class EchoClient(Client):
    """The same where nothing is decided: the players of a pair move in turns."""

    mine = False

    def begin(self) -> None:
        """The first move."""
        self.move()

    def take(self, message: Message) -> None:
        self.mine = not self.mine
        if self.mine:
            self.move()
        else:
            self.tally.add(self.sent.popleft())

    def move(self) -> None:
        self.mine = True
        self.give('{"t":"play","moves":[[13,5],[24,3]],"n":12}')


def first_path(tree: list[list[tuple[int, int, int]]]) -> str:
    """The first complete way through a tree of steps."""
    node, moves = 0, []
    while tree[node]:
        point, die, node = tree[node][0]
        moves.append(f"[{point},{die}]")
    return f"[{','.join(moves)}]"


async def gather(kind: str, port: int, matches: list[str], pairs: int, tally: Tally) -> list[Client]:
    """All players, two by two."""
    clients = []
    for pair in range(pairs):
        for side in (0, 1):
            headers = {"x-who": f"p{pair}-{side}", "x-room": str(pair)}
            client = Client(tally, matches[pair::pairs]) if kind == "live" else EchoClient(tally, [])
            await ws_connect(lambda client=client: client, f"ws://127.0.0.1:{port}/ws", extra_headers=headers)
            clients.append(client)
    return clients


async def measure(kind: str, told: Told, pairs: int, seconds: float, cpu: Callable[[], float]) -> Result:
    """Let them play; what happens in the first quarter of the time is not counted."""
    tally = Tally()
    clients = await gather(kind, told.port, told.matches, pairs, tally)
    for client in clients if kind == "live" else clients[::2]:
        client.begin()
    await asyncio.sleep(seconds / 4)
    since, used = time.perf_counter(), cpu()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    moves = max(1, len(tally.took))
    return Result(moves / (time.perf_counter() - since), (cpu() - used) / moves, tally)


def run(kind: str, pairs: int, seconds: float) -> Result:
    """Start a server on its own core, and let clients play on the others."""
    command = [sys.executable, __file__, "--serve", kind, "--pairs", str(pairs)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        try:
            told = msgspec.json.decode(server.stdout.readline(), type=Told)
            return uvloop.run(measure(kind, told, pairs, seconds, lambda: cpu_seconds(server.pid)))
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


def pin(server: bool) -> None:
    """The server has the first core to itself, if there are two."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[:1] if server else cores[1:])


def report(name: str, results: Sequence[Result]) -> str:
    """One line: the rate of the middle run, waiting times over all runs."""
    took = [moment for result in results for moment in result.tally.took] or [0.0]
    cuts = statistics.quantiles([*took, took[-1]], n=100)
    cpu = statistics.median(result.cpu for result in results)
    return (
        f"{name:<26}{middle(results):>8,.0f} moves/s   p50 {cuts[49] * 1e3:5.1f} ms"
        f"   p99 {cuts[98] * 1e3:5.1f} ms   server {cpu * 1e6:5.0f} µs/move"
    )


def middle(results: Sequence[Result]) -> float:
    return statistics.median(result.rate for result in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100, help="pairs of players (default: 100)")
    parser.add_argument("--seconds", type=float, default=2.0, help="measured in each run (default: 2)")
    parser.add_argument("--serve", choices=["live", "echo"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    pin(options.serve is not None)
    if options.serve:
        uvloop.run(serve_live(options.pairs) if options.serve == "live" else serve_echo())
        return 0
    echo, live = [], []
    for _ in range(RUNS):  # in turns: a noisy machine disturbs both
        echo.append(run("echo", options.pairs, options.seconds))
        live.append(run("live", options.pairs, options.seconds))
    print(report("bare picows echo", echo))
    print(report("Zaria, commit before ack", live))
    print(f"ratio {middle(live) / middle(echo):.2f}   ({options.pairs} pairs, one core for the server)")
    return 0 if all(result.tally.took and not result.tally.refused for result in live) else 1


if __name__ == "__main__":
    sys.exit(main())
