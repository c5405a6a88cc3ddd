"""Takes a member who opens the site to the table where their clocked game runs.

A visitor who comes from another page of the site, or has one open, is not redirected: so the way from the
table to the lobby stays open.
"""

from urllib.parse import urlsplit

from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.profile import preferences
from zaria.club.site.asgi import live_of


def running_table(request: HttpRequest) -> str | None:
    """The match to which the front page sends its reader; None: it is shown."""
    player, member = players.of(request), getattr(request, "user", None)
    if player is None or not player.member or not isinstance(member, Member):
        return None
    if request.GET or not _opens_site(request) or preferences.value(member.settings, "resume") is False:
        return None
    lobby = live_of(request).lobby
    if lobby.sessions.visitor(lobby.sessions.handle(player.id)) is not None:
        return None
    running = (card for card in lobby.lists.own_matches(player.id) if card.state == "playing")
    return next((card.id for card in running if card.clock is not None), None)


def _opens_site(request: HttpRequest) -> bool:
    """True if the visitor came from outside: by address, bookmark or a link elsewhere."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("none", "cross-site")
    return urlsplit(request.headers.get("Referer", "")).netloc != request.get_host()
