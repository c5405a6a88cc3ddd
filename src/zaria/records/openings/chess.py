"""Names of chess openings, by position.

The table `chess.tsv` holds the names of lichess' collection `chess-openings` (CC0), in English. A row has the
ECO code, the name, and the Polyglot keys of the positions that have it, so a game that comes to a position by
another order of moves has its name too.
`tools.generate.chess_openings` writes the table.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import chess
import chess.polyglot

from zaria.games.protocols import IllegalTurnError

LONGEST = 40
"""Plies among which a name is looked for; the deepest position of the table has 36."""
COMMENT = "#"


class ChessOpening(NamedTuple):
    """The name of an opening: its ECO code, its English name, and the ply at which the game had it."""

    eco: str
    name: str
    plies: int

    @property
    def title(self) -> str:
        """The code and the name: "C60 Ruy Lopez"."""
        return f"{self.eco} {self.name}"


def of_moves(moves: Iterable[chess.Move]) -> ChessOpening | None:
    """Return the last name that a game has had, from the usual first position on."""
    board = chess.Board()
    line = []
    for _ply, move in zip(range(LONGEST), moves, strict=False):
        board.push(move)
        line.append(position_key(board))
    return _last_named(line)


def of_words(words: Sequence[str]) -> ChessOpening | None:
    """Return the last name of a game in standard notation (SAN); raises `IllegalTurnError`."""
    return _last_named(_line(words))


def in_book(words: Sequence[str]) -> bool:
    """Return whether a game in standard notation may get another name; raises `IllegalTurnError`.

    It may until its opening is over: a game that has left the table can come back to it at any ply.
    """
    return len(_line(words)) < LONGEST


def _line(words: Sequence[str]) -> list[int]:
    """Return the keys of the positions after each ply of a game in standard notation."""
    board = chess.Board()
    line = []
    for word in words[:LONGEST]:
        try:
            move = board.parse_san(word)
        except ValueError:
            move = chess.Move.null()
        if not move:
            raise IllegalTurnError(f"not a legal move: {word[:20]!r}")
        board.push(move)
        line.append(position_key(board))
    return line


def of_positions(fens: Sequence[str]) -> ChessOpening | None:
    """Return the last name of a game whose positions after each ply are `fens`."""
    return _last_named([position_key(chess.Board(fen)) for fen in fens[:LONGEST]])


def position_key(board: chess.Board) -> int:
    """Return the key by which the table knows a position."""
    return chess.polyglot.zobrist_hash(board)


def _last_named(line: Sequence[int]) -> ChessOpening | None:
    """Return the name of the last position of a line that has one."""
    names = _table()
    for ply in range(len(line), 0, -1):
        if (row := names.get(line[ply - 1])) is not None:
            return ChessOpening(*row, ply)
    return None


@cache
def _table() -> dict[int, tuple[str, str]]:
    """Read the table, at its first use: codes and names by key."""
    names: dict[int, tuple[str, str]] = {}
    text = resources.files(__package__).joinpath("chess.tsv").read_text("utf-8")
    for row in text.splitlines():
        if not row.startswith(COMMENT):
            eco, name, words = row.split("\t")
            names.update(dict.fromkeys((int(key, 16) for key in words.split()), (eco, name)))
    return names
