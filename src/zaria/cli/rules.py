"""The commands about rules: `zaria games`, `zaria turns`, `zaria perft`."""

import json
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from zaria import games
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.dice import Roll
from zaria.games.protocols import (
    DiceGame,
    GameKind,
    InvalidOptionsError,
    InvalidPositionError,
    InvalidRollError,
    Option,
    Position,
    UnknownGameError,
    checked_roll,
)
from zaria.games.registry import GAMES, TRADITIONS, Tradition, of_tradition
from zaria.games.tables.perft import perft
from zaria.games.turn import Turn
from zaria.records.position_ids import pasted
from zaria.usage import UsageError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_BOARD = re.compile(r"-[-A-Za-z]{25}$")
_MOST_LISTED = 20
"""Numbers that are listed one by one as the values of an option."""
_DEPTH = re.compile(r"[1-9]|[12][0-9]", re.ASCII)


def add_commands(subparsers: "_SubParsersAction[ArgumentParser]") -> None:
    """Add the commands; each sets `run`, which takes the arguments and returns the exit code."""
    listed = subparsers.add_parser("games", help="list the games and their options")
    listed.add_argument("--json", action="store_true", help="print one JSON object")
    listed.set_defaults(run=run_games)
    turns = _position_parser(subparsers, "turns", "list the distinct legal turns of a roll")
    turns.add_argument("--roll", help="the dice, such as 31, unless the position contains them")
    turns.set_defaults(run=run_turns)
    counted = _position_parser(subparsers, "perft", "count the positions reached by all rolls")
    counted.add_argument("--depth", required=True, help="turns to look ahead; each stage of a doublet is one")
    counted.add_argument("--routes", action="store_true", help="count every route of a capture")
    counted.set_defaults(run=run_perft)


def run_games(args: Namespace) -> int:
    """Print the games by tradition, each with its title, source and options, the default first."""
    if args.json:
        print(json.dumps({name: _description(info.game, info.tradition) for name, info in GAMES.items()}))
        return 0
    print(f"{'NAME':<20} {'TITLE':<22} {'SOURCE':<48} OPTIONS (the default first)")
    for tradition in TRADITIONS:
        print(f"# {tradition}")
        for name in of_tradition(tradition):
            game = GAMES[name].game
            choices = " ".join(f"{key}={'|'.join(_listed(values))}" for key, values in game.choices)
            print(f"{name:<20} {game.title:<22} {game.source:<48} {choices}".rstrip())
    return 0


def _listed(values: tuple[Option, ...]) -> Iterator[str]:
    """The values of an option as they are typed, very many numbers as the first and the last."""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    is_long = len(numbers) > _MOST_LISTED
    yield from (_shown(value) for value in values if not (is_long and value in numbers))
    if is_long:
        yield f"{min(numbers)}..{max(numbers)}"


def _description(game: DiceGame | BoardGame, tradition: Tradition) -> dict[str, object]:
    return {
        "title": game.title,
        "source": game.source,
        "kind": game.kind,
        "tradition": tradition,
        "options": dict(game.choices),
    }


def run_turns(args: Namespace) -> int:
    """Print the number of distinct turns, then one a line, the rearmost checkers first.

    In board games it prints each legal move as it is sent.
    """
    return _TURNS[_kind(args)](args)


def run_perft(args: Namespace) -> int:
    """Print a line for each depth: the depth and the number of positions; see `perft`.

    The first long move is off, as in published counts, unless it is set.
    """
    return _PERFT[_kind(args)](args, _depth(args.depth))


def _kind(args: Namespace) -> GameKind:
    try:
        return games.get(args.game).kind
    except UnknownGameError as error:
        raise UsageError(str(error.args[0])) from error


def _dice_turns(args: Namespace) -> int:
    position = _position(args, _game(args))
    if position.duty is None:
        if args.roll is None:
            raise UsageError("add --roll: the position contains no dice")
        position = position.rolled(_roll(args.roll))
    elif args.roll is not None:
        raise UsageError("remove --roll: the position already contains the dice")
    turns = sorted(position.turns(), key=_order, reverse=True)
    print(len(turns))
    for turn in turns:
        print(turn)
    return 0


