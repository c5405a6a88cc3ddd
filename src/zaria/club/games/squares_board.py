"""The small board of squares; see `tables_board` for that of the tables games.

All is drawn in squares of the board: the pattern as dashed lines, the men of a side as one path of round
dots. `js/ui/small_board.js` writes the same for a match that is being played.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria import games
from zaria.club.games.positions import Drawing, SquaresPosition
from zaria.games.registry import CHESS_GAMES

_FRAME = 0.042
"""The width of the frame as a part of the board's edge."""

PIECES: Mapping[str, str] = {
    "p": "M10 4a2.6 2.6 0 0 1 1.6 4.7c-.2 2 .7 4 2.9 5.6v2.2h-9v-2.2c2.2-1.6 3.1-3.6 2.9-5.6"
    "a2.6 2.6 0 0 1 1.6-4.7z",
    "r": "M4.8 3.5h2.4v1.7h1.6v-1.7h2.4v1.7h1.6v-1.7h2.4v4l-1.6 1.2v4.3l1.6 1.4v2.1h-10.4v-2.1"
    "l1.6-1.4v-4.3l-1.6-1.2z",
    "n": "M9 3l1.2 1.7c4.2.6 5.9 4.6 5.3 11.8h-9.8c.2-3.4 3-4.2 3.4-6.6l-3.2 2-2-1.6 2.6-5 1.2-.6z",
    "b": "M10 2.4l1.1 1.3c2.2 1.4 3.4 3.4 3 5.2-.2 1-.8 1.8-1.6 2.4l.8 2.6 2.4.9v1.7h-11.4v-1.7l2.4-.9.8-2.6"
    "c-.8-.6-1.4-1.4-1.6-2.4-.4-1.8.8-3.8 3-5.2z",
    "q": "M3 5l3 3.6.8-5 2 4.6 1.2-5.4 1.2 5.4 2-4.6.8 5 3-3.6-1.7 8.6.7 2.9h-12l.7-2.9z",
    "k": "M9.2 2h1.6v1.5h1.5v1.5h-1.5v1.7c2.8-1.6 6.5-.4 6.3 2.5-.1 1.8-1.8 2.9-2.4 4.4l.4 2.9h-10.2l.4-2.9"
    "c-.6-1.5-2.3-2.6-2.4-4.4-.2-2.9 3.5-4.1 6.3-2.5v-1.7h-1.5v-1.5h1.5z",
    "m": "M10 2.4a3.7 3.7 0 0 1 2.4 6.5c.4 2.4 1.4 4 3 5.2 1.6.4 2.5 1.2 2.5 2.1 0 1.6-3.4 2.3-7.9 2.3"
    "s-7.9-.7-7.9-2.3c0-.9.9-1.7 2.5-2.1 1.6-1.2 2.6-2.8 3-5.2a3.7 3.7 0 0 1 2.4-6.5z",
}
"""Outlines on a square of 20: chess pieces, and the turned man of ugolki."""

SETS: Mapping[str, str] = {**dict.fromkeys(CHESS_GAMES, "prnbqk"), "ugolki": "m"}
"""Games whose pieces are not round."""


class _Piece(NamedTuple):
    """A piece and the square on which it is seen."""

    letter: str
    x: int
    y: int


def drawing(position: SquaresPosition) -> Drawing:
    """Return the board with a position."""
    frame = _FRAME * position.size
    return Drawing(
        (-frame, -frame, position.size + 2 * frame, position.size + 2 * frame),
        shapes([position]),
        empty(position),
        men(position),
    )


def shapes(positions: Iterable[SquaresPosition]) -> SafeString:
    """Return the boards of these positions and the pieces that are not round."""
    shown = list(positions)
    used = {letter for position in shown for letter in SETS.get(position.game, "")}
    boards = sorted({(position.size, _pattern(position)) for position in shown})
    return format_html(
        "{}{}",
        format_html_join("", "{}", ((_board(size, pattern),) for size, pattern in boards)),
        format_html_join(
            "",
            '<path id="mq-{}" d="{}" transform="scale(.05)"/>',
            ((letter, outline) for letter, outline in PIECES.items() if letter in used),
        ),
    )


