"""`zaria tournament simulate FORMAT`: play a tournament with simulated players."""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
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
    parser = commands.add_parser("simulate", help="play one with simulated players")
    parser.add_argument("format", choices=FORMATS, help="how it is played")
    parser.add_argument("--players", type=int, default=16, help=f"from 2 to {MOST_PLAYERS} (default: 16)")
    parser.add_argument("--rounds", type=int, default=5, help="of a Swiss or an arena (default: 5)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same tournament")
    parser.add_argument("--no-shows", type=float, default=0.0, metavar="P", help="chance to miss a round")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rounds and the standings, or one JSON object.

    Raises `UsageError` for numbers out of range.
    """
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
    if args.json:
        print(json.dumps(report))
    else:
        print("\n".join(_lines(report)))
    return 0


def _lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield the matches of each round, then the standings with what each player has won and lost."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    undecided: Counter[str] = Counter()
    for number, played_round in enumerate(report["rounds"], 1):
        yield f"Round {number}"
        for player, opponent, winner in played_round["pairs"]:
            if opponent is None:
                yield f"  {player:>5} has no opponent"
            elif winner is None:
                undecided.update((player, opponent))
                yield f"  {player:>5} – {opponent:<5} no winner"
            else:
                won[winner] += 1
                lost[opponent if winner == player else player] += 1
                yield f"  {player:>5} – {opponent:<5} {winner} wins"
        yield ""
    yield "Place  Player  Won  No winner  Lost"
    for place, player in enumerate(report["standings"], 1):
        yield f"{place:>5}  {player:<6} {won[player]:>4} {undecided[player]:>10} {lost[player]:>5}"
