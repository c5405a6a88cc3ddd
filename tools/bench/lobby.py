"""A change of the lobby on its way to everybody who looks at it, and what such a socket weighs.

Thousands of sockets with a page of the lobby are held by one process, their clients by another. A table is
set (and committed), and each client notes when it hears of it. The peer is a bare picows server in the same
run that sends about as many bytes to as many sockets, one after another.

    python -m tools.bench.lobby [--sockets 5000] [--changes 8]
"""

import argparse
import asyncio
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import uvicorn
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server
from tools.bench import cores

from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.load.dial import dial
from zaria.live.matches.table_request import TableRequest
from zaria.live.process.gc_policy import spare_collections
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.server import make_protocol
from zaria.match.events import Player
from zaria.match.terms import Terms

TEXT = WSMsgType.TEXT
TABLES = 4
"""Tables that are open from the beginning: with those that are set later they fit on one page."""
AT_ONCE = 50
"""Clients that connect at the same time."""
QUIET_S = 4.0
"""Seconds after the last client connected: by then all know how many they are."""
BETWEEN_S = 1.0
LIMIT_S = 30.0
RUNS = 2


# the servers: they print their port, and at each line they read make a change and print when they began


async def serve_lobby() -> None:
    """The lobby under uvicorn, as it is shipped."""
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(LiveConfig(path=Path(folder) / "live.sqlite3"))
        count = 0

        async def change() -> None:
            nonlocal count
            host = Player(f"host-{count}", f"Host {count}", "#777777")
            count += 1
            await live.match_service.open(
                TableRequest(Terms("tabla"), (host, None), wait=600_000, public=True)
            )

        for _ in range(TABLES):
            await change()
        spare_collections()
        protocol = make_protocol(live.endpoint, whoami)
        config = uvicorn.Config(_nothing, port=0, ws=protocol, lifespan="off", log_level="warning")  # type: ignore[arg-type]
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        await obey(server.servers[0].sockets[0].getsockname()[1], change)
        await live.stop()


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The user named by the cookie."""
    return Identity(Player(headers["x-who"], f"Player {headers['x-who']}", "#777777"))


async def _nothing(scope: object, receive: object, send: object) -> None:
    """There are no pages here."""


class Bare(WSListener):
    """A socket that is sent to."""

    all: dict["Bare", WSTransport] = {}

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.all[self] = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.all.pop(self, None)


async def serve_bare() -> None:
    """picows alone."""
    message = b"x" * 600

    async def change() -> None:
        for transport in Bare.all.values():
            transport.send(TEXT, message)

    server = await ws_create_server(lambda request: Bare(), "127.0.0.1", 0)
    await obey(server.sockets[0].getsockname()[1], change)


async def obey(port: int, change: Callable[[], Awaitable[None]]) -> None:
    """Make changes on request, and watch how late the event loop is meanwhile."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    late = 0.0

    async def probe() -> None:
        nonlocal late
        while True:
            since = time.monotonic()
            await asyncio.sleep(0.001)
            late = max(late, time.monotonic() - since - 0.001)

    task = asyncio.create_task(probe())
    print(json.dumps({"port": port}), flush=True)
    while await reader.readline():
        before, late = late, 0.0
        print(json.dumps({"since": time.monotonic(), "late": before}), flush=True)
        await change()
    task.cancel()


# the clients


class Client(WSListener):
    """Notes when it heard something last."""

    def __init__(self, on_message: Callable[[], None]) -> None:
        self.on_message = on_message
        self.at = 0.0
        self.size = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == TEXT:
            self.at = time.monotonic()
            self.size = frame.payload_size
            self.on_message()


class Result(NamedTuple):
    """Seconds to each socket for each change, the loop's worst delay, bytes a socket and a message, CPU."""

    took: list[list[float]]
    late: float
    weight: float
    size: int
    cpu: float


