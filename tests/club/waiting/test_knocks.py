"""Knocks and reminders of turns: one for each wait, whatever happens between two rounds."""

import pytest
from django.db import transaction
from django.utils import timezone

from tests.support.club.by_day_tables import DAY, HOUR, day_table
from zaria.club.accounts.models import Member
from zaria.club.notifications import texts
from zaria.club.notifications.models import NoticeSettings, Notification
from zaria.club.waiting.knocks import SPARE_MS, STANDING_MS, knock, read_mark, remind, reminders_until
from zaria.club.waiting.models import TurnReminder

pytestmark = pytest.mark.django_db
NOW = 1_990_036_800_000
"""Eight in the evening, in UTC: no reminder of a day falls into the quiet hours."""
NOBODY: frozenset[tuple[int, str]] = frozenset()


@pytest.fixture(autouse=True)
def players(db: None) -> dict[str, Member]:
    return {
        name: Member.objects.create(
            username=name.title(), email=f"{name}@example.org", player=name, since=timezone.now(), agreed=0
        )
        for name in ("ann", "bob", "joe")
    }


def keys(name: str, *, unread: bool = False) -> list[str]:
    notices = Notification.objects.filter(to__player=name).order_by("pk")
    return list((notices.filter(read_at=None) if unread else notices).values_list("key", flat=True))


def test_a_wait_knocks_once_however_often_it_is_read() -> None:
    tables = [day_table("one", since=NOW), day_table("two", waits_for=1, since=NOW + 1)]
    assert knock(tables, NOBODY, NOW) == 2
    assert knock(tables, NOBODY, NOW) == 0
    TurnReminder.objects.all().delete()
    assert knock(tables, NOBODY, NOW) == 0, "the key of the notice alone is enough"
    assert (keys("ann"), keys("bob")) == ([f"turn:one:{NOW}"], [f"turn:two:{NOW + 1}"])
    assert read_mark() == (NOW + 1 - SPARE_MS, "")


def test_nothing_is_stored_of_a_round_that_does_not_come_to_its_end() -> None:
    with transaction.atomic():
        knock([day_table("one", since=NOW)], NOBODY, NOW)
        transaction.set_rollback(True)
    assert (read_mark(), keys("ann"), TurnReminder.objects.count()) == ((0, ""), [], 0)
    assert knock([day_table("one", since=NOW)], NOBODY, NOW) == 1


def test_the_next_turn_at_a_table_ends_the_notice_of_the_one_before() -> None:
    knock([day_table("one", since=NOW), day_table("two", since=NOW)], NOBODY, NOW)
    knock([day_table("one", waits_for=1, since=NOW + HOUR)], NOBODY, NOW + HOUR)
    assert keys("ann", unread=True) == [f"turn:two:{NOW}"]
    assert keys("bob", unread=True) == [f"turn:one:{NOW + HOUR}"]


def test_who_sits_at_the_table_is_not_knocked() -> None:
    assert knock([day_table("one", since=NOW)], {(NOW, "one")}, NOW) == 0
    assert TurnReminder.objects.count() == 1
    assert knock([day_table("one", since=NOW)], NOBODY, NOW) == 0, "a later round does not make up for it"


def test_a_notice_names_the_opponent_and_the_end_and_leads_to_the_table() -> None:
    knock([day_table("one", since=NOW)], NOBODY, NOW)
    notice, to_table = Notification.objects.get(), {"path": "/t/one", "after": "/t/one", "table": "one"}
    assert notice.body == {"name": "Bob", "game": "tabla", "until": NOW + 2 * DAY, **to_table}
    text = texts.text(notice.kind, notice.body)
    assert (text.sentence, text.path) == ("Your turn: Bob is waiting", "/t/one")
    assert text.more.startswith("Tabla · until ")
    gone = texts.text(notice.kind, {**notice.body, "until": 1})
    assert gone.sentence == "It was your turn in the game with Bob"


def test_two_reminders_come_in_time() -> None:
    table = day_table("one", since=NOW, days=1)
    knock([table], NOBODY, NOW)
    assert reminders_until(NOW + 19 * HOUR) == []
    for stage, hours in enumerate((20, 23)):
        (reminder,) = reminders_until(NOW + hours * HOUR)
        assert remind(reminder, table, NOW + hours * HOUR, present=False)
        assert not remind(reminder, table, NOW + hours * HOUR, present=False), "a second process"
        assert keys("ann")[-1] == f"turn:one:{NOW}:{stage}"
    assert reminders_until(NOW + 30 * HOUR) == []


