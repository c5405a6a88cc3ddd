"""Kill a club and cut its power at random moments, and compare what it acknowledged with what is stored.

One process on SQLite, with members who play for stakes, talk, buy and write. A power cut leaves the bytes
that were forced to disk (`tests/support/power_cut.py`; Linux with a C compiler). Exit 1 if anything is wrong.

    python -m tools.bench.kills_and_cuts [MINUTES] [--seed N] [--pairs N] [--cuts 0.4]
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

import django
import uvloop


def main() -> int:

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("minutes", type=float, nargs="?", default=60.0, help="of blows (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of moments and kinds of blows (default: 1)")
    parser.add_argument(
        "--pairs", type=int, default=4, help="of players, and of members who write (default: 4)"
    )
    parser.add_argument("--cuts", type=float, default=0.4, help="the share of power cuts (default: 0.4)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ZARIA_DATA": folder, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        django.setup()
        from tests.proof.kills_and_cuts import Options, run

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run(Options(**vars(options)), Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
