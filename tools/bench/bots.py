"""A hundred games against the computer, and what the other tables feel of them.

Pairs of people play at ease over sockets while nobody plays the computer, and again while `--games` games of
all kinds and levels are being played with it, by players who do not think. It reports the times from a move
to its acknowledgement at the people's tables in both cases, and how the programs' questions were answered.

    python -m tools.bench.bots [--games 100] [--pairs 20] [--seconds 20]
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
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from tools.bench.matches import _nothing
from tools.bench.sockets import Client, whoami

from zaria import bots
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


async def serve(count: int, pairs: int) -> None:
    """Live play as it is shipped; prints its port and matches, and at each line what engines were asked."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(
            LiveConfig(path=Path(folder) / "live.sqlite3", limits=Limits(), engines=ENGINES)
        )
        live.engines.warm()
        people = [await live.open(TableRequest(Terms("tabla", length=9))) for _ in range(pairs)]
        kinds = itertools.cycle(itertools.product(LEVELS, KINDS))
        against = []
        for level, game in itertools.islice(kinds, count):
            length = 9 if game in DICE_GAMES else 1
            opponent = bot_player(bots.opponent(game, level))
            against.append(
                [
                    await live.open(TableRequest(Terms(game, length=length), (None, opponent)))
                    for _ in range(MATCHES)
                ]
            )
        config = uvicorn.Config(
            _nothing,
            port=0,
            http=(frontend := HttpFrontend(ConnectionLimits(), live.endpoint.counts)).protocol,  # type: ignore[arg-type]
            ws=make_protocol(live.endpoint, whoami, frontend=frontend),  # type: ignore[arg-type]
            lifespan="off",
            log_level="warning",
        )
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        port = server.servers[0].sockets[0].getsockname()[1]
        print(json.dumps({"port": port, "people": people, "against": against}), flush=True)
        while await loop.run_in_executor(None, sys.stdin.readline):
            tally = live.engines.tally
            figures = {
                "answered": tally.answered,
                "replaced": tally.replaced,
                "waiting": live.engines.waiting(),
            }
            print(json.dumps(figures), flush=True)
        await live.stop()


async def come(port: int, who: str, client: Client) -> None:
    """Connect a player and let it begin."""
    await dial(client, f"ws://127.0.0.1:{port}/ws", {"x-who": who})
    client.begin()


async def counted(tally: LoadCounters, seconds: float) -> dict[str, Any]:
    """Return what the people's tables felt in so many seconds, after a few to settle."""
    await asyncio.sleep(3)
    tally.took.clear()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    return tally.report(seconds)


async def play(server: "subprocess.Popen[bytes]", options: argparse.Namespace) -> bool:
    """Measure both; whether the goal is reached."""
    assert server.stdin is not None
    assert server.stdout is not None
    start = json.loads(await asyncio.to_thread(server.stdout.readline))
    people, guests = LoadCounters(), LoadCounters()
    ease = lambda: random.uniform(0.5, 1.5) * EVERY_S  # noqa: E731
    for match_id, side in itertools.product(start["people"], (0, 1)):
        await come(start["port"], f"{match_id}-{side}", Client(people, [match_id], ease))
    without = await counted(people, options.seconds)
    report(f"{options.pairs} tables of people alone", without)
    for n, matches in enumerate(start["against"]):
        await come(start["port"], f"guest{n}", Client(guests, matches, None))
    guests.counting = True
    beside = await counted(people, options.seconds)
    report(f"the same beside {options.games} games against the computer", beside)
    server.stdin.write(b"\n")
    server.stdin.flush()
    engines = json.loads(await asyncio.to_thread(server.stdout.readline))
    moves = len(guests.took) / (options.seconds + 3)
    print(f"against the computer {moves:.0f} moves/s; engines: {json.dumps(engines)}")
    ratio = beside["ack_p99_ms"] / max(0.1, without["ack_p99_ms"])
    print(f"p99 {ratio:.1f} times as long (goal: < {GOAL_MS:.0f} ms)")
    return bool(beside["moves"]) and beside["ack_p99_ms"] < GOAL_MS


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
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        uvloop.run(serve(options.games, options.pairs))
        return 0
    counts = ("--games", str(options.games), "--pairs", str(options.pairs))
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
