"""A visitor's appearance settings: theme, board skin and checkers, so that the first paint is right.

A guest's are kept in cookies, a member's in the settings; the cookies then only go along. Boards and
checkers of the shop are for those who have bought them; for others they count as never chosen.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from zaria import __version__
from zaria.club.accounts.requests import member_of
from zaria.club.shop import goods
from zaria.club.shop.queries import may_wear, shopper_of

THEMES = ("light", "dark")
SKINS = ("walnut", "night", "sand")
MEN = ("ivory", "amber", "marble")
"""Boards and checkers that everybody has."""
ALL_SKINS = (*SKINS, *(good.name for good in goods.BOARDS))
ALL_MEN = (*MEN, *(good.name for good in goods.CHECKERS))
FIELDS = ("theme", "skin", "men")
_AGE = 365 * 24 * 3600


def theme(request: HttpRequest) -> str:
    """Name of the theme; "" follows the system."""
    return _valid_value(request, "theme", ("", *THEMES))


def skin(request: HttpRequest) -> str:
    """The board's skin."""
    return _valid_value(request, "skin", ALL_SKINS)


def men(request: HttpRequest) -> str:
    """The checkers, and the pieces on squares."""
    return _valid_value(request, "men", ALL_MEN)


def appearance(request: HttpRequest) -> dict[str, Any]:
    """For every template: the look of this visitor's pages, and the version that they have at their foot.

    `look_sheets` are the style sheets of the goods in it.
    """
    look = {"skin": skin(request), "men": men(request)}
    worn = (goods.good_of(part, name) for part, name in look.items())
    return {
        "theme": theme(request),
        **look,
        "look_sheets": [good.sheet for good in worn if good is not None],
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
