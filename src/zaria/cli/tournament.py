"""`zaria tournament simulate FORMAT`: play a tournament with simulated players."""

import argparse
import json
import random
from typing import Any

from zaria.match.dice_play.dice import SECRET_BYTES
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.formats.swiss import FormatUnavailableError
from zaria.tournaments.simulation import simulate
from zaria.usage import UsageError

MOST_PLAYERS, MOST_ROUNDS = 1024, 100


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `tournament` command to the `zaria` parser."""
    tournament = sub.add_parser("tournament", help="try formats of tournaments")
    commands = tournament.add_subparsers(title="commands", required=True, metavar="COMMAND")
    parser = commands.add_parser("simulate", help="play one with simulated players, and print it as JSON")
    parser.add_argument("format", choices=FORMATS, help="how it is played")
    parser.add_argument("--players", type=int, default=16, help=f"from 2 to {MOST_PLAYERS} (default: 16)")
    parser.add_argument("--rounds", type=int, default=5, help="of a Swiss or an arena (default: 5)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same tournament")
    parser.add_argument("--no-shows", type=float, default=0.0, metavar="P", help="chance to miss a round")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one JSON object; raises `UsageError` for numbers out of range."""
    if not 2 <= args.players <= MOST_PLAYERS:
        raise UsageError(f"--players {args.players}: from 2 to {MOST_PLAYERS}")
    if not 1 <= args.rounds <= MOST_ROUNDS:
        raise UsageError(f"--rounds {args.rounds}: from 1 to {MOST_ROUNDS}")
    if not 0 <= args.no_shows <= 1:
        raise UsageError(f"--no-shows {args.no_shows}: from 0 to 1")
    rng = random.Random(args.seed)
    secret = rng.randbytes(SECRET_BYTES)
    try:
        report = simulate(args.format, args.players, args.rounds, secret, rng.random, args.no_shows)
    except FormatUnavailableError as error:
        raise UsageError(str(error)) from error
    print(json.dumps(report))
    return 0