def empty(position: SquaresPosition) -> SafeString:
    """Return the board of a position without the pieces."""
    return format_html('<use href="#mq-{}{}"/>', position.size, _pattern(position))


def _pattern(position: SquaresPosition) -> str:
    """Return which squares are dark: "" as in chess, "m" as there in a mirror, "p" none."""
    coordinates = games.board_game(position.game).coordinates
    return {"mirror": "m", "mirror-light": "m", "plain": "p"}.get(coordinates, "")


def men(position: SquaresPosition) -> SafeString:
    """Return everything that stands on the board."""
    size = position.size
    letters = position.rows.replace("/", "")
    pieces = [
        _Piece(letter, index % size, index // size)
        for index, letter in enumerate(reversed(letters) if position.turned else letters)
        if letter != "."
    ]
    if position.game in SETS:
        return _figures(position.game, pieces)
    return format_html_join("", "{}", ((_draughtsmen(pieces, side),) for side in "wb"))


def way(position: SquaresPosition, after: str, style: str) -> SafeString:
    """Return a line from the square that a man leaves to that where it stands in the rows `after` a move."""
    size = position.size
    squares, later = (rows.replace("/", "") for rows in (position.rows, after))
    targets = [index for index, letter in enumerate(later) if letter not in (".", squares[index])]
    if not targets:
        return SafeString()
    is_light = _is_light(later[targets[0]], position.game)
    sources = [
        index
        for index, letter in enumerate(squares)
        if letter != "." and later[index] == "." and _is_light(letter, position.game) == is_light
    ]
    line = "L".join(_centre(index, size, turned=position.turned) for index in (sources[0], targets[0]))
    return format_html('<path class="mb-path {}" d="M{}"/>', style, line)


def _is_light(letter: str, game: str) -> bool:
    return letter.isupper() if game in CHESS_GAMES else letter.lower() == "w"


def _centre(index: int, size: int, *, turned: bool) -> str:
    place = size * size - 1 - index if turned else index
    return f"{place % size}.5 {place // size}.5"


def _board(size: int, pattern: str) -> SafeString:
    """The frame and the squares."""
    frame = _FRAME * size
    whole = f"{size + 2 * frame:.4g}"
    first = 0 if pattern == "m" else 1
    dark = range(0 if pattern == "p" else size)
    rows = "".join(f"M{(first + row) % 2} {row}.5H{size}" for row in dark)
    return format_html(
        '<g id="mq-{0}{5}"><rect class="mq-f" x="{1}" y="{1}" width="{2}" height="{2}" rx="{3}"/>'
        '<rect class="mq-a" width="{0}" height="{0}"/><path class="mq-d" d="{4}"/></g>',
        size, f"{-frame:.3g}", whole, f"{frame:.3g}", rows, pattern,
    )  # fmt: skip


def _draughtsmen(pieces: Iterable[_Piece], side: str) -> SafeString:
    """The men of a side as one path in three strokes: rims, faces, grooves; kings have a brighter groove."""

    def dots(wanted: Callable[[str], bool]) -> str:
        return "".join(f"M{piece.x}.5 {piece.y}.5h0" for piece in pieces if wanted(piece.letter))

    path, kings = dots(lambda letter: letter.lower() == side), dots(lambda letter: letter == side.upper())
    if not path:
        return SafeString()
    strokes = format_html('<g class="mq-{}">{}</g>', side, mark_safe(f'<path d="{path}"/>' * 3))
    return format_html('{}<path class="mq-k" d="{}"/>', strokes, kings) if kings else strokes


def _figures(game: str, pieces: Iterable[_Piece]) -> SafeString:
    """Pieces of chess, or the men of ugolki."""
    return format_html_join(
        "",
        '<use class="mq-{}" href="#mq-{}" x="{}" y="{}"/>',
        (
            (
                "w" if _is_light(piece.letter, game) else "b",
                piece.letter.lower() if game in CHESS_GAMES else "m",
                piece.x,
                piece.y,
            )
            for piece in pieces
        ),
    )
