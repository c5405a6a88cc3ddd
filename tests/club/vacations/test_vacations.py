"""Vacations of members, the club's hours, and the times in which clocks by the day stand."""

from collections.abc import Iterator

import msgspec
import pytest
from django.utils import timezone, translation

from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.personal_data import deletion, export
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS
from zaria.club.vacations import actions, queries
from zaria.club.vacations.actions import VacationRefusedError
from zaria.club.vacations.allowance import Span
from zaria.club.vacations.automatic import begin_vacations, postpone_vacation
from zaria.club.vacations.models import OpenHours, Vacation
from zaria.club.vacations.queries import AFTER_MS
from zaria.live.journal.base import Listing, WaitingTable
from zaria.live.matches.day_policy import Standstill
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo
from zaria.match.terms import ClockTerms

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def now() -> int:
    """Two years after Ann joined."""
    return int(timezone.now().timestamp() * 1000) + 730 * DAY_MS


@pytest.fixture
def ann() -> Member:
    return Member.objects.create(
        username="annxx", email="ann@example.org", player="p-anna", since=timezone.now(), password="!"
    )


def refusal(member: Member, days: int, now: int, flags: list[int], begin: int | None = None) -> str:
    with pytest.raises(VacationRefusedError) as refused:
        actions.plan(member, days, now, flags, begin)
    return refused.value.code


def test_a_vacation_begins_now(ann: Member, now: int) -> None:
    vacation = actions.plan(ann, 5, now, [now + 2 * DAY_MS])
    assert (vacation.begins_at, vacation.ends_at) == (now, now + 5 * DAY_MS)
    assert queries.present_vacation(ann.player, now + DAY_MS) == vacation
    assert queries.on_vacation(["p-anna", "other"], now) == {"p-anna": now + 5 * DAY_MS}
    assert queries.present_vacation(ann.player, now + 5 * DAY_MS) is None


def test_none_begins_when_a_flag_is_within_a_day(ann: Member, now: int) -> None:
    assert refusal(ann, 5, now, [now + 3 * DAY_MS, now + DAY_MS - 1]) == "flag_near"
    assert not Vacation.objects.exists()
    assert actions.plan(ann, 5, now, [now + DAY_MS])


def test_a_planned_one_begins_a_day_later_at_least(ann: Member, now: int) -> None:
    assert refusal(ann, 5, now, [], now + DAY_MS - 1) == "past"
    assert refusal(ann, 5, now, [], now - DAY_MS) == "past"
    assert refusal(ann, 5, now, [], now + 366 * DAY_MS) == "past"
    planned = actions.plan(ann, 5, now, [now + HOUR_MS], now + 2 * DAY_MS)
    assert queries.next_vacation(ann.player, now) == planned


@pytest.mark.parametrize("days", [22, 31])
def test_a_vacation_is_not_longer_than_three_weeks(ann: Member, now: int, days: int) -> None:
    assert refusal(ann, days, now, []) in ("in_a_row", "too_long")


def test_one_after_another_are_one_row(ann: Member, now: int) -> None:
    actions.plan(ann, 20, now, [])
    later = now + 20 * DAY_MS
    assert refusal(ann, 2, later, []) == "in_a_row"
    assert actions.plan(ann, 1, later, [])
    assert actions.plan(ann, 3, later + 3 * DAY_MS, [])


def test_days_that_are_used_up(ann: Member, now: int) -> None:
    actions.plan(ann, 20, now, [])
    assert refusal(ann, 13, now + 25 * DAY_MS, []) == "too_long"


def test_two_at_a_time(ann: Member, now: int) -> None:
    actions.plan(ann, 5, now, [], now + 10 * DAY_MS)
    assert refusal(ann, 2, now, []) == "on_vacation"


