"""A hundred games against the computer: how long its answers take, and what the other tables feel of them.

Pairs of people play at ease over sockets while nobody plays the computer, and again while `--games` games of
all kinds and levels are being played with it, by players who think for `--thinking` seconds at most. It
reports the times from a move to its acknowledgement at the people's tables in both cases, and the waits from
a question to an engine to its answer.

`--analyses N` makes N analyses meanwhile, one after the other and over again, in a process as polite as the
club's worker. With `--learners N` so many people in training ask for one hint after the other.

    python -m tools.bench.bots [--games 100] [--pairs 20] [--seconds 20] [--thinking 0] [--learners 0]
                               [--analyses 0] [--depth normal]
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from tools.bench import engine_waits
from tools.bench.engine_waits import EngineWaits
from tools.bench.matches import _nothing
from tools.bench.sockets import Client, whoami

from zaria import bots
from zaria.bots.analysis import DEPTHS
from zaria.bots.levels import LEVELS
from zaria.games.registry import DICE_GAMES
from zaria.live.app import Live, bot_player
from zaria.live.config import LiveConfig
from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters
from zaria.live.matches.table_request import TableRequest
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection_limits import ConnectionLimits
from zaria.live.sockets.http_protocol import HttpFrontend
from zaria.live.sockets.server import make_protocol
from zaria.match.terms import Terms

GOAL_MS = 50.0
EVERY_S = 1.0
"""Seconds from move to move at the people's tables."""
KINDS = ("tabla", "long-nardy", "backgammon", "tapa", "russian-draughts", "chess")
MATCHES = 5
"""Matches that each player against the computer plays at once."""
ENGINES = 2
SETTLE_S = 3.0
"""Seconds that are not counted."""


async def serve(options: argparse.Namespace) -> None:
    """Live play as it is shipped; prints its port and matches, and at each line what engines were asked.

    The first line of its input lets the learners begin.
    """
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(
            LiveConfig(path=Path(folder) / "live.sqlite3", limits=Limits(), engines=ENGINES)
        )
        live.engines.warm()
        people = [await live.open(TableRequest(Terms("tabla", length=9))) for _ in range(options.pairs)]
        against = await opened(live, options.games)
        port = await listen(live)
        print(json.dumps({"port": port, "people": people, "against": against}), flush=True)
        waits, learners = EngineWaits(), list[asyncio.Task[None]]()
        while await loop.run_in_executor(None, sys.stdin.readline):
            if not learners:
                waits.watch(live.engines)
                learners = [
                    loop.create_task(engine_waits.learn(live.hints, n)) for n in range(options.learners)
                ]
            figures = {
                "answered": live.engines.tally.answered,
                "replaced": live.engines.tally.replaced,
                "waiting": live.engines.waiting(),
            }
            print(json.dumps({"counts": figures, "waits": waits.take()}), flush=True)
        for learner in learners:
            learner.cancel()
        await live.stop()


async def opened(live: Live, count: int) -> list[list[str]]:
    """Open the matches of so many players against the computer."""
    kinds = itertools.cycle(itertools.product(LEVELS, KINDS))
    against = []
    for level, game in itertools.islice(kinds, count):
        length = 9 if game in DICE_GAMES else 1
        request = TableRequest(Terms(game, length=length), (None, bot_player(bots.opponent(game, level))))
        against.append([await live.open(request) for _ in range(MATCHES)])
    return against


