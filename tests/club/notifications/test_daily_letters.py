"""The daily letter: the tables that wait, by the time left, at the member's hour, until nothing waits."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from tests.support.club.devices import member
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.notifications import mails
from zaria.club.notifications.actions import notify
from zaria.club.notifications.daily_letters import send_letters
from zaria.club.notifications.kinds import NoticeBody, Switches
from zaria.club.notifications.models import NoticeSettings, Notification
from zaria.club.notifications.queries import settings_of
from zaria.club.notifications.waiting_tables import NoTables, WaitingRow, register_waiting_tables
from zaria.club.shop.notice_kinds import GIFT

__all__ = ["plain_files"]

WAITING = replace(GIFT, waiting=True, default=Switches(page=True, mail=True, push=True))
"""A kind about tables that wait."""


class Tables(NoTables):
    """The tables of each member, by login."""

    def __init__(self) -> None:
        self.of: dict[str, list[WaitingRow]] = {}

    def rows(self, member: Member) -> Sequence[WaitingRow]:
        """Return what the test has put there."""
        return self.of.get(member.username, [])


@pytest.fixture
def tables(db: None, plain_files: None) -> Iterator[Tables]:
    tables = Tables()
    register_waiting_tables(tables)
    yield tables
    register_waiting_tables(NoTables())


def row(number: int, hours: int | None) -> WaitingRow:
    due = None if hours is None else timezone.now() + timedelta(hours=hours)
    return WaitingRow(f"Table {number}", f"/t/{number}", due)


def be_due() -> None:
    NoticeSettings.objects.exclude(letter_at=None).update(letter_at=timezone.now())


def letter_at(person: Member) -> datetime | None:
    return settings_of(person.pk).letter_at


def test_a_letter_lists_what_waits_once_a_day_as_long_as_something_waits(tables: Tables) -> None:
    ann = member("Annxx", language="ru", time_zone="Europe/Sofia")
    tables.of["Annxx"] = [row(1, None), row(2, 30), row(3, 5)]
    for number in range(2):
        notify([ann.pk], WAITING, NoticeBody(), key=f"turn:{number}")
    assert not Notification.objects.exclude(mail_at=None).exists(), "its mails are gathered"
    planned = letter_at(ann)
    assert planned is not None
    assert timezone.now() < planned <= timezone.now() + timedelta(days=1)
    send_letters()
    assert mail.outbox == [], "it is not the hour yet"
    be_due()
    for _ in range(2):
        send_letters()
    (sent,) = mail.outbox
    assert sent.subject == "Столы, которые вас ждут: 3"
    assert re.findall(r"/t/(\d)", str(sent.body)) == ["3", "2", "1"]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    later = letter_at(ann)
    assert later is not None
    assert later.minute == 0
    tables.of.clear()
    be_due()
    send_letters()
    assert len(mail.outbox) == 1
    assert letter_at(ann) is None, "nothing waits"


@pytest.mark.parametrize(("mails_come", "at_once"), [("at_once", True), ("off", False)])
def test_members_have_mails_at_once_or_none(tables: Tables, mails_come: str, at_once: bool) -> None:
    ann = member("Annxx")
    NoticeSettings.objects.create(member=ann, waiting_mails=mails_come)
    notify([ann.pk], WAITING, NoticeBody())
    assert Notification.objects.exclude(mail_at=None).exists() is at_once
    assert letter_at(ann) is None
    mails.send_mails()
    assert len(mail.outbox) == at_once


def test_one_click_ends_the_letters(tables: Tables) -> None:
    ann = member("Annxx")
    tables.of["Annxx"] = [row(1, 5)]
    notify([ann.pk], WAITING, NoticeBody())
    be_due()
    send_letters()
    link = re.fullmatch(r"<https?://[^/]+(/.+)>", mail.outbox[0].extra_headers["List-Unsubscribe"])
    assert link is not None
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop these e-mails" in html_of(stranger.get(link[1]))
    assert settings_of(ann.pk).waiting_mails == "daily", "looking at the page ends nothing"
    assert stranger.post(link[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (settings_of(ann.pk).waiting_mails, letter_at(ann)) == ("off", None)
    assert stranger.get(f"{link[1]}x").status_code == 404
    notify([ann.pk], WAITING, NoticeBody())
    assert letter_at(ann) is None


def test_a_letter_that_fails_is_tried_again(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member("Annxx")
    tables.of["Annxx"] = [row(1, 5)]
    notify([ann.pk], WAITING, NoticeBody())
    be_due()

    def fail(*_args: Any) -> int:
        raise SMTPException("busy")

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", fail)
        send_letters()
    waiting = letter_at(ann)
    assert waiting is not None
    assert waiting < timezone.now() + timedelta(minutes=11)
    be_due()
    send_letters()
    assert len(mail.outbox) == 1