def test_a_vacation_ends_early_and_gives_its_days_back(ann: Member, now: int) -> None:
    actions.plan(ann, 20, now, [])
    assert actions.end(ann, now + 2 * DAY_MS)
    assert queries.vacations(ann.player) == [Span(now, now + 2 * DAY_MS)]
    assert not actions.end(ann, now + 3 * DAY_MS)
    assert actions.plan(ann, 19, now + 5 * DAY_MS, [])


def test_a_planned_vacation_is_given_up(ann: Member, now: int) -> None:
    actions.plan(ann, 5, now, [], now + 2 * DAY_MS)
    assert actions.end(ann, now)
    assert queries.vacations(ann.player) == []


# standstills


def test_clocks_stand_on_vacation(ann: Member, now: int) -> None:
    actions.plan(ann, 5, now, [])
    later = now + 2 * DAY_MS
    assert queries.standstills("p-anna", now - DAY_MS, later, vacation=True) == [
        Standstill(now, later, "vacation")
    ]
    assert queries.standstills("p-anna", now + HOUR_MS, later, vacation=True) == [
        Standstill(now + HOUR_MS, later, "vacation")
    ]
    assert queries.standstills("p-anna", now - DAY_MS, later, vacation=False) == []
    assert queries.standstills("other", now - DAY_MS, later, vacation=True) == []
    assert queries.standstills(None, now - DAY_MS, later, vacation=True) == []


def open_from(*hours: tuple[int, int]) -> None:
    for opened, seen in hours:
        OpenHours.objects.create(opened_at=opened * HOUR_MS, seen_at=seen * HOUR_MS)


def closed(since: int, now: int) -> list[tuple[float, float]]:
    spans = queries.closures(since * HOUR_MS, now * HOUR_MS)
    return [(begin / HOUR_MS, end / HOUR_MS) for begin, end in spans]


def test_clocks_stand_while_the_club_is_closed_and_an_hour_after() -> None:
    open_from((0, 10), (13, 20))
    assert closed(5, 18) == [(10, 14)]
    assert closed(5, 13) == [(10, 13)]
    assert closed(11, 18) == [(11, 14)]
    assert closed(0, 9) == []
    assert closed(15, 18) == []
    assert closed(13, 18) == [(13, 14)]


def test_one_process_of_several_keeps_the_club_open() -> None:
    open_from((0, 10), (8, 15), (12, 20), (30, 40))
    assert closed(1, 39) == [(20, 31)]


def test_a_club_that_has_just_been_set_up_was_never_closed() -> None:
    assert closed(0, 100) == []
    open_from((50, 60))
    assert closed(0, 61) == []


def test_a_short_restart_closes_nothing() -> None:
    OpenHours.objects.create(opened_at=0, seen_at=HOUR_MS)
    OpenHours.objects.create(opened_at=HOUR_MS + MINUTE_MS, seen_at=9 * HOUR_MS)
    assert closed(0, 9) == []


def test_a_process_says_that_it_is_open() -> None:
    row = actions.say_open(None, 1_000)
    assert actions.say_open(row, 31_000) is row
    assert list(OpenHours.objects.values_list("opened_at", "seen_at")) == [(1_000, 31_000)]


def test_a_process_that_stood_still_was_closed(now: int) -> None:
    row = actions.say_open(None, now)
    woken = actions.say_open(row, now + 3 * HOUR_MS)
    assert woken.pk != row.pk
    actions.say_open(woken, now + 3 * HOUR_MS + 50_000)
    spans = queries.closures(now - DAY_MS, now + 10 * HOUR_MS)
    assert spans == [Span(now, now + 3 * HOUR_MS + AFTER_MS)]


def test_old_hours_are_deleted_but_for_the_last() -> None:
    open_from((0, 1), (2, 3), (4, 5), (100, 101))
    assert actions.delete_hours_before(50 * HOUR_MS) == 2
    assert closed(0, 101) == [(5, 101)]


# vacations that begin by themselves


