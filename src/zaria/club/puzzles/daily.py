"""The puzzle of the day: for each game, for all games with dice and for all games on squares.

It is chosen when somebody asks for it first: of the puzzles that were not shown yet, the best voted one;
among equals the day decides, the same for every process. One that is hidden makes way for another at once.
"""

import hashlib
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
    puzzle = puzzle_on(list_name, day)
    if puzzle is not None:
        return puzzle
    fresh = _choose(list_name, day)
    if fresh is not None:
        DailyPuzzle.objects.update_or_create(list_name=list_name, day=day, defaults={"puzzle": fresh})
    return fresh


def puzzle_on(list_name: str, day: date) -> str | None:
    """Return the id of the puzzle that a list showed on a day.

    None if nobody asked for one, or if it is hidden by now.
    """
    rows = DailyPuzzle.objects.filter(queries.IS_OFFERED, list_name=list_name, day=day)
    puzzle = rows.values_list("puzzle", flat=True).first()
    return puzzle if puzzle is not None and catalogue.find(puzzle) is not None else None


def was_of_earlier_day(puzzle: str, today: date) -> bool:
    """Return whether a puzzle was one of the day before `today`, so that its answer may be shown."""
    return DailyPuzzle.objects.filter(list_name__in=lists(), day__lt=today, puzzle=puzzle).exists()


def day_before(today: date) -> date:
    """Return the day whose answers are shown."""
    return today - timedelta(days=1)


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
