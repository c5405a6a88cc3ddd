"""The games that a visitor has marked as favourites; a cookie of the device keeps them, set by the page."""

from django.http import HttpRequest

from zaria.club.games.catalogue import TITLES
from zaria.club.play import last_terms

COOKIE = "zaria_favourites"
SEPARATOR = "."

POPULAR = ("tabla", "backgammon", "long-nardy", "chess", "gulbara", "russian-draughts")
"""Games for somebody of whom nothing is known yet."""


def read(request: HttpRequest) -> list[str]:
    """The favourites in the order in which they were marked; what is no game is left out."""
    named = request.COOKIES.get(COOKIE, "").split(SEPARATOR)
    return [game for game in dict.fromkeys(named) if game in TITLES]


def own_games(request: HttpRequest) -> list[str]:
    """The favourites, then the other games for which this visitor set tables, the latest first."""
    return list(dict.fromkeys((*read(request), *reversed(last_terms.read(request)))))


def quick_games(request: HttpRequest, count: int) -> list[str]:
    """This many games for which the front page offers a search: the visitor's own, then popular ones."""
    return list(dict.fromkeys((*own_games(request), *POPULAR)))[:count]