def table(player: str, *, vacation: bool = True) -> WaitingTable:
    clock = ClockTerms.by_days(2, vacation=vacation)
    info = PlayerInfo("Ann", "#777777", member=True)
    card = Card("m", "tabla", "playing", 0, (info, info), "days", clock=clock)
    return WaitingTable("m", Listing(0, msgspec.json.encode(card), (player, "bob")), 0, 0, 1)


def test_a_day_begins_before_a_flag_with_a_notice(ann: Member, now: int) -> None:
    assert begin_vacations([table("p-anna"), table("p-anna"), table("gone")], now) == 1
    vacation = Vacation.objects.get()
    assert (vacation.begins_at, vacation.ends_at, vacation.automatic) == (now, now + DAY_MS, True)
    notice = Notification.objects.get()
    assert notice.kind == "vacation"
    assert begin_vacations([table("p-anna")], now + HOUR_MS) == 0, "they are on vacation"
    assert begin_vacations([table("p-anna")], now + DAY_MS) == 1


def test_none_begins_where_terms_or_the_member_exclude_it(ann: Member, now: int) -> None:
    assert begin_vacations([table("p-anna", vacation=False)], now) == 0
    actions.switch("p-anna", automatic=False)
    assert begin_vacations([table("p-anna")], now) == 0
    actions.switch("p-anna", automatic=True)
    assert begin_vacations([table("p-anna")], now) == 1


def test_a_plan_for_later_keeps_nobody_from_an_automatic_day(ann: Member, now: int) -> None:
    actions.plan(ann, 5, now, [], now + 100 * DAY_MS)
    assert begin_vacations([table("p-anna")], now) == 1
    assert actions.end(ann, now + HOUR_MS), "the day that began by itself"
    assert queries.next_vacation(ann.player, now + HOUR_MS) is not None
    planned = queries.next_vacation(ann.player, now)
    assert planned is not None
    assert begin_vacations([table("p-anna")], planned.begins_at - 2 * HOUR_MS) == 1
    short = queries.present_vacation(ann.player, planned.begins_at - HOUR_MS)
    assert short is not None
    assert short.ends_at == planned.begins_at


def test_automatic_days_leave_the_planned_ones(ann: Member, now: int) -> None:
    actions.plan(ann, 21, now, [], now + 10 * DAY_MS)
    days = 0
    while begin_vacations([table("p-anna")], now + days * DAY_MS) and days < 20:
        days += 1
    assert days == 9, "30 and what a week brings, less 21"


def test_a_planned_vacation_waits_for_a_move_at_a_table(ann: Member, now: int) -> None:
    planned = actions.plan(ann, 5, now, [], now + 10 * DAY_MS)
    soon = planned.begins_at - HOUR_MS
    assert queries.beginning_soon(soon, 2 * HOUR_MS) == ["p-anna"]
    assert not postpone_vacation("p-anna", [planned.begins_at + DAY_MS], soon)
    assert postpone_vacation("p-anna", [planned.begins_at + DAY_MS - 1], soon)
    assert queries.vacations("p-anna") == [Span(now + 11 * DAY_MS, now + 16 * DAY_MS)]
    assert Notification.objects.filter(kind="vacation").count() == 1
    assert not postpone_vacation("gone", [], soon)


def test_automatic_days_end_with_the_balance(ann: Member, now: int) -> None:
    days = 0
    while begin_vacations([table("p-anna")], now + days * DAY_MS):
        days += 1
    assert days == 21, "so many days in a row"


# the account


def test_vacations_are_exported_and_deleted_with_the_account(ann: Member, now: int) -> None:
    actions.plan(ann, 5, now, [])
    actions.switch("p-anna", automatic=False)
    (stored,) = export.of(ann)["vacations"]["vacations"]
    assert stored["ends_at"] == now + 5 * DAY_MS
    deletion.delete(ann, "gone")
    assert not Vacation.objects.exists()
    assert queries.is_automatic("p-anna")
