"""The page on which a player accepts the place that a director offers to them, or declines it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.ledger import queries as ledger
from zaria.club.play.limits import limited
from zaria.club.tournaments import history, offers, page_parts, queries, refusals
from zaria.club.tournaments.models import PlaceOffer, Tournament
from zaria.club.tournaments.pages import live_part
from zaria.club.tournaments.pages.people import people
from zaria.club.tournaments.pages.views import REFUSED, unknown
from zaria.tournaments.decide import TournamentRefusedError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited
@login_required
def place(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the offered place and its fee; posted to, accept or decline it."""
    member = signed_in_member(request)
    row = Tournament.objects.filter(pk=tournament_id).first()
    offer = None if row is None else offers.find(row, member.player)
    if row is None or offer is None:
        return unknown(request)
    answer = request.POST.get("answer", "")
    if answer == "decline":
        offers.decline(row.pk, member.player)
        messages.success(request, _("You have declined the place."))
    elif answer == "accept":
        try:
            offers.accept(row.pk, member, request.POST.get("draw_nonce", ""))
        except PlaceOffer.DoesNotExist:
            return unknown(request)
        except TournamentRefusedError as refused:
            return _page(request, row, offer, member, refused.code)
        page_parts.forget(member.player)
        messages.success(request, _("You have entered {title}.").format(title=queries.title_of(row)))
    else:
        return _page(request, row, offer, member)
    return HttpResponseRedirect(reverse("tournament", args=[row.pk]))


def _page(
    request: HttpRequest, row: Tournament, offer: PlaceOffer, member: Member, code: str = ""
) -> HttpResponse:
    state = history.state(row)
    available = ledger.balance(member.player).available
    remaining = available - state.terms.fee
    replaced = offer.instead_of
    context = live_part.facts(row, state) | {
        "here": "tournaments",
        "offer": offer,
        "instead_of": people(row.pk, {replaced})[replaced].name if replaced else "",
        "balance": available,
        "rest": remaining,
        "lacks": remaining < 0,
        "refusal": _sentence(code) if code else "",
    }
    return render(request, "zaria/tournaments/place.html", context, status=REFUSED if code else 200)


def _sentence(code: str) -> str:
    """Return the sentence for a refusal: the player to be replaced has left, or has played."""
    if code in ("not_entered", "played"):
        return _("This place has been taken.")
    return refusals.sentence(code)
