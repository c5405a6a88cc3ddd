"""Worked examples on a board of squares: what the browser draws, and the same in words. See `examples`."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games.rules_pages.examples import Example
from zaria.games.board_games import BoardMove, BoardPosition, square_name
from zaria.games.registry import CHESS_GAMES


def start(example: Example) -> BoardPosition:
    """The position with which an example begins."""
    game = games.board_game(example.game, **example.options)
    return game.parse(example.position) if example.position else game.start()


def history(example: Example) -> list[tuple[BoardPosition, BoardMove | None]]:
    """The positions of an example, each with the move that is made there (None where nothing is).

    Raises `LookupError` when a move is not among the legal ones.
    """
    position = start(example)
    seen: list[tuple[BoardPosition, BoardMove | None]] = []
    for written in example.turns:
        seen.append((position, _found(position, written)))
        position = position.move(written)
    return [*seen, (position, None)]


def _found(position: BoardPosition, written: str) -> BoardMove:
    legal = {way.move: way for way in position.legal_moves()}
    if written not in legal:
        raise LookupError(f"{written!r} is not among the legal moves {sorted(legal)}")
    return legal[written]


def figure(example: Example, caption: SafeString) -> SafeString:
    """An example with its caption; until it is drawn, and where nothing draws, its words can be read."""
    position, way = history(example)[example.shown]
    barred = _path(example.never[0]) if example.never else ()
    return format_html(
        '<figure class="picture square" data-picture="{}"><div class="drawn"><p class="words">{}</p></div>'
        "<figcaption>{}</figcaption></figure>",
        json.dumps(drawn(position, way, barred), separators=(",", ":")),
        " ".join(words(position, way)),
        caption,
    )


def drawn(position: BoardPosition, way: BoardMove | None, barred: Sequence[str] = ()) -> dict[str, Any]:
    """Data for `squares/picture.js`; `barred` are the squares of an illegal move."""
    game = position.game
    return {
        "game": game.id,
        "size": game.size,
        "coordinates": game.coordinates,
        "turned": not game.light_below,
        "house": getattr(game.options, "house", ""),
        "board": position.board(),
        "path": way.path if way else (),
        "takes": way.captures if way else (),
        "barred": barred,
    }


def _path(move: str) -> tuple[str, ...]:
    """The squares of a move as it is written: c3-d4, c3:e5:g7, 26x37, e2e4."""
    if move.isalnum() and "x" not in move:
        return move[:2], move[2:4]
    return tuple(move.replace(":", "-").replace("x", "-").split("-"))


def words(position: BoardPosition, way: BoardMove | None) -> Iterator[str]:
    """The picture in sentences."""
    yield _("White: {pieces}.").format(pieces=_pieces(position, 0))
    yield _("Black: {pieces}.").format(pieces=_pieces(position, 1))
    if way:
        yield _("Move: {move}.").format(move=position.notation(way.move))


def _pieces(position: BoardPosition, side: int) -> str:
    """The pieces of a side, kind by kind with their squares."""
    squares_of: dict[str, list[str]] = {}
    for letter, square in _standing(position):
        if _side(position, letter) == side:
            squares_of.setdefault(letter, []).append(square)
    kinds = sorted(squares_of, key=_order(position).index)
    return "; ".join(f"{_kind(position, kind)} {', '.join(squares_of[kind])}" for kind in kinds)


def _standing(position: BoardPosition) -> Iterator[tuple[str, str]]:
    """Every piece with the name of its square."""
    game = position.game
    for row, line in enumerate(position.board().split("/")):
        for column, letter in enumerate(line):
            if letter != ".":
                yield letter, square_name(game, row, column)


def _side(position: BoardPosition, letter: str) -> int:
    if position.game.id in CHESS_GAMES:
        return 0 if letter.isupper() else 1
    return 0 if letter in "wW" else 1


def _order(position: BoardPosition) -> str:
    return "KQRBNPkqrbnp" if position.game.id in CHESS_GAMES else "WBwb"


def _kind(position: BoardPosition, letter: str) -> str:
    if position.game.id in CHESS_GAMES:
        chessmen = {
            "k": _("king"),
            "q": _("queen"),
            "r": _("rook"),
            "b": _("bishop"),
            "n": _("knight"),
            "p": _("pawn"),
        }
        return chessmen[letter.lower()]
    return _("crowned") if letter.isupper() else _("men")
