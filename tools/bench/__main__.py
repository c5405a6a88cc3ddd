"""Every benchmark, one after the other: each prints its figures beside a peer measured in the same run."""

import argparse
import subprocess
import sys

SUBJECTS = (
    "peers",
    "rules",
    "squares",
    "journal",
    "sockets",
    "moves",
    "lobby",
    "pairing",
    "matches",
    "rounds",
    "bots",
    "cluster",
    "pace",
    "statistics",
    "progress",
    "ledger",
    "settlement",
    "results",
    "tournaments",
    "people",
    "library",
    "large_club",
    "waiting_tables",
    "next_table",
    "onlookers",
    "conversations",
    "pages",
    "browser",
)
"""Modules of this package."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", nargs="*", choices=[[], *SUBJECTS], help="only these (default: all)")
    subjects = parser.parse_args().subject or SUBJECTS
    codes = []
    for subject in subjects:
        print(f"\n== {subject}", flush=True)
        codes.append(subprocess.run([sys.executable, "-m", f"tools.bench.{subject}"]).returncode)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
