"""The standings of a tournament that a thousand onlookers follow: each result is announced to all of them.

A club of its own plays a Swiss in one process; another one holds a socket and a connection for each onlooker,
who fetches the changed part of the page as the page does. It prints the time from a result to the last
onlooker with the new page, and how late the event loop of the server was, beside as long without results.
Lateness has in it what the machine gave to others; the loop's own work is by the clock of its thread.

    python -m tools.bench.onlookers [--onlookers 1000] [--players 256] [--results 10]
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, TextIO

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from tools.bench.lobby import pin
from tools.bench.matches import AT_ONCE, LoopBusyTime, Process, bound, heard, possible, started, tell
from tools.bench.statistics import set_up

from zaria.club.site.clock import now_ms
from zaria.live import metrics
from zaria.live.load.dial import dial

SPREAD_S = 0.7
"""The page asks after a time by chance, so that not all ask at once."""
EVERY_S = 3.0
"""Seconds from result to result."""
MOST_LATE_MS = 20
GOALS = f"no stall of the event loop beyond {MOST_LATE_MS} ms"


# the server


async def serve(players: int, out: TextIO) -> None:
    """A club with a Swiss in its first round. Lines ask for a result, or how late the loop was."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ZARIA_DATA": folder, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        tournament = await asyncio.to_thread(fill, Path(folder), players)
        from zaria.club.server.listeners import listen
        from zaria.club.server.options import ServeOptions
        from zaria.club.server.run import run
        from zaria.live.sockets.connection_limits import ConnectionLimits

        with listen("127.0.0.1", 0) as listener:
            options = ServeOptions(
                home=Path(folder),
                host="127.0.0.1",
                bot_pause=0,
                roles=None,
                limits=ConnectionLimits(),
                listener=listener,
                operator=None,
            )
            serving = asyncio.create_task(run(options))
            start = {"port": listener.getsockname()[1], "tournament": tournament}
            await opened(start["port"])
            print(json.dumps(start), file=out, flush=True)
            await obey(tournament, out)
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


async def opened(port: int) -> None:
    """Wait until the server takes connections."""
    while True:
        with contextlib.suppress(ConnectionRefusedError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.1)


def fill(home: Path, players: int) -> str:
    """Enter new members in a Swiss, and begin it; returns its id."""
    set_up(home)
    from zaria.club.accounts.models import Member
    from zaria.club.tournaments import actions
    from zaria.match.terms import ClockTerms, Terms
    from zaria.tournaments.terms import TournamentTerms

    match = Terms("tabla", length=3, clock=ClockTerms(delay=20_000, bank=240_000))
    row = actions.create(TournamentTerms("swiss", match, starts_at=now_ms(), rounds=9), "director")
    for number in range(players):
        member = Member.objects.create(username=f"M{number}", email=f"m{number}@example.org")
        actions.enter(row.pk, member)
    actions.begin(row.pk)
    return row.pk


def report(tournament: str) -> None:
    """Report the result of the first match that is not decided, as the runner does."""
    from zaria.club.tournaments.models import Pairing
    from zaria.club.tournaments.runner import progress
    from zaria.tournaments.field import LOSS, WIN, Result

    pairing = Pairing.objects.filter(tournament=tournament, how="").order_by("place")[0]
    progress.report(pairing, Result((WIN, LOSS)))


async def obey(tournament: str, out: TextIO) -> None:
    """Report a result at a line "result"; at others answer how late the loop was."""
    loop = asyncio.get_running_loop()
    late, busy = metrics.Lateness(loop, LoopBusyTime.EVERY_S), LoopBusyTime(loop)
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        answer: dict[str, float] = {}
        if line == "result":
            await asyncio.to_thread(report, tournament)
        else:
            answer = {"worst": late.worst(), "p99": bound(late.seen, 0.99), "busy": busy.longest()}
            late.close()
            late = metrics.Lateness(loop, LoopBusyTime.EVERY_S)
        print(json.dumps(answer), file=out, flush=True)
    late.close()
    busy.close()


# the onlookers


