"""The puzzle of the day: for each game, for all games with dice and for all games on squares.

It is chosen when somebody asks for it first: of the puzzles that were not shown yet, the best voted one;
among equals the day decides, the same for every process. One that is hidden makes way for another at once.
"""

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta

from django.db.models import Max

from zaria.club.puzzles import catalogue, queries
from zaria.club.puzzles.catalogue import SQUARES, TABLES
from zaria.club.puzzles.models import DailyPuzzle, PuzzleState

CLUB_LISTS = (TABLES, SQUARES)


def lists() -> tuple[str, ...]:
    """Return the lists that have a puzzle of the day: the club's two, then the games."""
    return tuple(name for name in (*CLUB_LISTS, *catalogue.games_with_puzzles()) if catalogue.games_of(name))


def puzzle_of_day(list_name: str, day: date) -> str | None:
    """Return the id of a list's puzzle of a day; None for a list without puzzles."""
    return puzzles_of_day((list_name,), day).get(list_name)


def puzzles_of_day(list_names: Sequence[str], day: date) -> dict[str, str]:
    """Return the ids of the puzzles of a day by list, without lists that have no puzzles."""
    shown = puzzles_on(list_names, day)
    puzzles = ((name, shown.get(name) or _new_puzzle(name, day)) for name in list_names)
    return {name: puzzle for name, puzzle in puzzles if puzzle is not None}


def puzzles_on(list_names: Sequence[str], day: date) -> dict[str, str]:
    """Return the ids of the puzzles that lists showed on a day, by list.

    Lists for which nobody asked are left out, and those whose puzzle is hidden by now.
    """
    rows = DailyPuzzle.objects.filter(queries.IS_OFFERED, list_name__in=list_names, day=day)
    shown = rows.values_list("list_name", "puzzle")
    return {name: puzzle for name, puzzle in shown if catalogue.find(puzzle) is not None}


def was_of_earlier_day(puzzle: str, today: date) -> bool:
    """Return whether a puzzle was one of the day before `today`, so that its answer may be shown."""
    return DailyPuzzle.objects.filter(list_name__in=lists(), day__lt=today, puzzle=puzzle).exists()


def day_before(today: date) -> date:
    """Return the day whose answers are shown."""
    return today - timedelta(days=1)


def _new_puzzle(list_name: str, day: date) -> str | None:
    """Choose the puzzle that a list shows on a day from now on."""
    puzzle = _choose(list_name, day)
    if puzzle is not None:
        DailyPuzzle.objects.update_or_create(list_name=list_name, day=day, defaults={"puzzle": puzzle})
    return puzzle


def _choose(list_name: str, day: date) -> str | None:
    names = catalogue.games_of(list_name)
    hidden = queries.hidden(names)
    candidates = [entry.id for name in names for entry in catalogue.entries(name) if entry.id not in hidden]
    if not candidates:
        return None
    rows = DailyPuzzle.objects.filter(list_name=list_name)
    shown = dict(rows.values_list("puzzle").annotate(last=Max("day")))
    # the lists of the club and those of the games choose among the same ones
    elsewhere = set(
        DailyPuzzle.objects.filter(list_name__in=lists(), day=day).values_list("puzzle", flat=True)
    )
    votes = dict(PuzzleState.objects.filter(game__in=names).values_list("puzzle", "votes"))
    return min(
        candidates,
        key=lambda puzzle: (
            puzzle in elsewhere,
            shown.get(puzzle, date.min),
            -votes.get(puzzle, 0),
            hashlib.blake2b(f"{day} {list_name} {puzzle}".encode()).digest(),
        ),
    )
