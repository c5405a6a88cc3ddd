"""Two hosts against one: moves a second through web, Redis, hosts and PostgreSQL, and who worked for them.

Everything runs on this machine: two web processes, one or two hosts, both services and the clients share its
cores. So the processor time that each of them needed for a move is reported too: it says what hosts carry
that have cores of their own.

    python -m tools.bench.hosts [--matches 100] [--seconds 4]
"""

import argparse
import asyncio
import statistics
import sys
import time
from typing import NamedTuple

from tests.live.cluster.conftest import Member
from tests.support.services import Postgres, Redis, _children
from tools.bench.sockets import Client, cpu_seconds

from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters

TERMS = {"game": "tabla", "length": 9}
WEBS = 2
ROUNDS = 3
WARM_S = 2.0


class Result(NamedTuple):
    """Moves a second; seconds of the processor for each move, by who needed them."""

    rate: float
    cpu: dict[str, float]


class Used:
    """Processor time of several processes, by kind."""

    def __init__(self, kinds: dict[str, list[int]]) -> None:
        self.kinds = kinds
        self.before = self.now()

    def now(self) -> dict[str, float]:
        return {kind: sum(map(cpu_seconds, pids)) for kind, pids in self.kinds.items()}

    def since(self) -> dict[str, float]:
        return {kind: used - self.before[kind] for kind, used in self.now().items()}


async def measure(hosts: int, options: argparse.Namespace, postgres: Postgres, redis: Redis) -> Result:
    """Play for a while with so many hosts."""
    database = postgres.database("bench")
    roles = ["web"] * WEBS + ["host"] * hosts
    members = [Member(database, redis.url, role) for role in roles]
    try:
        await asyncio.gather(*(member.start() for member in members))
        tally, webs = LoadCounters(), members[:WEBS]
        matches = [await webs[0].open(TERMS) for _ in range(options.matches)]
        for n, match_id in enumerate(matches):
            for side in "ab":
                client = Client(tally, [match_id])
                url = f"ws://127.0.0.1:{webs[n % WEBS].port}/ws"
                headers = {"Cookie": f"who={match_id}{side}"}
                await dial(client, url, headers)
                client.begin()
        await asyncio.sleep(WARM_S)
        used, since = Used(_kinds(members, postgres, redis)), time.monotonic()
        tally.counting = True
        await asyncio.sleep(options.seconds)
        tally.counting = False
        moves = max(1, len(tally.took))
        cpu = {kind: seconds / moves for kind, seconds in used.since().items()}
        return Result(moves / (time.monotonic() - since), cpu)
    finally:
        await asyncio.gather(*(member.end() for member in members))


def _kinds(members: list[Member], postgres: Postgres, redis: Redis) -> dict[str, list[int]]:
    pids = [(member.roles, member.process.pid) for member in members if member.process is not None]
    services = [service.process.pid for service in (postgres, redis) if service.process is not None]
    return {
        "web": [pid for role, pid in pids if role == "web"],
        "host": [pid for role, pid in pids if role == "host"],
        "postgres": [services[0], *_children(services[0])],
        "redis": services[1:],
    }


def report(hosts: int, results: list[Result]) -> str:
    """One line; the middle of all rounds."""
    cpu = {kind: statistics.median(result.cpu[kind] for result in results) for kind in results[0].cpu}
    parts = "   ".join(f"{kind} {seconds * 1e6:.0f}" for kind, seconds in cpu.items())
    return f"{hosts} host(s) {middle(results):>8,.0f} moves/s   µs of processor a move: {parts}"


def middle(results: list[Result]) -> float:
    return statistics.median(result.rate for result in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=100, help="at the same time (default: 100)")
    parser.add_argument("--seconds", type=float, default=4.0, help="measured in each round (default: 4)")
    options = parser.parse_args()
    postgres, redis = Postgres(fsync=True), Redis()
    postgres.start()
    redis.start()
    one_host, two_hosts = [], []
    try:
        for _ in range(ROUNDS):  # in turns: a noisy machine disturbs both
            one_host.append(asyncio.run(measure(1, options, postgres, redis)))
            two_hosts.append(asyncio.run(measure(2, options, postgres, redis)))
    finally:
        redis.stop()
        postgres.stop()
    print(report(1, one_host))
    print(report(2, two_hosts))
    print(
        f"ratio {middle(two_hosts) / middle(one_host):.2f}   ({options.matches} matches, all on this machine)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
