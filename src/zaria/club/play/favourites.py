"""The games that a visitor has marked as favourites.

A guest's are in a cookie of the device, a member's with the account. The page sets the cookie itself;
a member's next front page moves what it holds to the account.
"""

import time
from functools import cache

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.play import last_terms
from zaria.club.site.brand import state
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates

COOKIE = "zaria_favourites"
SEPARATOR = "."

POPULAR = ("tabla", "backgammon", "long-nardy", "chess", "gulbara", "russian-draughts")
"""Games for somebody of whom nothing is known yet."""

CHANGES_A_MINUTE = 60
"""Stars that one member may set or take away in a minute."""


def read(request: HttpRequest) -> list[str]:
    """The favourites in the order in which they were marked; what is no game is left out."""
    member = member_of(request)
    return _merged([] if member is None else member.favourites, _cookie(request))


async def move_to_account(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the favourites that a member marked on this device as a guest to those of the account."""
    member = member_of(request)
    if member is None or COOKIE not in request.COOKIES:
        return
    if marked := _cookie(request):
        await _change(member.pk, marked, on=True)
    response.delete_cookie(COOKIE, samesite="Lax")


@require_POST
async def mark(request: HttpRequest) -> HttpResponse:
    """Set a member's star of a `game`, or with `on=no` take it away."""
    member, game = member_of(request), request.POST.get("game", "")
    if member is None:
        return HttpResponse(status=403)
    if game not in TITLES:
        return HttpResponse(status=404)
    if not await changes().take_async(str(member.pk), int(time.monotonic() * 1000)):
        return HttpResponse(status=429, headers={"Retry-After": "60"})
    await _change(member.pk, [game], on=request.POST.get("on") != "no")
    return HttpResponse(status=204)


@cache
def changes() -> Rates:
    """Of the stars that members have changed."""
    return SharedRates("play.favourites", CHANGES_A_MINUTE)


def own_games(request: HttpRequest) -> list[str]:
    """The favourites, then the other games for which this visitor set tables, the latest first."""
    return list(dict.fromkeys((*read(request), *reversed(last_terms.read(request)))))


def quick_games(request: HttpRequest, count: int) -> list[str]:
    """This many games for which the front page offers a search: the visitor's, the club's, popular ones."""
    brand = state.current()
    popular = filter(brand.offers, (*POPULAR, *TITLES))
    return list(dict.fromkeys((*own_games(request), *brand.first_games, *popular)))[:count]


@sync_to_async
def _change(member_id: int, games: list[str], *, on: bool) -> None:
    with transaction.atomic():
        member = Member.objects.select_for_update(no_key=True).get(pk=member_id)
        favourites = _merged(member.favourites, [])
        member.favourites = (
            _merged(favourites, games) if on else [game for game in favourites if game not in games]
        )
        member.save(update_fields=["favourites"])


def _cookie(request: HttpRequest) -> list[str]:
    return _merged(request.COOKIES.get(COOKIE, "").split(SEPARATOR), [])


def _merged(games: list[str], more: list[str]) -> list[str]:
    """Both lists in order, each game once; what is no game is left out."""
    return [game for game in dict.fromkeys((*games, *more)) if game in TITLES]
