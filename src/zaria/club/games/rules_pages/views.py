"""The pages of the rules."""

import asyncio
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.games.catalogue import BY_TRADITION, TEXTS, TITLES
from zaria.club.games.game_search import LONGEST, games_by_name
from zaria.club.games.rules_pages import comparison
from zaria.club.games.rules_pages.articles import CREDITS, RATINGS, UnknownArticleError, article
from zaria.club.games.rules_pages.examples import COMMON
from zaria.courses.shipped_courses import course, games_with_courses
from zaria.games.registry import GAMES


@require_safe
async def contents(request: HttpRequest) -> HttpResponse:
    """All games with a line each, or those of a searched name, and the way to the rules they share."""
    searched = request.GET.get("q", "").strip()[:LONGEST]
    names = games_by_name(searched) if searched else TITLES
    groups = [
        (title, [(game, TITLES[game], TEXTS[game]) for game in games if game in names])
        for title, games in BY_TRADITION
    ]
    context = {
        "here": "rules",
        "groups": [(title, entries) for title, entries in groups if entries],
        "searched": searched,
        "longest": LONGEST,
    }
    return render(request, "zaria/rules_contents.html", context)


@require_safe
async def differences_page(request: HttpRequest) -> HttpResponse:
    """Show what differs in each game from one that the reader knows, or from the most similar one."""
    known_game = request.GET.get("game", "")
    if known_game and (known_game not in GAMES or len(GAMES[known_game].game.rotation) > 1):
        raise Http404
    context = {
        "here": "rules",
        "known_game": known_game,
        "games": [
            (title, [(game, TITLES[game]) for game in games if len(GAMES[game].game.rotation) == 1])
            for title, games in BY_TRADITION
        ],
        "groups": [
            (title, entries) for title, games in BY_TRADITION if (entries := _compared(games, known_game))
        ],
    }
    return render(request, "zaria/rules_differences.html", context)


def _compared(games: Sequence[str], known_game: str) -> list[dict[str, Any]]:
    """Return the games that can be compared, each with the one it is compared to and what differs."""
    entries = []
    for game in games:
        beside = known_game or next(iter(comparison.comparable(game)), "")
        if beside and beside != game and comparison.are_comparable(game, beside):
            rows = comparison.differences(game, beside)
            entries.append({"game": game, "title": TITLES[game], "beside": TITLES[beside], "rows": rows})
    return entries


@require_safe
async def article_page(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a game; with `?part=1` only the article, for the sheet at the table."""
    try:
        # The first time it is made takes a while: the tables are not to wait for it.
        text = await asyncio.to_thread(article, name, get_language() or "en")
    except UnknownArticleError:
        raise Http404 from None
    if request.GET.get("part"):
        # A reader at the table must not be led away from it.
        part = mark_safe(text.html.replace('<a href="', '<a target="_blank" href="'))
        return render(request, "zaria/_rules_article.html", {"part": part})
    return render(request, "zaria/rules.html", {"here": "rules", **_about(name), "article": text})


def _about(name: str) -> dict[str, object]:
    """Context of a page around its article."""
    if name == COMMON:
        return {"name": name, "title": _("Rules common to all dice games"), "playable": False}
    if name == CREDITS:
        return {"name": name, "title": _("Credits"), "playable": False}
    if name == RATINGS:
        return {"name": name, "title": _("How ratings are computed"), "playable": False}
    near = [(neighbour, TITLES[neighbour]) for neighbour in GAMES[name].neighbours]
    return {
        "name": name,
        "title": TITLES[name],
        "near": near,
        "is_board": GAMES[name].game.is_board,
        "playable": True,
        "course": course(name).chapters[0].id if name in games_with_courses() else "",
    }