async def listen(live: Live) -> int:
    """Serve sockets; return the port."""
    frontend = HttpFrontend(ConnectionLimits(), live.endpoint.counts)
    config = uvicorn.Config(
        _nothing,
        port=0,
        http=frontend.protocol,  # type: ignore[arg-type]
        ws=make_protocol(live.endpoint, whoami, frontend=frontend),  # type: ignore[arg-type]
        lifespan="off",
        log_level="warning",
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port: int = server.servers[0].sockets[0].getsockname()[1]
    return port


async def come(port: int, who: str, client: Client) -> None:
    """Connect a player and let it begin."""
    await dial(client, f"ws://127.0.0.1:{port}/ws", {"x-who": who})
    client.begin()


async def counted(
    tally: LoadCounters, seconds: float, settled: Callable[[], Awaitable[Any]] | None = None
) -> dict[str, Any]:
    """Return what the people's tables felt in so many seconds, after a few to settle."""
    await asyncio.sleep(SETTLE_S)
    if settled is not None:
        await settled()
    tally.took.clear()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    return tally.report(seconds)


async def play(server: "subprocess.Popen[bytes]", options: argparse.Namespace) -> bool:
    """Measure both; whether the goal is reached."""

    async def ask() -> dict[str, Any]:
        """Return the counts of questions to engines, and the waits since the last time."""
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n")
        server.stdin.flush()
        figures: dict[str, Any] = json.loads(await asyncio.to_thread(server.stdout.readline))
        return figures

    assert server.stdout is not None
    start = json.loads(await asyncio.to_thread(server.stdout.readline))
    people, guests = LoadCounters(), LoadCounters()
    ease = lambda: random.uniform(0.5, 1.5) * EVERY_S  # noqa: E731
    for match_id, side in itertools.product(start["people"], (0, 1)):
        await come(start["port"], f"{match_id}-{side}", Client(people, [match_id], ease))
    without = await counted(people, options.seconds)
    report(f"{options.pairs} tables of people alone", without)
    thought = (lambda: random.uniform(0.0, options.thinking)) if options.thinking else None
    for n, matches in enumerate(start["against"]):
        await come(start["port"], f"guest{n}", Client(guests, matches, thought))
    await ask()  # the learners begin
    guests.counting = True
    with analyses(options) as finished:
        beside = await counted(people, options.seconds, ask)
        engines = await ask()
    report(f"the same beside {options.games} games against the computer", beside)
    moves = len(guests.took) / (options.seconds + SETTLE_S)
    print(f"against the computer {moves:.0f} moves/s; engines: {json.dumps(engines['counts'])}")
    if options.analyses:
        print(f"analyses made: {len(finished)}")
    engine_waits.report(engines["waits"])
    ratio = beside["ack_p99_ms"] / max(0.1, without["ack_p99_ms"])
    print(f"p99 {ratio:.1f} times as long (goal: < {GOAL_MS:.0f} ms)")
    return bool(beside["moves"]) and beside["ack_p99_ms"] < GOAL_MS


@contextlib.contextmanager
def analyses(options: argparse.Namespace) -> Iterator[list[bytes]]:
    """Let analyses be made meanwhile; afterwards the list has one line for each that was finished."""
    lines: list[bytes] = []
    if not options.analyses:
        yield lines
        return
    more = ("--analyse", "--analyses", str(options.analyses), "--depth", options.depth)
    command = [sys.executable, "-m", "tools.bench.bots", *more]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield lines
        process.stdin.close()
        lines += process.stdout.readlines()


def report(name: str, figures: dict[str, Any]) -> None:
    """One line."""
    print(
        f"{name}: {figures['moves']} moves   p50 {figures['ack_p50_ms']} ms   p95 {figures['ack_p95_ms']} ms"
        f"   p99 {figures['ack_p99_ms']} ms   max {figures['ack_max_ms']} ms",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="against the computer (default 100)")
    parser.add_argument("--pairs", type=int, default=20, help="tables of people (default 20)")
    parser.add_argument("--seconds", type=float, default=20.0, help="measured, each (default 20)")
    parser.add_argument("--thinking", type=float, default=0.0, help="seconds at most (default 0: none)")
    parser.add_argument("--learners", type=int, default=0, help="who ask for hints (default 0)")
    parser.add_argument("--analyses", type=int, default=0, help="made meanwhile (default 0)")
    parser.add_argument("--depth", choices=DEPTHS, default="normal", help="of the analyses")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--analyse", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.analyse:
        engine_waits.analyse_without_end(options.analyses, options.depth)
    if options.serve:
        uvloop.run(serve(options))
        return 0
    counts = [f"--{name}={getattr(options, name)}" for name in ("games", "pairs", "learners")]
    command = [sys.executable, "-m", "tools.bench.bots", "--serve", *counts]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            return 0 if uvloop.run(play(server, options)) else 1
        finally:
            assert server.stdin is not None
            server.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
