"""The way back to the tables at which a visitor sits, on every page."""

from typing import Any, NamedTuple

from django.http import HttpRequest

from zaria.club import players, programs
from zaria.club.asgi import has_live, live_of
from zaria.club.games import TITLES
from zaria.live.protocol import Card, CardPlayer


class OwnTable(NamedTuple):
    """A table of the visitor's own."""

    id: str
    title: Any
    names: str
    length: int
    score: tuple[int, int]
    waits: bool


def own_table(card: Card) -> OwnTable:
    """The table of a card."""
    names = " – ".join(_name(player) for player in card.players)
    return OwnTable(card.id, TITLES[card.game], names, card.length, card.score, card.state == "open")


def tables(request: HttpRequest) -> dict[str, list[OwnTable]]:
    """For every template: the visitor's tables whose match is not over."""
    guest = players.of(request) if has_live(request) else None
    mine = live_of(request).lobby.hall.mine(guest.id) if guest else []
    return {"mine": [own_table(card) for card in mine]}


def _name(player: CardPlayer | None) -> str:
    if player is None:
        return "…"
    return programs.name(player.bot) if player.bot else player.name
