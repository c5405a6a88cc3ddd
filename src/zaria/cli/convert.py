"""`zaria convert IN OUT`: convert a match from one format to another."""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from zaria.games.registry import GAMES
from zaria.match.events import Event, Opened
from zaria.records import convert
from zaria.records.code_pages import CODE_PAGES
from zaria.records.contents import SeveralMatchesError
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.replay import replay
from zaria.records.source_text import MOST_BYTES
from zaria.usage import UsageError

STREAM = "-"
_KNOWN = ", ".join(f".{form}" for form in convert.TYPES)
_READ = ", ".join(f".{form}" for form in convert.READ)


def add_commands(sub: "argparse._SubParsersAction[Any]") -> None:
    """Add the `convert` command to the `zaria` parser."""
    parser = sub.add_parser("convert", help=f"convert a match from {_READ} to {_KNOWN}")
    parser.add_argument("source", metavar="IN", help="a record; - reads standard input")
    parser.add_argument("target", metavar="OUT", help="the file to write; - writes to standard output")
    add_game_option(parser)
    parser.add_argument("--from", dest="form", help="the format of IN, if its name has no known extension")
    parser.add_argument("--to", help="the format of OUT, if its name has no known extension")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when OUT is written; raises `UsageError`, with nothing written, when it cannot be."""
    target = format_of(args.to, args.target, tuple(convert.TYPES))
    if not target:
        raise UsageError(f"unknown format of {args.target}: use one of {_KNOWN}, or give --to")
    body = body_of(args.source)
    try:
        events = read_match(body, args.form, args.source, args.game)
        replay(events)
        record = convert.write(events, target)
    except InvalidRecordError as error:
        raise UsageError(f"{args.source}: {error}") from error
    except UnsupportedRecordError as error:
        raise UsageError(f"{args.source}: cannot be written as .{target}: {error}") from error
    _write(args.target, record, events)
    _warn_of_the_game(args.target, target, events)
    return 0


def format_of(option: str | None, name: str, forms: tuple[str, ...] = convert.READ) -> str:
    """The format named by the option or by the file name, or ""; raises `UsageError`."""
    extension = option if option is not None else Path(name).suffix.removeprefix(".").lower()
    if option is not None and extension not in forms:
        raise UsageError(f"unknown format {option!r}: use one of {', '.join(forms)}")
    return extension if extension in forms else ""


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the rules of a file, or chooses one of its matches."""
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="NAME|N",
        help="the game of a .mat or .sgf (default backgammon) or a .pdn; a number chooses one of several"
        " matches in the file (may be given twice)",
    )


def read_match(body: bytes, form: str | None, name: str, choices: list[str]) -> list[Event]:
    """Read the match of a file that the options `--game` choose, and note its code page.

    Raises `UsageError`, with a list where the file holds several matches, and `InvalidRecordError`.
    """
    game, number = "", 0
    for choice in choices:
        if choice.isascii() and choice.isdigit():
            number = int(choice[:9])
        elif choice in GAMES:
            game = choice
        else:
            raise UsageError(f"unknown game {choice!r}: use one of {', '.join(GAMES)}")
    try:
        events = convert.read(body, format_of(form, name), game, number=number)
    except SeveralMatchesError as error:
        for at, part in enumerate(error.parts, 1):
            print(f"{at:5}  {part.title or '?'}", file=sys.stderr)
        raise UsageError(f"{name}: {len(error.parts)} games: choose one with --game N") from error
    page = convert.code_page(body)
    if page:
        print(f"{name}: not UTF-8; read as {CODE_PAGES[page]}", file=sys.stderr)
    return events


def body_of(name: str, most: int = MOST_BYTES) -> bytes:
    """Read a file or the standard input, up to one byte more than the limit, so that excess is noticed.

    Raises `UsageError`.
    """
    try:
        if name == STREAM:
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error


def _write(name: str, body: bytes, events: list[Event]) -> None:
    if name == STREAM:
        sys.stdout.buffer.write(body)
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if not path.name:
        raise UsageError(f"{name!r} is not a file name")
    try:
        if path.exists() and not path.is_file():  # a pipe or a device is written to, not replaced
            path.write_bytes(body)
        else:
            _replace(Path(os.path.realpath(path)), body)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    print(f"{name}: {len(events)} events")


def _warn_of_the_game(name: str, form: str, events: list[Event]) -> None:
    """Say which game to name when a file is read that names none, unless readers take it for granted."""
    opened = events[0]
    game = opened.terms.game if isinstance(opened, Opened) else ""
    if game and not convert.names_game(form, game):
        print(f"{name}: .{form} does not name the game: read it with --game {game}", file=sys.stderr)


def _replace(path: Path, body: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".zaria-{os.getpid()}.draft")
    file = draft.open("xb")
    try:
        with file:
            file.write(body)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
