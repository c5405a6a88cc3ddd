"""Many matches that are being played at the same time, a move now and then in each, on one core.

Each match has two players on sockets of their own, whom two processes play, and one move in nine seconds.
It prints the time from a move to its acknowledgement, how late the server's event loop was, how long it
computed at most before it came to what was due, what the server used of its core and for each move, and what
a match with its two sockets weighs. Where not all could connect in time it measures those who could; where a
process may not have as many files open it opens as many matches as it may.

    python -m tools.bench.matches [--matches 10000] [--every 9] [--seconds 20]
"""

import argparse
import asyncio
import contextlib
import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from tools.bench.lobby import pin, rss
from tools.bench.sockets import Client, whoami

from zaria.live import metrics
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.counts import Histogram
from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters
from zaria.live.matches.table_request import TableRequest
from zaria.live.process.gc_policy import GarbageCollector
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection_limits import ConnectionLimits
from zaria.live.sockets.http_protocol import HttpFrontend
from zaria.live.sockets.server import make_protocol
from zaria.match.terms import ClockTerms, Terms

TERMS = Terms("tabla", length=3, clock=ClockTerms(delay=60_000, bank=600_000))
AT_ONCE = 50
"""Sockets that connect, and tables that are opened, at the same time. An even number."""
LONGEST_S = 300.0
PLAYING = 2
"""Processes that play."""
SPARE = 80
"""Files that a process has open beside its sockets."""
GOALS = "p99 < 100 ms, loop p99 < 20 ms"

Process = subprocess.Popen[bytes]


# the server


async def serve(matches: int) -> None:
    """Live play as it is shipped; prints its port and matches, and at each line it reads how late it was."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(LiveConfig(path=Path(folder) / "live.sqlite3", limits=Limits(), bot_pause=0))
        ids: list[str] = []
        while len(ids) < matches:
            ids += await asyncio.gather(
                *(live.open(TableRequest(TERMS)) for _ in range(min(AT_ONCE, matches - len(ids))))
            )
        garbage = GarbageCollector(lambda: True, lambda: False)
        looks = Looks()
        print(json.dumps({"port": await listen(live), "matches": ids}), flush=True)
        late, busy = metrics.Lateness(loop, LoopBusyTime.EVERY_S), LoopBusyTime(loop)
        while await loop.run_in_executor(None, sys.stdin.readline):
            figures = {"worst": late.worst(), "p99": bound(late.seen, 0.99), "busy": busy.longest()}
            figures |= {"loop_s": time.thread_time(), "process_s": time.process_time()}
            print(json.dumps({**figures, **looks.figures()}), flush=True)
            late.close()
            late = metrics.Lateness(loop, LoopBusyTime.EVERY_S)
        late.close()
        busy.close()
        garbage.close()
        await live.stop()


async def listen(live: Live) -> int:
    """Take sockets at the port that it returns."""
    frontend = HttpFrontend(ConnectionLimits(), live.endpoint.counts)
    config = uvicorn.Config(
        _nothing,
        port=0,
        http=frontend.protocol,  # type: ignore[arg-type]
        ws=make_protocol(live.endpoint, whoami, frontend=frontend),  # type: ignore[arg-type]
        lifespan="off",
        log_level="warning",
        backlog=2048,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port: int = server.servers[0].sockets[0].getsockname()[1]
    return port


class Looks:
    """The time of garbage collections, by the clock of the thread: others may have the core meanwhile."""

    def __init__(self) -> None:
        """None yet."""
        self._began = 0.0
        self._ms: list[float] = []
        gc.callbacks.append(self._noted)

    def figures(self) -> dict[str, float]:
        """Return how many there were since this was last asked, and the longest (ms)."""
        ms, self._ms = self._ms, []
        return {"looks": len(ms), "longest": max(ms, default=0.0)}

    def _noted(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._ms.append(1000 * (time.thread_time() - self._began))


class LoopBusyTime:
    """The time that the event loop computes before it comes to what is due, by the clock of its thread.

    Unlike lateness it does not count the time for which the machine gave the core to somebody else.
    """

    EVERY_S = 0.01

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measures from now on, until `close`."""
        self._loop = loop
        self._longest = 0.0
        self._last = time.thread_time()
        self._timer = loop.call_later(self.EVERY_S, self._look)

    def longest(self) -> float:
        """The longest (ms) since the last call."""
        longest, self._longest = self._longest, 0.0
        return longest

    def close(self) -> None:
        """Measure no more."""
        self._timer.cancel()

    def _look(self) -> None:
        now = time.thread_time()
        self._longest = max(self._longest, 1000 * (now - self._last))
        self._last = now
        self._timer = self._loop.call_later(self.EVERY_S, self._look)


async def _nothing(scope: object, receive: object, send: object) -> None:
    """There are no pages here."""


def bound(histogram: Histogram, share: float) -> float:
    """The bound under which so many of all values are."""
    so_far, total = 0, sum(histogram.counts)
    for limit, count in zip((*histogram.bounds, float("inf")), histogram.counts, strict=True):
        so_far += count
        if so_far >= share * total:
            return limit
    return float("inf")


# the clients


