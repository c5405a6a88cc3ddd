"""The page for spectators: the best matches that are being played, with small boards."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.results.last_matches import last_matches
from zaria.club.site.asgi import live_of
from zaria.club.site.i18n import activate_language, word
from zaria.live.app import Live
from zaria.live.lobby.index import Filter, ListedMatch
from zaria.live.sockets.protocol.cards import Card

READ = 200
"""Running matches, the newest first, among which the best are found."""
BOARDS = 5
"""Matches with a board: a large one, and those beside it."""
LISTED = 20
"""Matches of the page."""
FRESH_S = 5
"""Seconds for which all readers of a language get the same list."""

Ratings = tuple[int | None, int | None]

_made: dict[str, tuple[float, str]] = {}
"""The list by language, with its time on the clock of `time.monotonic`."""


class WatchRow(NamedTuple):
    """A running match; `watching` counts the spectators in this process."""

    card: Card
    title: Any
    ratings: Ratings
    watching: int

    @property
    def names(self) -> list[str]:
        """The names of the players, by side."""
        return [
            "" if player is None else programs.name(player.bot) if player.bot else player.name
            for player in self.card.players
        ]

    @property
    def spectators(self) -> str:
        """The number of spectators in words."""
        return word("crowd").format(n=self.watching) if self.watching else ""

    @property
    def strength(self) -> int:
        """The sum of the ratings; a player without one adds nothing."""
        return sum(rating or 0 for rating in self.ratings)


@require_safe
async def watch(request: HttpRequest) -> HttpResponse:
    """Show the best running matches; with `?part=1` only their list, in the language `lang`.

    It runs on the event loop, where the lists of matches change.
    """
    if request.GET.get("part"):
        if (language := request.GET.get("lang", "")) in dict(settings.LANGUAGES):
            activate_language(request, language)
        return HttpResponse(_part(live_of(request)))
    player = players.of(request)
    context = {
        "here": "watch",
        "about": _("The best matches being played right now, on live boards."),
        "part": _part(live_of(request)),
        "games": list(TITLES),
        "last_matches": await last_matches.get(live_of(request)),
        "own": player.name if player is not None else "",
    }
    return render(request, "zaria/watch.html", context)


def ranked(rows: Sequence[WatchRow]) -> list[WatchRow]:
    """The rows by strength, then by the number of spectators; the newest of equals comes first."""
    return sorted(rows, key=lambda row: (row.strength, row.watching), reverse=True)


def featured(rows: Sequence[WatchRow]) -> list[WatchRow]:
    """The rows with the most watched one in front; without spectators the order stays."""
    most = max(rows, key=lambda row: row.watching, default=None)
    return [] if most is None else [most, *(row for row in rows if row is not most)]


def best_matches(live: Live, read: int = READ) -> list[WatchRow]:
    """The best of the newest `read` running matches, the most watched one in front."""
    entries = live.lobby.lists.index.part(Filter("playing"), 0, read)
    return featured(ranked([row_of(live, entry) for entry in entries])[:LISTED])


def _part(live: Live) -> str:
    language, now = get_language() or settings.LANGUAGE_CODE, time.monotonic()
    cached = _made.get(language)
    if cached is None or now - cached[0] >= FRESH_S:
        rows = best_matches(live)
        context = {"boards": rows[:BOARDS], "rows": rows[BOARDS:]}
        cached = _made[language] = now, render_to_string("zaria/_watch.html", context)
    return cached[1]


def row_of(live: Live, entry: ListedMatch) -> WatchRow:
    """A listed match as spectators read it."""
    users = live.lobby.sessions.online.users
    first, second = (
        users.ratings(player).get(entry.rating_key) if player else None for player in entry.listing.players
    )
    watching = live.endpoint.audiences.spectator_count(entry.id)
    return WatchRow(entry.card(), TITLES[entry.game], (first, second), watching)
