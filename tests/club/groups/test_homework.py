"""Homework: given by the teacher, begun with one tap, and done by what the rooms of the tasks store."""

import re
from datetime import timedelta
from typing import Any

import pytest

from tests.club.groups.test_groups import ada, add, browser, group, member
from zaria.club.accounts.models import Member
from zaria.club.classroom import counts
from zaria.club.classroom.homework import TaskState, states_of, title_of
from zaria.club.groups import actions
from zaria.club.groups.models import Group, Homework, Pupil
from zaria.club.learn.models import LessonProgress
from zaria.club.learn.progress import board_counts
from zaria.club.matches.results.models import Played
from zaria.club.notifications.models import Notification
from zaria.club.notifications.texts import text
from zaria.club.puzzles.catalogue import entries
from zaria.club.puzzles.models import PuzzleAttempt
from zaria.club.site import clock

__all__ = ["ada", "group"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def pupil(ada: Member, group: Group) -> Pupil:
    """A pupil account in Ada's group."""
    return add(ada, group, "Mira")[0]


def in_days(days: int) -> str:
    return (clock.now().date() + timedelta(days=days)).isoformat()


def give(ada: Member, group: Group, kind: str, **fields: str) -> Homework:
    """A task that Ada gives on the page of the group."""
    answer = browser(ada).post(
        f"/groups/{group.pk}/homework", {"kind": kind, "game": "tabla", "last_day": in_days(3), **fields}
    )
    assert answer.status_code == 302, answer.content.decode()
    return Homework.objects.latest("pk")


def state(row: Homework, pupil: Pupil) -> TaskState:
    return states_of(row, [pupil])[pupil.pk]


def play(pupil: Pupil, at: int, **fields: Any) -> None:
    """Store a match of a pupil, at side 1, with a program."""
    values = {
        "game": "tabla", "began": at, "ended": at, "length": 1, "speed": "fast", "how": "played",
        "player0": "bot:level2", "player1": pupil.member.player, "name0": "Easy", "name1": "Mira",
        "bot0": "level2", "member1": True, "won": 1, "score0": 0, "score1": 1,
    }  # fmt: skip
    Played.objects.create(match_id=f"m{Played.objects.count()}", **(values | fields))


def test_a_lesson_is_done_with_its_last_board(ada: Member, group: Group, pupil: Pupil) -> None:
    row, boards = give(ada, group, "lesson"), board_counts()["tabla"]
    assert state(row, pupil) == TaskState(0, boards)
    progress = LessonProgress.objects.create(member=pupil.member, game="tabla", boards=boards - 1)
    assert not state(row, pupil).is_done
    progress.boards = boards
    progress.save()
    assert state(row, pupil).is_done
    page = browser(pupil.member).get(f"/groups/{group.pk}").content.decode()
    assert 'href="/learn/tabla"' in page
    assert "Well played!" in page


def test_puzzles_count_that_were_solved_since(ada: Member, group: Group, pupil: Pupil) -> None:
    themed = [entry for entry in entries("tabla") if "hit" in entry.themes]
    strange = next(entry for entry in entries("tabla") if "hit" not in entry.themes)
    row = give(ada, group, "puzzles", theme="hit", count="2")

    def solve(puzzle: str, score: float, at: int) -> None:
        PuzzleAttempt.objects.create(
            member=pupil.member, puzzle=puzzle, game="tabla", at=at, answer="", loss=0, score=score
        )

    solve(themed[0].id, 1, row.given_at - 1)
    solve(themed[1].id, 0, row.given_at + 1)
    solve(themed[2].id, 1, row.given_at + 2)
    solve(strange.id, 1, row.given_at + 3)
    assert state(row, pupil) == TaskState(1, 2, 2)
    solve(themed[3].id, 1, row.given_at + 4)
    assert state(row, pupil) == TaskState(2, 2, 3, row.given_at + 4)
    page = browser(pupil.member).get(f"/groups/{group.pk}").content.decode()
    assert "/puzzles/next?game=tabla&amp;theme=hit" in page


def test_a_match_counts_against_its_level_since_it_was_given(ada: Member, group: Group, pupil: Pupil) -> None:
    played = give(ada, group, "match", level="2")
    won = give(ada, group, "match", level="2", must_win="on")
    play(pupil, played.given_at - 1)
    play(pupil, won.given_at + 1, bot0="level1", player0="bot:level1")
    play(pupil, won.given_at + 2, training=True)
    play(pupil, won.given_at + 3, void=True)
    assert state(played, pupil) == state(won, pupil) == TaskState(0, 1)
    play(pupil, won.given_at + 4, won=0)
    assert state(played, pupil) == TaskState(1, 1, 1, won.given_at + 4)
    assert state(won, pupil) == TaskState(0, 1, 1)
    play(pupil, won.given_at + 5)
    assert state(won, pupil) == TaskState(1, 1, 2, won.given_at + 5)
    page = browser(pupil.member).get(f"/groups/{group.pk}").content.decode()
    assert '<input type="hidden" name="level" value="2">' in page


def test_the_teacher_sees_a_table_and_takes_it_as_a_file(ada: Member, group: Group, pupil: Pupil) -> None:
    row = give(ada, group, "match", level="2")
    play(pupil, row.given_at + 1)
    page = browser(ada).get(f"/groups/{group.pk}").content.decode()
    assert "Play “Easy”: Tabla" in page.replace("&quot;", '"')
    assert "1 try" in page
    file = browser(ada).get(f"/groups/{group.pk}/homework.csv").content.decode("utf-8-sig").splitlines()
    assert file[0] == "pupil,login,kind,task,due,done,of,tries,done_at"
    assert file[1].startswith(f"Mira,{pupil.member.username},match,")
    assert ",1,1,1," in file[1]
    shown = browser(ada).get(f"/groups/{group.pk}/pupils/{pupil.pk}").content.decode()
    assert "Progress" in shown


def test_a_pupil_sees_their_own_work_only(ada: Member, group: Group, pupil: Pupil) -> None:
    give(ada, group, "lesson")
    page = browser(pupil.member).get(f"/groups/{group.pk}").content.decode()
    assert "<table" not in page
    assert browser(pupil.member).get(f"/groups/{group.pk}/homework.csv").status_code == 404
    assert browser(pupil.member).get(f"/groups/{group.pk}/pupils/{pupil.pk}").status_code == 404


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("lesson", {"game": "none"}),
        ("lesson", {"last_day": "2020-01-01"}),
        ("lesson", {"last_day": "9999-01-01"}),
        ("puzzles", {"count": "0"}),
        ("puzzles", {"count": "51"}),
        ("puzzles", {"count": "5", "theme": "mate"}),
        ("match", {"level": "9"}),
        ("match", {}),
    ],
)
def test_bad_homework_is_refused(ada: Member, group: Group, kind: str, fields: dict[str, str]) -> None:
    sent = {"kind": kind, "game": "tabla", "last_day": in_days(3), **fields}
    answer = browser(ada).post(f"/groups/{group.pk}/homework", sent)
    assert answer.status_code == 422
    assert not Homework.objects.exists()


