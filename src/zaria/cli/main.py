"""The `zaria` command."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from zaria import __version__
from zaria.cli import analyse, convert, courses, load, puzzles, rules, solve, tournament, train, verify
from zaria.club.demo import cli as demo
from zaria.club.server import cli as club
from zaria.club.server.backup import cli as backup
from zaria.usage import UsageError

_MODULES = (
    *(club, demo, backup, rules, verify, convert, analyse, train, solve, puzzles, courses, tournament, load),
)


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, without the usage text."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_line(message)}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 for success, 1 for a negative finding, 2 for bad input."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an unprintable name must not lose a report
    parser = Parser(
        prog="zaria", description="An open club for tabla, nardy, backgammon, draughts, ugolki and chess."
    )
    parser.add_argument("--version", action="version", version=f"zaria {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=Parser)
    for module in _MODULES:
        module.add_commands(commands)
    args = parser.parse_args(argv)
    try:
        code = int(args.run(args))
        sys.stdout.flush()
        return code
    except UsageError as error:
        print(f"zaria: {_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("zaria: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has closed the pipe (`| head`)
        _discard_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _discard_output()
        print(f"zaria: {error.strerror}", file=sys.stderr)
        return 2


def _discard_output() -> None:
    """Discard buffered output, so that flushing at exit cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _line(text: str) -> str:
    """One line, whatever names and arguments the text quotes."""
    return " ".join(text.splitlines())


if __name__ == "__main__":
    sys.exit(main())
