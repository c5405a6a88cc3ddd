"""The tries of a guest: they stay in the session, and become a member's with the first sign-in."""

import secrets
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from zaria.club.accounts.models import Member
from zaria.club.puzzles import actions, catalogue
from zaria.club.puzzles.actions import GradedAnswer

_NAME, _SOLVER = "puzzles", "puzzle_solver"
MOST = 100
"""The tries of a guest that are kept."""


def solver_of(request: HttpRequest, *, begin: bool = False) -> str:
    """Return the name of a guest in offers, made for their session on `begin`; "" if they have none.

    An offer to one guest is none to another: they could have read its solution.
    """
    if begin and _SOLVER not in request.session:
        request.session[_SOLVER] = f"guest {secrets.token_urlsafe(9)}"
    return str(request.session.get(_SOLVER, ""))


def seen(request: HttpRequest) -> set[str]:
    """Return the puzzles that a guest has answered."""
    return {puzzle for puzzle, *_judged in request.session.get(_NAME, [])}


def remember(request: HttpRequest, puzzle: str, graded: GradedAnswer, now: int) -> bool:
    """Keep the first answer of a guest to a puzzle; return whether it was the first. `now` in ms."""
    if puzzle in seen(request):
        return False
    tries = request.session.get(_NAME, [])
    request.session[_NAME] = [*tries, [puzzle, now, *graded]][-MOST:]
    return True


@receiver(user_logged_in)
def move_to_member(request: HttpRequest, user: Member, **_kwargs: Any) -> None:
    """Store the tries of a guest as those of the member who has signed in."""
    request.session.pop(_SOLVER, None)
    for puzzle_id, at, *fields in request.session.pop(_NAME, []):
        puzzle = catalogue.find(puzzle_id)
        if puzzle is not None:
            actions.record_answer(user, puzzle, GradedAnswer(*fields), at)
