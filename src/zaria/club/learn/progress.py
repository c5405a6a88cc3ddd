"""The progress of a visitor in lessons and in the chapters of courses.

A guest's is in a cookie of the device, which the page sets itself; a member's is with the account. The next
page of lessons that a member opens moves what the cookie holds to the account.
"""

import re
from collections.abc import Mapping
from functools import cache

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.learn.models import LessonProgress
from zaria.courses.shipped_courses import course, games_with_courses
from zaria.lessons.shipped_lessons import games_with_lessons, lesson

COOKIE = "zaria_lessons"
"""Its value is like `tabla:5.tabla/opening:2`."""
_ENTRY = re.compile(r"([a-z0-9/-]{1,32}):(\d{1,2})", re.ASCII)

Progress = Mapping[str, int]
"""The boards that are solved, by the game of a lesson, or by the `name_of` a chapter."""


def name_of(game: str, chapter: str) -> str:
    """Return the name of a chapter, under which progress in it is stored: "tabla/opening"."""
    return f"{game}/{chapter}"


@cache
def board_counts() -> Mapping[str, int]:
    """Return how many boards each lesson and each chapter has."""
    counts = {game: len(lesson(game).boards) for game in games_with_lessons()}
    for game in games_with_courses():
        counts |= {name_of(game, chapter.id): len(chapter.boards) for chapter in course(game).chapters}
    return counts


async def read(request: HttpRequest) -> Progress:
    """Return the progress of the visitor."""
    member = member_of(request)
    return _cookie(request) if member is None else await _moved(member, _cookie(request))


def forget_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Delete the cookie of a member, whose account has what it held."""
    if member_of(request) is not None and COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, samesite="Lax")


@sync_to_async
def keep(member: Member, name: str, boards: int) -> None:
    """Store that a member has solved this many boards of a lesson or chapter, unless it were more already."""
    _keep(member, {name: boards})


@sync_to_async
def _moved(member: Member, progress: Progress) -> Progress:
    _keep(member, progress)
    return stored(member)


def stored(member: Member) -> Progress:
    """Return the progress that is stored with an account."""
    return dict(LessonProgress.objects.filter(member=member).order_by("game").values_list("game", "boards"))


def _keep(member: Member, progress: Progress) -> None:
    for name, boards in progress.items():
        with transaction.atomic():
            row, is_new = LessonProgress.objects.select_for_update(no_key=True).get_or_create(
                member=member, game=name, defaults={"boards": boards}
            )
            if not is_new and row.boards < boards:
                row.boards = boards
                row.save(update_fields=["boards"])


def _cookie(request: HttpRequest) -> Progress:
    counts = board_counts()
    entries = map(_ENTRY.fullmatch, request.COOKIES.get(COOKIE, "").split("."))
    progress = {entry[1]: int(entry[2]) for entry in entries if entry and entry[1] in counts}
    return {name: min(boards, counts[name]) for name, boards in progress.items() if boards}
