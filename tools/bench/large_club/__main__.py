"""Fill a club on SQLite and print how many rows it has.

`--scale 1` are a hundred thousand members and half a million matches. The rules of the ledger check every
transfer, and an audit the whole at the end.

    python -m tools.bench.large_club [--scale 0.02]
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tools.bench.statistics import set_up


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=0.02)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"ZARIA_DATA": home, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(Path(home))
        from tools.bench.large_club.club import fill

        began = time.perf_counter()
        for label, count in fill(options.scale).items():
            print(f"{label:32} {count:>10,}")
        print(f"{time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
