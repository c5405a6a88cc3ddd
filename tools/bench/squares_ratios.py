"""Speed on squares beside another checkout: `python -m tools.bench.squares_ratios FOLDER [--search NODES]`.

Each game is counted from its start (perft), as deep as `--leaves` allows and the tables of the tests know, or
with `--search` searched there for so many positions. This checkout and the other, with compiled kernels too,
take `--turns` turns. Prints millions of leaves or positions a second of processor time here, the best of the
turns, and how many times as fast that is: the median of neighbouring turns, the least and the most.
"""

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("squares_perft.toml", "draughts_abroad.toml")
COUNT = """
import sys, time
from zaria import games
position = games.board_game(sys.argv[1]).start()
position.perft(4)
began = time.process_time()
leaves = position.perft(int(sys.argv[2]))
print(leaves, time.process_time() - began)
"""
SEARCH = """
import sys, time
from zaria import games
from zaria.bots.squares import Limits, engine_for
position, nodes = games.board_game(sys.argv[1]).start(), int(sys.argv[2])
engine = engine_for(position.game)
engine.lines(position, Limits(nodes=100))
began = time.process_time()
engine.lines(position, Limits(nodes=nodes))
print(nodes, time.process_time() - began)
"""
"""The programs that each checkout runs, in a process of its own."""


class Start(NamedTuple):
    """A game whose sequences of moves from the start are known to be so many."""

    game: str
    depth: int
    leaves: int


def starts(leaves: float) -> list[Start]:
    """Each game of the tables but chess, as deep as so many leaves allow."""
    deepest: dict[str, Start] = {}
    for table in TABLES:
        for row in tomllib.loads((ROOT / "tests" / "data" / table).read_text())["perft"]:
            if row.keys() <= {"game", "counts", "routes", "why"} and row["game"] != "chess":
                counts = [count for count in row.get("counts", ()) if count <= leaves]
                if counts:
                    deepest[row["game"]] = Start(row["game"], len(counts), counts[-1])
    return [*deepest.values()]


def seconds(checkout: Path, program: str, start: Start, amount: int) -> float:
    """Count or search with the kernels of a checkout; returns processor time."""
    command = (sys.executable, "-c", program, start.game, str(amount))
    answer = subprocess.run(
        command, env={"PYTHONPATH": str(checkout / "src")}, capture_output=True, text=True, check=True
    )
    leaves, taken = answer.stdout.split()
    if program is COUNT and int(leaves) != start.leaves:
        raise SystemExit(f"{checkout}: {start.game} at depth {start.depth}: {leaves}, not {start.leaves}")
    return float(taken)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="another checkout with compiled kernels")
    parser.add_argument("--leaves", type=float, default=1e8, help="the largest count (default 1e8)")
    parser.add_argument("--search", type=int, help="positions to search instead")
    parser.add_argument("--turns", type=int, default=5, help="of each checkout (default 5)")
    parser.add_argument("--games", nargs="+", help="only these")
    options = parser.parse_args()
    unit = "positions" if options.search else "leaves"
    print(f"{'':24}{'M ' + unit + '/s':>16}{'median ×':>10}{'least':>8}{'most':>8}")
    for start in starts(options.leaves):
        if options.games and start.game not in options.games:
            continue
        program, amount = (SEARCH, options.search) if options.search else (COUNT, start.depth)
        pairs = [
            (seconds(ROOT, program, start, amount), seconds(options.folder, program, start, amount))
            for _ in range(options.turns)
        ]
        ratios = sorted(before / now for now, before in pairs)
        rate = (options.search or start.leaves) / min(now for now, _ in pairs) / 1e6
        print(
            f"{start.game:24}{rate:16.2f}{median(ratios):10.3f}{ratios[0]:8.3f}{ratios[-1]:8.3f}", flush=True
        )


if __name__ == "__main__":
    main()
