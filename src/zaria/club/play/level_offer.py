"""The offer of another level, after somebody won or lost several games in a row against the computer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zaria.bots import levels
from zaria.club.accounts import players
from zaria.club.games import programs
from zaria.club.play.fields import sent
from zaria.club.play.forms import form_for
from zaria.club.site.asgi import live_of
from zaria.match.seats import can_be_rated


@require_safe
async def level_offer(request: HttpRequest, match_id: str, number: str) -> HttpResponse:
    """Part of a page: the terms of a match against the computer once more, at a level above or below.

    404 without such a match, in a game without levels, or for a level that is not next to its own. Pages of
    earlier releases know whole levels only, and skip one in board games.
    """
    live = live_of(request)
    terms, bot = await live.terms(match_id), await live.program(match_id)
    played_level, level = levels.level_of(bot or ""), levels.level_of(f"{levels.PREFIX}{number}")
    if terms is None or played_level is None or level is None or not programs.has_levels(terms.game):
        raise Http404
    if level not in levels.offered(terms.game) or not 0 < abs(level - played_level) <= 1:
        raise Http404
    reader = players.someone(request)
    form = form_for(terms.game, None, member=can_be_rated(reader))
    fields = form.fields_of(terms, await live.side(match_id, reader.id))
    fields |= {"game": terms.game, "opponent": "computer"}
    if terms.training:
        fields["training"] = "yes"
    context = {
        "fields": fields,
        "level": sent(level),
        "name": programs.name(levels.bot_id(level)),
        "expect": programs.EXPECTATIONS[level],
        "won": level > played_level,
    }
    return render(request, "zaria/_level_offer.html", context)
