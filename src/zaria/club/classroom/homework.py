"""Homework: its words, the way to a task, and the pupils who have done it.

Nothing is stored of what is done: a lesson is done when its last board is solved, puzzles and matches count
from the moment at which the task was given.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zaria import bots
from zaria.club.games.catalogue import TITLES
from zaria.club.games.programs import LEVELS, has_levels
from zaria.club.groups.models import Group, Homework, HomeworkKind, Pupil
from zaria.club.learn.models import LessonProgress
from zaria.club.learn.progress import board_counts
from zaria.club.matches.results.models import Played
from zaria.club.puzzles.catalogue import entries
from zaria.club.puzzles.models import PuzzleAttempt
from zaria.club.puzzles.words import THEMES


class TaskState(NamedTuple):
    """A pupil's work on a task: `done` of `wanted`, in so many tries; `done_at` is in ms, None if unknown."""

    done: int = 0
    wanted: int = 1
    tries: int = 0
    done_at: int | None = None

    @property
    def is_done(self) -> bool:
        """True if nothing is left to do."""
        return self.done >= self.wanted


class Task(NamedTuple):
    """A task as pages show it: with its words, the address at which it begins, and each pupil's work.

    `address` is "" for a match, which a form begins.
    """

    homework: Homework
    title: str
    address: str
    states: Mapping[int, TaskState]

    @property
    def level(self) -> str:
        """The level of the computer in a match, as the form of a new table takes it."""
        return f"{self.homework.level:g}"

    @property
    def number_done(self) -> int:
        """The number of pupils who have done it."""
        return sum(state.is_done for state in self.states.values())


def tasks_of(group: Group, pupils: Sequence[Pupil]) -> list[Task]:
    """Return the tasks of a group, the next one due first, with the work of some of its pupils."""
    rows = Homework.objects.filter(group=group).order_by("due", "pk")
    return [Task(row, title_of(row), _address(row), states_of(row, pupils)) for row in rows]


def title_of(row: Homework) -> str:
    """Return what is to be done, in words."""
    game = str(TITLES.get(row.game, row.game))
    if row.kind == HomeworkKind.LESSON:
        return _("Lesson: %(game)s") % {"game": game}
    if row.kind == HomeworkKind.PUZZLES:
        text = ngettext("%(count)s puzzle: %(game)s", "%(count)s puzzles: %(game)s", row.count)
        theme = f" – {THEMES[row.theme]}" if row.theme in THEMES else ""
        return text % {"count": row.count, "game": game} + theme
    level = str(LEVELS[row.level]) if has_levels(row.game) else _("The computer")
    text = _("Win against “%(level)s”: %(game)s") if row.must_win else _("Play “%(level)s”: %(game)s")
    return text % {"level": level, "game": game}


def states_of(row: Homework, pupils: Sequence[Pupil]) -> dict[int, TaskState]:
    """Return the work of pupils on a task, by the numbers of their places."""
    if row.kind == HomeworkKind.LESSON:
        return _lesson_states(row, pupils)
    if row.kind == HomeworkKind.PUZZLES:
        return _puzzle_states(row, pupils)
    return _match_states(row, pupils)


def _address(row: Homework) -> str:
    if row.kind == HomeworkKind.LESSON:
        return reverse("lesson", args=[row.game])
    if row.kind == HomeworkKind.PUZZLES:
        query = {"game": row.game} | ({"theme": row.theme} if row.theme else {})
        return f"{reverse('next_puzzle')}?{urlencode(query)}"
    return ""


def _lesson_states(row: Homework, pupils: Sequence[Pupil]) -> dict[int, TaskState]:
    rows = LessonProgress.objects.filter(member__in=[pupil.member_id for pupil in pupils], game=row.game)
    boards, wanted = dict(rows.values_list("member", "boards")), board_counts().get(row.game, 1)
    return {
        pupil.pk: TaskState(min(solved := boards.get(pupil.member_id, 0), wanted), wanted, solved)
        for pupil in pupils
    }


def _puzzle_states(row: Homework, pupils: Sequence[Pupil]) -> dict[int, TaskState]:
    themed = {entry.id for entry in entries(row.game) if not row.theme or row.theme in entry.themes}
    attempts = PuzzleAttempt.objects.filter(
        member__in=[pupil.member_id for pupil in pupils], game=row.game, at__gte=row.given_at
    )
    solved: dict[int, list[int]] = {}
    tries: dict[int, int] = {}
    for member, puzzle, score, at in attempts.order_by("at").values_list("member", "puzzle", "score", "at"):
        if puzzle in themed:
            tries[member] = tries.get(member, 0) + 1
            if score >= 1:
                solved.setdefault(member, []).append(at)
    return {
        pupil.pk: _counted(solved.get(pupil.member_id, []), row.count, tries.get(pupil.member_id, 0))
        for pupil in pupils
    }


def _match_states(row: Homework, pupils: Sequence[Pupil]) -> dict[int, TaskState]:
    players = [pupil.member.player for pupil in pupils]
    program = bots.opponent(row.game, row.level)
    matches = Played.objects.filter(
        Q(player0__in=players, bot1=program) | Q(player1__in=players, bot0=program),
        game=row.game,
        ended__gte=row.given_at,
        void=False,
        voided=False,
        training=False,
    )
    done: dict[str, list[int]] = {}
    tries: dict[str, int] = {}
    columns = ("player0", "player1", "bot0", "won", "ended")
    for first, second, first_bot, won, ended in matches.order_by("ended").values_list(*columns):
        player, side = (second, 1) if first_bot else (first, 0)
        tries[player] = tries.get(player, 0) + 1
        if not row.must_win or won == side:
            done.setdefault(player, []).append(ended)
    return {
        pupil.pk: _counted(done.get(pupil.member.player, []), 1, tries.get(pupil.member.player, 0))
        for pupil in pupils
    }


def _counted(moments: Sequence[int], wanted: int, tries: int) -> TaskState:
    """Return the state of a task that is done with the last of so many successes."""
    done_at = moments[wanted - 1] if len(moments) >= wanted else None
    return TaskState(min(len(moments), wanted), wanted, tries, done_at)
