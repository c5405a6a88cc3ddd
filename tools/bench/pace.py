"""A web and a host process at a human pace, as shipped and with their timers at ten minutes.

Idle matches must cost nothing, so both should acknowledge moves equally fast. The two clusters take turns in
the same run; services, processes and players share the cores of this machine.

    python -m tools.bench.pace [--matches 1000] [--every 9] [--seconds 20] [--rounds 1]
"""

import argparse
import asyncio
import gc
import os
import random

import uvloop
from tests.live.cluster.conftest import Member
from tests.support.services import Postgres, Redis
from tools.bench.sockets import Client, cpu_seconds

from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters

TERMS = {"game": "tabla", "length": 3, "clock": {"delay": 60_000, "bank": 600_000}}
QUIET_MS = "600000"
AT_ONCE = 24
"""Matches opened, and sockets connected, at the same time."""
SETTLING_S = 3.5
"""Seconds until all processes know of each other, and have swept twice."""


async def play(options: argparse.Namespace, web: Member, host: Member) -> tuple[LoadCounters, list[float]]:
    """Play so many matches for a while; return the times of the moves after all had begun.

    With the seconds of processor that the web and the host process needed for them.
    """
    tally, turns = LoadCounters(), asyncio.Semaphore(AT_ONCE)

    def pause() -> float:
        return float(options.every) * random.uniform(0.5, 1.5)

    async def begin() -> None:
        async with turns:
            match_id = await web.open(TERMS)
            for side in "ab":
                client = Client(tally, [match_id], pause)
                headers = {"Cookie": f"who={match_id}{side}"}
                await dial(client, f"ws://127.0.0.1:{web.port}/ws", headers, 60.0)
                client.begin()

    await asyncio.gather(*(begin() for _ in range(options.matches)))
    await asyncio.sleep(options.every)
    gc.collect()
    gc.disable()
    tally.counting, before = True, [_cpu(web), _cpu(host)]
    await asyncio.sleep(options.seconds)
    tally.counting, after = False, [_cpu(web), _cpu(host)]
    gc.enable()
    return tally, [end - start for start, end in zip(before, after, strict=True)]


async def measure(
    options: argparse.Namespace, postgres: Postgres, redis: Redis, name: str, *settings: str
) -> None:
    """Play in a new cluster with these settings, and print the result."""
    database = postgres.database("pace")
    web, host = (
        Member(database, redis.url, role, "--spare-collections", *settings) for role in ("web", "host")
    )
    try:
        await asyncio.gather(web.start(), host.start())
        await asyncio.sleep(SETTLING_S)
        tally, used = await play(options, web, host)
        report = tally.report(options.seconds)
        times = " ".join(f"{point} {report[f'ack_{point}_ms']}" for point in ("p50", "p95", "p99", "max"))
        web_us, host_us = (1e6 * seconds / max(1, report["moves"]) for seconds in used)
        print(
            f"{name:12} {report['moves_per_second']:6.0f} moves/s   ms: {times}   "
            f"µs of processor a move: web {web_us:.0f} host {host_us:.0f}   load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    finally:
        await asyncio.gather(web.end(), host.end())


def _cpu(member: Member) -> float:
    return 0.0 if member.process is None else cpu_seconds(member.process.pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000, help="at the same time (default: 1000)")
    parser.add_argument("--every", type=float, default=9.0, help="seconds between moves (default: 9)")
    parser.add_argument("--seconds", type=float, default=20.0, help="measured each time (default: 20)")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    postgres, redis = Postgres(fsync=True), Redis()
    postgres.start()
    redis.start()
    try:
        for number in range(options.rounds):  # each first in turn: a noisy machine disturbs both
            runs = [("as shipped",), ("timers off", "--timers", QUIET_MS)]
            for name, *settings in runs if number % 2 == 0 else reversed(runs):
                uvloop.run(measure(options, postgres, redis, name, *settings))
    finally:
        redis.stop()
        postgres.stop()


if __name__ == "__main__":
    main()
