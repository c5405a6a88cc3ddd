"""The pages of chapters of courses."""

from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.learn import progress
from zaria.club.learn.entries import chapter_entries, lesson_entry
from zaria.club.learn.progress import Progress, name_of
from zaria.club.learn.shown_chapters import boards_of_chapter
from zaria.club.learn.views import script, store_solved
from zaria.club.site import i18n
from zaria.courses.shipped_courses import chapter
from zaria.games.registry import GAMES


@require_safe
async def page(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A chapter of a course, at the first board that is not solved."""
    _check(game, name)
    done = await progress.read(request)
    boards = await sync_to_async(boards_of_chapter, thread_sensitive=False)(
        game, name, get_language() or "en"
    )
    is_member = member_of(request) is not None
    context = _context(game, name, done)
    context["data"] = script(boards, done.get(name_of(game, name), 0), is_member=is_member)
    response = render(request, "zaria/learn/chapter.html", context)
    progress.forget_cookie(request, response)
    return response


@require_POST
async def solved(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Store how many `boards` of a chapter a member has solved."""
    return await store_solved(request, name_of(game, name))


def _check(game: str, name: str) -> None:
    """Raise `Http404` for a chapter that does not exist."""
    try:
        chapter(game, name)
    except KeyError:
        raise Http404 from None


def _context(game: str, name: str, done: Progress) -> dict[str, Any]:
    entries = chapter_entries(game, done)
    place = [entry["address"].rpartition("/")[2] for entry in entries].index(name)
    return {
        "here": "lessons",
        "about": entries[place]["text"],
        "game": game,
        "course": TITLES[game],
        "entry": entries[place],
        "current": entries[place]["address"],
        "lesson": lesson_entry(game, done),
        "chapters": entries,
        "next_chapter": entries[place + 1] if place + 1 < len(entries) else None,
        "is_board": GAMES[game].game.is_board,
        "shape": GAMES[game].game,
        "numbers": range(1, entries[place]["boards"] + 1),
        "words": i18n.of_game(i18n.words() | i18n.lesson_words(), game),
    }
