"""`zaria verify FILE`: verify the dice and the moves of a finished match."""

import argparse
import sys
from typing import Any

from zaria.cli_convert import body_of
from zaria.cli_rules import UsageError
from zaria.records import convert
from zaria.records.errors import InvalidRecordError
from zaria.records.verify import verify


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `verify` command to the `zaria` parser."""
    parser = sub.add_parser("verify", help="verify the dice and the moves of a finished match")
    parser.add_argument("file", metavar="FILE", help="a match record (JSON); - reads standard input")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Return 0 if the record is true, else 1; raises `UsageError` if it cannot be read."""
    try:
        events = convert.read(body_of(args.file), "json")
    except InvalidRecordError as error:
        raise UsageError(f"{args.file}: {error}") from error
    report = verify(events)
    if report.problem is not None:
        print(f"{args.file}: {report.problem}", file=sys.stderr)
        return 1
    print(f"{args.file}: seal verified; {report.rolls} rolls and {len(events)} events match")
    return 0
