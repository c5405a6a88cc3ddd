"""Lines of conversations through real sockets and the real store, beside moves of the same server.

First the processor time of a line at a table, with its two players as readers, beside that of a move; both
are stored before they are answered. Then a room of 1,000 readers and 20 writers: the time from sending a line
to each reader. Last the waiting times of moves while a thousand lines a second are sent to one table.
The server has one core, clients the other.

    python -m tools.bench.conversations [--pairs 100] [--seconds 4] [--profile FILE]
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from tests.support.services import Postgres
from tools.bench.cores import start_server
from tools.bench.sockets import (
    FREE,
    MATCHES,
    RUNS,
    TERMS,
    Result,
    ServerStart,
    cpu_seconds,
    gather,
    middle,
    report,
    serve_until_stdin_closes,
)

from zaria.live.app import Live
from zaria.live.config import NO_SITE, LiveConfig
from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters
from zaria.live.load.wire import SEED
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match.events import Player

TEXT = WSMsgType.TEXT
READERS, WRITERS, EVERY_S = 1_000, 20, 2.0
"""The room: each writer writes a line every two seconds."""
FLOOD, FLOODERS = 1_000, 10
"""Lines a second at one table, and the sockets from which its players send them."""
LIMIT = 20
"""Lines that one player may write in a minute, unless the operator allows others."""
WORDS = bytes.maketrans(b"0123456789", b"kmnprtvwxz")
"""Letters for digits, so that each line of a table has another word."""


# the server


async def serve(options: argparse.Namespace) -> None:
    """Live play with the store of the site; its first matches have both players, the others none."""
    from zaria.club.conversations.store import ClubConversations
    from zaria.club.server.live_link import LiveLink

    link = LiveLink()
    store = ClubConversations(options.lines_a_minute, link.send_unread)
    path = Path(os.environ["ZARIA_DATA"]) / "live.sqlite3"
    live = await Live.start(
        LiveConfig(
            path=path,
            limits=FREE,
            bot_pause=0,
            database=options.database,
            hooks=NO_SITE._replace(conversations=store),
        )
    )
    assert live.conversations is not None
    link.connect(live)
    talking = [await seated(live, pair) for pair in range(options.pairs)]
    playing = [await live.open(TableRequest(TERMS)) for _ in range(options.pairs * MATCHES)]
    await serve_until_stdin_closes(live, talking + playing, options.profile)
    await live.stop()
    await store.close()


async def seated(live: Live, pair: int) -> str:
    """A match of two players who have sat down."""
    match_id = await live.open(TableRequest(TERMS))
    for side in (0, 1):
        match = await live.match(match_id)
        assert match is not None
        done = asyncio.get_running_loop().create_future()
        sit = cmd.Sit(person(f"p{pair}-{side}"), SEED, match.seal)
        live.match_service.command(
            match_id, sit.player.id, "sit", sit, 0, lambda *_, done=done: done.set_result(None)
        )
        await done
    return match_id


def person(name: str) -> Player:
    """The member of this name, as the sockets know them."""
    return Player(name, name, "#777777", member=True)


def prepare(people: Sequence[str]) -> None:
    """Make the site's tables, and these members in them."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    django.setup()
    from django.core.management import call_command

    from zaria.club.accounts.models import Member

    call_command("migrate", interactive=False, verbosity=0)
    Member.objects.bulk_create(
        Member(username=name.replace("-", "x"), email=f"{name}@example.org", player=name) for name in people
    )


def people(pairs: int) -> list[str]:
    """The players of all pairs, and the writers of the room."""
    return [f"p{pair}-{side}" for pair in range(pairs) for side in (0, 1)] + [
        f"w{number}" for number in range(WRITERS)
    ]


# the clients


