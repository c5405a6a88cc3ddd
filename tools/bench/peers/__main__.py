"""One table of Zaria beside other programs, all measured in this run, some three minutes on a quiet machine.

    python -m tools.bench.peers [--only PART] [--share 1] [--pairs 100] [--seconds 2]

A ratio above 1 is in Zaria's favour. A peer that is not here has its reason in its row.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable

from tools.bench.peers import backgammon, play, rules, stockfish
from tools.bench.peers.row import Row, table
from tools.bench.strength.games import above_nought


def main() -> int:
    """Print the table; 1 if nothing was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts: dict[str, Callable[[argparse.Namespace], list[Row]]] = {
        "rules": lambda options: rules.rows(options.share),
        "backgammon": lambda options: backgammon.rows(options.share),
        "chess": lambda options: stockfish.rows(options.share),
        "play": lambda options: play.rows(options.pairs, options.seconds, options.runs),
    }
    parser.add_argument("--only", action="append", choices=parts, help="only this part (again for more)")
    parser.add_argument("--share", type=float, default=1.0, help="of positions and seconds (default: all)")
    parser.add_argument("--pairs", type=above_nought, default=100, help="pairs of players (default: 100)")
    parser.add_argument("--seconds", type=float, default=2.0, help="measured in each run of live play")
    parser.add_argument("--runs", type=above_nought, default=play.RUNS, help="of each server (default: 3)")
    options = parser.parse_args()
    began = time.monotonic()
    measured: list[Row] = []
    for name in options.only or parts:
        print(f"  … {name}", file=sys.stderr, flush=True)
        measured += parts[name](options)
    print(table(measured))
    load = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    print(f"{time.monotonic() - began:.0f} s on {os.cpu_count()} cores, load in 1, 5, 15 minutes {load}")
    return 0 if any(row.rate is not None for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