def test_a_process_that_was_away_sends_the_last_reminder_alone() -> None:
    table = day_table("one", since=NOW, days=1)
    knock([table], NOBODY, NOW)
    (reminder,) = reminders_until(NOW + 23 * HOUR)
    assert remind(reminder, table, NOW + 23 * HOUR, present=False)
    assert keys("ann") == [f"turn:one:{NOW}", f"turn:one:{NOW}:1"]
    assert reminders_until(NOW + 30 * HOUR) == []


def test_no_reminder_of_what_was_played_or_is_over() -> None:
    knock([day_table("one", since=NOW, days=1), day_table("two", since=NOW, days=1)], NOBODY, NOW)
    first, second = reminders_until(NOW + 20 * HOUR)
    assert not remind(first, day_table("one", since=NOW + HOUR), NOW + 20 * HOUR, present=False)
    assert not remind(second, None, NOW + 20 * HOUR, present=False)
    assert TurnReminder.objects.count() == 0


def test_a_clock_that_stood_moves_the_reminder() -> None:
    knock([day_table("one", since=NOW, days=1)], NOBODY, NOW)
    (reminder,) = reminders_until(NOW + 20 * HOUR)
    assert not remind(reminder, day_table("one", since=NOW, days=None), NOW + 20 * HOUR, present=False)
    (reminder,) = reminders_until(NOW + 20 * HOUR + STANDING_MS)
    longer = day_table("one", since=NOW, days=3)
    assert not remind(reminder, longer, NOW + 21 * HOUR, present=False)
    assert reminders_until(NOW + 57 * HOUR) == []
    (reminder,) = reminders_until(NOW + 58 * HOUR)
    assert remind(reminder, longer, NOW + 58 * HOUR, present=False)


def test_no_reminder_at_the_table_itself() -> None:
    table = day_table("one", since=NOW, days=1)
    knock([table], NOBODY, NOW)
    (reminder,) = reminders_until(NOW + 20 * HOUR)
    assert not remind(reminder, table, NOW + 20 * HOUR, present=True)
    assert reminders_until(NOW + 21 * HOUR) == []
    assert [reminder.stage for reminder in reminders_until(NOW + 22 * HOUR)] == [1]


def test_a_table_whose_clock_stands_from_the_start_knocks_too() -> None:
    assert knock([day_table("one", since=NOW, days=None)], NOBODY, NOW) == 1
    assert Notification.objects.get().body["until"] is None
    assert [reminder.at for reminder in TurnReminder.objects.all()] == [NOW + STANDING_MS]


def test_a_reminder_comes_before_the_quiet_hours_of_its_player(players: dict[str, Member]) -> None:
    """Two hours before the end of the turn Ann sleeps, until long after that."""
    Member.objects.filter(pk=players["ann"].pk).update(time_zone="Asia/Baku")
    NoticeSettings.objects.create(member=players["ann"], quiet_from=22, quiet_to=3)
    tables = [day_table("one", since=NOW, days=1), day_table("two", waits_for=1, since=NOW, days=1)]
    knock(tables, NOBODY, NOW)
    for reminder in reminders_until(NOW + 20 * HOUR):
        assert remind(reminder, tables[reminder.match_id == "two"], NOW + 20 * HOUR, present=False)
    moments = {row.player: (row.stage, row.at - NOW) for row in TurnReminder.objects.all()}
    assert moments == {"ann": (1, 21 * HOUR), "bob": (1, 22 * HOUR)}
    (reminder,) = reminders_until(NOW + 21 * HOUR)
    assert remind(reminder, tables[0], NOW + 21 * HOUR, present=False)
    assert keys("ann")[-1] == f"turn:one:{NOW}:1"


def test_other_quiet_hours_count_from_the_next_look_on(players: dict[str, Member]) -> None:
    table = day_table("one", since=NOW, days=1)
    knock([table], NOBODY, NOW)
    (reminder,) = reminders_until(NOW + 20 * HOUR)
    assert remind(reminder, table, NOW + 20 * HOUR, present=False)
    (reminder,) = reminders_until(NOW + 22 * HOUR)
    hours = {"quiet_from": 17, "quiet_to": 16}
    NoticeSettings.objects.update_or_create(member=players["ann"], defaults=hours)
    assert not remind(reminder, table, NOW + 22 * HOUR, present=False), "by these hours both are one"
    assert reminders_until(NOW + 30 * HOUR) == []
