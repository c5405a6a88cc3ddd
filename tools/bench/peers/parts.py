"""The parts of the table of peers, by name; a process of its own measures each."""

import argparse
from collections.abc import Callable

from tools.bench.peers import backgammon, draughts_games, play, rules, stockfish
from tools.bench.peers.row import Row

PARTS: dict[str, Callable[[argparse.Namespace], list[Row]]] = {
    "rules": lambda options: rules.rows(options.share),
    "backgammon": lambda options: backgammon.rows(options.share),
    "draughts": lambda options: draughts_games.rows(options.share),
    "chess": lambda options: stockfish.rows(options.share),
    "play": lambda options: play.rows(options.pairs, options.seconds, options.runs),
}


def measured(part: str, options: argparse.Namespace) -> list[Row]:
    """Return the rows of a part."""
    return PARTS[part](options)
