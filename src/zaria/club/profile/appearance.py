"""A visitor's theme, board and checkers, so that the first paint is right.

A guest's are kept in cookies, a member's in the settings; the cookies then only go along. Boards and
checkers of the shop are for those who have bought them; for others they count as never chosen.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from zaria import __version__
from zaria.club.accounts.requests import member_of
from zaria.club.shop.goods import SORTS, good_of
from zaria.club.shop.page_parts import shopper_of
from zaria.club.shop.queries import may_wear

THEMES = ("light", "dark")
FIELDS = ("theme", *SORTS)
"""The parts of the look."""
_AGE = 365 * 24 * 3600


def theme(request: HttpRequest) -> str:
    """Name of the theme; "" follows the system."""
    return _valid_value(request, "theme", ("", *THEMES))


def look(request: HttpRequest) -> dict[str, str]:
    """The value of each part that the shop sells, such as the skin of the board."""
    return {part: _valid_value(request, part, sort.values) for part, sort in SORTS.items()}


def appearance(request: HttpRequest) -> dict[str, Any]:
    """For every template: the look of this visitor's pages, and the version that they have at their foot.

    `look_marks` are the attributes of the page, `goods_in_use` the codes of the goods in the look, and
    `look_sheets` their style sheets.
    """
    values = look(request)
    in_use = [good for part, value in values.items() if (good := good_of(part, value)) is not None]
    return {
        "theme": theme(request),
        "look_marks": [
            (part, value)
            for part, value in values.items()
            if SORTS[part].marks_default or value != SORTS[part].free[0]
        ],
        "goods_in_use": [good.code for good in in_use],
        "look_sheets": [good.sheet for good in in_use],
        "version": __version__,
    }


def store_choice(response: HttpResponse, field: str, value: str) -> None:
    """Have the browser keep a part of the look; "" as the system has it."""
    name = f"zaria_{field}"
    if value:
        response.set_cookie(name, value, max_age=_AGE, samesite="Lax", secure=settings.SECURE)
    else:
        response.delete_cookie(name, samesite="Lax")


def _valid_value(request: HttpRequest, field: str, allowed: tuple[str, ...]) -> str:
    """The choice among `allowed`, or its first, the default."""
    member = member_of(request)
    saved = None if member is None else member.settings.get(field)
    value = request.COOKIES.get(f"zaria_{field}", "") if saved is None else saved
    return value if value in allowed and may_wear(shopper_of(request).goods, field, value) else allowed[0]
