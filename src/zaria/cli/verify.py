"""`zaria verify FILE`: verify the dice and the moves of a finished match, or a tournament."""

import argparse
import sys
from typing import Any

from zaria.cli.convert import body_of
from zaria.records import convert
from zaria.records.errors import InvalidRecordError
from zaria.records.verify import verify
from zaria.tournaments.document import InvalidDocumentError, decode_document, is_document, verify_document
from zaria.tournaments.formats.swiss import FormatUnavailableError
from zaria.usage import UsageError

MOST_BYTES = 64 * 1024 * 1024
"""The largest document that is read. A Swiss of 10 000 players takes an eighth of it."""


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `verify` command to the `zaria` parser."""
    parser = sub.add_parser(
        "verify", help="verify the dice and the moves of a finished match, or a tournament"
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a match record or the export of a tournament (JSON); - reads standard input",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Return 0 if the file is true, else 1; raises `UsageError` if it cannot be read."""
    body = body_of(args.file, MOST_BYTES)
    if is_document(body):
        return _verify_tournament(args.file, body)
    try:
        events = convert.read(body, "json")
    except InvalidRecordError as error:
        raise UsageError(f"{args.file}: {error}") from error
    report = verify(events)
    if report.problem is not None:
        print(f"{args.file}: {report.problem}", file=sys.stderr)
        return 1
    print(f"{args.file}: seal verified; {report.rolls} rolls and {len(events)} events match")
    return 0


def _verify_tournament(name: str, body: bytes) -> int:
    if len(body) > MOST_BYTES:
        raise UsageError(f"{name}: larger than {MOST_BYTES // 1024 // 1024} MB")
    try:
        document = decode_document(body)
        faults = verify_document(document)
    except (InvalidDocumentError, FormatUnavailableError) as error:
        raise UsageError(f"{name}: {error}") from error
    for fault in faults:
        print(f"{name}: {fault}", file=sys.stderr)
    if faults:
        return 1
    seal = "seal verified" if document.secret else "the secret is not open yet"
    meetings = sum(map(len, document.rounds))
    print(f"{name}: {seal}; {len(document.rounds)} rounds with {meetings} meetings and all places match")
    return 0
