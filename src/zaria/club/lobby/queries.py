"""The part of the lobby that an address asks for: every list has a permalink with its filters."""

from typing import Literal, TypeVar, get_args
from urllib.parse import urlencode

from django.http import QueryDict

from zaria.club.games.catalogue import TITLES
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.match.terms import Speed

What = Literal["open", "playing", "people"]
Name = TypeVar("Name", bound=str)

_LISTS: tuple[What, ...] = get_args(What)
_SPEEDS: tuple[Speed, ...] = get_args(Speed)
_STAKES: tuple[Literal["with", "without"], ...] = ("with", "without")

FURTHEST = 10_000
"""Pages that may be asked for."""
MOST_DIGITS = 9
"""Of the number of a page that are read: what has more is beyond all pages anyway."""


def query_of(parameters: QueryDict) -> WatchLobby:
    """The list in an address; what it cannot mean is as if it were not there."""
    page = parameters.get("page", "")[:MOST_DIGITS]
    return WatchLobby(
        what=_one_of(parameters.get("list", ""), _LISTS) or "open",
        page=min(int(page), FURTHEST) - 1 if page.isascii() and page.isdigit() and int(page) else 0,
        game=_one_of(parameters.get("game", ""), tuple(TITLES)),
        speed=_one_of(parameters.get("speed", ""), _SPEEDS),
        stakes=_one_of(parameters.get("stakes", ""), _STAKES),
    )


def address(query: WatchLobby) -> str:
    """The address of a list; what is usual is left out."""
    parameters = {
        "list": query.what if query.what != "open" else "",
        "page": str(query.page + 1) if query.page else "",
        "game": query.game,
        "speed": query.speed,
        "stakes": query.stakes,
    }
    query_string = urlencode({name: value for name, value in parameters.items() if value})
    return f"/?{query_string}" if query_string else "/"


def _one_of(value: str, choices: tuple[Name, ...]) -> Name | Literal[""]:
    return next((choice for choice in choices if choice == value), "")
