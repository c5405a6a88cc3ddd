"""PGN: a game of chess as every chess program reads it, written and parsed by python-chess (GPL-3).

    [Event "Zaria"]
    ...
    [Result "1-0"]

    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

The writer uses the seven standard tags, those of the clock and the opening, the export format and lines of 80
characters. python-chess reads
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
from zaria.records.openings import chess as openings
from zaria.records.score_sheet import ScoreSheet, build, first_position, score_sheet

GAME = "chess"
"""The game that PGN holds."""

_VARIANTS = ("", "standard", "chess", "normal", "from position")


def dump(events: Sequence[Event], site: str = "") -> bytes:
    """Write a game of chess, played at the address `site`, as PGN."""
    sheet = score_sheet(events)
    game = chess.pgn.Game(sheet.tags(site=site) | _opening(sheet))
    if sheet.match.terms.position:
        game.setup(chess.Board(sheet.match.terms.position))
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
        raise InvalidRecordError("not the kind of chess played here", text.line_of("Variant"))
    return build(text, game, options, _find, first_position(text, game))


def _opening(sheet: ScoreSheet) -> dict[str, str]:
    """Return the tags of the opening, none where the game has no name or begins from its own position."""
    if sheet.match.terms.position:
        return {}
    opening = openings.of_moves(chess.Move.from_uci(played.move) for played in sheet.moves)
    return {} if opening is None else {"ECO": opening.eco, "Opening": opening.name}


def _find(position: BoardPosition, word: str) -> tuple[str]:
    """Find the legal move that a word (SAN) denotes in this position."""
    assert isinstance(position, ChessPosition)
    return (position.parse_move(word),)
