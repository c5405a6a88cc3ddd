"""PGN: a game of chess as every chess program reads it, written and parsed by python-chess (GPL-3).

    [Event "Zaria"]
    ...
    [Result "1-0"]

    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

The writer uses the seven standard tags, the export format and lines of 80 characters. python-chess reads
files leniently and skips what it does not understand; here every word must be a move, so `movetext` splits
the text into words and python-chess parses each move.
"""

from collections.abc import Sequence

import chess
import chess.pgn

from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition
from zaria.games.protocols import Option
from zaria.match.events import Event
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import movetext
from zaria.records.score_sheet import build, score_sheet

GAME = "chess"
"""The game that PGN holds."""

_VARIANTS = ("", "standard", "chess", "normal", "from position")


def dump(events: Sequence[Event]) -> bytes:
    """Write a game of chess as PGN."""
    sheet = score_sheet(events)
    game = chess.pgn.Game(sheet.tags())
    node: chess.pgn.GameNode = game
    for played in sheet.moves:
        node = node.add_variation(chess.Move.from_uci(played.move))
    return f"{game.accept(chess.pgn.StringExporter(columns=80))}\n".encode()


def load(body: bytes, game: str = GAME, options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a game in PGN; raises `InvalidRecordError`."""
    text = movetext.read(body)
    if not text.tags and not text.moves:
        raise InvalidRecordError("no game: neither tags nor moves", 1)
    if "GameType" in text.tags:
        raise InvalidRecordError("a game of draughts: this is PDN", text.line_of("GameType"))
    if text.tag("Variant").lower() not in _VARIANTS:
        raise InvalidRecordError("another game than the chess played here", text.line_of("Variant"))
    _check_start(text)
    return build(text, game, options, _find)


def _check_start(text: movetext.Movetext) -> None:
    fen = text.tag("FEN")
    if fen and fen.split()[:4] != chess.STARTING_FEN.split()[:4]:
        raise InvalidRecordError("a game from a set-up position is not read", text.line_of("FEN"))


def _find(position: BoardPosition, word: str) -> str:
    """Find the legal move that a word (SAN) denotes in this position."""
    assert isinstance(position, ChessPosition)
    return position.parse_move(word)
