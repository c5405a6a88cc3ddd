"""The goods and the gift of a visitor in the shop, as every page needs them."""

from functools import partial

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.accounts.requests import is_pupil
from zaria.club.shop.queries import NOBODY, Shopper, shopper
from zaria.club.site.http.page_head import PagePart, Reading, is_document, register


def _plan(request: HttpRequest) -> Shopper | Reading[Shopper]:
    player = players.of(request)
    if player is None or not player.member or player.robot or is_pupil(request) or not is_document(request):
        return NOBODY
    return Reading(partial(shopper, player.id))


SHOPPER: PagePart[Shopper] = register(PagePart("shopper", NOBODY, _plan))
"""The visitor of a page in the shop."""


def shopper_of(request: HttpRequest) -> Shopper:
    """Return the visitor of a page in the shop."""
    return SHOPPER.of(request)
