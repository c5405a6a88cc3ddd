"""Analyses in the background: by consent, in turns, within a day's minutes, on an idle machine."""

import time
from typing import Any

import pytest
from django.conf import settings

from tests.support.club.graded_matches import store_grades
from tests.support.club.rating_records import DAY, member, played
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis.models import DONE, WAITING, Analysis
from zaria.club.progress import actions
from zaria.club.progress.background import find_work as find_background_work
from zaria.club.progress.background import is_busy
from zaria.club.progress.models import MonthMatches
from zaria.club.site.clock import MINUTE_MS

pytestmark = pytest.mark.django_db


@pytest.fixture
def members() -> list[Member]:
    """Two members who have their matches analysed in the background, and one who has not."""
    rows = [member(number) for number in range(3)]
    for row in rows[:2]:
        actions.set_switches(row, gathers=True, compares=True, in_background=True)
    return rows


def match(name: str, owner: Member, days: float = 1, **fields: Any) -> None:
    """A match of a member against the computer that ended so many days ago."""
    opponent = {"player1": "bot:quick", "member1": False, "bot1": "quick"}
    at = int(time.time() * 1000 - days * DAY)
    played(name, at, **{"player0": owner.player, "rated": False, **opponent, **fields}).save()


def requested_ids() -> list[str]:
    return list(Analysis.objects.order_by("pk").values_list("match_id", flat=True))


def find_work(*, busy: bool = False, window: int = 100) -> None:
    """Look for work on an idle machine, or on a busy one."""
    find_background_work(lambda: busy, window)


def work_off() -> None:
    """Finish all analyses as if they had taken no time."""
    Analysis.objects.filter(state=WAITING).update(state=DONE, took=1)


def test_only_matches_of_members_who_wish_so(members: list[Member]) -> None:
    match("wished", members[0])
    match("not", members[2])
    match("training", members[1], training=True)
    for _ in range(4):
        find_work()
        work_off()
    assert requested_ids() == ["wished"]
    row = Analysis.objects.get()
    assert (row.depth, row.effort) == ("quick", analyses.BACKGROUND)


def test_members_take_turns_and_the_latest_match_comes_first(members: list[Member]) -> None:
    for number in range(3):
        match(f"a{number}", members[0], days=10 - number)
    match("b0", members[1], days=20)
    for _ in range(5):
        find_work()
        work_off()
    assert sorted(requested_ids()[:2]) == ["a2", "b0"]
    assert requested_ids()[2:] == ["a1", "a0"]


def test_one_at_a_time_and_never_what_is_graded(members: list[Member]) -> None:
    match("graded", members[0], days=1)
    store_grades("graded", {("contact", "turn"): [0.1]})
    match("next", members[0], days=2)
    match("after", members[0], days=3)
    for _ in range(3):
        find_work()
    assert requested_ids() == ["next"]


@pytest.mark.parametrize(("minutes", "more"), [(29, True), (30, False)])
def test_the_minutes_of_a_day_are_not_exceeded(
    members: list[Member], minutes: int, more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PROGRESS_MINUTES", 30)
    match("m1", members[0])
    match("m2", members[0])
    find_work()
    Analysis.objects.update(state=DONE, took=minutes * MINUTE_MS)
    find_work()
    assert len(requested_ids()) == 1 + more


def test_fair_play_has_minutes_of_its_own(members: list[Member]) -> None:
    match("m1", members[0])
    match("m2", members[0])
    analyses.ask_in_background("m1", "deep")
    find_work()
    assert requested_ids() == ["m1"], "one in the background at a time"
    Analysis.objects.update(state=DONE, took=10**9)
    find_work()
    assert requested_ids() == ["m1", "m2"]


def test_nothing_on_a_busy_machine_or_without_minutes(
    members: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    match("m1", members[0])
    find_work(busy=True)
    with monkeypatch.context() as patch:
        patch.setattr(settings, "PROGRESS_MINUTES", 0)
        find_work()
    assert requested_ids() == []
    find_work()
    assert requested_ids() == ["m1"]


@pytest.mark.parametrize(("load", "busy"), [(0.0, False), (1_000_000.0, True)])
def test_a_machine_with_waiting_processes_is_busy(
    load: float, busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (load, 0.0, 0.0))
    assert is_busy() == busy


def test_old_matches_are_reached_window_by_window(members: list[Member]) -> None:
    actions.set_switches(members[1], gathers=True, compares=True, in_background=False)
    for number in range(7):
        match(f"m{number}", members[0], days=1 + number)
    for _ in range(15):
        find_work(window=2)
        work_off()
    assert requested_ids() == [f"m{number}" for number in range(7)]


def test_what_was_switched_on_again_is_gathered_first(members: list[Member]) -> None:
    match("m1", members[0])
    actions.set_switches(members[0], gathers=False, compares=True, in_background=False)
    store_grades("m1", {("contact", "turn"): [0.1]})
    actions.set_switches(members[0], gathers=True, compares=True, in_background=True)
    find_work()
    assert MonthMatches.objects.get().matches == 1
    assert requested_ids() == []
