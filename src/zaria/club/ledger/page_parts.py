"""The balance in the head of a member's pages."""

from functools import partial

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.accounts.requests import is_pupil
from zaria.club.ledger.queries import Balance, balance
from zaria.club.site.http.page_head import PagePart, Reading, is_document, register


def _plan(request: HttpRequest) -> Reading[Balance | None] | None:
    player = players.of(request)
    if player is None or not player.member or player.robot or is_pupil(request) or not is_document(request):
        return None
    return Reading(partial(balance, player.id))


BALANCE: PagePart[Balance | None] = register(PagePart("balance", None, _plan))
"""The balance of a member; None for guests, robots and pupils, and where no page is requested."""
