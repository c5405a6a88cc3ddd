"""The rules beside other libraries: random games of backgammon, and perft of draughts on 10x10."""

import statistics
import time

from tools.bench import rules, squares
from tools.bench.peers.row import Row, not_measured

from zaria import games
from zaria.games.tables import board as boards
from zaria.games.tables.options import TablesOptions

ROUNDS = 4
DEPTH = 8
"""Plies of our perft."""
BACKGAMMON, DRAUGHTS = "backgammon, games", "draughts, perft"
SCAN = "its source is only on GitHub, from where the set-up fetches nothing"


def rows(seconds: float = 1.0) -> list[Row]:
    """Measure all, `seconds` each in every round."""
    return [*_backgammon(seconds), *_draughts()]


def _backgammon(seconds: float) -> list[Row]:
    """Random games with all turns of each roll found."""
    options = games.dice_game("backgammon").options
    assert isinstance(options, TablesOptions)
    samples = {"Zaria's kernel": rules.kernel_games(options, boards.start(options)), **rules.open_spiel()}
    rounds = [
        {name: rules.timed(sample, seconds)[0] for name, sample in samples.items()} for _ in range(ROUNDS)
    ]
    rates = {name: statistics.median(figures[name] for figures in rounds) for name in samples}
    ours, *peers = rates
    lines = [Row(BACKGAMMON, ours, rates[ours])]
    lines += [Row(BACKGAMMON, peer, rates[peer], rates[ours] / rates[peer]) for peer in peers]
    if not peers:
        lines.append(not_measured(BACKGAMMON, "OpenSpiel", "its package is missing: make bench installs it"))
    return lines


def _draughts() -> list[Row]:
    """Leaves from the start, by processor time; ours are counted without listing quiet moves."""
    position = games.board_game("draughts").start()
    ours, pydraughts = [], []
    for _ in range(ROUNDS):
        began = time.process_time()
        leaves = position.perft(DEPTH)
        ours.append(leaves / (time.process_time() - began))
        pydraughts.append(squares.pydraughts_rate("standard"))
    rate, peer_rate = statistics.median(ours), statistics.median(pydraughts)
    return [
        Row(DRAUGHTS, "Zaria's kernel", rate),
        Row(DRAUGHTS, "pydraughts", peer_rate, rate / peer_rate),
        not_measured(DRAUGHTS, "Scan", SCAN),
    ]
