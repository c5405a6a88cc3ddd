"""Speed of the games on squares: sequences of moves counted (perft), draughts beside pydraughts.

Draughts and ugolki have our own kernels; chess is python-chess's, so its rows show what a library in Python
does. All counts of tests/data/squares_perft.toml, and from the start of draughts_abroad.toml, within
`--leaves` (`--chess-leaves`) are checked on the way, and the deepest of a row is timed.
"""

import argparse
import sys
import time
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from zaria import games
from zaria.games.board_games import BoardGame
from zaria.games.draughts import kernel as draughts_kernel
from zaria.games.draughts.presets import brazilian
from zaria.games.ugolki import kernel as ugolki_kernel

_TABLES = Path(__file__).resolve().parents[2] / "tests" / "data"
DATA, ABROAD = _TABLES / "squares_perft.toml", _TABLES / "draughts_abroad.toml"
VARIANTS = {"russian-draughts": "russian", "english-draughts": "english", "draughts": "standard"}
PEER_DEPTH = 3


def game(row: dict[str, Any]) -> BoardGame:
    if row["game"] == "brazilian-draughts":
        return brazilian.game()
    return games.board_game(row["game"], **row.get("set", {}))


def timed(call: Callable[[], int]) -> tuple[int, float]:
    """Return what a call answers and the seconds of processor time it took."""
    start = time.process_time()
    return call(), time.process_time() - start


def pydraughts_rate(variant: str, plies: int = PEER_DEPTH) -> float:
    """Leaves a second of the other program, walking its own lists from the start."""
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

    leaves, seconds = timed(partial(walk, draughts.Board(variant=variant), plies))
    return leaves / seconds


def label(row: dict[str, Any], kind: str) -> str:
    agreed = "".join(
        f" {value if isinstance(value, str) else name}" for name, value in row.get("set", {}).items()
    )
    return f"{row['game']}{agreed}{' in a position' * ('position' in row)}, {kind}"


def counted(row: dict[str, Any], kind: str, largest: float) -> bool:
    """Count one row as deep as allowed and print how fast; is all as known?"""
    position = game(row).parse(row["position"]) if "position" in row else game(row).start()
    expected = [count for count in row.get(kind, ()) if count <= largest]
    if not expected:
        return True
    counts = []
    for depth in range(1, len(expected) + 1):
        leaves, seconds = timed(partial(position.perft, depth, routes=kind == "routes"))
        counts.append(leaves)
    rate = leaves / seconds
    peer = (
        VARIANTS.get(row["game"]) if kind == "counts" and row.keys() == {"game", "counts", "routes"} else None
    )
    beside = f"{rate / pydraughts_rate(peer):14.0f}" if peer else ""
    print(
        f"{label(row, kind):44}{len(expected):6}{leaves:12}{rate / 1e6:12.{1 if rate > 1e6 else 2}f}{beside}",
        flush=True,
    )
    if counts != expected:
        print(f"  wrong: {counts}, not {expected}")
    return counts == expected


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leaves", type=float, default=3e8, help="the largest count to check")
    parser.add_argument("--chess-leaves", type=float, default=5e6, help="the largest count of chess to check")
    args = parser.parse_args()
    for name, kernel in (("draughts", draughts_kernel), ("ugolki", ugolki_kernel)):
        print(f"kernel of {name}: {'compiled' if kernel.kernel_is_compiled() else 'interpreted'}")
    print("processor time")
    print(f"{'':44}{'depth':>6}{'leaves':>12}{'M leaves/s':>12}{'× pydraughts':>14}")
    abroad = tomllib.loads(ABROAD.read_text())["perft"]
    starts = [row for row in abroad if "position" not in row and row["game"] != "brazilian-draughts"]
    rows = [*tomllib.loads(DATA.read_text())["perft"], *starts]
    right = [
        counted(row, kind, min(args.leaves, args.chess_leaves if row["game"] == "chess" else args.leaves))
        for row in rows
        for kind in ("counts", "routes")
    ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
