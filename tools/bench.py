"""Every benchmark, one after the other: each prints its figures beside a peer measured in the same run."""

import argparse
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
SUBJECTS = {
    "rules": "bench_rules.py",
    "squares": "bench_squares.py",
    "journal": "bench_journal.py",
    "sockets": "bench_sockets.py",
    "lobby": "bench_lobby.py",
    "matches": "bench_matches.py",
    "bots": "bench_bots.py",
    "cluster": "bench_cluster.py",
    "hosts": "bench_hosts.py",
    "statistics": "bench_stats.py",
    "browser": "bench_browser.py",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", nargs="*", choices=[[], *SUBJECTS], help="only these (default: all)")
    chosen = parser.parse_args().subject or list(SUBJECTS)
    codes = []
    for subject in chosen:
        print(f"\n== {subject}", flush=True)
        codes.append(subprocess.run([sys.executable, str(TOOLS / SUBJECTS[subject])]).returncode)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
