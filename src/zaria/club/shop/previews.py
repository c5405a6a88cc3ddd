"""Small drawn pictures of goods, for the shop and for the settings.

The boards are those of `zaria.club.games.pictures`. The checkers are those of the table, drawn once for each
set with gradients of its own: the table's gradients take the colours of the page.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria.club.games import pictures
from zaria.club.games.tables_board import SIZE
from zaria.club.shop.goods import Good

BOARDS = ("tabla", "chess")
"""The games whose boards are shown in each skin."""

_PLACES = (
    *(("lt", 10.4, 9.9 + SIZE * place) for place in range(5)),
    *(("dk", 53.6, 9.9 + SIZE * place) for place in range(3)),
)
"""The checkers in the preview of a set: their side and their centres, on two points of the small board."""
_WIDTH, _HEIGHT = 75, 53

_SHADES = {"lt": "l", "dk": "d"}


class SortPictures(NamedTuple):
    """The pictures of the goods of a sort.

    * preview: the picture of a good in the shop;
    * small: the picture of a value in the settings;
    * shapes: the shapes to which the preview of a good refers, or None.
    """

    preview: Callable[[Good], SafeString]
    small: Callable[[str], SafeString]
    shapes: Callable[[str], SafeString] | None = None


def drawings(goods: Iterable[Good]) -> SafeString:
    """Shapes to which the previews refer; once in a page, before them."""
    return format_html(
        '{}<svg class="sr" aria-hidden="true"><defs>{}</defs></svg>',
        pictures.drawings(BOARDS),
        format_html_join(
            "", "{}", ((shapes(good.name),) for good in goods if (shapes := PICTURES[good.part].shapes))
        ),
    )


def preview(good: Good) -> SafeString:
    """The picture of a good; it hides itself from screen readers."""
    return PICTURES[good.part].preview(good)


def small_picture(part: str, value: str) -> SafeString:
    """The picture of a value of a setting; it hides itself from screen readers."""
    return PICTURES[part].small(value)


def _board_preview(good: Good) -> SafeString:
    return format_html_join("", "{}", ((pictures.board(game, good.name),) for game in BOARDS))


def _small_board(skin: str) -> SafeString:
    return pictures.board(BOARDS[0], skin)


def _small_checkers(men: str) -> SafeString:
    return format_html('<span class="discs" data-men="{}"><i class="l"></i><i class="d"></i></span>', men)


def _checkers_preview(good: Good) -> SafeString:
    uses = format_html_join(
        "",
        '<use href="#man-{}-{}" x="{}" y="{}" width="{}" height="{}"/>',
        ((side, good.name, f"{x - SIZE / 2:g}", f"{y - SIZE / 2:.4g}", SIZE, SIZE) for side, x, y in _PLACES),
    )
    return format_html(
        '<svg class="mini" data-men="{}" viewBox="0 0 {} {}" aria-hidden="true"><use href="#mb"/>{}</svg>',
        good.name, _WIDTH, _HEIGHT, uses,
    )  # fmt: skip


def _checkers(men: str) -> SafeString:
    """Both checkers of a set, with their gradients."""
    return format_html(
        '<g data-men="{}">{}</g>', men, mark_safe("".join(_checker(side, men) for side in _SHADES))
    )


def _checker(side: str, men: str) -> SafeString:
    shade, key = _SHADES[side], f"{side}-{men}"
    return format_html(
        '<radialGradient id="in-{0}" cx=".38" cy=".3" r=".85"><stop class="{1}0"/>'
        '<stop offset=".55" class="{1}1"/><stop offset="1" class="{1}2"/></radialGradient>'
        '<linearGradient id="edge-{0}" x1="0" y1="0" x2="1" y2="1"><stop class="{1}2"/>'
        '<stop offset="1" class="{1}0"/></linearGradient>'
        '<symbol id="man-{0}" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="url(#in-{0})"/>'
        '<circle cx="50" cy="50" r="48" class="{1}rim"/>'
        '<circle cx="50" cy="50" r="36" fill="url(#edge-{0})"/>'
        '<circle cx="50" cy="50" r="33.5" fill="url(#in-{0})"/>'
        '<circle cx="50" cy="50" r="20" class="{1}groove"/>'
        '<circle cx="50.7" cy="50.9" r="18.6" class="{1}glint"/>'
        '<path d="M16 40A37 37 0 0 1 52 11" class="gloss{2}"/></symbol>',
        key,
        shade,
        " dim" if side == "dk" else "",
    )


PICTURES: Mapping[str, SortPictures] = {
    "skin": SortPictures(_board_preview, _small_board),
    "men": SortPictures(_checkers_preview, _small_checkers, _checkers),
}
"""The pictures of each sort, by the part of the look."""
