"""The way back to tables that were left: their ids in a cookie. The seat itself is the guest's."""

import re
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from zaria.club.games import TITLES
from zaria.club.guests import YEAR, Guest
from zaria.live.app import Live

COOKIE = "zaria_tables"
MOST = 3
"""How many tables are remembered; the oldest is forgotten."""


class OpenTable(NamedTuple):
    """A table where the visitor sits and the match goes on."""

    id: str
    title: Any
    opponent: Any
    score: tuple[int, int]
    length: int
    your_turn: bool


def ids(request: HttpRequest) -> list[str]:
    """The remembered tables, the latest first."""
    return re.findall(r"[\w-]{1,40}", request.COOKIES.get(COOKIE, ""), re.ASCII)[:MOST]


def remember(request: HttpRequest, response: HttpResponseBase, match_id: str) -> None:
    """Put a table first."""
    kept = [match_id, *(known for known in ids(request) if known != match_id)][:MOST]
    if kept != ids(request):
        response.set_cookie(
            COOKIE, ".".join(kept), max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE
        )


async def still_open(live: Live, request: HttpRequest, guest: Guest | None) -> list[OpenTable]:
    """The remembered tables where `guest` sits and the match is not over."""
    found = []
    for match_id in ids(request) if guest else ():
        message = await live.state(match_id, guest.id if guest else None)
        state = msgspec.json.decode(message) if message else None
        if state and state["you"] is not None and state["v"]["phase"] != "over":
            found.append(_open_table(match_id, state))
    return found


def _open_table(match_id: str, state: dict[str, Any]) -> OpenTable:
    view, you = state["v"], state["you"]
    return OpenTable(
        id=match_id,
        title=TITLES[view["game"]],
        opponent=view["players"][1 - you],
        score=(view["score"][you], view["score"][1 - you]),
        length=view["length"],
        your_turn=view["to_act"] == you,
    )
