"""Killed at any point, the worker of notices loses none and no mail, and repeats only what may be lost."""

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from tests.support.by_day import by_day
from tests.support.club.site_database import site
from tests.support.forked_processes import ForkedProcess
from tests.support.patience import PATIENCE
from tests.support.servers import environment
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions as conversations
from zaria.club.conversations import unread
from zaria.club.conversations.models import Conversation
from zaria.club.conversations.notice_kinds import MESSAGE
from zaria.club.conversations.reminders import AFTER_MS
from zaria.club.notifications.actions import set_switches
from zaria.club.notifications.kinds import Switches
from zaria.club.notifications.models import Notification
from zaria.club.shop.actions import gift_period
from zaria.club.shop.models import GiftClock
from zaria.club.shop.notice_kinds import GIFT
from zaria.club.site.clock import now_ms

pytestmark = pytest.mark.service


@contextmanager
def working(data: Path, url: str | None, dies_at: str = "") -> Iterator[ForkedProcess]:
    """Run the worker, and kill it in the end."""
    more = {} if url is None else {"ZARIA_DATABASE_URL": url}
    environ = environment(data, DJANGO_SETTINGS_MODULE="zaria.club.site.settings", DIES_AT=dies_at, **more)
    process = ForkedProcess("tests.support.club.notices_process", env=environ)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def member(name: str) -> Member:
    member = Member.objects.create(username=name, email=f"{name}@example.org", since=timezone.now(), agreed=0)
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    return member


def mails(data: Path) -> list[str]:
    """The receiver and the number of the notice of each mail."""
    text = "".join(path.read_text() for path in (data / "mails").glob("*"))
    receivers = re.findall("^To: (.+)@", text, re.MULTILINE)
    numbers = re.findall("^Message-ID: <notice.([0-9]+)@", text, re.MULTILINE)
    return sorted(f"{to} {number}" for to, number in zip(receivers, numbers, strict=True))


@pytest.mark.parametrize("kind", by_day((None,), (None, "postgres")))
def test_no_notice_is_lost_or_doubled_and_no_mail_is_lost(
    kind: str | None, transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database") if kind else None
    with site(url, tmp_path):
        ann, bob = member("Annxx"), member("Bobxx")
        name = conversations.begin_direct(bob, ann)
        Conversation.objects.filter(pk=name).update(last=1)
        with transaction.atomic():
            unread.update({name: 1}, {name: [(bob.player, 1, now_ms() - AFTER_MS)]}, {})
        set_switches(bob.pk, {GIFT: Switches(page=True, mail=True, push=False)})
        GiftClock.objects.create(player=bob.player, number=3, at=now_ms() - 5 * gift_period())

        sent = []
        for point in ("stored", "reserved", "sent"):
            with working(tmp_path, url, point) as process:
                assert process.wait(PATIENCE) == -signal.SIGKILL
            sent.append(len(mails(tmp_path)))
            Notification.objects.exclude(mail_at=None).update(mail_at=timezone.now())  # later
        assert sent == [0, 0, 1]
        with working(tmp_path, url):
            end = time.monotonic() + PATIENCE
            while not Notification.objects.filter(kind=GIFT.name, mail_at=None).exists():
                assert time.monotonic() < end
                time.sleep(0.01)
            while Notification.objects.exclude(mail_at=None).exists():
                assert time.monotonic() < end
                time.sleep(0.01)

        to_ann, to_bob = (Notification.objects.get(to=recipient) for recipient in (ann, bob))
        assert (to_ann.kind, to_bob.kind) == (MESSAGE.name, GIFT.name)
        once, twice = f"Bobxx {to_bob.pk}", f"Annxx {to_ann.pk}"
        assert mails(tmp_path) == [twice, twice, once], "the mail server may not have taken the first"
