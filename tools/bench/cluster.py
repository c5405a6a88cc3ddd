"""Moves through clusters of several sizes, as fast as they can: `python -m tools.bench.cluster`.

A size is `1`, `2`, …: so many processes with the roles web and host, each player's socket at the process that
owns the match; `2/any`: the sockets anywhere; `1x1`, `4x4`, …: web processes and host processes; `0`: one
process with every role, without Redis. PostgreSQL with fsync is behind all of them, and the players are in
processes of their own. Sizes take turns in each round. Prints moves a second, the times of acknowledgements,
and microseconds of processor a move by kind of process.

    python -m tools.bench.cluster [--sizes 0 1 1x1] [--pairs 30] [--every 0] [--seconds 4] [--rounds 3]
"""

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import uvloop
from tests.live.cluster.conftest import Member
from tests.support.services import Postgres, Redis, process_ids
from tools.bench.sockets import Client, cpu_seconds

from zaria.live.cluster.nodes import owner
from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters

TERMS = {"game": "tabla", "length": 9}
MATCHES = 4
"""Matches of a pair of players, one after the other."""
AT_ONCE = 24
"""Matches opened, and sockets connected, at the same time."""
SETTLING_S = 3.5
"""Seconds until all processes know of each other, and have swept twice."""
WARMING_S = 1.5


class Size(NamedTuple):
    """A cluster. `mixed`: processes with both roles; `routed`: sockets at the owner of the match."""

    name: str
    mixed: int = 0
    webs: int = 0
    hosts: int = 0
    routed: bool = False

    def members(self, database: str, redis: str) -> list[Member]:
        """Its processes, not started."""
        roles = ["web,host"] * self.mixed + ["web"] * self.webs + ["host"] * self.hosts
        if not roles:
            return [Member(database, "-", "all", "--spare-collections")]
        return [Member(database, redis, role, "--spare-collections") for role in roles]

    @property
    def cores(self) -> int:
        """The processes that play."""
        return max(1, self.mixed + self.webs + self.hosts)


def size(name: str) -> Size:
    """The size with this name; raises `ValueError`."""
    if "x" in name:
        webs, hosts = map(int, name.split("x"))
        return Size(name, webs=webs, hosts=hosts)
    count, slash, _any = name.partition("/")
    return Size(name, mixed=int(count), routed=not slash)


# the players


class Seat(NamedTuple):
    """A player: the port of their process, and their matches in order."""

    port: int
    match_ids: list[str]
    side: str


