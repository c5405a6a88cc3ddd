"""Puzzles that a member repeats, by choice: when each one comes again is `fsrs`'s business.

Its usual first steps of minutes are for words on cards, and are left out. A puzzle that was missed five times
in a row is parked. Two in five of what is asked are puzzles that the member has solved before: players who
see only what they miss learn to look for traps.
"""

import random
from datetime import UTC, datetime

from django.db import transaction
from fsrs import Card, Rating, Scheduler

from zaria.club.accounts.models import Member
from zaria.club.puzzles import catalogue, queries
from zaria.club.puzzles.models import PuzzleAttempt, RepeatCard
from zaria.puzzles.scores import Verdict

RETENTION = 0.85
"""The chance to know an answer again at which it is asked."""

MOST_DAYS = 180
PARKED_AFTER = 5
SOLVED_SHARE = 0.4
"""The share of puzzles among the repeated ones that were solved before."""

_scheduler = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=MOST_DAYS,
    enable_fuzzing=False,
)
_RATINGS = {"missed": Rating.Again, "nearly": Rating.Hard, "solved": Rating.Good}


def begin(member: Member, puzzle: str, verdict: Verdict, now: int) -> None:
    """Have a member repeat a puzzle that they have answered so; `now` in ms. A parked one comes back."""
    row, _ = RepeatCard.objects.get_or_create(
        member=member, puzzle=puzzle, defaults={"card": _reviewed(None, verdict, now), "due_at": now}
    )
    row.due_at, row.misses, row.is_parked = _due_at(row), 0, False
    row.save()


def end(member: Member, puzzle: str) -> None:
    """Have a member no longer repeat a puzzle."""
    RepeatCard.objects.filter(member=member, puzzle=puzzle).delete()


@transaction.atomic
def answered(member: Member, puzzle: str, verdict: Verdict, now: int) -> None:
    """Plan when a puzzle that was due comes again; `now` in ms. Nothing happens to another one."""
    rows = RepeatCard.objects.select_for_update(no_key=True).filter(
        member=member, puzzle=puzzle, is_parked=False
    )
    row = rows.filter(due_at__lte=now).first()
    if row is None:
        return
    row.card = _reviewed(row, verdict, now)
    row.due_at = _due_at(row)
    row.misses = row.misses + 1 if verdict == "missed" else 0
    row.is_parked = row.misses >= PARKED_AFTER
    row.save()


def next_puzzle(member: Member, now: int, rng: random.Random) -> str | None:
    """Return a puzzle to be repeated now (ms), or one that was solved before; None if none is due."""
    numbers = queries.repeat_cards(member, now).order_by("due_at").values_list("puzzle", flat=True)
    puzzle = next((number for number in numbers if catalogue.find(number) is not None), None)
    if puzzle is None or rng.random() >= SOLVED_SHARE:
        return puzzle
    cards = RepeatCard.objects.filter(member=member).values("puzzle")
    solved = PuzzleAttempt.objects.filter(member=member, score=1).exclude(puzzle__in=cards)
    offered = solved.filter(queries.IS_OFFERED)
    puzzles = list(offered.order_by("-at").values_list("puzzle", flat=True)[:50])
    return rng.choice(puzzles) if puzzles else puzzle


def is_repeated(member: Member, puzzle: str) -> bool:
    """Return whether a member repeats a puzzle."""
    return RepeatCard.objects.filter(member=member, puzzle=puzzle, is_parked=False).exists()


def _reviewed(row: RepeatCard | None, verdict: Verdict, now: int) -> dict[str, object]:
    card = Card(card_id=0) if row is None else Card.from_dict(row.card)
    card, _ = _scheduler.review_card(card, _RATINGS[verdict], datetime.fromtimestamp(now / 1000, UTC))
    return dict(card.to_dict())


def _due_at(row: RepeatCard) -> int:
    return int(Card.from_dict(row.card).due.timestamp() * 1000)
