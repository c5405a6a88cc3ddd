"""A visitor's pending matches, shown on every page: invitations, and unfinished matches.

A player who does not want to be reminded of a match can hide it. It comes back when something happens in it:
a cookie holds the number of the last event that the card knew of when it was hidden.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from zaria.club.accounts import players
from zaria.club.accounts.guests import YEAR
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.ledger.page_parts import BALANCE
from zaria.club.play import terms_text
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.clock import now_ms
from zaria.club.table_offers.page_parts import WAITING_OFFERS
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo

COOKIE = "zaria_hidden"
MOST = 14
"""So many hidden matches the cookie holds: those that were hidden last."""

_ENTRY = re.compile(r"([\w-]{1,40})\.(\d{1,9})", re.ASCII)


class OwnTable(NamedTuple):
    """A match of the visitor's own. `arrived`: an opponent waits there; `cancels`: they set the table.

    `tournament`: it belongs to one, so it can be neither cancelled nor hidden; `called`: they must sit down.
    `left_ms`: the milliseconds until then, 0 where there is no end. `heading` is what is written first, and
    `label` tells it from their others in a word: by whom they play, at the computer by the game. `offers` of
    other terms wait for their answer.
    """

    id: str
    n: int
    title: Any
    opponent: str
    length: int
    score: tuple[int, int]
    waits: bool
    arrived: bool
    cancels: bool
    label: Any
    heading: Any
    tournament: bool
    called: bool
    left_ms: int
    offers: int


class PendingInvitation(NamedTuple):
    """A table to which the visitor is invited by name. `whole`: `terms` are all that is agreed on."""

    id: str
    title: Any
    name: str
    terms: str
    whole: bool


def own_table(card: Card, offers: int = 0) -> OwnTable:
    """The table of a card that is sent to one of its players; `offers` wait at it."""
    you = card.you or 0
    opponent, waits = card.players[1 - you], card.state == "open"
    score = card.score if you == 0 else (card.score[1], card.score[0])
    return OwnTable(
        card.id,
        card.n,
        TITLES[card.game],
        _name(opponent),
        card.length,
        score,
        waits,
        waits and card.seated[1 - you],
        waits and card.by == you,
        TITLES[card.game] if opponent is None or opponent.bot else opponent.name,
        _heading(card, _name(opponent)),
        bool(card.tournament),
        bool(card.tournament) and waits and not card.seated[you],
        max(0, (card.until or 0) - now_ms()),
        offers,
    )


def _heading(card: Card, opponent: str) -> Any:
    if not card.tournament:
        return opponent or TITLES[card.game]
    return _("Tournament: {game} against {name}").format(game=TITLES[card.game], name=opponent)


def invitation(card: Card) -> PendingInvitation:
    """The invitation of a card."""
    host = card.players[card.by or 0]
    stake = _("Stake: {sum}").format(sum=terms_text.stake_text(card)) if card.stakes else ""
    terms = " · ".join(part for part in (terms_text.card_summary(card), stake) if part)
    return PendingInvitation(
        card.id, TITLES[card.game], _name(host), terms, terms_text.card_is_complete(card)
    )


def waiting(request: HttpRequest) -> dict[str, Any]:
    """For every template: the visitor's invitations and matches; `waits` says which ones, to compare.

    `staked_tables` is the number of staked tables for which the visitor's balance is enough.
    """
    player = players.of(request) if has_live(request) else None
    address = request.GET.get("next", "/") if request.path == "/waiting" else request.get_full_path()
    if player is None:
        return {"mine": [], "calls": [], "waits": "", "here_again": address}
    lists = live_of(request).lobby.lists
    cards, calls, hidden = lists.own_matches(player.id), lists.calls(player.id), read(request)
    offers = WAITING_OFFERS.of(request)
    shown = [
        own_table(card, offers.get(card.id, 0))
        for card in cards
        if card.tournament
        or card.id in offers
        or (hidden.get(card.id, -1) < card.n and not _begins_without(card))
    ]
    balance = BALANCE.of(request)
    return {
        "staked_tables": lists.affordable(player.id, settings.LEDGER.unit, balance.available)
        if balance
        else None,
        "mine": sorted(shown, key=lambda table: (not table.called, not table.arrived)),
        "calls": [invitation(card) for card in calls],
        "waits": " ".join(f"{card.id}.{card.n}" for card in cards),
        "here_again": address,
        "waiting_offers": offers.get(getattr(request.resolver_match, "kwargs", {}).get("match_id", ""), 0),
    }


def _begins_without(card: Card) -> bool:
    """Return whether a table may wait for weeks, and needs nothing more of its reader."""
    return card.state == "open" and card.speed == "days" and card.seated[card.you or 0]


def read(request: HttpRequest) -> dict[str, int]:
    """The matches that this browser hides, each with the number of the last event when it was hidden."""
    entries = _ENTRY.findall(request.COOKIES.get(COOKIE, "")[:4000])
    return {match_id: int(n) for match_id, n in entries[-MOST:]}


def hide(request: HttpRequest, response: HttpResponse, hidden: Mapping[str, int]) -> None:
    """Have the browser hide these matches too, until something happens in them."""
    stored = read(request)
    for match_id in hidden:
        stored.pop(match_id, None)
    entries = list((stored | dict(hidden)).items())[-MOST:]
    text = "!".join(f"{match_id}.{n}" for match_id, n in entries)
    response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE)


def _name(player: PlayerInfo | None) -> str:
    if player is None:
        return ""
    return programs.name(player.bot) if player.bot else player.name