async def play(seats: Sequence[Seat], every: float) -> None:
    """Play at these seats; count between two lines on the standard input, and print the result."""
    loop, tally, turns = asyncio.get_running_loop(), LoadCounters(), asyncio.Semaphore(AT_ONCE)

    def pause() -> float:
        return every * random.uniform(0.5, 1.5)

    async def begin(seat: Seat) -> None:
        client = Client(tally, list(seat.match_ids), pause if every else None)
        who = {"Cookie": f"who={seat.match_ids[-1]}{seat.side}"}
        async with turns:
            await dial(client, f"ws://127.0.0.1:{seat.port}/ws", who, 60.0)
        client.begin()

    await asyncio.gather(*map(begin, seats))
    gc.disable()
    print("connected", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    tally.counting = True
    await loop.run_in_executor(None, sys.stdin.readline)
    tally.counting = False
    print(json.dumps({"took": tally.took, "refused": tally.refused, "errors": tally.errors}), flush=True)


class Players:
    """A process with players."""

    def __init__(self, seats: Sequence[Seat], every: float) -> None:
        """Start it; it connects at once."""
        command = [sys.executable, "-m", "tools.bench.cluster", "--play"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.order(json.dumps([seats, every]))

    def order(self, line: str = "") -> None:
        """Write a line to it."""
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()


# a run


async def open_matches(members: Sequence[Member], count: int) -> list[str]:
    """Open so many matches, each at the next process."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def open_one(number: int) -> str:
        async with turns:
            return await members[number % len(members)].open(TERMS)

    return await asyncio.gather(*map(open_one, range(count)))


async def seats_of(size: Size, members: Sequence[Member], pairs: int) -> list[Seat]:
    """Open all matches; return the seats of their players."""
    fronts = members[: max(1, size.mixed + size.webs)]
    match_ids = await open_matches(fronts, pairs * MATCHES)
    names = [(await member.fetch("/node")).text for member in members]
    by_port: dict[int, list[str]] = {front.port: [] for front in fronts}
    for number, match_id in enumerate(match_ids):
        place = names.index(str(owner(names, match_id))) if size.routed else number
        by_port[fronts[place % len(fronts)].port].append(match_id)
    seats = []
    for port, own_ids in by_port.items():
        for start in range(0, len(own_ids), MATCHES):
            seats += [Seat(port, own_ids[start : start + MATCHES], side) for side in "ab"]
    return seats


def used(pids: dict[str, list[int]]) -> dict[str, float]:
    """Seconds of processor by kind of process."""
    return {kind: sum(map(cpu_seconds, some)) for kind, some in pids.items()}


async def measure(size: Size, options: argparse.Namespace, postgres: Postgres, redis: Redis) -> None:
    """Play in a new cluster of this size, and print the result."""
    members = size.members(postgres.database("bench"), redis.url)
    players: list[Players] = []
    try:
        await asyncio.gather(*(member.start() for member in members))
        await asyncio.sleep(SETTLING_S)
        seats = await seats_of(size, members, options.pairs * size.cores)
        count = min(max(1, size.cores), options.players)
        players = [Players(seats[number::count], options.every) for number in range(count)]
        for process in players:
            await asyncio.to_thread(process.line)
        await asyncio.sleep(options.every + WARMING_S)
        pids = {"postgres": process_ids(postgres), "redis": process_ids(redis)}
        for member in members:
            assert member.process is not None
            pids.setdefault(member.roles, []).append(member.process.pid)
        before = used(pids)
        for process in players:
            process.order()
        await asyncio.sleep(options.seconds)
        for process in players:
            process.order()
        after = used(pids)
        results = [json.loads(await asyncio.to_thread(process.line)) for process in players]
        report(size, results, {kind: after[kind] - before[kind] for kind in pids}, options.seconds)
    finally:
        for process in players:
            process.process.kill()
            process.process.wait()
        await asyncio.gather(*(member.end() for member in members))


def report(size: Size, results: Sequence[dict[str, Any]], cpu: dict[str, float], seconds: float) -> None:
    """Print the result of a run."""
    took = sorted(moment for result in results for moment in result["took"]) or [0.0]
    p50, p99 = (took[int(share * (len(took) - 1))] * 1000 for share in (0.5, 0.99))
    by_kind = {kind: 1e6 * spent / len(took) for kind, spent in cpu.items()}
    costs = "".join(f"  {kind} {us:.0f}" for kind, us in by_kind.items() if us >= 1)
    faults = {
        key: count
        for result in results
        for part in ("refused", "errors")
        for key, count in result[part].items()
    }
    print(
        f"{size.name:>6} {len(took) / seconds:>7,.0f} moves/s   p50 {p50:5.1f}  p99 {p99:6.1f} ms   "
        f"µs of processor a move: {sum(by_kind.values()):4.0f} ={costs}   load {os.getloadavg()[0]:.1f}"
        + (f"   {faults}" if faults else ""),
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", nargs="+", type=size, default=[size(name) for name in ("0", "1", "1x1")])
    parser.add_argument("--pairs", type=int, default=30, help="of players, for each process (default: 30)")
    parser.add_argument("--players", type=int, default=2, help="processes with players, at most")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between moves; 0: none (default)")
    parser.add_argument("--seconds", type=float, default=4.0, help="measured each time (default: 4)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        seats, every = json.loads(sys.stdin.readline())
        uvloop.run(play([Seat(*seat) for seat in seats], every))
        return
    postgres, redis = Postgres(fsync=True), Redis()
    postgres.start()
    redis.start()
    print(f"{os.cpu_count()} cores")
    try:
        for _ in range(options.rounds):
            for cluster_size in options.sizes:
                uvloop.run(measure(cluster_size, options, postgres, redis))
    finally:
        redis.stop()
        postgres.stop()


if __name__ == "__main__":
    main()
