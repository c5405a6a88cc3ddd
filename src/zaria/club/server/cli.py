"""`zaria serve` and `zaria manage`."""

import argparse
import os
from collections.abc import Sequence
from importlib.util import find_spec

from zaria.club.site import variables
from zaria.usage import UsageError

SETTINGS = "zaria.club.site.settings"
_COMMAND_ROOMS = (
    "fair_play",
    "federations",
    "library",
    "notifications",
    "progress",
    "puzzles",
    "ratings",
    "staff",
    "storage",
)
"""The rooms of the club that have management commands."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the site's commands to the `zaria` command."""
    role = variables.raw("ZARIA_ROLE")
    serve = commands.add_parser("serve", help="run the server")
    serve.add_argument(
        "--port",
        type=_port,
        default=variables.raw("PORT"),
        help="HTTP port (default $PORT, or 8000; 0: any free port)",
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (default 127.0.0.1)")
    serve.add_argument(
        "--bot-pause",
        type=_pause,
        default=700,
        metavar="MS",
        help="delay before the computer moves (default 700)",
    )
    serve.add_argument(
        "--role",
        type=_roles,
        default="all" if role is None else role,
        metavar="ROLE",
        help="roles of this process: all (default, or $ZARIA_ROLE), or some of web,host,bots",
    )
    serve.add_argument(
        "--ops",
        metavar="ADDRESS",
        help="address for metrics and stored e-mails: 127.0.0.1:9100 or unix:/a/path (default $ZARIA_OPS)",
    )
    serve.set_defaults(run=run_server)
    # Without a prefix character nothing is an option here: all arguments go to Django.
    manage = commands.add_parser(
        "manage", help="run a Django management command", add_help=False, prefix_chars="\0"
    )
    manage.add_argument("arguments", nargs=argparse.REMAINDER)
    manage.set_defaults(run=_manage)
    library = commands.add_parser(
        "library", help="import matches into the club's library", add_help=False, prefix_chars="\0"
    )
    library.add_argument("arguments", nargs=argparse.REMAINDER)
    library.set_defaults(run=_manage_library)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: use a number from 0 to 65535")
    return int(text)


def _pause(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 60_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a delay: use 0 to 60000 milliseconds")
    return int(text)


def _roles(text: str) -> frozenset[str] | None:
    """Parse a list of roles; None means all."""
    from zaria.live.config import ROLES

    roles = frozenset(part.strip() for part in text.split(","))
    if roles == {"all"}:
        return None
    if not roles <= set(ROLES):
        raise argparse.ArgumentTypeError(f"{text!r} is not a role: use all, or some of {','.join(ROLES)}")
    return roles


def run_server(args: argparse.Namespace) -> int:
    """Run `zaria serve` with these arguments; raises `UsageError`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    from zaria.club.server import start
    from zaria.club.server.listeners import AddressInUseError
    from zaria.club.site import data_directory

    if args.ops is not None:
        os.environ["ZARIA_OPS"] = args.ops
    try:
        return start.serve(args.port, args.host, args.bot_pause, args.role)
    except (data_directory.ConfigurationError, AddressInUseError) as error:
        raise UsageError(str(error)) from error


def _manage(args: argparse.Namespace) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from zaria.club.site import data_directory

    try:
        if _needs_club(args.arguments) and not _has_file():
            raise UsageError(_no_club())
        data_directory.prepare()
    except data_directory.ConfigurationError as error:
        raise UsageError(str(error)) from error
    try:
        execute_from_command_line(["zaria manage", *args.arguments])
    except DatabaseError as error:
        if _has_tables():
            raise
        raise UsageError(_no_club()) from error
    return 0


def _manage_library(args: argparse.Namespace) -> int:
    args.arguments.insert(0, "library")
    return _manage(args)


def _needs_club(arguments: Sequence[str]) -> bool:
    """Return whether these arguments run a command of the club; Django's own can work on an empty folder."""
    if not arguments or not {"-h", "--help"}.isdisjoint(arguments):
        return False
    return any(find_spec(f"zaria.club.{room}.management.commands.{arguments[0]}") for room in _COMMAND_ROOMS)


def _has_file() -> bool:
    from zaria.club.site import data_directory
    from zaria.club.site.database import databases

    return data_directory.database_url() is not None or (data_directory.directory() / databases.FILE).exists()


def _has_tables() -> bool:
    from django.db import DatabaseError, connection

    try:
        return "django_migrations" in connection.introspection.table_names()
    except DatabaseError:
        return True  # the fault is another one


def _no_club() -> str:
    from zaria.club.site import data_directory

    place = "the database" if data_directory.database_url() else data_directory.directory()
    return f"there is no club in {place}: start `zaria serve` there once, or name another place by ZARIA_DATA"
