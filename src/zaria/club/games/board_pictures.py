"""Small drawn boards of squares beside the games' names; see `pictures` for those of the tables games.

All is drawn in squares of a board, the pattern as dashed lines, the men of a side as one path of round dots.
"""

from collections.abc import Iterable, Iterator, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

EDGE = 200
"""Of a picture, which is square."""
FRAME = 8

POSITIONS: Mapping[str, str] = {
    "russian-draughts": "...b.b.b/b.b...../.b...b.b/b.....w./...b...w/w...w.../.w.w.w../....w.W.",
    "giveaway": ".b.b...b/b...b.../.b.b...b/..b...../.....b.w/w...w.../.w.....w/w.w...w.",
    "english-draughts": ".b.b.b.b/b.b...b./...b...b/b...b.../...w...w/w.w...w./.w...w.w/w...w.w.",
    "draughts": (
        ".b.b...b.b/b.b.b.b.../.b...b.b.b/b...b...../...b...b.w/"
        "..w.w...w./.w.w...w.w/w...w.w.../.w.w.w.w.w/w...w.w..."
    ),
    "ugolki": "....bb.b/.....b.b/..b.bw.b/...bw.../..wb.b../.w..w.../w.ww..../wwb.w...",
    "chess": "r.bq.rk./pp...ppp/..n.pn../..pp..../.bPP..../..NBPN../PP...PPP/R.BQ.RK.",
}  # fmt: skip
"""Position in the picture of each game: a character a square, as `BoardPosition.board` writes them."""

SKINS: Mapping[str, str] = {
    "russian-draughts": "walnut",
    "giveaway": "sand",
    "english-draughts": "night",
    "draughts": "walnut",
    "ugolki": "sand",
    "chess": "night",
}

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

SETS: Mapping[str, str] = {"chess": "prnbqk", "ugolki": "m"}
"""Games whose pieces are not round."""


def drawings(games: Iterable[str]) -> SafeString:
    """Shapes to which the pictures of these games refer."""
    shown = [game for game in games if game in POSITIONS]
    return shapes(shown, sorted({_size(game) for game in shown}))


def shapes(games: Iterable[str], sizes: Iterable[int]) -> SafeString:
    """Return boards of so many squares along an edge, and the pieces of these games that are not round."""
    used = {letter for game in games for letter in SETS.get(game, "")}
    pieces = ((letter, outline) for letter, outline in PIECES.items() if letter in used)
    return _safe(
        [
            *map(_board, sizes),
            *(format_html('<path id="mq-{}" d="{}" transform="scale(.05)"/>', *piece) for piece in pieces),
        ]
    )


def board(game: str, skin: str = "") -> SafeString:
    """The picture of `game`, for a page with its `drawings`; it hides itself from screen readers.

    `skin`: another than the game's own.
    """
    return _picture(game, _figures(game) if game in SETS else _men(game), skin)


def blank_board(game: str) -> SafeString:
    """The board of `game` with an empty group in place of its pieces."""
    return _picture(game, mark_safe('<g class="men"></g>'))


def _picture(game: str, pieces: SafeString, skin: str = "") -> SafeString:
    size = _size(game)
    return format_html(
        '<svg class="mini mini-sq" data-skin="{}" viewBox="0 0 {} {}" aria-hidden="true"><g transform="'
        'translate({} {})scale({})"><use href="#mq-{}"/>{}</g></svg>',
        skin or SKINS[game], EDGE, EDGE, FRAME, FRAME, f"{scale(size):g}", size, pieces,
    )  # fmt: skip


def scale(size: int) -> float:
    """Return the length of a square's edge on a board of so many squares along an edge."""
    return (EDGE - 2 * FRAME) / size


def _size(game: str) -> int:
    return POSITIONS[game].index("/")


def _board(size: int) -> SafeString:
    """The frame and the squares."""
    frame = FRAME / scale(size)
    whole, edge = size + 2 * frame, -frame
    rows = "".join(f"M{1 - row % 2} {row}.5H{size}" for row in range(size))
    return format_html(
        '<g id="mq-{}"><rect class="mq-f" x="{}" y="{}" width="{}" height="{}" rx="{}"/>'
        '<rect class="mq-a" width="{}" height="{}"/><path class="mq-d" d="{}"/></g>',
        size, f"{edge:.3g}", f"{edge:.3g}", f"{whole:.4g}", f"{whole:.4g}", f"{frame:.3g}", size, size, rows,
    )  # fmt: skip


def _squares(game: str) -> Iterator[tuple[str, int, int]]:
    """Each piece and where it stands."""
    for y, row in enumerate(POSITIONS[game].split("/")):
        yield from ((piece, x, y) for x, piece in enumerate(row) if piece != ".")


def _men(game: str) -> SafeString:
    """Each side's men as one path in three strokes: edge, face, groove; kings have a brighter groove."""
    parts = []
    for side in "wb":
        spots = "".join(f"M{x}.5 {y}.5h0" for piece, x, y in _squares(game) if piece.lower() == side)
        kings = "".join(f"M{x}.5 {y}.5h0" for piece, x, y in _squares(game) if piece == side.upper())
        name = f"mq-{game}-{side}"
        parts.append(
            format_html(
                '<g class="mq-{}"><g class="mq-1"><path id="{}" d="{}"/></g><use href="#{}" class="mq-2"/>'
                '<use href="#{}" class="mq-3"/></g>',
                side, name, spots, name, name,
            )
        )  # fmt: skip
        if kings:
            parts.append(format_html('<path class="mq-k" d="{}"/>', kings))
    return _safe(parts)


def _figures(game: str) -> SafeString:
    chess = game == "chess"
    return _safe(
        format_html(
            '<use class="mq-{}" href="#mq-{}" x="{}" y="{}"/>',
            "w" if piece.isupper() or piece == "w" else "b",
            piece.lower() if chess else "m",
            x,
            y,
        )
        for piece, x, y in _squares(game)
    )


def _safe(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))