class Talker(WSListener):
    """Writes in a conversation; `tally` counts from sending a line to its answer."""

    def __init__(self, tally: LoadCounters, name: str, turns: bool = False, reads: bool = True) -> None:
        """`turns`: it writes whenever the other one has written. `reads`: it is sent lines at all."""
        self.tally = tally
        self.name = name
        self.ready = asyncio.get_running_loop().create_future()
        self._turns = turns
        self._reads = reads
        self._transport: WSTransport | None = None
        self._sent: dict[bytes, float] = {}
        self._count = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        if self._reads:
            self.send(b'{"t":"conversation","id":"%s"}' % self.name.encode())
        else:
            self.ready.set_result(None)

    def send(self, message: bytes) -> None:
        """Send a message."""
        if self._transport is not None:
            self._transport.send(TEXT, message)

    def say(self) -> None:
        """Write a line of a usual length, with the moment in it where a reader wants it."""
        self._count += 1
        now = time.perf_counter_ns()
        command = b"%d" % self._count
        self._sent[command] = now / 1e9
        moment = b"%d" % now
        text = b"A line of words, sent at " + (moment.translate(WORDS) if self._turns else moment)
        self.send(b'{"t":"say","id":"%s","c":"%s","text":"%s"}' % (self.name.encode(), command, text))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Answer the other one's line, and count the answers to our own."""
        payload = frame.get_payload_as_bytes()
        if payload.startswith(b'{"t":"line",'):
            if self._turns and b'"own":true' not in payload:
                self.say()
        elif payload.startswith(b'{"t":"said"'):
            command = payload.partition(b'"c":"')[2].partition(b'"')[0]
            self.tally.add(self._sent.pop(command))
        elif payload.startswith(b'{"t":"lines"'):
            self.ready.set_result(None)
        elif payload.startswith(b'{"t":"no"'):
            self.tally.refused[payload.partition(b'"code":"')[2].partition(b'"')[0].decode()] += 1


class Reader(Talker):
    """Counts the time from sending a line until it is here."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read the moment in a line."""
        payload = frame.get_payload_as_bytes()
        if payload.startswith(b'{"t":"line",'):
            moment = payload.rpartition(b" sent at ")[2].partition(b'"')[0]
            self.tally.add(int(moment) / 1e9)
        else:
            super().on_ws_frame(transport, frame)


async def connect(talkers: Sequence[tuple[Talker, str]], port: int) -> None:
    """Open all sockets, and wait until each has its list of lines."""
    for talker, who in talkers:
        await dial(talker, f"ws://127.0.0.1:{port}/ws", {"x-who": who}, patience=30)
    await asyncio.gather(*(talker.ready for talker, _ in talkers))


async def measured(tally: LoadCounters, seconds: float, cpu: Callable[[], float]) -> Result:
    """Count for so many seconds, after a quarter of it."""
    await asyncio.sleep(seconds / 4)
    since, used = time.perf_counter(), cpu()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    number = max(1, len(tally.took))
    return Result(number / (time.perf_counter() - since), (cpu() - used) / number, tally)


async def lines(start: ServerStart, options: argparse.Namespace, cpu: Callable[[], float]) -> Result:
    """Pairs at tables write in turns, as they would move."""
    tally = LoadCounters()
    talkers = [
        (Talker(tally, f"table:{start.matches[pair]}", turns=True), f"p{pair}-{side}")
        for pair in range(options.pairs)
        for side in (0, 1)
    ]
    await connect(talkers, start.port)
    for talker, _ in talkers[::2]:
        talker.say()
    return await measured(tally, options.seconds, cpu)


async def moves(
    start: ServerStart,
    options: argparse.Namespace,
    cpu: Callable[[], float],
    rate: float = 0.0,
    flood: bool = False,
) -> Result:
    """Pairs play; `rate`: moves a second that they ask for all together, 0: as many as they can."""
    tally = LoadCounters()
    free = ServerStart(start.port, start.matches[options.pairs :])
    clients = await gather("live", free, options.pairs, tally, rate)
    for client in clients:
        client.begin()
    flooding = asyncio.create_task(write_much(start)) if flood else None
    result = await measured(tally, options.seconds, cpu)
    if flooding is not None:
        flooding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await flooding
    return result


async def write_much(start: ServerStart) -> None:
    """A thousand lines a second at the first table."""
    tally = LoadCounters(counting=True)
    name = f"table:{start.matches[0]}"
    talkers = [(Talker(tally, name, reads=number < 2), f"p0-{number % 2}") for number in range(FLOODERS)]
    await connect(talkers, start.port)
    began, sent = time.perf_counter(), 0
    try:
        while True:
            await asyncio.sleep(0.01)
            for _ in range(int((time.perf_counter() - began) * FLOOD) - sent):
                talkers[sent % FLOODERS][0].say()
                sent += 1
    finally:
        seconds = time.perf_counter() - began
        print(
            f"flood: {sent / seconds:,.0f} lines/s sent, {len(tally.took) / seconds:,.0f} stored,"
            f" p99 {tally.percentile(99) * 1e3:.0f} ms, refused: {dict(tally.refused)}"
        )


