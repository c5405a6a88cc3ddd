"""The pages of lessons."""

import time
from functools import cache
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zaria.bots import levels
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import GROUPS, TEXTS, TITLES
from zaria.club.games.programs import LEVELS
from zaria.club.learn import progress
from zaria.club.learn.entries import chapter_entries, lesson_entry
from zaria.club.learn.shown_boards import boards_of
from zaria.club.site import i18n
from zaria.club.site.shared_rates import SharedRates
from zaria.courses.shipped_courses import games_with_courses
from zaria.games.registry import GAMES
from zaria.lessons.shipped_lessons import games_with_lessons, lesson
from zaria.live.rate_limits import Rates

BOARDS_A_MINUTE = 60
"""Solved boards that one member may report in a minute."""


@require_safe
async def contents(request: HttpRequest) -> HttpResponse:
    """All lessons by group, with the visitor's progress."""
    done = await progress.read(request)
    groups = [
        (group.title, [lesson_entry(game, done) for game in group.games if game in games_with_lessons()])
        for group in GROUPS
    ]
    context = {
        "here": "lessons",
        "groups": [(title, entries) for title, entries in groups if entries],
        "courses": [(TITLES[game], chapter_entries(game, done)) for game in games_with_courses()],
    }
    context["about"] = _("Learn each game on its own board in a few minutes.")
    response = render(request, "zaria/learn/contents.html", context)
    progress.forget_cookie(request, response)
    return response


@require_safe
async def page(request: HttpRequest, game: str) -> HttpResponse:
    """The lesson of a game, at the first board that is not solved."""
    if game not in games_with_lessons():
        raise Http404
    done = await progress.read(request)
    boards = await sync_to_async(boards_of, thread_sensitive=False)(game, get_language() or "en")
    start = done.get(game, 0)
    group = next(group for group in GROUPS if game in group.games)
    context = {
        "here": "lessons",
        "about": TEXTS[game],
        "entry": lesson_entry(game, done),
        "chapters": chapter_entries(game, done),
        "others": [lesson_entry(name, done) for name in group.games if name != game],
        "group": group.title,
        "is_board": GAMES[game].game.is_board,
        "shape": GAMES[game].game,
        "numbers": range(1, len(lesson(game).boards) + 1),
        "mini": lesson(game).mini,
        "level": f"{levels.LEVELS[0]:g}",
        "level_name": LEVELS[levels.LEVELS[0]],
        "has_levels": not GAMES[game].is_pure_luck,
        "data": script(boards, start, is_member=member_of(request) is not None),
        "words": i18n.of_game(i18n.words() | i18n.lesson_words(), game),
    }
    response = render(request, "zaria/learn/lesson.html", context)
    progress.forget_cookie(request, response)
    return response


@require_POST
async def solved(request: HttpRequest, game: str) -> HttpResponse:
    """Store how many `boards` of a lesson a member has solved."""
    return await store_solved(request, game)


async def store_solved(request: HttpRequest, name: str) -> HttpResponse:
    """Store how many `boards` of a lesson or a chapter, by its name in the progress, a member has solved."""
    member, boards = member_of(request), request.POST.get("boards", "")
    if member is None:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    count = progress.board_counts().get(name)
    if count is None:
        raise Http404
    if boards not in {str(number) for number in range(1, count + 1)}:
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not await reports().take_async(str(member.pk), int(time.monotonic() * 1000)):
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "60"})
    await progress.keep(member, name, int(boards))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@cache
def reports() -> Rates:
    """Of the boards that members have solved."""
    return SharedRates("learn.boards", BOARDS_A_MINUTE)


def script(boards: bytes, done: int, *, is_member: bool) -> str:
    """Return the data of a page for a script element, as raw text in which nothing looks like its end."""
    member = "true" if is_member else "false"
    text = f'{{"boards":{boards.decode()},"done":{done},"member":{member}}}'
    return mark_safe(text.replace("<", "\\u003c"))
