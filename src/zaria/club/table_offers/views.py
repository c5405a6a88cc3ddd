"""The page of the offers at an open table: for its owner all of them, for a reader the own one."""

import time
from typing import Any, NamedTuple

import msgspec
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts import players
from zaria.club.games.catalogue import TITLES
from zaria.club.play import terms_text
from zaria.club.play.base_form import TableForm
from zaria.club.site import errors, i18n
from zaria.club.site.asgi import live_of
from zaria.club.table_offers import acceptance, actions, queries, texts
from zaria.club.table_offers.actions import MOST_ROUNDS, OfferRefusedError, Table
from zaria.club.table_offers.forms import offer_form
from zaria.club.table_offers.models import TableOffer
from zaria.live.app import Live
from zaria.live.matches.escrow import StakeRefusedError
from zaria.live.rate_limits import Rates
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import can_be_rated
from zaria.match.terms import Terms

REFUSED = 422
_LACKS = ("not_enough_credits",)
_rates = Rates(10)
"""Offers that a member may make in a minute, in this process."""


class Place(NamedTuple):
    """An open table as a member sees it who owns it or may sit down."""

    table: Table
    terms: Terms
    owner: Player
    me: Player

    @property
    def by_owner(self) -> bool:
        """True for the owner of the table."""
        return self.owner.id == self.me.id


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def page(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the offers at a table; on POST make one, accept, decline, or take back one."""
    me = players.of(request)
    if me is None or not can_be_rated(me):
        text = _("Register or sign in, and open the table again.")
        return errors.page(request, 403, _("Only members can do this"), text)
    place = await _place(live_of(request), match_id, me)
    if place is None:
        text = _("It was cancelled, its time is over, or somebody has sat down.")
        return errors.page(request, 404, _("This table is no longer open."), text)
    current = await _current_offer(place, request.GET.get("of") or request.POST.get("of", ""))
    if request.method != "POST":
        return await _show(request, place, current)
    try:
        return await _act(request, place, current)
    except OfferRefusedError as refused:
        return await _show(request, place, current, str(texts.REFUSED[refused.code]))
    except CommandRefusedError as refused:
        code = refused.code_for(me.id) if isinstance(refused, StakeRefusedError) else refused.code
        return await _show(request, place, current, i18n.sentence(code), lacks=code in _LACKS)


async def _act(request: HttpRequest, place: Place, current: TableOffer | None) -> HttpResponse:
    live, act = live_of(request), request.POST.get("act", "")
    seen = int(number) if (number := request.POST.get("round", "")).isascii() and number.isdigit() else 0
    if act == "offer":
        return await _offer(request, place, current, seen)
    if current is None:
        raise OfferRefusedError("offer_changed")
    if act == "accept":
        begin = sync_to_async(actions.begin)
        offer = await begin(current.pk, place.table.match_id, seen, by_owner=place.by_owner)
        reader = await _player(live, offer)
        next_match = await acceptance.accept(live, offer, place.owner, reader)
        return HttpResponseRedirect(reverse("table", args=[next_match]))
    close = sync_to_async(actions.close)
    offer = await close(current.pk, place.table.match_id, seen, by_owner=place.by_owner)
    await _announce(live, offer)
    return HttpResponseRedirect(reverse("table_offers", args=[place.table.match_id]))


async def _offer(request: HttpRequest, place: Place, current: TableOffer | None, seen: int) -> HttpResponse:
    if place.by_owner and current is None:
        raise OfferRefusedError("offer_changed")
    before = queries.terms_of(current) if current is not None and current.state == "open" else place.terms
    form = offer_form(before, place.table.side, request.POST)
    if not form.is_valid():
        return await _show(request, place, current, form=form)
    terms = form.terms_for(place.table.side)
    if terms in (_plain(place.terms), _plain(before)):
        raise OfferRefusedError("same_terms")
    try:
        if terms.stakes is not None:
            check = sync_to_async(actions.check_stakes)
            match_id = place.table.match_id if place.by_owner else ""
            await check(match_id, terms, [place.me.id])
    except StakeRefusedError as refused:
        form.add_error("stake", ValidationError(i18n.sentence(refused.code), code=refused.code))
        return await _show(request, place, current, form=form)
    if not _rates.take(place.me.id, int(time.monotonic() * 1000)):
        raise OfferRefusedError("too_many")
    reader = current.reader.player if place.by_owner and current is not None else place.me.id
    data = msgspec.to_builtins(terms)
    offer = await sync_to_async(actions.offer)(place.table, reader, data, seen, by_owner=place.by_owner)
    await _announce(live_of(request), offer)
    messages.success(request, _("Your offer is sent."))
    return HttpResponseRedirect(reverse("table_offers", args=[place.table.match_id]))


def _plain(terms: Terms) -> Terms:
    """The terms as a form has them, without what the server adds when a table is opened."""
    return msgspec.structs.replace(terms, rating_terms=None)


async def _announce(live: Live, offer: TableOffer) -> None:
    waiting = await sync_to_async(queries.waiting_for_owner)(offer.match_id)
    acceptance.announce(live, offer, waiting)


async def _player(live: Live, offer: TableOffer) -> Player:
    """The reader of an offer as a player: as they are online, else as their account has them."""
    member = offer.reader
    online = live.lobby.sessions.online.users.find(live.lobby.sessions.online.users.handle(member.player))
    if online is not None:
        return online.player
    return Player(member.player, member.username, member.colour, member=True, country=member.country)


async def _place(live: Live, match_id: str, me: Player) -> Place | None:
    """The open table of a member to which `me` may answer, or which is theirs."""
    live_match = await live.tables.live_match(match_id)
    if live_match is None:
        return None
    live.tables.release(match_id)
    match, side = live_match.match, live_match.by
    terms = match.terms
    if match.phase != "open" or side is None or terms.tournament or terms.training or terms.local:
        return None
    owner = match.players[side] or live_match.places[side]
    if owner is None or not can_be_rated(owner) or terms.position:
        return None
    if owner.id != me.id and live_match.seat_for(me.id) is None:
        return None
    return Place(Table(match_id, owner.id, side, live_match.public, terms.game), terms, owner, me)


async def _current_offer(place: Place, number: str) -> TableOffer | None:
    """The offer that the page is about: a reader has one, the owner names one."""
    match_id = place.table.match_id
    if not place.by_owner:
        return await sync_to_async(queries.of_reader)(match_id, place.me.id)
    rows = await sync_to_async(queries.of_table)(match_id)
    return next((row for row in rows if str(row.pk) == number), None)


async def _show(
    request: HttpRequest,
    place: Place,
    current: TableOffer | None,
    wrong: str = "",
    *,
    form: TableForm | None = None,
    lacks: bool = False,
) -> HttpResponse:
    match_id = place.table.match_id
    if wrong:
        current = await _current_offer(place, str(current.pk)) if current is not None else None
    rows = await sync_to_async(queries.of_table)(match_id) if place.by_owner else [current] if current else []
    is_open = current is not None and current.state == "open"
    may_offer = (current.round if current else 0) < MOST_ROUNDS and (
        (is_open and current is not None and current.by_owner is not place.by_owner)
        or (not place.by_owner and not is_open)
    )
    if form is None and may_offer:
        before = queries.terms_of(current) if current is not None and is_open else place.terms
        form = offer_form(before, place.table.side)
    context: dict[str, Any] = {
        "match_id": match_id,
        "title": TITLES[place.terms.game],
        "by_owner": place.by_owner,
        "owner": place.owner,
        "facts": _facts(place.terms),
        "offers": [_row(row, place) for row in rows],
        "current": current,
        "form": form,
        "round": current.round if current is not None else 0,
        "most_rounds": MOST_ROUNDS,
        "wrong": wrong,
        "lacks": lacks or (form is not None and form.is_bound and form.lacks_credits),
    }
    failed = bool(wrong) or (form is not None and form.is_bound)
    return render(request, "zaria/table_offers.html", context, status=REFUSED if failed else 200)


def _facts(terms: Terms) -> list[terms_text.Fact]:
    return list(terms_text.terms_details(terms))


def _row(row: TableOffer, place: Place) -> dict[str, Any]:
    """An offer as the page shows it: the terms that differ from those of the table are marked."""
    table_facts = set(map(str, _facts(place.terms)))
    facts = [
        (name, text, str((name, text)) not in table_facts) for name, text in _facts(queries.terms_of(row))
    ]
    facts.sort(key=lambda fact: not fact[2])
    return {
        "row": row,
        "facts": facts,
        "is_own": row.by_owner is place.by_owner,
        "is_open": row.state == TableOffer.State.OPEN,
        "is_last": row.round >= MOST_ROUNDS,
    }
