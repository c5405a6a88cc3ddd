"""Small drawn boards beside the games' names, as SVG: decoration only, so no words and no rules.

A page draws the board once, each stack of checkers once, and each position that its games need once; the
pictures themselves are references to these.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from zaria.club.games import board_pictures

WIDTH, HEIGHT = 312, 200
FRAME, BAR, STEP = 9, 18, 23
_LENGTH = 74
RADIUS = 9.7
TALLEST = 69
"""Largest distance between the centres of a stack; a taller stack closes up."""

Column = tuple[int, str]
"""A column of the drawing, 1–12 above from the left, 13–24 below from the left, and its checkers from the
edge inwards: `l` light, `d` dark."""

POSITIONS: Mapping[str, tuple[Column, ...]] = {
    "start": (
        (1, "lllll"), (5, "ddd"), (7, "ddddd"), (12, "ll"),
        (13, "ddddd"), (17, "lll"), (19, "lllll"), (24, "dd"),
    ),
    "heads": ((12, "l" * 15), (13, "d" * 15)),
    "tapa": (
        (1, "lllll"), (4, "dl"), (6, "dd"), (9, "l"), (11, "ddd"),
        (13, "ddddd"), (16, "ld"), (18, "ll"), (21, "lld"), (23, "dd"), (24, "lll"),
    ),
    "long-nardy": (
        (1, "d"), (2, "l"), (3, "d"), (6, "l"), (8, "ll"), (9, "l"), (11, "l"), (12, "lllllll"),
        (13, "ddddddd"), (14, "d"), (16, "dd"), (17, "d"), (19, "d"), (20, "d"), (22, "l"), (24, "l"),
    ),
    "gulbara": (
        (1, "ll"), (3, "l"), (4, "d"), (5, "lll"), (8, "d"), (10, "l"), (12, "lllll"),
        (13, "ddddd"), (15, "d"), (18, "lll"), (19, "ddd"), (21, "dd"), (23, "dd"),
    ),
    "chelebi": (
        (1, "llll"), (3, "dd"), (5, "ddd"), (6, "dd"), (7, "dddd"), (12, "ll"),
        (13, "dd"), (16, "lll"), (18, "ll"), (19, "llll"), (24, "dd"),
    ),
    "antitabla": (
        (2, "ll"), (6, "dd"), (7, "dddd"), (8, "dd"), (9, "l"), (10, "dd"), (11, "ll"),
        (15, "dd"), (17, "ll"), (19, "lll"), (20, "lll"), (22, "ll"), (23, "ddd"),
    ),
    "crazy-gulbar": (
        (2, "dd"), (4, "d"), (7, "ll"), (9, "l"), (10, "ll"), (12, "llllllll"),
        (13, "ddddddd"), (15, "dd"), (17, "d"), (20, "dd"), (23, "ll"),
    ),
    "backgammon": (
        (1, "llll"), (5, "dd"), (6, "dd"), (7, "dddd"), (9, "dd"), (12, "ll"),
        (13, "ddd"), (17, "ll"), (18, "ll"), (19, "lll"), (21, "ll"), (24, "dd"),
    ),
    "indiyka": (
        (7, "ddd"), (8, "dd"), (9, "dd"), (10, "dd"), (11, "dd"), (12, "dd"),
        (19, "ll"), (20, "ll"), (21, "l"), (22, "ll"), (23, "ll"),
    ),
}  # fmt: skip

PICTURES: Mapping[str, tuple[str, str]] = {
    "tabla": ("walnut", "start"),
    "tapa": ("sand", "tapa"),
    "gulbara": ("walnut", "gulbara"),
    "chelebi": ("night", "chelebi"),
    "indiyka": ("sand", "indiyka"),
    "antitabla": ("walnut", "antitabla"),
    "tabla-bg": ("night", "start"),
    "short-nardy": ("walnut", "start"),
    "long-nardy": ("night", "long-nardy"),
    "gulbar": ("sand", "heads"),
    "crazy-gulbar": ("walnut", "crazy-gulbar"),
    "short-nardy-5s": ("night", "start"),
    "long-nardy-5s": ("sand", "long-nardy"),
    "backgammon": ("walnut", "backgammon"),
}
"""The skin and the position by which each game is shown; games played in turn show their boards together."""

TOGETHER: Mapping[str, tuple[str, ...]] = {"three-games": ("tapa", "gulbara", "tabla")}
"""The boards of a match of several games, the hindmost first."""

_SMALLER = 0.64


def drawings(games: Iterable[str]) -> SafeString:
    """Shapes to which the pictures of these games refer; once in a page, before them."""
    games = list(games)
    shown = [part for game in games for part in TOGETHER.get(game, (game,)) if part in PICTURES]
    positions = list(dict.fromkeys(PICTURES[game][1] for game in shown))
    stacks = sorted({run for name in positions for run, _column, _from in _runs(POSITIONS[name])})
    return _shapes(
        ground(),
        _safe(_stack(colour, count) for colour, count in stacks),
        _safe(_position(name) for name in positions),
        board_pictures.drawings(games),
    )


def blank_drawings(games: Collection[str]) -> SafeString:
    """Shapes to which the blank boards of these games, and what a page's script puts on them, refer."""
    tables = any(game not in board_pictures.POSITIONS for game in games)
    return _shapes(ground() if tables else SafeString(""), board_pictures.drawings(games))


