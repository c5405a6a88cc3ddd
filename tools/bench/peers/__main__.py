"""One table of Zaria beside other programs, all measured in this run, some four minutes on a quiet machine.

    python -m tools.bench.peers [--only PART] [--share 1] [--pairs 100] [--seconds 2]

A ratio above 1 is in Zaria's favour. A peer that is not here has its reason in its row. Each part has a
process of its own, because two libraries of draughts have the same name.
"""

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tools.bench.peers import play
from tools.bench.peers.parts import PARTS, measured
from tools.bench.peers.row import Row, table
from tools.bench.strength.games import above_nought


def main() -> int:
    """Print the table; 1 if nothing was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part (again for more)")
    parser.add_argument("--share", type=float, default=1.0, help="of positions and seconds (default: all)")
    parser.add_argument("--pairs", type=above_nought, default=100, help="pairs of players (default: 100)")
    parser.add_argument("--seconds", type=float, default=2.0, help="measured in each run of live play")
    parser.add_argument("--runs", type=above_nought, default=play.RUNS, help="of each server (default: 3)")
    options = parser.parse_args()
    began = time.monotonic()
    rows: list[Row] = []
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh, max_tasks_per_child=1) as processes:
        for part in options.only or PARTS:
            print(f"  … {part}", file=sys.stderr, flush=True)
            rows += processes.submit(measured, part, options).result()
    print(table(rows))
    load = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    print(f"{time.monotonic() - began:.0f} s on {os.cpu_count()} cores, load in 1, 5, 15 minutes {load}")
    return 0 if any(row.rate is not None for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
