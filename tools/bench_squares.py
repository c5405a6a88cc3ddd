"""Speed of the draughts kernel: perft of each game from the start, beside pydraughts on the same position.

All counts of tests/data/draughts_perft.toml within `--leaves` are checked on the way.
"""

import argparse
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from zaria import games
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.kernel import kernel_is_compiled
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.squares import SquaresGame

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "draughts_perft.toml"
VARIANTS = {"russian-draughts": "russian", "english-draughts": "english", "draughts": "standard"}
PEER_DEPTH = 3


def game(row: dict) -> SquaresGame:
    if row["game"] == "brazilian":
        return DraughtsGame(
            "brazilian", "Brazilian", DraughtsOptions(majority=True, crowning="man"), (), "", "letters"
        )
    return games.on_squares(row["game"], **row.get("set", {}))


def timed(call: Callable[..., int], *arguments: object) -> tuple[int, float]:
    """What a call answers and the seconds of processor time it took."""
    start = time.process_time()
    return call(*arguments), time.process_time() - start


def pydraughts_rate(variant: str) -> float:
    """Leaves a second of the other program, walking its own lists."""
    import draughts

    def walk(board: draughts.Board, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = board.copy()
            after.push(move)
            total += walk(after, depth - 1)
        return total

    leaves, seconds = timed(walk, draughts.Board(variant=variant), PEER_DEPTH)
    return leaves / seconds


def label(row: dict, kind: str) -> str:
    return f"{row['game']}{' as agreed' * ('set' in row)}{' in a position' * ('position' in row)}, {kind}"


def counted(row: dict, kind: str, largest: float) -> bool:
    """Count one row as deep as allowed and print how fast; is all as known?"""
    position = game(row).parse(row["position"]) if "position" in row else game(row).start()
    known = [count for count in row.get(kind, ()) if count <= largest]
    if not known:
        return True
    found = []
    for depth in range(1, len(known) + 1):
        leaves, seconds = timed(position.perft, depth, kind == "routes")
        found.append(leaves)
    rate = leaves / seconds
    peer = (
        VARIANTS.get(row["game"]) if kind == "counts" and row.keys() == {"game", "counts", "routes"} else None
    )
    beside = f"{rate / pydraughts_rate(peer):14.0f}" if peer else ""
    print(f"{label(row, kind):44}{len(known):6}{leaves:12}{rate / 1e6:12.1f}{beside}", flush=True)
    if found != known:
        print(f"  wrong: {found}, not {known}")
    return found == known


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leaves", type=float, default=3e8, help="the largest count to check")
    largest = parser.parse_args().leaves
    print(f"draughts kernel {'compiled' if kernel_is_compiled() else 'interpreted'}, processor time")
    print(f"{'':44}{'depth':>6}{'leaves':>12}{'M leaves/s':>12}{'× pydraughts':>14}")
    rows = tomllib.loads(DATA.read_text())["perft"]
    right = [counted(row, kind, largest) for row in rows for kind in ("counts", "routes")]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