def blank_board(game: str) -> SafeString:
    """A board on which nothing stands, for a page with `blank_drawings`; a script fills its group of men."""
    if game in board_pictures.POSITIONS:
        return board_pictures.blank_board(game)
    skin = PICTURES[game][0] if game in PICTURES else "walnut"
    return _picture(mark_safe('<use href="#mb"/><g class="men"></g>'), skin)


def board(game: str, skin: str = "") -> SafeString:
    """The picture of `game`, for a page with its `drawings`; it hides itself from screen readers.

    `skin`: another than the game's own.
    """
    if game in board_pictures.POSITIONS:
        return board_pictures.board(game, skin)
    if game in TOGETHER:
        return _picture(_safe(_fan(game)))
    default_skin, position = PICTURES[game]
    return _picture(format_html('<use href="#mb"/><use href="#mb-{}"/>', position), skin or default_skin)


def _shapes(*parts: SafeString) -> SafeString:
    return format_html('<svg class="sr" aria-hidden="true"><defs>{}</defs></svg>', _safe(parts))


def ground() -> SafeString:
    """Return the faces of checkers and the empty board, to which pictures of tables games refer."""
    return format_html(
        '{}<g id="mb"><rect class="mb-f" width="{}" height="{}" rx="11"/>{}'
        '<path class="mb-a" d="{}"/><path class="mb-b" d="{}"/></g>',
        _safe(_face(colour) for colour in "ld"),
        WIDTH,
        HEIGHT,
        _felts(),
        _points(0),
        _points(1),
    )


def _picture(inside: SafeString, skin: str = "walnut") -> SafeString:
    return format_html(
        '<svg class="mini" data-skin="{}" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        skin, WIDTH, HEIGHT, inside,
    )  # fmt: skip


def _fan(game: str) -> Iterator[SafeString]:
    """Boards that lie on each other, from above on the right to below on the left."""
    parts = TOGETHER[game]
    for place, part in enumerate(parts):
        skin, position = PICTURES[part]
        right = WIDTH * (1 - _SMALLER) * (1 - place / (len(parts) - 1))
        down = HEIGHT * (1 - _SMALLER) * place / (len(parts) - 1)
        yield format_html(
            '<g data-skin="{}" transform="translate({} {})scale({})">'
            '<use href="#mb"/><use href="#mb-{}"/></g>',
            skin, f"{right:g}", f"{down:g}", _SMALLER, position,
        )  # fmt: skip


def _safe(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))


def _left(column: int) -> float:
    """Left edge of a column."""
    place = (column - 1) % 12
    return FRAME + place * STEP + (BAR if place >= 6 else 0)


def _felts() -> SafeString:
    width, height = 6 * STEP, HEIGHT - 2 * FRAME
    rect = '<rect class="mb-g" x="{}" y="{}" width="{}" height="{}" rx="3"/>'
    return format_html(rect * 2, _left(1), FRAME, width, height, _left(7), FRAME, width, height)


def _points(parity: int) -> str:
    """The path of every other point."""
    half = STEP / 2
    return "".join(
        f"M{_left(column):g} {FRAME}h{STEP}l-{half:g} {_LENGTH}z"
        if column <= 12
        else f"M{_left(column):g} {HEIGHT - FRAME}h{STEP}l-{half:g}-{_LENGTH}z"
        for column in range(1, 25)
        if (column + (column > 12)) % 2 == parity
    )


def _runs(columns: Iterable[Column]) -> Iterator[tuple[tuple[str, int], int, int]]:
    """Each run of one colour: (colour, how many), its column, and how many lie before it."""
    for column, colours in columns:
        before = 0
        while before < len(colours):
            remaining = colours[before:]
            count = len(remaining) - len(remaining.lstrip(remaining[0]))
            yield (remaining[0], count), column, before
            before += count


def pitch(count: int) -> float:
    """Return the distance between the centres of a stack of so many checkers."""
    return min(2 * RADIUS, TALLEST / (count - 1)) if count > 1 else 2 * RADIUS


def _face(colour: str) -> SafeString:
    """The gradient of a checker's face, with its groove: one element for each checker keeps a page light."""
    stops = ((0, 0), (0.58, 1), (0.63, 2), (0.7, 2), (0.75, 1), (1, 1))
    return format_html(
        '<radialGradient id="mb-{}">{}</radialGradient>',
        colour,
        _safe(f'<stop offset="{offset:g}" class="{colour}{shade}"/>' for offset, shade in stops),
    )


def _stack(colour: str, count: int) -> SafeString:
    """So many checkers of a colour, from their first one's centre downwards."""
    men = (f'<circle cy="{place * pitch(count):.4g}" r="{RADIUS}"/>' for place in range(count))
    return format_html('<g id="mb-{}{}" class="mb-{}">{}</g>', colour, count, colour, _safe(men))


def _position(name: str) -> SafeString:
    """The checkers of a position, by stacks."""
    uses = []
    for (colour, count), column, before in _runs(POSITIONS[name]):
        x = _left(column) + STEP / 2
        edge = FRAME + RADIUS + 1.3 + before * 2 * RADIUS
        y = edge if column <= 12 else HEIGHT - edge - (count - 1) * pitch(count)
        uses.append(f'<use href="#mb-{colour}{count}" x="{x:g}" y="{y:.4g}"/>')
    return format_html('<g id="mb-{}">{}</g>', name, _safe(uses))
