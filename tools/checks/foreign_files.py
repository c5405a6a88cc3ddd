"""Read a folder of other programs' files and print which are read, refused (why) and crashed.

    .venv/bin/python -m tools.checks.foreign_files FOLDER
    .venv/bin/python -m tools.checks.foreign_files FOLDER --quiet

Every game of a file counts by itself. A refusal is an `InvalidRecordError`; any other error is a crash, and
the exit code is 1 then.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from zaria.records import convert
from zaria.records.contents import parts_of
from zaria.records.errors import InvalidRecordError
from zaria.records.replay import replay

READ, REFUSED, CRASHED = "read", "refused", "crashed"


class Reading(NamedTuple):
    """The fate of one game of a file; `reason` is empty where it was read."""

    name: str
    number: int
    state: str
    reason: str
    seconds: float


def readings(folder: Path) -> Iterator[Reading]:
    """Read every game of every file below a folder whose extension is that of a format."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower().removeprefix(".") in convert.READ:
            yield from readings_of(path, str(path.relative_to(folder)))


def readings_of(path: Path, name: str) -> Iterator[Reading]:
    """Read every game of one file."""
    body = path.read_bytes()
    form = path.suffix.lower().removeprefix(".")
    try:
        count = len(parts_of(body, form))
    except Exception:  # `_read` names the error
        count = 1
    for number in range(1, count + 1):
        start = time.perf_counter()
        state, reason = _read(body, form, number)
        yield Reading(name, number, state, reason, time.perf_counter() - start)


def _read(body: bytes, form: str, number: int) -> tuple[str, str]:
    try:
        replay(convert.read(body, form, number=number))
    except InvalidRecordError as error:
        return REFUSED, str(error)
    except Exception as error:  # the tool counts every other error as a crash
        return CRASHED, f"{type(error).__name__}: {error}"
    return READ, ""


def main() -> int:
    """Print a line for each game that is not read, the reasons by number, and the counts."""
    parser = argparse.ArgumentParser(description="read a folder of other programs' files")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quiet", action="store_true", help="print the counts alone")
    args = parser.parse_args()
    states: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for reading in readings(args.folder):
        states[reading.state] += 1
        if reading.state == READ:
            continue
        reasons[_kind(reading.reason)] += 1
        if not args.quiet:
            print(f"{reading.state}: {reading.name}, game {reading.number}: {reading.reason}")
    for reason, count in reasons.most_common(40):
        print(f"{count:6} {reason}")
    print(", ".join(f"{state} {states[state]}" for state in (READ, REFUSED, CRASHED)))
    return 1 if states[CRASHED] else 0


def _kind(reason: str) -> str:
    """The reason without its line and the words of the file."""
    return re.sub(r"^line \d+: |'.*|\".*|\d+", "", reason).strip()


if __name__ == "__main__":
    raise SystemExit(main())
