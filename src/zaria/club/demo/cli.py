"""The options `--demo` and `--demo-pace` of `zaria serve`."""

import argparse

from zaria.club.server import cli as server
from zaria.usage import UsageError

_PACES = (0.1, 100.0)


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the options to the command `serve`, which is there already."""
    serve = commands.choices["serve"]
    serve.add_argument(
        "--demo",
        action="store_true",
        help="a club in full swing, to look at on this machine (data: var/demo, or $ZARIA_DATA)",
    )
    serve.add_argument(
        "--demo-pace",
        type=_pace,
        default=1.0,
        metavar="N",
        help="how quickly its members play: 2 is twice as quick as people are (default 1)",
    )
    serve.set_defaults(run=_serve)


def _pace(text: str) -> float:
    least, most = _PACES
    try:
        pace = float(text)
    except ValueError:
        pace = 0.0
    if not least <= pace <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a pace: use {least:g} to {most:g}")
    return pace


def _serve(args: argparse.Namespace) -> int:
    if not args.demo:
        return server.run_server(args)
    if args.role is not None or args.ops is not None:
        raise UsageError("a demo has one process and no operator: leave --role and --ops out")
    from zaria.club.demo import companion as demo
    from zaria.club.server.listeners import AddressInUseError
    from zaria.club.site.data_directory import ConfigurationError

    try:
        return demo.serve(args.port, args.host, args.bot_pause, args.demo_pace)
    except (ConfigurationError, AddressInUseError) as error:
        raise UsageError(str(error)) from error
