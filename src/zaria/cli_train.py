"""`zaria train GAME`: a net for a game with dice, by games with itself."""

import argparse
import sys
from pathlib import Path
from typing import Any

from zaria import games
from zaria.bots.tables import weights
from zaria.bots.tables.training.run import LONGEST, MOST_CORES, NEURONS, InvalidTrainingRunError, TrainingRun
from zaria.cli_rules import UsageError
from zaria.games.game import UnknownGameError
from zaria.games.tables.kernel import kernel_is_compiled

STOPPED = 130
"""What a shell says of a program that was stopped by Ctrl-C."""


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `train` command to the `zaria` parser."""
    parser = sub.add_parser("train", help="train a net for a game with dice by games with itself")
    parser.add_argument("game", metavar="GAME", help="an identifier from `zaria games`")
    parser.add_argument(
        "--minutes", type=float, default=30.0, help=f"how long (default 30, at most {LONGEST:.0f})"
    )
    parser.add_argument(
        "--rounds", type=int, default=0, help="instead: so many rounds, which gives the same net again"
    )
    parser.add_argument(
        "--cores", type=int, default=1, help=f"that play and learn at once, {MOST_CORES} at most (default 1)"
    )
    parser.add_argument("--seed", type=int, help="what everything follows from (default 1)")
    parser.add_argument("--from", dest="start", type=Path, help="a net file to begin with instead of nothing")
    parser.add_argument(
        "--neurons",
        type=int,
        help=f"of the hidden layer, {weights.MOST_HIDDEN} at most; "
        f"more learn more, slower (default {NEURONS})",
    )
    parser.add_argument(
        "--out", type=Path, required=True, help="the net file; a course that stands beside it is gone on with"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the net is written; raises `UsageError` for no such game, or a file that is no net."""
    try:
        game = games.dice_game(args.game)
    except UnknownGameError as error:
        raise UsageError(str(error)) from error
    if not kernel_is_compiled():
        raise UsageError("training needs the compiled kernels; see docs/kernel.md")
    try:
        if not args.out.parent.is_dir() or args.out.is_dir():
            raise UsageError(f"no net can be written to {args.out}")
        course = TrainingRun(game, args.out, args.seed, args.start, args.neurons, args.cores)
        course.run(args.minutes, args.rounds, lambda line: print(line, flush=True))
    except (weights.InvalidNetError, InvalidTrainingRunError, OSError) as error:
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        kept = Path(f"{args.out}.state").exists()
        print(
            "stopped; the same command goes on" if kept else "stopped; nothing was kept yet", file=sys.stderr
        )
        return STOPPED
    card = course.card
    print(f"{args.out}: {card.games} games, {card.rounds} rounds, {card.minutes:.1f} minutes")
    if card.rounds < course.total:
        print(f"cut short at {card.rounds} of {course.total} rounds; the same command goes on")
    return 0
