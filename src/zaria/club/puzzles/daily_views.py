"""The puzzles of the day, and the pictures of links to puzzles."""

from datetime import date
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.games import answer_words
from zaria.club.games.catalogue import TITLES
from zaria.club.games.pictures import skin_of
from zaria.club.link_pictures import responses
from zaria.club.link_pictures.cards import PictureCard
from zaria.club.link_pictures.preview import Preview, preview
from zaria.club.puzzles import catalogue, daily, pages, queries, streaks, words
from zaria.club.site.clock import now, now_ms
from zaria.puzzles.puzzle import Puzzle


def daily_card(list_name: str, day: date) -> dict[str, Any] | None:
    """Return the puzzle of a day in a list, for a page; None for a list without puzzles."""
    return _card(list_name, daily.puzzle_of_day(list_name, day))


def _card(list_name: str, puzzle_id: str | None) -> dict[str, Any] | None:
    puzzle = catalogue.find(puzzle_id) if puzzle_id is not None else None
    if puzzle is None:
        return None
    return pages.card_of(puzzle, words.LIST_TITLES.get(list_name) or TITLES[list_name], list_name)


@require_safe
@never_cache
def daily_page(request: HttpRequest) -> HttpResponse:
    """The puzzles of the day, and those of the day before with their answers."""
    today = now().date()
    puzzles = daily.puzzles_of_day(daily.lists(), today)
    cards = [card for name, puzzle in puzzles.items() if (card := _card(name, puzzle)) is not None]
    club = [card for card in cards if card["list"] in daily.CLUB_LISTS]
    yesterday = daily.day_before(today)
    shown = daily.puzzles_on(daily.CLUB_LISTS, yesterday)
    past = [card for name in daily.CLUB_LISTS if (card := _card(name, shown.get(name)))]
    for card in past:
        puzzle = card["puzzle"]
        card["answer"] = words.answer_text(puzzle, puzzle.best.turn)
    context = {
        "here": "puzzles",
        "day": today,
        "club": club,
        "games": [card for card in cards if card["list"] not in daily.CLUB_LISTS],
        "past": past,
    }
    member = member_of(request)
    if member is not None:
        context["streak"] = streaks.streak_of(member, now_ms())
    if club:
        context["preview"] = _preview(request, club[0]["puzzle"])
    return render(request, "zaria/puzzles/daily.html", context)


def _preview(request: HttpRequest, puzzle: Puzzle) -> Preview:
    """Return the preview of the page, with the picture of a puzzle."""
    shown = preview(request, _("Puzzle of the day"), f"{TITLES[puzzle.game]}. {words.situation(puzzle)}.")
    picture = shown.picture.replace(reverse("daily_puzzles"), reverse("puzzle", args=[puzzle.id]), 1)
    return shown._replace(picture=picture)


@require_safe
@never_cache
def daily_puzzle(request: HttpRequest, list_name: str) -> HttpResponse:
    """Lead to the puzzle of the day of a game, of "tables" or of "squares"."""
    puzzle_id = daily.puzzle_of_day(list_name, now().date())
    if puzzle_id is None:
        raise Http404
    return HttpResponseRedirect(reverse("puzzle", args=[puzzle_id]))


@require_safe
async def picture(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """The picture of a link to a puzzle; the day after it was the puzzle of the day, with its answer."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    card, is_answered = await sync_to_async(_picture_card)(puzzle_id)
    return await responses.answer(request, card, lasting=is_answered)


def _picture_card(puzzle_id: str) -> tuple[PictureCard, bool]:
    """Return the picture of a puzzle, and whether its answer is in it; raises `Http404`."""
    puzzle = pages.puzzle_or_404(puzzle_id)
    if queries.is_hidden(puzzle_id):
        raise Http404
    is_answered = daily.was_of_earlier_day(puzzle_id, now().date())
    answer = words.answer_text(puzzle, puzzle.best.turn)
    card = PictureCard(
        kicker=_("Puzzle"),
        title=str(TITLES[puzzle.game]),
        text=f"{words.situation(puzzle)}. {answer_words.QUESTIONS[puzzle.question]}",
        facts=((pgettext("puzzles", "Answer"), answer),) if is_answered else (),
        position=pages.answered_position(puzzle) if is_answered else pages.first_position(puzzle),
        skin=skin_of(puzzle.game),
    )
    return card, is_answered
