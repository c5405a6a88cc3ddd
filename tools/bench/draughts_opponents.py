"""Other programs that play draughts, as players for `tools.bench.draughts`: in benchmarks only.

They are in build/judges, and receive positions, not games: they know of none that came before. A move of
theirs is the legal move that begins and ends there and captures the same. `tools/bootstrap.py judges`
installs those of the package registries. Scan 2.0, which is in none, has to be put there as
build/judges/scan/scan with its folder `data`; it answers by the Hub protocol, without its book.
"""

import re
import subprocess
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
    "scan": ("draughts",),
}
"""Games of each program. py-draughts' English draughts leave captures to choice, so they are not these."""
MEMORY = 64
"""Megabytes of the table of dame-rs."""
TABLE_BITS = 20
"""Bits of the number of entries of Scan's table: 16 megabytes, twice ours."""

Query = Callable[[str], tuple[int, int, list[int]]]
"""A position as text; from, to and what is captured, in numbers of squares."""


class MissingEngineError(Exception):
    """The programs are not installed."""


def opponent(
    name: str, game: DraughtsGame, seconds: float, depth: int | None
) -> Callable[[BoardPosition], str]:
    """Return the move function of a program; it searches for `seconds` a move, or to `depth`."""
    if not (FOLDER / name if name == "scan" else FOLDER / "dame").exists():
        raise MissingEngineError(
            "Scan is missing; put its program and its data into build/judges/scan"
            if name == "scan"
            else "other programs are missing; python tools/bootstrap.py judges installs them"
        )
    if name == "scan":
        return partial(_answer, Scan(FOLDER / name, seconds, depth).ask)
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


class Scan:
    """A running Scan, which keeps its table from move to move."""

    def __init__(self, folder: Path, seconds: float, depth: int | None) -> None:
        self.limit = f"time {round(1000 * seconds)}" if depth is None else f"depth {depth}"
        self.program = subprocess.Popen(
            [folder / "scan", "hub"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._write(f"set book false\nset tt-size {TABLE_BITS}\ninit\n")

    def ask(self, text: str) -> tuple[int, int, list[int]]:
        """Return its move; see `Query`."""
        self._write(f"pos {hub_position(text)}\n{self.limit}\ngo\n")
        assert self.program.stdout is not None
        move = next(line.split()[1] for line in self.program.stdout if line.startswith("move "))
        begin, end, *captured = map(int, re.split("[-x]", move))
        return begin, end, captured

    def close(self) -> None:
        """End it."""
        self.program.communicate()

    def _write(self, commands: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(commands)
        self.program.stdin.flush()


def hub_position(text: str) -> str:
    """A position of the large board in the Hub protocol: the side to move, then a letter for each square."""
    turn, *sides = text.split(":")
    squares = ["e"] * 50
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            first, _, last = piece.removeprefix("K").partition("-")
            letter = side[0].upper() if piece[0] == "K" else side[0].lower()
            for number in range(int(first), int(last or first) + 1):
                squares[number - 1] = letter
    return turn.lower() + "".join(squares)
