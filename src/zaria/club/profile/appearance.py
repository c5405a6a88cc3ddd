"""A visitor's appearance settings: theme, board skin and checkers, so that the first paint is right.

A guest's are kept in cookies, a member's in the settings; the cookies then only go along.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from zaria import __version__
from zaria.club.accounts import players

THEMES = ("light", "dark")
SKINS = ("walnut", "night", "sand")
MEN = ("ivory", "amber", "marble")
FIELDS = ("theme", "skin", "men")
_AGE = 365 * 24 * 3600


def theme(request: HttpRequest) -> str:
    """Name of the theme; "" follows the system."""
    return _valid_value(request, "theme", ("", *THEMES))


def skin(request: HttpRequest) -> str:
    """The board's skin."""
    return _valid_value(request, "skin", SKINS)


def men(request: HttpRequest) -> str:
    """The checkers, and the pieces on squares."""
    return _valid_value(request, "men", MEN)


def appearance(request: HttpRequest) -> dict[str, str]:
    """For every template: the look of this visitor's pages, and the version that they have at their foot."""
    return {"theme": theme(request), "skin": skin(request), "men": men(request), "version": __version__}


def store_choice(response: HttpResponse, field: str, value: str) -> None:
    """Have the browser keep a part of the look; "" as the system has it."""
    name = f"zaria_{field}"
    if value:
        response.set_cookie(name, value, max_age=_AGE, samesite="Lax", secure=settings.SECURE)
    else:
        response.delete_cookie(name, samesite="Lax")


def _valid_value(request: HttpRequest, field: str, allowed: tuple[str, ...]) -> str:
    """The choice among `allowed`, or its first, the default."""
    player = players.of(request)
    user = request.user if player is not None and player.member else None
    saved = getattr(user, "settings", {}).get(field)
    value = request.COOKIES.get(f"zaria_{field}", "") if saved is None else saved
    return value if value in allowed else allowed[0]