async def room(start: ServerStart, options: argparse.Namespace, cpu: Callable[[], float]) -> Result:
    """Many readers, a few of whom write; each line counts once for each reader."""
    tally = LoadCounters()
    name = f"onlookers:{start.matches[0]}"
    readers = [(Reader(tally, name), f"r{number}") for number in range(READERS)]
    writers = [(Talker(LoadCounters(), name), f"w{number}") for number in range(WRITERS)]
    await connect([*readers, *writers], start.port)

    async def write(talker: Talker, place: int) -> None:
        await asyncio.sleep(EVERY_S * place / WRITERS)
        while True:
            talker.say()
            await asyncio.sleep(EVERY_S)

    tasks = [asyncio.create_task(write(talker, place)) for place, (talker, _) in enumerate(writers)]
    result = await measured(tally, options.seconds * 2, cpu)
    for task in tasks:
        task.cancel()
    return result


def run(work: Callable[..., Any], options: argparse.Namespace, *arguments: Any, profile: str = "") -> Result:
    """Start a server on its own core, and let clients talk on the others."""
    more = ["--database", options.database] if options.database else []
    more += ["--profile", profile] if profile else []
    more += ["--lines-a-minute", str(options.lines_a_minute)]
    module = [sys.executable, "-m", "tools.bench.conversations", "--serve", "--pairs", str(options.pairs)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ZARIA_DATA": folder}
        if options.database:
            environment["ZARIA_DATABASE_URL"] = options.database
        with start_server([*module, *more], environment) as server:
            assert server.stdout is not None
            assert server.stdin is not None
            try:
                start = msgspec.json.decode(server.stdout.readline(), type=ServerStart)
                result: Result = uvloop.run(work(start, options, lambda: cpu_seconds(server.pid), *arguments))
                return result
            finally:
                server.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    server.wait(10)
                server.kill()


def compare(name: str, options: argparse.Namespace) -> bool:
    """Lines beside moves, in turns; whether nothing was refused."""
    results: dict[str, list[Result]] = {"moves": [], "lines": []}
    for _ in range(RUNS):
        options.renew()
        results["moves"].append(run(moves, options))
        options.renew()
        results["lines"].append(run(lines, options))
    for work, runs in results.items():
        print(report(f"{work} on {name}", runs).replace("moves/s", "/s     ").replace("µs/move", "µs each"))
    cost = {work: statistics.median(result.cpu for result in runs) for work, runs in results.items()}
    print(f"a line costs {cost['lines'] / cost['moves']:.2f} of a move", flush=True)
    return all(result.tally.took and not result.tally.refused for runs in results.values() for result in runs)


def beside_flood(options: argparse.Namespace) -> bool:
    """Waiting times of moves, half as many as possible: alone, and beside a flood with and without limits."""
    rate = middle([run(moves, options)]) / 2
    kinds = (
        ("moves alone", False, 0),
        ("flood, limits as shipped", True, LIMIT),
        ("flood without limits", True, 0),
    )
    results: dict[str, list[Result]] = {name: [] for name, *_ in kinds}
    for _ in range(RUNS):
        for name, flood, limit in kinds:
            options.lines_a_minute = limit
            results[name].append(run(moves, options, rate, flood))
    for name, runs in results.items():
        print(report(name, runs), flush=True)
    options.lines_a_minute = 0
    return all(result.tally.took for runs in results.values() for result in runs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100, help="pairs of players (default: 100)")
    parser.add_argument("--seconds", type=float, default=4.0, help="measured in each run (default: 4)")
    parser.add_argument("--profile", metavar="FILE", help="lines on SQLite under cProfile, kept in FILE")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--database", help=argparse.SUPPRESS)
    parser.add_argument("--lines-a-minute", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        prepare(people(options.pairs))
        uvloop.run(serve(options))
        return 0
    options.renew = lambda: None
    if options.profile:
        print(report("under cProfile", [run(lines, options, profile=options.profile)]))
        return 0
    good = compare("SQLite", options)
    crowded = run(room, options)
    took = crowded.tally
    print(
        f"{READERS:,} readers, {WRITERS} writers: {crowded.rate / READERS:.1f} lines/s,"
        f" p50 {took.percentile(50) * 1e3:.1f} ms, p99 {took.percentile(99) * 1e3:.1f} ms,"
        f" server {crowded.cpu * READERS * 1e3:.1f} ms a line"
    )
    good &= bool(took.took) and beside_flood(options)
    try:
        server = Postgres(fsync=True)
    except pytest.skip.Exception as missing:
        print(f"without PostgreSQL: {missing}")
        return 0 if good else 1
    server.start()
    try:
        options.database = server.url("bench")
        options.renew = lambda: server.database("bench")
        good &= compare("PostgreSQL", options)
    finally:
        server.stop()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
