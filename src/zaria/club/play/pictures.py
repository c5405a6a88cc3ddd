"""Small drawn boards for the front page, as SVG: decoration only, so no words and no rules."""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 312, 200
_FRAME, _BAR, _STEP = 9, 18, 23
_TOP, _BOTTOM = _FRAME + 2, HEIGHT - _FRAME - 2
_LENGTH = 74
_MAN = 19.5

Column = tuple[int, str]
"""A column of the drawing, 1–12 above from the left, 13–24 below from the left, and its checkers from the
edge inwards: `l` light, `d` dark."""

POSITIONS: dict[str, tuple[str, tuple[Column, ...]]] = {
    "tabla": (
        "walnut",
        (
            (1, "lllll"), (5, "ddd"), (7, "ddddd"), (12, "ll"),
            (13, "ddddd"), (17, "lll"), (19, "lllll"), (24, "dd"),
        ),
    ),
    "tapa": (
        "sand",
        (
            (1, "llll"), (4, "dl"), (6, "dd"), (9, "l"), (11, "ddd"),
            (13, "dddd"), (16, "ld"), (18, "ll"), (21, "lld"), (23, "d"), (24, "ll"),
        ),
    ),
    "long-nardy": (
        "night",
        (
            (3, "d"), (6, "l"), (8, "ll"), (9, "l"), (11, "l"), (12, "lllllll"),
            (13, "ddddddd"), (14, "d"), (16, "dd"), (17, "d"), (19, "d"), (22, "l"),
        ),
    ),
}  # fmt: skip


def board(game: str) -> SafeString:
    """The picture of `game`; it hides itself from screen readers."""
    skin, columns = POSITIONS[game]
    men = mark_safe("".join(_men(column, colours) for column, colours in columns))
    return format_html(
        '<svg class="mini" data-skin="{}" viewBox="0 0 {} {}" aria-hidden="true">'
        '<rect class="frame" width="{}" height="{}" rx="11"/>{}'
        '<path class="pa" d="{}"/><path class="pb" d="{}"/>{}</svg>',
        skin,
        WIDTH,
        HEIGHT,
        WIDTH,
        HEIGHT,
        _felts(),
        _points(0),
        _points(1),
        men,
    )


def _left(column: int) -> float:
    """Where a column begins."""
    place = (column - 1) % 12
    return _FRAME + place * _STEP + (_BAR if place >= 6 else 0)


def _felts() -> SafeString:
    width, height = 6 * _STEP, HEIGHT - 2 * _FRAME
    left, right = _left(1), _left(7)
    rect = '<rect class="felt" x="{}" y="{}" width="{}" height="{}" rx="3"/>'
    return format_html(rect * 2, left, _FRAME, width, height, right, _FRAME, width, height)


def _points(parity: int) -> str:
    """The path of every other point."""
    half = _STEP / 2
    return "".join(
        f"M{_left(column):g} {_FRAME}h{_STEP}l-{half:g} {_LENGTH}z"
        if column <= 12
        else f"M{_left(column):g} {HEIGHT - _FRAME}h{_STEP}l-{half:g}-{_LENGTH}z"
        for column in range(1, 25)
        if (column + (column > 12)) % 2 == parity
    )


def _men(column: int, colours: str) -> str:
    """The checkers of a column; a tall stack closes up."""
    pitch = min(_MAN, 69 / (len(colours) - 1)) if len(colours) > 1 else 0
    x = _left(column) + (_STEP - _MAN) / 2
    drawn = []
    for place, colour in enumerate(colours):
        y = _TOP + place * pitch if column <= 12 else _BOTTOM - _MAN - place * pitch
        name = "man-lt" if colour == "l" else "man-dk"
        drawn.append(f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{_MAN}" height="{_MAN}"/>')
    return "".join(drawn)
