"""`zaria solve GAME`: solve a game and store its table."""

import argparse
from pathlib import Path
from typing import Any

from zaria.bots.hypergammon import solving, table
from zaria.games.tables.kernel.kernel import kernel_is_compiled
from zaria.usage import UsageError

MOST_CORES = 64


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `solve` command to the `zaria` parser."""
    parser = sub.add_parser(
        "solve", help="compute the table of a solved game, so that the computer plays it exactly"
    )
    parser.add_argument("game", metavar="GAME", choices=("hypergammon",), help="hypergammon")
    parser.add_argument(
        "--cores", type=int, default=1, help=f"cores to use, at most {MOST_CORES} (default 1)"
    )
    parser.add_argument(
        "--out", type=Path, help=f"the file to write (default {table.NAME} in the data directory)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Return 0 when the table is written; raises `UsageError` if it cannot be."""
    if not kernel_is_compiled():
        raise UsageError("solving needs the compiled kernels; see docs/explanation/kernel.md")
    if not 0 < args.cores <= MOST_CORES:
        raise UsageError(f"cores is a number from 1 to {MOST_CORES}")
    out = args.out or table.default_path()
    if not out.parent.is_dir() or out.is_dir():
        raise UsageError(f"no table can be written to {out}")
    try:
        solving.solve(out, args.cores, lambda line: print(line, flush=True))
    except OSError as error:
        raise UsageError(f"no table can be written to {out}: {error.strerror}") from error
    print(f"{out}: the table of {args.game}")
    return 0
