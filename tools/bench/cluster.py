"""Time the moves when web and host are two processes: `python -m tools.bench.cluster`.

The same matches are played through one process and through web, Redis and host, in turns, with PostgreSQL
behind both; clients are in this process. Prints how long acknowledgements took, in ms, and moves a second.
"""

import argparse
import asyncio
import random
import statistics
import time
from typing import Any

from tests.live.cluster.conftest import Member
from tests.support.live.socket_players import Player
from tests.support.services import Postgres, Redis

TERMS = {"game": "tabla", "length": 9}


class Timed(Player):
    """Notes how long each command took to be acknowledged, and thinks for `pause` seconds before each."""

    pause = 0.0

    async def _give(self, socket: Any, cid: str, command: dict[str, Any]) -> None:
        await asyncio.sleep(self.choose.uniform(0, 2 * self.pause))
        self.sent_at = time.perf_counter()
        await super()._give(socket, cid, command)

    async def _take(self, message: dict[str, Any]) -> None:
        if message["t"] == "ack":
            self.took.append((time.perf_counter() - self.sent_at) * 1000)
        await super()._take(message)

    @property
    def took(self) -> list[float]:
        return self.__dict__.setdefault("times", [])  # type: ignore[no-any-return]


async def measure(server: Member, matches: int, seconds: float, pause: float) -> tuple[list[float], float]:
    """Times of all acknowledgements, and how many came in a second."""
    Timed.pause = pause
    ids = [await server.open(TERMS) for _ in range(matches)]
    players = [
        Timed(f"{n}-{side}", match_id, lambda: server.port, random.Random(n))
        for n, match_id in enumerate(ids)
        for side in "ab"
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(1)
    for player in players:
        player.took.clear()
    await asyncio.sleep(seconds)
    times = [took for player in players for took in player.took]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return times, len(times) / seconds


def report(name: str, times: list[float], rate: float) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{name:28} {rate:7.0f} acks/s   p50 {cuts[49]:6.1f}   p95 {cuts[94]:6.1f}   p99 {cuts[98]:6.1f} ms"
    )


async def compare(options: argparse.Namespace, postgres: Postgres, redis: Redis) -> None:
    alone = Member(postgres.database("alone"), "-", "all")
    shared = postgres.database("shared")
    web, host = (Member(shared, redis.url, role) for role in ("web", "host"))
    await asyncio.gather(*(member.start() for member in (alone, web, host)))
    try:
        for matches, pause in ((20, 0.2), (options.matches, 0.0)):
            print(f"{matches} matches, {'a pause' if pause else 'no pause'} before each move")
            for _ in range(options.rounds):
                report("one process", *await measure(alone, matches, options.seconds, pause))
                report("web, Redis, host", *await measure(web, matches, options.seconds, pause))
    finally:
        await asyncio.gather(*(member.end() for member in (alone, web, host)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    postgres, redis = Postgres(fsync=True), Redis()
    postgres.start()
    redis.start()
    try:
        asyncio.run(compare(parser.parse_args(), postgres, redis))
    finally:
        postgres.stop()
        redis.stop()


if __name__ == "__main__":
    main()
