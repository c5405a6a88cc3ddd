"""The rules beside other libraries: random games of backgammon, and perft of draughts on 10x10."""

import statistics
import time
import warnings

from tools.bench import rules, squares
from tools.bench.peers.row import Row, not_measured

from zaria import games
from zaria.games.tables import board as boards
from zaria.games.tables.options import TablesOptions

ROUNDS = 4
DEPTH, PEER_DEPTH = 8, 3
"""Plies of our perft and of pydraughts'."""
BACKGAMMON, DRAUGHTS = "backgammon, games", "draughts, perft"


def rows(share: float = 1.0, rounds: int = ROUNDS) -> list[Row]:
    """Measure all in turns: this share of a second each, perft three plies less where it is below a half."""
    fewer = 3 if share < 0.5 else 0
    return [*_backgammon(share, rounds), *_draughts(DEPTH - fewer, max(1, PEER_DEPTH - fewer), rounds)]


def _backgammon(seconds: float, rounds: int) -> list[Row]:
    """Random games with all turns of each roll found."""
    options = games.dice_game("backgammon").options
    assert isinstance(options, TablesOptions)
    samples = {"Zaria's kernel": rules.kernel_games(options, boards.start(options)), **rules.open_spiel()}
    figures = [
        {name: rules.timed(sample, seconds)[0] for name, sample in samples.items()} for _ in range(rounds)
    ]
    rates = {name: statistics.median(rate[name] for rate in figures) for name in samples}
    ours, *peers = rates
    lines = [Row(BACKGAMMON, ours, rates[ours])]
    lines += [Row(BACKGAMMON, peer, rates[peer], rates[ours] / rates[peer]) for peer in peers]
    if not peers:
        lines.append(not_measured(BACKGAMMON, "OpenSpiel", "its package is missing: make bench installs it"))
    return lines


def _draughts(depth: int, peer_depth: int, rounds: int) -> list[Row]:
    """Leaves from the start, by processor time; Zaria's are counted without listing quiet moves."""
    position = games.board_game("draughts").start()
    ours, pydraughts = [], []
    for _ in range(rounds):
        began = time.process_time()
        leaves = position.perft(depth)
        ours.append(leaves / (time.process_time() - began))
        with warnings.catch_warnings():  # when it is imported, pydraughts shows those of every module
            pydraughts.append(squares.pydraughts_rate("standard", peer_depth))
    rate, peer_rate = statistics.median(ours), statistics.median(pydraughts)
    return [
        Row(DRAUGHTS, "Zaria's kernel", rate),
        Row(DRAUGHTS, "pydraughts", peer_rate, rate / peer_rate),
    ]
