"""Zaria's own search for chess, and the rules library that it plays by, beside Stockfish on one thread.

A position searched is no measure of strength: Stockfish also sees more in each. Its processor time is that of
its process, ours that of this one.
"""

import re
import shutil
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tools.bench.peers.row import MissingPeerError, Row, not_measured
from tools.bench.sockets import cpu_seconds

from zaria import games
from zaria.bots.squares.chess.engine import PLACES
from zaria.bots.squares.chess.search import OwnChess
from zaria.bots.squares.engine import Limits

SEARCH, RULES, STOCKFISH = "chess, search", "chess, perft", "Stockfish, one thread"
Process = subprocess.Popen[str]
ROUNDS = 3
OUR_NODES, NODES = 6_000, 1_500_000
"""Positions that ours and Stockfish search."""
OUR_DEPTH, DEPTH = 4, 6
"""Plies of our perft and of Stockfish's."""
MIDDLE_GAME = "r2q1rk1/pp2bppp/2n1bn2/2pp4/8/1PN1PN2/PBPPBPPP/R2Q1RK1 w - - 0 10"
LONGEST = 60.0
"""Seconds after which Stockfish is killed."""


def rows(share: float = 1.0, rounds: int = ROUNDS) -> list[Row]:
    """Measure both in turns, with this share of the positions, and a ply less where that is below a half."""
    fewer = int(share < 0.5)
    our_nodes, our_leaves, nodes, leaves = [], [], [], []
    reason: Exception | None = None
    for _ in range(rounds):
        our_nodes.append(_our_search(round(share * OUR_NODES)))
        our_leaves.append(_our_perft(OUR_DEPTH - fewer))
        try:
            with _running() as process:
                nodes.append(_answered(process, f"nodes {round(share * NODES)}", "nodes"))
                leaves.append(_answered(process, f"perft {DEPTH - fewer}", "Nodes"))
        except MissingPeerError as error:
            reason = error
    return [
        Row(SEARCH, "Zaria's own search", statistics.median(our_nodes)),
        _peer(SEARCH, our_nodes, nodes, reason),
        Row(RULES, "Zaria, by python-chess", statistics.median(our_leaves)),
        _peer(RULES, our_leaves, leaves, reason),
    ]


def _peer(subject: str, ours: list[float], rates: list[float], reason: Exception | None) -> Row:
    if reason is not None:
        return not_measured(subject, STOCKFISH, reason)
    rate = statistics.median(rates)
    return Row(subject, STOCKFISH, rate, statistics.median(ours) / rate)


def _our_search(nodes: int) -> float:
    """Positions a second of our own search."""
    position = games.board_game("chess").parse(MIDDLE_GAME)
    began = time.process_time()
    OwnChess().lines(position, Limits(nodes=nodes))
    return nodes / (time.process_time() - began)


def _our_perft(depth: int) -> float:
    """Leaves a second of the rules from the start."""
    position = games.board_game("chess").start()
    began = time.process_time()
    leaves = position.perft(depth)
    return leaves / (time.process_time() - began)


@contextmanager
def _running() -> Iterator[Process]:
    """Stockfish, which is killed after `LONGEST` seconds. Raises `MissingPeerError`."""
    path = next(filter(None, map(shutil.which, ("stockfish", *PLACES))), None)
    if path is None:
        raise MissingPeerError("the program stockfish is not here: make bench installs it where apt may")
    with subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        end = threading.Timer(LONGEST, process.kill)
        end.start()
        try:
            _send(process, "setoption name Threads value 1", "isready")
            _last(process, "readyok")
            yield process
        finally:
            end.cancel()
            process.kill()


def _answered(process: Process, limit: str, count: str) -> float:
    """Count a second what Stockfish visits in a search or a perft that is so limited."""
    is_perft = limit.startswith("perft")
    began = cpu_seconds(process.pid)
    _send(process, "position startpos" if is_perft else f"position fen {MIDDLE_GAME}", f"go {limit}")
    lines = _last(process, "Nodes searched" if is_perft else "bestmove")
    spent = max(0.01, cpu_seconds(process.pid) - began)
    pattern = rf"{count} (?:searched: )?(\d+)"
    return max(int(number) for line in lines for number in re.findall(pattern, line)) / spent


def _send(process: Process, *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def _last(process: Process, beginning: str) -> list[str]:
    """The lines up to one that begins so. Raises `MissingPeerError` if the program ends before."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith(beginning):
            return lines
    raise MissingPeerError(f"the program stockfish ended within {LONGEST:.0f} s without {beginning!r}")
