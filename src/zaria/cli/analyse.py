"""`zaria analyse FILE`: the errors of each player in a finished match, and their luck."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from zaria.bots.analysis import DEPTHS, NotAnalysableError, analyse, encode
from zaria.bots.analysis.report import report
from zaria.bots.doubling.rollouts import GAMES
from zaria.cli.convert import add_game_option, body_of, read_match
from zaria.records.errors import InvalidRecordError
from zaria.records.replay import replay
from zaria.usage import UsageError

MOST_GAMES = 100_000
"""Of a rollout: a quarter of an hour of backgammon for each choice."""
EVERY_S = 0.5
"""Seconds between two lines of progress."""


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `analyse` command to the `zaria` parser."""
    parser = sub.add_parser(
        "analyse", help="grade every decision of a finished match, and the luck of the dice"
    )
    parser.add_argument("file", metavar="FILE", help="a record in any format; - reads standard input")
    parser.add_argument(
        "--depth", choices=DEPTHS, default="normal", help="depth of the search (default normal)"
    )
    parser.add_argument(
        "--rollout-cubes",
        type=int,
        metavar="GAMES",
        help=f"check close cube decisions and errors by rollouts of so many games, as {GAMES}",
    )
    parser.add_argument("--json", action="store_true", help="print the analysis as JSON")
    add_game_option(parser)
    parser.add_argument("--from", dest="form", help="the format of FILE, if its name has no known extension")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the analysis is printed; raises `UsageError` for a record that cannot be analysed."""
    if args.rollout_cubes is not None and not 1 <= args.rollout_cubes <= MOST_GAMES:
        raise UsageError(f"a rollout has 1 to {MOST_GAMES} games, not {args.rollout_cubes}")
    body = body_of(args.file)
    try:
        events = read_match(body, args.form, args.file, args.game)
        shown = replay(events)
        analysis = analyse(events, args.depth, _progress(sys.stderr), cube_games=args.rollout_cubes or 0)
    except (InvalidRecordError, NotAnalysableError) as error:
        raise UsageError(f"{args.file}: {error}") from error
    if args.json:
        sys.stdout.buffer.write(encode(analysis) + b"\n")
        sys.stdout.buffer.flush()
    else:
        print(report(analysis, shown))
    return 0


def _progress(out: TextIO, interval: float = EVERY_S) -> Callable[[float], None]:
    """A progress reporter: one line on a terminal, erased at the end; several lines elsewhere."""
    last = time.monotonic()
    terminal = out.isatty()

    def report_progress(done: float) -> None:
        nonlocal last
        if terminal and done >= 1:
            print("\r\x1b[K", end="", file=out, flush=True)
        elif time.monotonic() - last >= (interval if terminal else 10 * interval):
            last = time.monotonic()
            line = f"analysed {done:.0%}"
            print(f"\r{line}" if terminal else line, end="" if terminal else "\n", file=out, flush=True)

    return report_progress
