"""`zaria train GAME`: train a net for a game with dice by self-play."""

import argparse
import sys
from pathlib import Path
from typing import Any

from zaria import games
from zaria.bots.tables import weights
from zaria.bots.tables.net import MOST_HIDDEN
from zaria.bots.tables.training import pruning_run
from zaria.bots.tables.training.run import (
    LONGEST,
    MOST_CORES,
    NEURONS,
    RATE,
    SEEDS,
    InvalidTrainingRunError,
    TrainingRun,
)
from zaria.games.protocols import DiceGame, UnknownGameError
from zaria.games.tables.kernel.kernel import kernel_is_compiled
from zaria.games.tables.rules import TablesRules
from zaria.usage import UsageError

STOPPED = 130
"""The exit code that a shell gives a program stopped by Ctrl-C."""


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `train` command to the `zaria` parser."""
    parser = sub.add_parser("train", help="train a net for a game with dice by self-play")
    parser.add_argument("game", metavar="GAME", help="an identifier from `zaria games`")
    parser.add_argument(
        "--minutes", type=float, default=30.0, help=f"duration (default 30, at most {LONGEST:.0f})"
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=0,
        help="a number of rounds instead of minutes; the result is reproducible",
    )
    parser.add_argument(
        "--cores",
        type=int,
        default=1,
        help=f"cores that play and learn at once, at most {MOST_CORES} (default 1)",
    )
    parser.add_argument("--seed", type=int, help="the random seed (default 1)")
    parser.add_argument("--from", dest="start", type=Path, help="a net file to start from")
    parser.add_argument(
        "--neurons",
        type=int,
        help=f"size of the hidden layer, at most {MOST_HIDDEN}; "
        f"larger learns more, and slower (default {NEURONS})",
    )
    parser.add_argument(
        "--rate",
        type=float,
        help=f"learning rate at which targets one ply deep begin (default {RATE}); "
        "a tenth of it improves a net that is strong already",
    )
    parser.add_argument(
        "--pruning",
        action="store_true",
        help="only make a new pruning net, which speeds up searches, for the net of --from",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        help="the net file to write; continues the training run stored beside it",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Return 0 when the net is written; raises `UsageError` for an unknown game or an invalid net file."""
    try:
        game = games.dice_game(args.game)
    except UnknownGameError as error:
        raise UsageError(str(error)) from error
    if not kernel_is_compiled():
        raise UsageError("training needs the compiled kernels; see docs/explanation/kernel.md")
    try:
        if not args.out.parent.is_dir() or args.out.is_dir():
            raise UsageError(f"no net can be written to {args.out}")
        if args.pruning:
            return _add_pruning(game, args)
        training = TrainingRun(game, args.out, args.seed, args.start, args.neurons, args.cores, args.rate)
        training.run(args.minutes, args.rounds, lambda line: print(line, flush=True))
    except (weights.InvalidNetError, InvalidTrainingRunError, OSError) as error:
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        is_saved = Path(f"{args.out}.state").exists()
        print(
            "stopped; run the same command to continue" if is_saved else "stopped; nothing was saved yet",
            file=sys.stderr,
        )
        return STOPPED
    card = training.card
    print(f"{args.out}: {card.games} games, {card.rounds} rounds, {card.minutes:.1f} minutes")
    if card.rounds < training.total:
        print(f"stopped after {card.rounds} of {training.total} rounds; run the same command to continue")
    return 0


def _add_pruning(game: DiceGame, args: argparse.Namespace) -> int:
    """Write the net with a new pruning net; raises `UsageError` if none is named or the game has no nets."""
    if args.start is None or not isinstance(game, TablesRules):
        raise UsageError("--pruning needs a net (--from) of a single game of the tables family")
    seed = 1 if args.seed is None else args.seed
    if not 0 < seed < SEEDS:
        raise UsageError(f"seed is a number from 1 to {SEEDS - 1}")
    loss = pruning_run.add_pruning(game, args.start, args.out, seed, lambda line: print(line, flush=True))
    print(
        f"{args.out}: keeps at most {loss.most} results of a roll within {loss.margin:.2f} points of the best"
    )
    return 0
