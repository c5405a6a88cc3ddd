"""The staff's queue: two of the staff at one report, and what many entries cost."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone

from tests.support.club.page_queries import page_queries
from tests.support.club.site_database import site
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from tests.support.patience import PATIENCE
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.staff.actions import support
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act, ActKind
from zaria.club.support.models import Message, Report, Thread

__all__ = ["plain_files"]


def staff(name: str) -> Member:
    """An owner of the club."""
    return Member.objects.create(
        username=name,
        email=f"{name}@example.org",
        player=f"p-{name}",
        since=timezone.now(),
        password="!",
        is_staff=True,
        is_superuser=True,
    )


def reports(first: int, last: int, reporter: Member | None = None) -> None:
    """Reports of as many players, of two reporters each."""
    for number in range(first, last):
        for player in ("p-one", "p-two"):
            Report.objects.create(
                about=f"player:Rude{number}",
                name=f"Rude{number}",
                reporter=reporter,
                player=player,
                player_name=player,
                rule=3,
            )


def requests(first: int, last: int, member: Member) -> None:
    """Requests of a member that wait."""
    for _number in range(first, last):
        now = timezone.now() - timedelta(minutes=5)
        thread = Thread.objects.create(
            kind="question", member=member, language="en", confirmed_at=now, waiting_since=now, last_at=now
        )
        Message.objects.create(thread=thread, text="How is it played?", by=member)


@pytest.fixture
def postgresql(transactional_db: None, database: str, tmp_path: Path) -> Iterator[None]:
    """The site's empty tables in PostgreSQL."""
    with site(database, tmp_path):
        yield


def test_one_of_two_ends_a_report(postgresql: None) -> None:
    people = [staff("Boss1"), staff("Boss2")]
    reports(0, 1, people[0])
    first_is_in, second_waits = threading.Event(), threading.Event()

    def close(by: Member, first: bool) -> str:
        try:
            with transaction.atomic():
                if first:
                    support.close_reports(by, "player:Rude0", acted=True, reason="Insults")
                    first_is_in.set()
                    assert second_waits.wait(PATIENCE)
                else:
                    assert first_is_in.wait(PATIENCE)
                    with connection.cursor() as cursor:
                        cursor.execute("SELECT 1")
                    second_waits.set()
                    support.close_reports(by, "player:Rude0", acted=False, reason="Nothing")
        except ActionRefusedError as refused:
            return str(refused)
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(close, people, (True, False)))
    assert answers == ["done", "This report is handled already."]
    assert set(Report.objects.values_list("closed_by__username", "acted")) == {("Boss1", True)}
    assert Act.objects.filter(kind=ActKind.REPORT).count() == 1
    assert Notification.objects.filter(to=people[0]).count() == 2


def test_more_entries_take_no_more_queries(db: None, plain_files: None) -> None:
    client, boss, counts = Client(), staff("Boss1"), []
    client.force_login(boss)
    client.get("/staff/reports")
    for numbers in ((0, 3), (3, 30)):
        reports(*numbers)
        requests(*numbers, boss)
        counts.append(len(page_queries(client, "/staff/reports")))
        assert html_of(client.get("/staff/reports")).count('class="slip-mark"') > numbers[0]
    assert counts[0] == counts[1]
