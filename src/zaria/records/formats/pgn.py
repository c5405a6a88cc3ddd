"""PGN: a game of chess or Chess960 as chess programs read it, written and parsed by python-chess (GPL-3).

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

from zaria.games import board_game
from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition
from zaria.games.chess960 import USUAL_START, start_number_of
from zaria.games.protocols import Option
from zaria.match.events import Event
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import movetext
from zaria.records.formats.movetext import Movetext
from zaria.records.occasion import UNKNOWN, Occasion
from zaria.records.openings import chess as openings
from zaria.records.score_sheet import ScoreSheet, build, first_position, score_sheet

GAME = "chess"
"""The game of a file that names no variant."""
CHESS960 = "chess960"
GAMES = (GAME, CHESS960)
"""The games that PGN holds."""

_VARIANTS = ("", "standard", "chess", "normal", "from position")
_VARIANTS_960 = ("chess960", "fischerandom", "fischer random", "fischerrandom", "chess 960")


def dump(events: Sequence[Event], occasion: Occasion = UNKNOWN, site: str = "") -> bytes:
    """Write a game of chess or Chess960, played at the address `site`, as PGN."""
    sheet = score_sheet(events)
    game = chess.pgn.Game(sheet.tags(site=site, occasion=occasion) | _opening(sheet))
    if sheet.match.terms.position:
        game.setup(chess.Board(sheet.match.terms.position))
    if sheet.match.game.id == CHESS960:
        first = sheet.moves[0].before if sheet.moves else sheet.match.board_position()
        game.headers.update({"Variant": "Chess960", "SetUp": "1", "FEN": first.to_text()})
    node: chess.pgn.GameNode = game
    for played in sheet.moves:
        node = node.add_variation(chess.Move.from_uci(played.move))
    return f"{game.accept(chess.pgn.StringExporter(columns=80))}\n".encode()


def load(body: bytes, game: str = GAME, options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a game in PGN, of Chess960 if the file says so; raises `InvalidRecordError`."""
    text = movetext.read(body)
    if not text.tags and not text.moves:
        raise InvalidRecordError("no game: neither tags nor moves", 1)
    game = game_of(text, game)
    options, position = start_of(text, game, options or {})
    return build(text, game, options, find, position)


def game_of(text: Movetext, usual: str = GAME) -> str:
    """Return Chess960 if a file says so, else the `usual` game; raises `InvalidRecordError`."""
    if "GameType" in text.tags:
        raise InvalidRecordError("a game of draughts: this is PDN", text.line_of("GameType"))
    variant = text.tag("Variant").lower()
    if variant in _VARIANTS_960:
        return CHESS960
    if variant not in _VARIANTS:
        raise InvalidRecordError("not the kind of chess played here", text.line_of("Variant"))
    return usual


def start_of(text: Movetext, game: str, options: dict[str, Option]) -> tuple[dict[str, Option], str]:
    """Return the options and the position from which the game of a file begins, "" for the usual one.

    Raises `InvalidRecordError`.
    """
    position = first_position(text, game)
    return _numbered(position, options) if game == CHESS960 else (options, position)


def _numbered(position: str, options: dict[str, Option]) -> tuple[dict[str, Option], str]:
    """Return the options with the number of a starting position, and the position if it has none."""
    number = USUAL_START if not position else start_number_of(board_game(CHESS960).parse(position))
    return (options, position) if number is None else ({**options, "start_number": number}, "")


def _opening(sheet: ScoreSheet) -> dict[str, str]:
    """Return the tags of the opening, none where the game has no name or begins from its own position."""
    if sheet.match.terms.position or sheet.match.game.id != GAME:
        return {}
    opening = openings.of_moves(chess.Move.from_uci(played.move) for played in sheet.moves)
    return {} if opening is None else {"ECO": opening.eco, "Opening": opening.name}


def find(position: BoardPosition, word: str) -> tuple[str]:
    """Find the legal move that a word (SAN) denotes in this position."""
    assert isinstance(position, ChessPosition)
    return (position.parse_move(word),)
