"""`zaria verify FILE`: check the dice and the play of a finished match."""

import argparse
import sys
from pathlib import Path
from typing import Any

from zaria.cli_rules import UsageError
from zaria.records.json import BadRecord, load
from zaria.records.verify import verify


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `verify` command to the `zaria` parser."""
    parser = sub.add_parser("verify", help="check the dice and the play of a finished match")
    parser.add_argument("file", metavar="FILE", type=Path, help="a match record (JSON)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the record is true, 1 when it is not; raises `UsageError` when it cannot be read."""
    try:
        events = load(args.file.read_bytes())
    except OSError as error:
        raise UsageError(f"{args.file}: {error.strerror}") from error
    except BadRecord as error:
        raise UsageError(f"{args.file}: {error}") from error
    report = verify(events)
    if report.problem is not None:
        print(f"{args.file}: {report.problem}", file=sys.stderr)
        return 1
    print(f"{args.file}: the seal fits, all {report.rolls} rolls and {len(events)} events are true")
    return 0
