"""The cost of pages in a large club, beside a small one's in the same run.

Two new clubs are filled on SQLite, and a guest, the member with the most of everything and the owner open
pages through all of Django's middleware, in a process for each club. It prints the processor time of that
process and the number of queries for each page. `--scale 1` are a hundred thousand members and half a million
matches. The rules of the ledger check every transfer, and an audit the whole.

    python -m tools.bench.large_club [--scale 0.02] [--small 0.001] [--times 5]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.bench.statistics import set_up


def main() -> int:
    """Fill, open, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=0.02, help="of the large club")
    parser.add_argument("--small", type=float, default=0.001, help="the scale of the small club")
    parser.add_argument("--times", type=int, default=5, help="that each page is opened; the least counts")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(_measured(options.scale, options.times)))
        return 0
    small, large = (_club(scale, options.times) for scale in (options.small, options.scale))
    print(f"{'rows in all':47} {small['rows']:>12,} {large['rows']:>12,}")
    for visitor, pages in large["costs"].items():
        for page, (ms, queries) in pages.items():
            small_ms, small_queries = small["costs"][visitor][page]
            print(
                f"{visitor:7} {page:38} {small_ms:6.1f} ms {small_queries:3}   {ms:7.1f} ms {queries:3}"
                f"   {ms / small_ms:5.1f} x"
            )
    return 0


def _club(scale: float, times: int) -> dict[str, Any]:
    """Return the rows and costs of a new club, which has a process of its own."""
    command = [sys.executable, "-m", "tools.bench.large_club", "--one"]
    command += ["--scale", str(scale), "--times", str(times)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    result: dict[str, Any] = json.loads(output.splitlines()[-1])
    return result


def _measured(scale: float, times: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        from tools.bench.large_club import club, pages

        rows = sum(club.fill(scale).values())
        return {"rows": rows, "costs": pages.measure(Path(home), times)}


if __name__ == "__main__":
    sys.exit(main())