async def play() -> None:
    """Connect those of whom a line tells; count from the next line to the one after that."""
    loop = asyncio.get_running_loop()
    order = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    tally = LoadCounters()
    print(json.dumps({"sockets": await connect(order, tally)}), flush=True)
    gc.disable()  # what is measured is the server
    for counting in (True, False):
        await loop.run_in_executor(None, sys.stdin.readline)
        tally.counting = counting
    print(json.dumps({"took": tally.took, "refused": tally.refused, "errors": tally.errors}), flush=True)


async def connect(order: dict[str, Any], tally: LoadCounters) -> int:
    """Let the players of all matches come; how many came in time."""
    since = time.monotonic()
    pause = lambda: random.uniform(0.5, 1.5) * order["every"]  # noqa: E731

    async def come(match_id: str, side: int) -> None:
        client = Client(tally, [match_id], pause)
        headers = {"x-who": f"{match_id}-{side}"}
        url = f"ws://127.0.0.1:{order['port']}/ws"
        await dial(client, url, headers, LONGEST_S)
        client.begin()

    everybody = [(match_id, side) for match_id in order["matches"] for side in (0, 1)]
    for start in range(0, len(everybody), AT_ONCE):
        if time.monotonic() - since > order["within"]:
            return start
        await asyncio.gather(*(come(*seat) for seat in everybody[start : start + AT_ONCE]))
    return len(everybody)


# all of them together


def measure(server: Process, clients: list[Process], options: argparse.Namespace) -> bool:
    """Connect everybody, let them play for a while; whether the goals are reached."""
    start, since = heard(server), time.monotonic()
    empty = rss(server.pid)
    for n, client in enumerate(clients):
        order = {"port": start["port"], "matches": start["matches"][n :: len(clients)]}
        tell(client, json.dumps({**order, "every": options.every, "within": options.within}))
    sockets = sum(heard(client)["sockets"] for client in clients)
    print(f"{sockets:,} sockets in {time.monotonic() - since:.0f} s", flush=True)
    time.sleep(options.every)
    before, since = ask(server), time.monotonic()
    for client in clients:
        tell(client)
    time.sleep(options.seconds)
    # The server answers first: the clients leave with their answer, twenty thousand sockets at once.
    late = ask(server)
    used, loop_used = (late[name] - before[name] for name in ("process_s", "loop_s"))
    weight = (rss(server.pid) - empty) / max(1, sockets // 2)
    took = time.monotonic() - since
    report = together([ask(client) for client in clients]).report(took)
    loop_us, other_us = (1e6 * seconds / max(1, report["moves"]) for seconds in (loop_used, used - loop_used))
    print(
        f"{sockets // 2:,} matches   {report['moves_per_second']:,.0f} moves/s"
        f"   p50 {report['ack_p50_ms']} ms   p99 {report['ack_p99_ms']} ms   max {report['ack_max_ms']} ms"
        f"   loop late p99 < {late['p99']:.0f} ms, worst {late['worst']:.0f} ms"
        f"   busy at most {late['busy']:.0f} ms"
        f"   {late['looks']} looks for garbage, longest {late['longest']:.0f} ms"
        f"   {used / took:.0%} of a core, {loop_us + other_us:.0f} µs a move"
        f" (event loop {loop_us:.0f}, journal and other threads {other_us:.0f})"
        f"   {weight / 1024:.0f} KB/match with two sockets"
    )
    print(f"refused {report['refused']}, errors {report['errors']}   (goals: {GOALS})")
    return bool(report["moves"]) and report["ack_p99_ms"] < 100 and late["p99"] <= 20


def together(parts: list[dict[str, Any]]) -> LoadCounters:
    """Return what all clients counted."""
    tally = LoadCounters()
    for part in parts:
        tally.took += part["took"]
        tally.refused.update(part["refused"])
        tally.errors.update(part["errors"])
    return tally


def tell(process: Process, line: str = "") -> None:
    """Give it a line."""
    assert process.stdin is not None
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()


def heard(process: Process) -> dict[str, Any]:
    """The next line that it prints."""
    assert process.stdout is not None
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


def ask(process: Process) -> dict[str, Any]:
    """Give it an empty line; what it answers."""
    tell(process)
    return heard(process)


def possible(matches: int) -> int:
    """Raise the limit of open files as far as allowed; returns the matches a server can have (two each)."""
    wanted = 2 * matches + SPARE
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
            hard = wanted
    if hard != resource.RLIM_INFINITY and hard < wanted:
        matches = (hard - SPARE) // 2
        print(f"a process may have {hard:,} files open here, and no more: {matches:,} matches", flush=True)
        wanted = hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return matches


@contextlib.contextmanager
def started(*arguments: str, module: str = "matches") -> Iterator[Process]:
    """A program of this package as another process, which ends when its input does."""
    command = [sys.executable, "-m", f"tools.bench.{module}", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000, help="at the same time (default: 10000)")
    parser.add_argument("--every", type=float, default=9.0, help="seconds from move to move (default: 9)")
    parser.add_argument("--seconds", type=float, default=20.0, help="measured (default: 20)")
    parser.add_argument("--within", type=float, default=90.0, help="seconds to connect in (default: 90)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve or options.play:
        pin(options.serve)
        uvloop.run(serve(options.matches) if options.serve else play())
        return 0
    matches = possible(options.matches)
    with contextlib.ExitStack() as processes:
        server = processes.enter_context(started("--serve", "--matches", str(matches)))
        clients = [processes.enter_context(started("--play")) for _ in range(PLAYING)]
        good = measure(server, clients, options)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
