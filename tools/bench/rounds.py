"""The opening of a tournament's round of 512 matches, while others play on the same core.

The players of 500 other matches make a move each two seconds. The 1,024 entrants have a page open each, and
are called to their tables. It prints the time from the first table to the last, the time until the last
entrant was called, and how long the others waited for the acknowledgement of a move, beside the same ten
seconds without a round. Both are measured in turns.

    python -m tools.bench.rounds [--pairs 512] [--others 500] [--rounds 5]
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from tools.bench.lobby import pin
from tools.bench.matches import AT_ONCE, TERMS, ask, bound, heard, listen, possible, started, tell, together

from zaria.live import metrics
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.load.dial import dial
from zaria.live.load.tally import LoadCounters
from zaria.live.matches.table_request import TableRequest
from zaria.live.process.gc_policy import spare_collections
from zaria.live.rate_limits import Limits
from zaria.match.events import Player
from zaria.match.terms import ClockTerms, Terms

MATCH = Terms("tabla", length=5, clock=ClockTerms(delay=12_000, bank=240_000), tournament="t1")
WAIT = 5 * 60_000
TOGETHER = 32
"""Tables of a round that are opened at the same time."""
EVERY_S = 2.0
"""Seconds from round to round, and from move to move of the others."""
GOALS = "opened < 2 s, p99 of others' moves unchanged"
RUNS = 2


async def serve(pairs: int, background: int) -> None:
    """Live play as it is shipped. A line "open" opens a round, "quiet" begins to measure, "late" ends it."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        live = await Live.start(LiveConfig(path=Path(folder) / "live.sqlite3", limits=Limits(), bot_pause=0))
        ids: list[str] = []
        while len(ids) < background:
            some = range(min(AT_ONCE, background - len(ids)))
            ids += await asyncio.gather(*(live.open(TableRequest(TERMS)) for _ in some))
        spare_collections()
        print(json.dumps({"port": await listen(live), "matches": ids}), flush=True)
        late, rounds = metrics.Lateness(loop, 0.01), 0
        while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
            answer: dict[str, float] = {}
            if line == "open":
                rounds += 1
                answer = {"took": await open_round(live, rounds, pairs)}
            elif line == "late":
                answer = {"p99": bound(late.seen, 0.99), "worst": late.worst()}
            print(json.dumps(answer), flush=True)
            if line == "quiet":
                late.close()
                late = metrics.Lateness(loop, 0.01)
        late.close()
        await live.stop()


async def open_round(live: Live, number: int, pairs: int) -> float:
    """Open the matches of a round; the seconds until the last is stored."""
    since = time.perf_counter()
    for start in range(0, pairs, TOGETHER):
        some = range(start, min(pairs, start + TOGETHER))
        await asyncio.gather(*(live.open_for_tournament(order(pair), f"r{number}p{pair}") for pair in some))
    return time.perf_counter() - since


def order(pair: int) -> TableRequest:
    """The request for the match of a pair."""
    first, second = (Player(f"e{pair}-{side}", f"Entrant {pair}-{side}", "#777777") for side in (0, 1))
    return TableRequest(MATCH, (first, second), wait=WAIT, public=True)


class Entrant(WSListener):
    """A page that is open: it counts its calls."""

    called = 0
    last = 0.0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT and b'"go"' in frame.get_payload_as_bytes():
            Entrant.called += 1
            Entrant.last = time.time()


async def enter() -> None:
    """Connect the entrants; at each line answer how many calls came, and when the last did."""
    loop = asyncio.get_running_loop()
    wanted = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    names = [f"e{pair}-{side}" for pair in range(wanted["pairs"]) for side in (0, 1)]
    for start in range(0, len(names), AT_ONCE):
        some = names[start : start + AT_ONCE]
        url = f"ws://127.0.0.1:{wanted['port']}/ws"
        await asyncio.gather(*(dial(Entrant(), url, {"x-who": name}, 60.0) for name in some))
    print(json.dumps({"sockets": len(names)}), flush=True)
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps({"called": Entrant.called, "last": Entrant.last}), flush=True)


class Measured:
    """All runs with rounds, or all without."""

    def __init__(self) -> None:
        self.opened: list[float] = []
        self.called: list[float] = []
        self.parts: list[dict[str, Any]] = []
        self.late: list[dict[str, float]] = []
        self.missing = 0

    def moves(self) -> LoadCounters:
        """The moves of the others."""
        return together(self.parts)


def measure(options: argparse.Namespace, opens: bool, into: Measured) -> None:
    """Let the others play, with a round every two seconds or without."""
    with contextlib.ExitStack() as processes:
        sizes = ("--pairs", str(options.pairs), "--others", str(options.others))
        server = processes.enter_context(started("--serve", *sizes, module="rounds"))
        start = heard(server)
        entrants = processes.enter_context(started("--enter", module="rounds"))
        tell(entrants, json.dumps({"port": start["port"], "pairs": options.pairs}))
        heard(entrants)
        players = processes.enter_context(started("--play"))
        wanted = {"port": start["port"], "matches": start["matches"], "every": EVERY_S, "within": 60}
        tell(players, json.dumps(wanted))
        heard(players)
        time.sleep(2 * EVERY_S)
        tell(server, "quiet")
        heard(server)
        tell(players)
        for number in range(1, options.rounds + 1):
            since = time.time()
            if opens:
                tell(server, "open")
                into.opened.append(heard(server)["took"])
            time.sleep(max(0.0, EVERY_S - (time.time() - since)))
            if opens:
                calls = ask(entrants)
                into.called.append(calls["last"] - since)
                into.missing += 2 * options.pairs * number - calls["called"]
        tell(server, "late")
        into.late.append(heard(server))
        into.parts.append(ask(players))


def line(name: str, measured: Measured) -> str:
    """One line: the moves of the others, and their waits."""
    moves, late = measured.moves(), measured.late
    waits = "   ".join(f"p{n} {moves.percentile(n) * 1e3:5.1f} ms" for n in (50, 99))
    worst, p99 = max(lateness["worst"] for lateness in late), max(lateness["p99"] for lateness in late)
    return (
        f"{name:<20}{len(moves.took):>7,} moves   {waits}   max {max(moves.took) * 1e3:5.1f} ms"
        f"   loop late p99 < {p99:.0f} ms, worst {worst:.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=512, help="matches of a round (default: 512)")
    parser.add_argument("--others", type=int, default=500, help="matches of others (default: 500)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a run (default: 5)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--enter", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve or options.enter:
        pin(options.serve)
        uvloop.run(serve(options.pairs, options.others) if options.serve else enter())
        return 0
    possible(options.pairs + options.others)
    quiet, busy = Measured(), Measured()
    for _ in range(RUNS):
        measure(options, False, quiet)
        measure(options, True, busy)
    opened, called = sorted(busy.opened), max(busy.called)
    print(
        f"a round of {options.pairs}: opened in {opened[len(opened) // 2]:.2f} s, at most {opened[-1]:.2f}"
        f"   the last entrant called after at most {called:.2f} s   calls missing {busy.missing}"
    )
    print(line("without a round", quiet))
    print(line("a round each 2 s", busy))
    print(f"ratio of p99 {busy.moves().percentile(99) / quiet.moves().percentile(99):.2f}   (goals: {GOALS})")
    return 0 if opened[-1] < EVERY_S and not busy.missing else 1


if __name__ == "__main__":
    sys.exit(main())
