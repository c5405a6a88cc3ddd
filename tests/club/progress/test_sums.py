"""Sums of decisions: each match counts once, whatever comes first, and goes without a trace."""

from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.support.club.graded_matches import Losses, store_grades
from tests.support.club.random_matches import match
from tests.support.club.statistics_client import marica
from zaria.club.accounts.models import Member
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.personal_data import export
from zaria.club.progress import actions, queries
from zaria.club.progress.models import MatchProgress, MonthMatches, MonthSum, ProgressSwitches
from zaria.match.terms import Terms

pytestmark = pytest.mark.django_db

LOSSES: Losses = {("opening", "turn"): [0.02, 0.0], ("contact", "turn"): [0.1], ("contact", "take"): [0.3]}
ROWS = {
    ("contact", "take", 1, 3_000, 9_000_000),
    ("contact", "turn", 1, 1_000, 1_000_000),
    ("opening", "turn", 2, 200, 40_000),
}


def played(number: int, **fields: Any) -> str:
    row = match(number, **fields)
    row.save()
    return row.match_id


def sums(member: Member) -> set[tuple[Any, ...]]:
    rows = MonthSum.objects.filter(member=member)
    return set(rows.values_list("phase", "kind", "decisions", "loss", "squares"))


def test_a_graded_match_counts_once() -> None:
    member = marica()
    match_id = played(1)
    store_grades(match_id, LOSSES)
    assert sums(member) == ROWS
    assert not actions.record(match_id)
    store_grades(match_id, LOSSES)
    assert sums(member) == ROWS
    month = MonthMatches.objects.get()
    assert (month.matches, month.luck, month.result, month.adjusted) == (1, 10_000, 1, 5_000)


def test_a_deeper_analysis_replaces_the_numbers() -> None:
    member = marica()
    match_id = played(1)
    store_grades(match_id, LOSSES)
    store_grades(match_id, {("contact", "turn"): [0.04, 0.0]}, depth="normal", luck=0.25)
    assert sums(member) == {("contact", "turn", 2, 400, 160_000)}
    store_grades(match_id, LOSSES)
    assert sums(member) == {("contact", "turn", 2, 400, 160_000)}
    assert MonthMatches.objects.get().luck == 5_000


def test_results_may_follow_their_grades() -> None:
    member = marica()
    row = match(2, side=1)
    store_grades(row.match_id, LOSSES, side=1)
    assert sums(member) == set()
    row.save()
    matches_recorded.send(type(row), results=[(row, Terms("tabla"))])
    assert sums(member) == ROWS


def test_matches_of_a_month_add_up() -> None:
    member = marica()
    for number in range(3):
        store_grades(played(number), LOSSES)
    assert ("contact", "turn", 3, 3_000, 3_000_000) in sums(member)
    assert MonthMatches.objects.get().matches == 3


def test_a_deleted_match_leaves_nothing() -> None:
    member = marica()
    first, second = match(1), match(2)
    for row in (first, second):
        row.save()
        store_grades(row.match_id, LOSSES)
    first.delete()
    assert sums(member) == ROWS
    second.delete()
    assert sums(member) == set()
    assert not MonthMatches.objects.exists()
    assert not MatchProgress.objects.exists()


@pytest.mark.parametrize("fields", [{"training": True}, {"player0": "somebody else"}])
def test_training_and_others_do_not_count(fields: dict[str, Any]) -> None:
    member = marica()
    store_grades(played(1, **fields), LOSSES)
    assert sums(member) == set()


def test_robots_have_no_progress() -> None:
    robot = marica(robot=True)
    store_grades(played(1), LOSSES)
    assert sums(robot) == set()


def test_what_is_switched_off_is_deleted_and_comes_back() -> None:
    member = marica()
    ids = [played(number) for number in range(3)]
    for match_id in ids[:2]:
        store_grades(match_id, LOSSES)
    actions.set_switches(member, gathers=False, compares=True, in_background=True)
    store_grades(ids[2], LOSSES)
    assert sums(member) == set()
    assert not actions.gather_next()
    assert not ProgressSwitches.objects.get().in_background, "nothing is analysed for nothing"
    actions.set_switches(member, gathers=True, compares=True, in_background=False)
    assert sums(member) == set()
    assert actions.gather_next()
    assert not actions.gather_next()
    assert MonthMatches.objects.get().matches == 3


def test_gathering_goes_on_where_it_stopped() -> None:
    member = marica()
    actions.set_switches(member, gathers=False, compares=True, in_background=False)
    for number in range(5):
        store_grades(played(number, ended=1_760_000_000_000 + number // 2), LOSSES)
    actions.set_switches(member, gathers=True, compares=True, in_background=False)
    calls = 0
    while actions.gather_next(most=2):
        calls += 1
    assert calls == 3
    assert MonthMatches.objects.get().matches == 5


def test_the_command_counts_everything_anew(capsys: pytest.CaptureFixture[str]) -> None:
    member = marica()
    for number in range(2):
        store_grades(played(number), LOSSES)
    stored = sums(member)
    for model in (MatchProgress, MonthSum, MonthMatches):
        model.objects.all().delete()
    call_command("progress", "recompute")
    assert capsys.readouterr().out == "Matches read: 2.\n"
    assert sums(member) == stored


def test_the_file_of_a_member_has_it_and_deletion_takes_it() -> None:
    member = marica()
    store_grades(played(1), LOSSES)
    actions.set_switches(member, gathers=True, compares=False, in_background=True)
    data = export.of(member)["progress"]
    assert [row["loss"] for row in data["sums"]] == [3_000, 1_000, 200]
    assert data["switches"]["in_background"] is True
    assert (len(data["months"]), len(data["matches"])) == (1, 1)
    actions.forget(member)
    assert queries.stored_data(member) == {"switches": None, "months": [], "sums": [], "matches": []}


class AnyOrder(TestCase):
    """Matches are analysed, analysed again and deleted: the sums are those of the matches that are left."""

    @settings(max_examples=20)
    @given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["grade", "delete"]), st.integers(0, 300))))
    def test_sums_are_those_of_the_stored_matches(self, steps: list[tuple[int, str, int]]) -> None:
        member = marica()
        present: dict[int, int] = {}
        rows = {number: match(number) for number in range(3)}
        for number, act, loss in steps:
            if act == "grade":
                rows[number].save()
                store_grades(rows[number].match_id, {("contact", "turn"): [loss / 10_000]})
                present[number] = loss
            elif number in present:
                match(number).delete()
                del present[number]
        total = (len(present), sum(present.values()), sum(loss * loss for loss in present.values()))
        assert sums(member) == ({("contact", "turn", *total)} if present else set())