class Crowd:
    """All clients of a server."""

    def __init__(self, server: "subprocess.Popen[bytes]", sockets: int) -> None:
        self.server = server
        self.sockets = sockets
        self.clients: list[Client] = []
        self.count = 0
        self.all = asyncio.Event()

    def heard(self) -> None:
        self.count += 1
        if self.count >= self.sockets:
            self.all.set()

    async def gather(self, port: int, ask: bytes) -> None:
        """Connect everybody, and let each ask for its page."""

        async def come(i: int) -> None:
            client = Client(self.heard)
            self.clients.append(client)
            transport = await dial(client, f"ws://127.0.0.1:{port}/ws", {"x-who": f"p{i}"}, 30)
            if ask:
                transport.send(TEXT, ask)

        for start in range(0, self.sockets, AT_ONCE):
            await asyncio.gather(*(come(i) for i in range(start, min(self.sockets, start + AT_ONCE))))

    async def change(self) -> tuple[list[float], float]:
        """One change: seconds until each client heard of it, and the loop's worst delay since the last."""
        assert self.server.stdin is not None
        self.count = 0
        self.all.clear()
        self.server.stdin.write(b"change\n")
        self.server.stdin.flush()
        figures = await self.line()
        async with asyncio.timeout(LIMIT_S):
            await self.all.wait()
        return [client.at - figures["since"] for client in self.clients], figures["late"]

    async def line(self) -> dict[str, float]:
        assert self.server.stdout is not None
        figures: dict[str, float] = json.loads(await asyncio.to_thread(self.server.stdout.readline))
        return figures


async def measure(server: "subprocess.Popen[bytes]", ask: bytes, sockets: int, changes: int) -> Result:
    """Hold the sockets, make the changes."""
    crowd = Crowd(server, sockets)
    port = int((await crowd.line())["port"])
    empty = rss(server.pid)
    await crowd.gather(port, ask)
    await asyncio.sleep(QUIET_S)
    weight = (rss(server.pid) - empty) / sockets
    await crowd.change()
    took, late = [], []
    used = cpu_seconds(server.pid)
    for _ in range(changes):
        await asyncio.sleep(BETWEEN_S)
        seconds, delay = await crowd.change()
        took.append(seconds)
        late.append(delay)
    cpu = (cpu_seconds(server.pid) - used) / changes
    return Result(took, max(late[1:]), weight, crowd.clients[0].size, cpu)


def run(kind: str, sockets: int, changes: int) -> Result:
    """Start a server on its own core, and let clients listen on the others."""
    ask = b'{"t":"hall","what":"open"}' if kind == "lobby" else b""
    command = [sys.executable, "-m", "tools.bench.lobby", "--serve", kind]
    with cores.start_server(command) as server:
        try:
            return uvloop.run(measure(server, ask, sockets, changes))
        finally:
            assert server.stdin is not None
            server.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(10)
            server.kill()


def rss(pid: int) -> int:
    """Bytes of memory that a process has (0 where the system does not tell)."""
    status = Path(f"/proc/{pid}/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used (0 where the system does not tell)."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def pin(server: bool) -> None:
    """The server has the first core to itself, if there are two; both may have many files open."""
    allow_files()
    cores.pin(server=server)


def allow_files() -> None:
    """Let this process have as many files open as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def report(name: str, results: list[Result]) -> str:
    """One line; the middle of all changes."""
    half = statistics.median(statistics.median(took) for result in results for took in result.took)
    worst = max(max(took) for result in results for took in result.took)
    late = statistics.median(result.late for result in results)
    weight = statistics.median(result.weight for result in results)
    return (
        f"{name:<20} half {half * 1e3:5.0f} ms   all {last(results) * 1e3:5.0f} ms"
        f"   worst {worst * 1e3:5.0f} ms   {results[0].size:>5} bytes   server {cpu(results) * 1e3:4.0f} ms"
        f"   loop late {late * 1e3:3.0f} ms   {weight / 1024:5.1f} KB/socket"
    )


def last(results: list[Result]) -> float:
    """Seconds until the last socket has heard of a change; the middle of all changes."""
    return statistics.median(max(took) for result in results for took in result.took)


def cpu(results: list[Result]) -> float:
    """Processor seconds of the server for a change."""
    return statistics.median(result.cpu for result in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=5000, help="sockets held (default: 5000)")
    parser.add_argument("--changes", type=int, default=8, help="tables set, one a second (default: 8)")
    parser.add_argument("--serve", choices=["lobby", "bare"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    allow_files()
    if options.serve:
        uvloop.run(serve_lobby() if options.serve == "lobby" else serve_bare())
        return 0
    bare, lobby = [], []
    for _ in range(RUNS):  # in turns: a noisy machine disturbs both
        bare.append(run("bare", options.sockets, options.changes))
        lobby.append(run("lobby", options.sockets, options.changes))
    print(report("bare picows", bare))
    print(report("lobby, commit first", lobby))
    time_ratio, cpu_ratio = last(lobby) / last(bare), cpu(lobby) / cpu(bare)
    print(
        f"until all have heard: {time_ratio:.1f} × bare, processor time {cpu_ratio:.1f} × bare"
        f"   ({options.sockets} sockets, one core for the server)"
    )
    return 0 if last(lobby) < 1 and all(result.weight < 25 * 1024 for result in lobby) else 1


if __name__ == "__main__":
    sys.exit(main())