def _board_moves(args: Namespace) -> int:
    if args.roll is not None:
        raise UsageError("leave out --roll: this game has no dice")
    moves = _board_position(args).legal_moves()
    print(len(moves))
    for move in moves:
        print(move.move)
    return 0


def _dice_perft(args: Namespace, depth: int) -> int:
    if args.routes:
        raise UsageError("--routes is for board games: a game with dice has no captures with routes")
    if "first_long_move" in dict(games.get(args.game).choices):
        args.set.insert(0, "first_long_move=off")
    position = _position(args, _game(args))
    for plies in range(1, depth + 1):
        print(plies, perft(position, plies), flush=True)
    return 0


def _board_perft(args: Namespace, depth: int) -> int:
    position = _board_position(args)
    for plies in range(1, depth + 1):
        try:
            print(plies, position.perft(plies, routes=args.routes), flush=True)
        except OverflowError as error:
            raise UsageError(str(error)) from error
    return 0


_TURNS: Mapping[GameKind, Callable[[Namespace], int]] = {"dice": _dice_turns, "board": _board_moves}
_PERFT: Mapping[GameKind, Callable[[Namespace, int], int]] = {"dice": _dice_perft, "board": _board_perft}


def _depth(text: str) -> int:
    if not _DEPTH.fullmatch(text):
        raise UsageError(f"the depth is a number from 1 to 29, not {text!r}")
    return int(text)


def _position_parser(
    subparsers: "_SubParsersAction[ArgumentParser]", name: str, explanation: str
) -> ArgumentParser:
    # An XGID board may begin with "-", even with "-h": make argparse take it as a value, like a number.
    parser = subparsers.add_parser(name, help=explanation, add_help=False)
    parser._negative_number_matcher = _BOARD
    parser.add_argument("--help", action="help", help="show this text")
    parser.add_argument("game", help="identifier; `zaria games` lists them")
    parser.add_argument(
        "--position",
        help="the position: X=24:2,13:5;O=24:2,13:5, an XGID, a gnubg position ID or a FEN"
        " (default: the start)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game (may be repeated)",
    )
    return parser


def _board_position(args: Namespace) -> BoardPosition:
    game = _board_game(args)
    if args.position is None:
        return game.start()
    try:
        return game.parse(pasted.identifier_of(args.position))
    except InvalidPositionError as error:
        raise UsageError(str(error)) from error


def _game(args: Namespace) -> DiceGame:
    try:
        return games.dice_game(args.game, **_settings(args))
    except (UnknownGameError, InvalidOptionsError) as error:
        raise UsageError(str(error.args[0])) from error


def _board_game(args: Namespace) -> BoardGame:
    try:
        return games.board_game(args.game, **_settings(args))
    except (UnknownGameError, InvalidOptionsError) as error:
        raise UsageError(str(error.args[0])) from error


def _settings(args: Namespace) -> dict[str, Option]:
    choices: dict[str, tuple[Option, ...]] = dict(games.get(args.game).choices)
    return dict(_setting(choices, text) for text in args.set)


def _setting(choices: dict[str, tuple[Option, ...]], text: str) -> tuple[str, Option]:
    """Parse `key=value` into the game's own value."""
    key, equals, value = text.partition("=")
    if not equals:
        raise InvalidOptionsError(f"an option is key=value, not {text!r}")
    return key, {_shown(option): option for option in choices.get(key, ())}.get(value, value)


def _shown(value: Option) -> str:
    """A value as it is typed on the command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _position(args: Namespace, game: DiceGame) -> Position:
    if args.position is None:
        return game.start()
    try:
        return pasted.read(game, args.position, 0)[0]
    except InvalidPositionError as error:
        raise UsageError(str(error)) from error


def _roll(text: str) -> Roll:
    try:
        if len(text) != 2 or not text.isascii() or not text.isdigit():
            raise InvalidRollError(f"a roll is two digits of 1 to 6, not {text!r}")
        return checked_roll((int(text[0]), int(text[1])))
    except InvalidRollError as error:
        raise UsageError(str(error)) from error


def _order(turn: Turn) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(((step.src, step.dst) for step in turn.steps), reverse=True))
