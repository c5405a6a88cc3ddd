"""The page of the offers at an open table: for its owner all of them, for a reader the own one."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
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
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.stakes.refusals import refusal_text
from zaria.club.table_offers import negotiation, queries, texts
from zaria.club.table_offers.actions import MOST_ROUNDS, OfferRefusedError
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.club.table_offers.negotiation import InvalidOfferError, Place
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms

REFUSED = 422
_LACKS = ("not_enough_credits",)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def page(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the offers at a table; on POST make one, accept, decline, or take back one."""
    me = players.of(request)
    if me is None or not me.member:
        text = _("Register or sign in, then open the table again.")
        return errors.page(request, 403, _("Only members can do this"), text)
    place = await negotiation.find_place(live_of(request), match_id, me)
    if place is None:
        text = _("It was cancelled or has expired, or somebody has sat down.")
        return errors.page(request, 404, _("This table is no longer open."), text)
    current = await negotiation.find_offer(place, request.GET.get("of") or request.POST.get("of", ""))
    if request.method != "POST":
        return await _show(request, place, current)
    try:
        return await _act(request, place, current)
    except InvalidOfferError as invalid:
        return await _show(request, place, current, form=invalid.form)
    except OfferRefusedError as refused:
        return await _show(request, place, current, str(texts.REFUSED[refused.code]))
    except CommandRefusedError as refused:
        code = refused.code_for(me.id) if isinstance(refused, StakeRefusedError) else refused.code
        text = await sync_to_async(refusal_text)(code, me.id)
        return await _show(request, place, current, text, lacks=code in _LACKS)


async def _act(request: HttpRequest, place: Place, current: TableOffer | None) -> HttpResponse:
    live, act = live_of(request), request.POST.get("act", "")
    seen = int(number) if (number := request.POST.get("round", "")).isascii() and number.isdigit() else 0
    if act == "accept":
        next_match = await negotiation.accept(live, place, current, seen)
        return HttpResponseRedirect(reverse("table", args=[next_match]))
    if act == "offer":
        await negotiation.offer(live, place, current, seen, request.POST)
        messages.success(request, _("Offer sent."))
    else:
        await negotiation.close(live, place, current, seen)
    return HttpResponseRedirect(reverse("table_offers", args=[place.table.match_id]))


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
        current = await negotiation.find_offer(place, str(current.pk)) if current is not None else None
    rows = await sync_to_async(queries.of_table)(match_id) if place.by_owner else [current] if current else []
    is_open = current is not None and current.state == "open"
    may_offer = (current.round if current else 0) < MOST_ROUNDS and (
        (is_open and current is not None and current.by_owner is not place.by_owner)
        or (not place.by_owner and not is_open)
    )
    if form is None and may_offer:
        form = place.form(negotiation.terms_before(place, current))
    context: dict[str, Any] = {
        "match_id": match_id,
        "title": TITLES[place.terms.game],
        "by_owner": place.by_owner,
        "owner": place.owner,
        "facts": _facts(place.terms),
        "offers": [_row(row, place) for row in rows],
        "first_to_answer": next((row.pk for row in rows if _waits_for(row, place)), None),
        "current": current,
        "form": form,
        "round": current.round if current is not None else 0,
        "most_rounds": MOST_ROUNDS,
        "wrong": wrong,
        "lacks": lacks or (form is not None and form.is_bound and form.lacks_credits),
    }
    failed = bool(wrong) or (form is not None and form.is_bound)
    return render(request, "zaria/table_offers.html", context, status=REFUSED if failed else 200)


def _waits_for(row: TableOffer, place: Place) -> bool:
    """Return whether the reader can accept an offer."""
    return row.state == TableOfferState.OPEN and row.by_owner is not place.by_owner


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
        "is_open": row.state == TableOfferState.OPEN,
        "is_last": row.round >= MOST_ROUNDS,
    }
