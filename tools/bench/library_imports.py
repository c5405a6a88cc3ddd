"""Compare the latency of play while many matches are imported and analysed with that of a club at rest.

A server carries matches of guests (`zaria load`), in turn at rest and while it reads files into the library,
whose rest is dropped afterwards. Printed are the acknowledgements of moves, the matches read meanwhile, and
the ratio of the mean p99 while importing to that at rest. 1 if the ratio exceeds 1.2.

With `--whole` the files are not dropped: all are read and analysed while the guests play on, and the last
measurement is at rest again.

    python -m tools.bench.library_imports [--files 1000] [--matches 40] [--seconds 25] [--rounds 3] [--whole]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.finished_matches import played
from tests.support.servers import Server
from tools.bench.statistics import set_up

from zaria.club.site.clock import now_ms
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
    parser.add_argument("--rounds", type=int, default=3, help="pairs of measurements")
    parser.add_argument("--whole", action="store_true", help="read and analyse all matches")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ |= {"ZARIA_DATA": folder, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        with Server(home, ZARIA_PROGRESS_MINUTES="0") as server:
            set_up(home)
            at_rest = [_load("at rest", server, args)]
            importing = list(_whole(server, args) if args.whole else _rounds(server, args, at_rest))
            at_rest += [_load("at rest", server, args)] if args.whole else []
    ratio = statistics.mean(importing) / statistics.mean(at_rest)
    print(f"p99 while importing / at rest: {ratio:.2f}")
    return int(ratio > LIMIT)


def _rounds(server: Server, args: argparse.Namespace, at_rest: list[float]) -> Iterator[float]:
    """Yield the p99 of each measurement while files are read; those between them are added to `at_rest`."""
    for number in range(args.rounds):
        _send_files(number * args.files, args.files)
        yield _load("while importing", server, args)
        _drop_files()
        _print_progress()
        at_rest.append(_load("at rest", server, args))


def _whole(server: Server, args: argparse.Namespace) -> Iterator[float]:
    """Yield the p99 of each measurement until all files are read and all matches analysed."""
    begun = time.monotonic()
    _send_files(0, args.files)
    while _print_progress() < args.files:
        _request_analyses()
        yield _load("while importing and analysing", server, args)
    print(f"{args.files} matches were imported and analysed in {time.monotonic() - begun:.0f} s")


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


def _send_files(since: int, count: int) -> None:
    """Let so many different matches wait to be read."""
    from zaria.club.library import actions
    from zaria.club.library.actions import ImportTerms, SentFile

    texts = [convert.write(played(name), "sgf") for name in RECORDS]
    for first in range(since, since + count, A_COLLECTION):
        target = actions.create_collection(None, f"Matches from {first}", "public")
        files = [
            SentFile(f"{number}.sgf", texts[number % len(texts)].replace(b"PB[", b"PB[%d " % number))
            for number in range(first, min(first + A_COLLECTION, since + count))
        ]
        actions.send_files(target, files, ImportTerms("tabla"))


def _request_analyses() -> None:
    """Let all matches that were read be analysed, past the number a day."""
    from zaria.club.library.models import ImportedMatch
    from zaria.club.matches.analysis import actions

    for match in ImportedMatch.objects.filter(requested_at=0):
        actions.ask_in_background(match.match_id, "quick")
        ImportedMatch.objects.filter(pk=match.pk).update(requested_at=now_ms())


def _print_progress() -> int:
    """Print how far the work is; return how many matches are analysed."""
    from zaria.club.library.models import ImportedMatch
    from zaria.club.matches.analysis.models import DONE, Analysis

    stored, analysed = ImportedMatch.objects.count(), Analysis.objects.filter(state=DONE).count()
    print(f"matches stored: {stored}, analysed: {analysed}", flush=True)
    return analysed


def _drop_files() -> None:
    from zaria.club.library import actions
    from zaria.club.library.models import FileImport

    for row in FileImport.objects.all():
        actions.stop_import(row)


if __name__ == "__main__":
    sys.exit(main())
