"""Other programs that play draughts, as players for `tools.bench.draughts`: in benchmarks only.

They are in build/judges (`tools/bootstrap.py judges`), and receive positions, not games: they know of none
that came before. A move of theirs is the legal move that begins and ends there and captures the same.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from zaria.games.board_games import BoardPosition
from zaria.games.draughts.game import DraughtsGame

FOLDER = Path(__file__).resolve().parents[2] / "build" / "judges"
GAMES = {
    "dame": ("draughts",),
    "turbo": ("draughts",),
    "simple": ("draughts", "russian-draughts"),
}
"""Games of each program. py-draughts' English draughts leave captures to choice, so they are not these."""
MEMORY = 64
"""Megabytes of the table of dame-rs."""

Query = Callable[[str], tuple[int, int, list[int]]]
"""A position as text; from, to and what is captured, in numbers of squares."""


class MissingEngineError(Exception):
    """The programs are not installed."""


def opponent(
    name: str, game: DraughtsGame, seconds: float, depth: int | None
) -> Callable[[BoardPosition], str]:
    """Return the move function of a program; it searches for `seconds` a move, or to `depth`."""
    if not (FOLDER / "dame").exists():
        raise MissingEngineError("other programs are missing; python tools/bootstrap.py judges installs them")
    if str(FOLDER) not in sys.path:  # before all else: pydraughts is imported by the same name
        sys.path.insert(0, str(FOLDER))
    ask = _dame(seconds, depth) if name == "dame" else _py_draughts(name, game, seconds, depth)
    return partial(_answer, ask)


def _answer(ask: Query, position: BoardPosition) -> str:
    begin, end, captured = ask(position.to_text().partition(";")[0])  # ours alone counts plies
    rules = position.game
    assert isinstance(rules, DraughtsGame)
    wanted = _name(rules, begin), _name(rules, end), sorted(_name(rules, square) for square in captured)
    for way in position.legal_moves():
        if (way.path[0], way.path[-1], sorted(way.captures)) == wanted:
            return way.move
    raise AssertionError(f"{position.to_text()}: {wanted} is no move by our rules")


def _name(rules: DraughtsGame, number: int) -> str:
    """A square as our rules call it; numbers go along the rows from the top."""
    if rules.size == 10:
        return str(number)
    row, place = divmod(number - 1, 4)
    return "abcdefgh"[2 * place + (row % 2 == 0)] + str(8 - row)


def _dame(seconds: float, depth: int | None) -> Query:
    import dame

    engine = dame.Engine(hash_mb=MEMORY)

    def ask(text: str) -> tuple[int, int, list[int]]:
        board = dame.Board(text)
        limit: dict[str, Any] = {"time": seconds} if depth is None else {"depth": depth}
        move = engine.search(board, **limit).best_move
        return move.from_square, move.to_square, list(move.captured)

    return ask


def _py_draughts(name: str, game: DraughtsGame, seconds: float, depth: int | None) -> Query:
    import draughts

    kind = draughts.TurboEngine if name == "turbo" else draughts.SimpleEngine
    engine = kind(depth_limit=depth or 60, time_limit=seconds if depth is None else None)
    boards = draughts.StandardBoard if game.size == 10 else draughts.RussianBoard

    def ask(text: str) -> tuple[int, int, list[int]]:
        move = engine.get_best_move(boards.from_fen(text))
        path = move.square_list
        return path[0] + 1, path[-1] + 1, [square + 1 for square in move.captured_list]

    return ask