class Onlooker(WSListener):
    """A page that is open: it asks for its live part when it hears of an event."""

    def __init__(self, port: int, tournament: str) -> None:
        self.seen = 0.0
        self.pages = 0
        self._heard = -1
        self._address = f"/tournaments/{tournament}/live?lang=en"
        self._tournament, self._port = tournament, port
        self._asking: asyncio.Task[None] | None = None
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, json.dumps({"t": "tournament", "id": self._tournament}).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = json.loads(frame.get_payload_as_bytes())
        if message["t"] == "tournament":
            if self._heard >= 0 and (self._asking is None or self._asking.done()):
                self._asking = asyncio.create_task(self._ask())
            self._heard = message["n"]

    async def _ask(self) -> None:
        """Fetch the part on a connection that stays open."""
        await asyncio.sleep(random.random() * SPREAD_S)
        if self._line is None or self._line[0].at_eof():
            self._line = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._line
        head = f"GET {self._address} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        writer.write(f"{head}Accept-Encoding: gzip\r\nSec-Fetch-Dest: empty\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in answer.partition(b"\r\n")[0], answer
        size = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(size.partition(b":")[2]))
        self.seen, self.pages = time.time(), self.pages + 1


async def look_on() -> None:
    """Connect the onlookers; at each line tell how many pages they have fetched, and when the last was."""
    loop = asyncio.get_running_loop()
    wanted = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    all_of_them = [Onlooker(wanted["port"], wanted["tournament"]) for _ in range(wanted["onlookers"])]
    for start in range(0, len(all_of_them), AT_ONCE):
        url = f"ws://127.0.0.1:{wanted['port']}/ws"
        some = all_of_them[start : start + AT_ONCE]
        await asyncio.gather(*(dial(onlooker, url, {}, 60.0) for onlooker in some))
    print(json.dumps({"sockets": len(all_of_them)}), flush=True)
    while await loop.run_in_executor(None, sys.stdin.readline):
        pages = sum(onlooker.pages for onlooker in all_of_them)
        last = max(onlooker.seen for onlooker in all_of_them)
        print(json.dumps({"pages": pages, "last": last}), flush=True)


# both together


def measure(server: Process, onlookers: Process, results: int) -> tuple[list[float], int, dict[str, float]]:
    """The seconds to the last onlooker for each result, the pages fetched, and how late the loop was."""
    took, pages = [], ask(onlookers, "")["pages"]
    ask(server, "late")
    for _ in range(results):
        since = time.time()
        ask(server, "result")
        time.sleep(max(0.0, EVERY_S - (time.time() - since)))
        took.append(ask(onlookers, "")["last"] - since)
    return took, ask(onlookers, "")["pages"] - pages, ask(server, "late")


def ask(process: Process, line: str) -> dict[str, Any]:
    """Give it a line; what it answers."""
    tell(process, line)
    return heard(process)


def words(name: str, late: dict[str, float]) -> str:
    """One line: how late the loop was."""
    return (
        f"{name:<18} loop late p99 < {late['p99']:.0f} ms, worst {late['worst']:.0f} ms"
        f"   its own work at most {late['busy']:.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--onlookers", type=int, default=1000, help="with a page open (default: 1000)")
    parser.add_argument("--players", type=int, default=256, help="of the Swiss (default: 256)")
    parser.add_argument("--results", type=int, default=10, help="that arrive (default: 10)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--look", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve or options.look:
        pin(options.serve)
        out = sys.stdout
        with contextlib.redirect_stdout(sys.stderr):
            uvloop.run(serve(options.players, out)) if options.serve else None
        if options.look:
            uvloop.run(look_on())
        return 0
    possible(options.onlookers)
    with contextlib.ExitStack() as processes:
        players = ("--players", str(options.players))
        server = processes.enter_context(started("--serve", *players, module="onlookers"))
        start = heard(server)
        onlookers = processes.enter_context(started("--look", module="onlookers"))
        tell(onlookers, json.dumps({**start, "onlookers": options.onlookers}))
        heard(onlookers)
        time.sleep(EVERY_S)
        measure(server, onlookers, 1)
        ask(server, "late")
        time.sleep(EVERY_S * options.results)
        quiet = ask(server, "late")
        took, pages, late = measure(server, onlookers, options.results)
    print(
        f"{options.onlookers:,} onlookers, {options.results} results: the last had the page after "
        f"{statistics.median(took):.2f} s, at most {max(took):.2f}   {pages:,} pages"
    )
    print(words("without results", quiet))
    print(f"{words('with results', late)}   (goal: {GOALS})")
    return 0 if late["busy"] <= MOST_LATE_MS else 1


if __name__ == "__main__":
    sys.exit(main())
