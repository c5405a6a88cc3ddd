"""Compare the latency of play while many matches are imported and analysed with that of a club at rest.

A server carries matches of guests (`zaria load`) three times: at rest, while it reads the files of 1,000
matches into the library and analyses them, and at rest again, after the files that still wait are dropped.
Printed are the acknowledgements of moves, the matches read meanwhile, and the ratio of the p99 to the mean of
that before and after. 1 if the ratio exceeds 1.2.

    python -m tools.bench.library_imports [--files 1000] [--matches 40] [--seconds 25]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support.finished_matches import played
from tests.support.servers import Server
from tools.bench.statistics import set_up

from zaria.records import convert

LIMIT = 1.2
"""The most that the p99 may grow."""
RECORDS = ("tabla-match", "tabla-single")
A_COLLECTION = 500


def main() -> int:
    """Measure and print; 1 if play becomes slower than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000, help="matches to import")
    parser.add_argument("--matches", type=int, default=40, help="matches that are played at the same time")
    parser.add_argument("--seconds", type=int, default=25, help="of each of the three measurements")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ |= {"ZARIA_DATA": folder, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        with Server(home, ZARIA_PROGRESS_MINUTES="1000") as server:
            set_up(home)
            before = _load("at rest", server, args)
            _send_files(args.files)
            during = _load("while importing", server, args)
            _print_progress()
            _drop_files()
            after = _load("at rest again", server, args)
    ratio = during / statistics.mean([before, after])
    print(f"p99 while importing / at rest: {ratio:.2f}")
    return int(ratio > LIMIT)


def _load(name: str, server: Server, args: argparse.Namespace) -> float:
    """Play for some seconds; the p99 (ms), printed."""
    url = f"ws://127.0.0.1:{server.port}"
    options = ("--matches", str(args.matches), "--seconds", str(args.seconds), "--url", url, "--json")
    command = [sys.executable, "-m", "zaria.cli.main", "load", *options]
    report: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    print(
        f"{name}: {report['moves_per_second']} moves a second, p50 {report['ack_p50_ms']} ms, "
        f"p95 {report['ack_p95_ms']} ms, p99 {report['ack_p99_ms']} ms",
        flush=True,
    )
    return float(report["ack_p99_ms"])


def _send_files(count: int) -> None:
    """Let so many different matches wait to be read."""
    from zaria.club.library import actions
    from zaria.club.library.actions import ImportTerms, SentFile

    texts = [convert.write(played(name), "sgf") for name in RECORDS]
    for first in range(0, count, A_COLLECTION):
        target = actions.create_collection(None, f"Matches from {first}", "public")
        files = [
            SentFile(f"{number}.sgf", texts[number % len(texts)].replace(b"PB[", b"PB[%d " % number))
            for number in range(first, min(first + A_COLLECTION, count))
        ]
        actions.send_files(target, files, ImportTerms("tabla"))


def _print_progress() -> None:
    from zaria.club.library.models import ImportedMatch, ImportFile
    from zaria.club.matches.analysis.models import DONE, Analysis

    read = ImportFile.objects.filter(state=ImportFile.DONE).count()
    stored, analysed = ImportedMatch.objects.count(), Analysis.objects.filter(state=DONE).count()
    print(f"files read: {read}, matches stored: {stored}, analysed: {analysed}", flush=True)


def _drop_files() -> None:
    from zaria.club.library import actions
    from zaria.club.library.models import FileImport

    for row in FileImport.objects.all():
        actions.stop_import(row)


if __name__ == "__main__":
    sys.exit(main())
