"""The commands about rules: `zaria games`, `zaria turns`, `zaria perft`."""

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from zaria import games
from zaria.games.game import BadOptions, BadPosition, BadRoll, Option, Roll, UnknownGame, checked_roll
from zaria.games.tables.game import TablesGame
from zaria.games.tables.perft import perft
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_BOARD = re.compile(r"-[-A-Za-z]{25}$")
_DEPTH = re.compile(r"[1-9]")


class UsageError(Exception):
    """Bad input on the command line; its text is the one line to show."""


def add_commands(subparsers: "_SubParsersAction[ArgumentParser]") -> None:
    """Add the commands; each sets `run`, which takes the arguments and returns the exit code."""
    listed = subparsers.add_parser("games", help="the games and what a table may agree on")
    listed.set_defaults(run=run_games)
    turns = _position_parser(subparsers, "turns", "the distinct legal turns of a roll")
    turns.add_argument("--roll", required=True, help="two dice, such as 31")
    turns.set_defaults(run=run_turns)
    counted = _position_parser(subparsers, "perft", "count the positions reached by all rolls")
    counted.add_argument("--depth", required=True, help="rolls to look ahead")
    counted.set_defaults(run=run_perft)


def run_games(args: Namespace) -> int:
    """One line for each game: identifier, title, and the options a table may agree on, the default first."""
    for name in games.names():
        game = games.get(name)
        choices = " ".join(f"{key}={'|'.join(map(str, values))}" for key, values in game.choices)
        print(f"{name:<12} {game.title:<12} {choices}".rstrip())
    return 0


def run_turns(args: Namespace) -> int:
    """The number of distinct turns, then each on a line, the rearmost checkers first."""
    position = _position(args, _game(args))
    turns = sorted(position.turns(_roll(args.roll)), key=_order, reverse=True)
    print(len(turns))
    for turn in turns:
        print(turn)
    return 0


def run_perft(args: Namespace) -> int:
    """A line for each depth: the depth and the positions.

    The first long move is left out of the count, as in published ones, unless it is set.
    """
    game = _game(args)
    if "first_long_move" in dict(game.choices) and not any(
        s.startswith("first_long_move=") for s in args.set
    ):
        game = games.get(game.id, first_long_move="off")
    position = _position(args, game)
    if not _DEPTH.fullmatch(args.depth):
        raise UsageError(f"the depth is a number from 1 to 9, not {args.depth!r}")
    for depth in range(1, int(args.depth) + 1):
        print(depth, perft(position, depth), flush=True)
    return 0


def _position_parser(
    subparsers: "_SubParsersAction[ArgumentParser]", name: str, explanation: str
) -> ArgumentParser:
    # An XGID board may begin with "-", even with "-h": argparse shall take it for a value, like a number.
    parser = subparsers.add_parser(name, help=explanation, add_help=False)
    parser._negative_number_matcher = _BOARD
    parser.add_argument("--help", action="help", help="show this text")
    parser.add_argument("game", help="identifier; `zaria games` lists them")
    parser.add_argument("--position", help="X=24:2,13:5;O=24:2,13:5, an XGID board or a gnubg Position ID")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an agreed option")
    return parser


def _game(args: Namespace) -> TablesGame:
    try:
        choices = dict(games.get(args.game).choices)
        return games.get(args.game, **dict(_setting(choices, text) for text in args.set))
    except (UnknownGame, BadOptions) as error:
        raise UsageError(str(error.args[0])) from error


def _setting(choices: dict[str, tuple[Option, ...]], text: str) -> tuple[str, Option]:
    """A `key=value` with the value as the game knows it."""
    key, equals, value = text.partition("=")
    if not equals:
        raise BadOptions(f"an option is key=value, not {text!r}")
    return key, {str(known): known for known in choices.get(key, ())}.get(value, value)


def _position(args: Namespace, game: TablesGame) -> Position:
    if args.position is None:
        return game.start()
    try:
        return Position.parse(game, args.position)
    except BadPosition as error:
        raise UsageError(str(error)) from error


def _roll(text: str) -> Roll:
    try:
        if len(text) != 2 or not text.isascii() or not text.isdigit():
            raise BadRoll(f"a roll is two digits of 1 to 6, not {text!r}")
        return checked_roll((int(text[0]), int(text[1])))
    except BadRoll as error:
        raise UsageError(str(error)) from error


def _order(turn: Turn) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(((step.src, step.dst) for step in turn.steps), reverse=True))
