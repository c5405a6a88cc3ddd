"""Many matches that are being played at the same time, a move now and then in each, on one core.

Each match has two players on sockets of their own and one move in nine seconds. Told are the time from a move
to its acknowledgement, how late the server's event loop was, what the server used of its core, and what a
match with its two sockets weighs. Where not all could connect in time it is done with those who could.

    python tools/bench_matches.py [--matches 10000] [--every 9] [--seconds 20]
"""

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvicorn
import uvloop
from picows import ws_connect

from bench_hall import pin, rss
from bench_sockets import Client, cpu_seconds, whoami
from zaria.live import metrics
from zaria.live.app import Live
from zaria.live.counts import Histogram
from zaria.live.door import Door
from zaria.live.gate import Gate
from zaria.live.limits import Limits
from zaria.live.load.tally import Tally
from zaria.live.memory import spare_collections
from zaria.live.server import make_protocol
from zaria.match.terms import ClockTerms, Terms

TERMS = Terms("tabla", length=3, clock=ClockTerms(delay=60_000, bank=600_000))
AT_ONCE = 50
"""Sockets that connect, and tables that are opened, at the same time. An even number."""
LONGEST_S = 300.0
GOALS = "p99 < 100 ms, loop p99 < 20 ms"


async def serve(matches: int) -> None:
    """Live play as it is shipped; prints its port and matches, and at each line it reads how late it was."""
    metrics.EVERY_S = 0.01
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(Path(folder) / "live.sqlite3", limits=Limits(), bot_pause=0)
        ids: list[str] = []
        while len(ids) < matches:
            ids += await asyncio.gather(
                *(live.open_match(TERMS) for _ in range(min(AT_ONCE, matches - len(ids))))
            )
        spare_collections()
        door = Door(Gate(), live.endpoint.counts)
        config = uvicorn.Config(
            _nothing,
            port=0,
            http=door.protocol,  # type: ignore[arg-type]
            ws=make_protocol(live.endpoint, whoami, door=door),  # type: ignore[arg-type]
            lifespan="off",
            log_level="warning",
            backlog=2048,
        )
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        print(json.dumps({"port": server.servers[0].sockets[0].getsockname()[1], "matches": ids}), flush=True)
        late = metrics.Lateness(loop)
        while await loop.run_in_executor(None, sys.stdin.readline):
            told = {"worst": late.worst(), "p99": bound(late.seen, 0.99)}
            print(json.dumps(told), flush=True)
            late.close()
            late = metrics.Lateness(loop)
        late.close()
        await live.stop()


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


async def measure(server: "subprocess.Popen[bytes]", options: argparse.Namespace) -> bool:
    """Connect everybody, let them play for a while; whether the goals are reached."""
    assert server.stdout is not None
    assert server.stdin is not None
    told = json.loads(server.stdout.readline())
    empty, tally, since = rss(server.pid), Tally(), time.monotonic()
    pause = lambda: random.uniform(0.5, 1.5) * options.every  # noqa: E731

    async def come(match_id: str, side: int) -> None:
        client = Client(tally, [match_id], pause)
        headers = {"x-who": f"{match_id}-{side}"}
        url = f"ws://127.0.0.1:{told['port']}/ws"
        await ws_connect(lambda: client, url, extra_headers=headers, websocket_handshake_timeout=LONGEST_S)
        client.begin()

    everybody = [(match_id, side) for match_id in told["matches"] for side in (0, 1)]
    for start in range(0, len(everybody), AT_ONCE):
        if time.monotonic() - since > options.within:
            everybody = everybody[:start]
            break
        await asyncio.gather(*(come(*one) for one in everybody[start : start + AT_ONCE]))
    print(f"{len(everybody):,} sockets in {time.monotonic() - since:.0f} s", flush=True)
    await asyncio.sleep(options.every)

    def ask() -> dict[str, float]:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n")
        server.stdin.flush()
        answer: dict[str, float] = json.loads(server.stdout.readline())
        return answer

    await asyncio.to_thread(ask)
    used, since = cpu_seconds(server.pid), time.monotonic()
    tally.counting = True
    await asyncio.sleep(options.seconds)
    tally.counting, took = False, time.monotonic() - since
    used, late = cpu_seconds(server.pid) - used, await asyncio.to_thread(ask)
    weight = (rss(server.pid) - empty) / max(1, len(everybody) // 2)
    report = tally.report(took)
    print(
        f"{len(everybody) // 2:,} matches   {report['moves_per_second']:,.0f} moves/s"
        f"   p50 {report['ack_p50_ms']} ms   p99 {report['ack_p99_ms']} ms   max {report['ack_max_ms']} ms"
        f"   loop late p99 < {late['p99']:.0f} ms, worst {late['worst']:.0f} ms"
        f"   {used / took:.0%} of a core   {weight / 1024:.0f} KB/match with two sockets"
    )
    print(f"refused {report['refused']}, errors {report['errors']}   (goals: {GOALS})")
    return bool(tally.took) and report["ack_p99_ms"] < 100 and late["p99"] <= 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000, help="at the same time (default: 10000)")
    parser.add_argument("--every", type=float, default=9.0, help="seconds from move to move (default: 9)")
    parser.add_argument("--seconds", type=float, default=20.0, help="measured (default: 20)")
    parser.add_argument("--within", type=float, default=90.0, help="seconds to connect in (default: 90)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    pin(options.serve)
    if options.serve:
        uvloop.run(serve(options.matches))
        return 0
    command = [sys.executable, __file__, "--serve", "--matches", str(options.matches)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            good = uvloop.run(measure(server, options))
        finally:
            assert server.stdin is not None
            server.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
