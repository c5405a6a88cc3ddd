"""The part of the lobby that an address asks for: every list has a permalink with its filters."""

from typing import Literal, cast, get_args
from urllib.parse import urlencode

from django.http import QueryDict

from zaria.club.games.catalogue import TITLES
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.match.terms import Speed

What = Literal["open", "playing", "people"]

FURTHEST = 10_000
"""Pages that may be asked for."""
MOST_DIGITS = 9
"""Of the number of a page that are read: what has more is beyond all pages anyway."""


def query_of(asked: QueryDict) -> WatchLobby:
    """The list in an address; what it cannot mean is as if it were not there."""
    page = asked.get("page", "")[:MOST_DIGITS]
    return WatchLobby(
        what=cast(What, _one_of(asked.get("list", ""), get_args(What)) or "open"),
        page=min(int(page), FURTHEST) - 1 if page.isascii() and page.isdigit() and int(page) else 0,
        game=_one_of(asked.get("game", ""), tuple(TITLES)),
        speed=cast(Speed | Literal[""], _one_of(asked.get("speed", ""), get_args(Speed))),
        stakes=cast(Literal["", "with", "without"], _one_of(asked.get("stakes", ""), ("with", "without"))),
    )


def address(query: WatchLobby) -> str:
    """The address of a list; what is usual is left out."""
    told = {
        "list": query.what if query.what != "open" else "",
        "page": str(query.page + 1) if query.page else "",
        "game": query.game,
        "speed": query.speed,
        "stakes": query.stakes,
    }
    asked = urlencode({name: value for name, value in told.items() if value})
    return f"/?{asked}" if asked else "/"


def _one_of(said: str, known: tuple[str, ...]) -> str:
    return said if said in known else ""
