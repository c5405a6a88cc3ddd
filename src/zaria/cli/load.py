"""`zaria load`: play many matches at once through sockets, and report the latencies."""

import argparse
import asyncio
import json
import resource
import signal
from typing import Any
from urllib.parse import urlsplit

from zaria.games.registry import GAMES
from zaria.usage import UsageError

MIX = "tabla=3,long-nardy=1,chess=1"
SPEEDS = ("fast", "normal", "slow")
_MOVES = "{moves:,} moves in {seconds} s: {moves_per_second:,} a second"
_ACKS = (
    "acknowledged within {ack_p50_ms} ms (half), {ack_p95_ms} (95 %), {ack_p99_ms} (99 %), {ack_max_ms} (all)"
)
_MATCHES = (
    "{matches_begun} matches begun, {matches_finished} finished, {reconnects} reconnects, {pauses} pauses"
)


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `load` command to the `zaria` parser."""
    parser = sub.add_parser(
        "load", help="play many matches at once through sockets, to measure what a server can carry"
    )
    parser.add_argument(
        "--matches", type=_number(20_000), default=100, help="matches at the same time (default 100)"
    )
    parser.add_argument("--seconds", type=_number(86_400), default=60, help="duration (default 60)")
    parser.add_argument("--url", default="ws://127.0.0.1:8000", help="default ws://127.0.0.1:8000")
    parser.add_argument(
        "--games", default=MIX, metavar="GAME=N,…", help=f"games and their shares (default {MIX})"
    )
    parser.add_argument(
        "--every",
        type=_number(600_000, 0),
        default=100,
        metavar="MS",
        help="delay before each move (default 100; a socket may send 20 messages a second)",
    )
    parser.add_argument(
        "--speed", choices=SPEEDS, default="normal", help="speed of the clocks (default normal)"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument(
        "--yes-remote", action="store_true", help="allow a server that is not on this machine"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Return 0 if moves were played without errors, else 1; raises `UsageError` for bad arguments."""
    from zaria.live.load.guests import Plan, is_here
    from zaria.live.load.tally import LoadCounters

    url = _url(args.url)
    if not is_here(url) and not args.yes_remote:
        raise UsageError(f"{url} is not on this machine: add --yes-remote if you are allowed to load it")
    plan = Plan(url, args.matches, args.seconds, _mix(args.games), args.every / 1000, args.speed)
    _raise_file_limit()
    tally = LoadCounters()
    try:
        seconds = asyncio.run(_play(plan, tally))
    except OSError as error:
        raise UsageError(f"cannot play at {url}: {error}") from error
    _print_report(tally.report(seconds), as_json=args.json)
    return 0 if tally.took and not tally.errors else 1


async def _play(plan: Any, tally: Any) -> float:
    from zaria.live.load.guests import play

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return await play(plan, tally, stop)


def _print_report(report: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
        return
    for line in (_MOVES, _ACKS, _MATCHES):
        print(line.format(**report))
    for category in ("refused", "errors"):
        if report[category]:
            print(f"{category}: {', '.join(f'{name} {count}' for name, count in report[category].items())}")


def _number(most: int, least: int = 1) -> Any:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return read


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("ws", "wss") or not parts.hostname or parts.path.strip("/"):
        raise UsageError(f"{text!r} must have the form ws://host:port")
    return text.rstrip("/")


def _mix(text: str) -> dict[str, int]:
    mix = {}
    for part in filter(None, text.split(",")):
        game, _, share = part.partition("=")
        if game not in GAMES:
            raise UsageError(f"unknown game {game!r}: `zaria games` lists them")
        if not (share or "1").isdigit() or not 0 < int(share or 1) <= 1000:
            raise UsageError(f"{part!r} must have the form game=3")
        mix[game] = int(share or 1)
    if not mix:
        raise UsageError("give at least one game, such as tabla=1")
    return mix


def _raise_file_limit() -> None:
    """Raise the limit of open files: each socket is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