def test_homework_belongs_to_its_group(ada: Member, group: Group) -> None:
    row, eve = give(ada, group, "lesson"), member("Eve")
    strange = actions.create(eve, "Mine")
    assert browser(eve).post(f"/groups/{group.pk}/homework", {"kind": "lesson"}).status_code == 404
    assert browser(eve).post(f"/groups/{strange.pk}/homework/{row.pk}/delete").status_code == 302
    assert Homework.objects.exists()
    assert browser(ada).post(f"/groups/{group.pk}/homework", {"kind": "none"}).status_code == 400
    assert browser(ada).post(f"/groups/{group.pk}/homework/{row.pk}/delete").status_code == 302
    assert not Homework.objects.exists()


def test_a_group_has_twenty_tasks(ada: Member, group: Group) -> None:
    for _task in range(actions.MOST_HOMEWORK):
        row = Homework(group=group, kind="lesson", game="tabla", due=clock.now().date())
        actions.give_homework(row)
    sent = {"kind": "lesson", "game": "tabla", "last_day": in_days(1)}
    answer = browser(ada).post(f"/groups/{group.pk}/homework", sent)
    assert "Delete old ones first" in answer.content.decode()


def test_a_task_says_what_is_to_be_done(group: Group) -> None:
    row = Homework(group=group, kind="puzzles", game="tabla", count=1, theme="pin")
    assert title_of(row) == "1 puzzle: Tabla – Pin"


def number_on(page: str) -> list[str]:
    """The numbers of open tasks on a page."""
    return re.findall(r"Homework\s*</?(?:span|b)[^>]*>\s*(?:<b class=\"badge\">)?(\d+)", page)


def test_members_see_how_many_tasks_are_open(ada: Member, group: Group) -> None:
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    counts.forget(bob.pk)  # an earlier test had a member of this number
    reader, bystander = browser(bob), browser(member("Eve"))
    assert number_on(reader.get("/me").content.decode()) == []
    counts.forget(bob.pk)
    give(ada, group, "lesson")
    give(ada, group, "puzzles", count="3")
    for path in ("/groups", "/me"):
        assert set(number_on(reader.get(path).content.decode())) == {"2"}, path
        assert number_on(bystander.get(path).content.decode()) == []
    LessonProgress.objects.create(member=bob, game="tabla", boards=board_counts()["tabla"])
    reader.get(f"/groups/{group.pk}")
    assert set(number_on(reader.get("/me").content.decode())) == {"1"}
    Homework.objects.update(due=clock.now().date() - timedelta(days=1))
    counts.forget(bob.pk)
    assert number_on(reader.get("/me").content.decode()) == []


def test_new_homework_is_noticed_once_a_day(ada: Member, group: Group, pupil: Pupil) -> None:
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    give(ada, group, "lesson")
    give(ada, group, "puzzles", count="3")
    notices = Notification.objects.filter(kind="homework").order_by("to")
    assert {notice.to_id for notice in notices} == {bob.pk, pupil.member_id}
    assert len(notices) == 2
    by_member = {notice.to_id: notice for notice in notices}
    assert by_member[bob.pk].mail_at is not None
    assert by_member[pupil.member_id].mail_at is None
    assert text(by_member[bob.pk].kind, by_member[bob.pk].body).path == f"/groups/{group.pk}"
