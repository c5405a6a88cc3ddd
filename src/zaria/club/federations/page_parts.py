"""The number of invitations of federations in the menu of a member's pages."""

from functools import partial

from django.db import Error
from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.federations import invitations
from zaria.club.site.http.page_head import PagePart, Reading, accepts_html, register


def _plan(request: HttpRequest) -> int | Reading[int]:
    player = players.of(request)
    if player is None or not player.member or not accepts_html(request) or invitations.has_none(player.id):
        return 0
    return Reading(partial(_number, player.id))


def _number(player: str) -> int:
    try:
        return invitations.count(player)
    except Error:  # the page itself says what is the matter
        return 0


INVITATIONS: PagePart[int] = register(PagePart("federation_invitations", 0, _plan))
"""The number of invitations that a member can accept."""
