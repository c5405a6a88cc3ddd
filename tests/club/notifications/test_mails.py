"""Mails about notices, the link that ends them, and the reminders that cause some."""

import re
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client, override_settings
from django.utils import timezone

from tests.support.club.rating_records import played
from tests.support.club.tournament_terms import entered
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions as conversations
from zaria.club.conversations import unread
from zaria.club.conversations.models import Conversation
from zaria.club.conversations.reminders import AFTER_MS, remind
from zaria.club.notifications import actions, mails
from zaria.club.notifications.actions import notify
from zaria.club.notifications.kinds import Switches
from zaria.club.notifications.models import Notification
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.ratings.followers import notify_followers
from zaria.club.ratings.notice_kinds import FOLLOWED_MATCH
from zaria.club.relations import actions as relations
from zaria.club.shop.actions import gift_period, take_gift
from zaria.club.shop.models import GiftClock
from zaria.club.shop.reminders import notify_of_gifts
from zaria.club.site.clock import now_ms
from zaria.club.support.notice_kinds import SUPPORT, SupportBody
from zaria.club.tournaments.runner.reminders import notify_of_starts

__all__ = ["plain_files"]


@pytest.fixture(autouse=True)
def _pages(db: None, plain_files: None) -> None:
    """Pages over an empty database."""


def member(name: str, **more: Any) -> Member:
    member = Member.objects.create(
        username=name, email=f"{name}@example.org", since=timezone.now(), agreed=0, **more
    )
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    return member


def kinds(somebody: Member) -> list[str]:
    return list(Notification.objects.filter(to=somebody).order_by("pk").values_list("kind", flat=True))


def test_a_mail_is_sent_once_in_the_language_of_the_member_and_can_be_ended() -> None:
    ann = member("Annxx", language="ru")
    notify([ann.pk], STAFF, StaffBody(path="/me/notices"))
    for _ in range(2):
        mails.send_mails()
    (sent,) = mail.outbox
    assert sent.to == [ann.email]
    assert sent.subject == "Вам написала администрация."
    assert "/me/notices" in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(
        r"<https?://[^/]+(/notices/unsubscribe/[^>]+)>", sent.extra_headers["List-Unsubscribe"]
    )
    assert link is not None
    notify([ann.pk], STAFF, StaffBody())
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop these e-mails" in html_of(stranger.get(link[1]))
    mails.send_mails()
    assert len(mail.outbox) == 2, "looking at the page ends nothing"
    notify([ann.pk], STAFF, StaffBody())
    answer = stranger.post(link[1], {"List-Unsubscribe": "One-Click"})
    assert "You won't receive these e-mails any more." in html_of(answer)
    notify([ann.pk], STAFF, StaffBody())
    mails.send_mails()
    assert len(mail.outbox) == 2
    assert kinds(ann) == ["staff"] * 4, "the page still lists them"
    assert stranger.get(f"{link[1]}x").status_code == 404


def test_a_mail_is_not_sent_for_what_is_read_unconfirmed_or_switched_off() -> None:
    ann, bob, cas = member("Annxx"), member("Bobxx"), member("Casxx")
    EmailAddress.objects.filter(user=bob).update(verified=False)
    actions.set_switches(cas.pk, {SUPPORT: Switches(page=True, mail=False, push=False)})
    notify([ann.pk, bob.pk, cas.pk], SUPPORT, SupportBody())
    actions.mark_read(ann.pk)
    mails.send_mails()
    assert mail.outbox == []
    assert not Notification.objects.exclude(mail_at=None).exists()


def test_a_mail_that_fails_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member("Annxx")
    notify([ann.pk], STAFF, StaffBody())

    def fail(*_args: object) -> int:
        raise SMTPException("busy")

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", fail)
        mails.send_mails()
    mails.send_mails()
    assert mail.outbox == [], "it waits"
    Notification.objects.update(mail_at=timezone.now())
    mails.send_mails()
    assert len(mail.outbox) == 1
    Notification.objects.update(mail_at=timezone.now(), at=timezone.now() - timedelta(days=2))
    mails.send_mails()
    assert len(mail.outbox) == 1, "an old one is given up"


def test_a_message_that_stays_unread_is_announced_once_until_it_is_read() -> None:
    ann, bob = member("Annxx"), member("Bobxx")
    name = conversations.begin_direct(bob, ann)

    def write(number: int, ago: int) -> None:
        Conversation.objects.filter(pk=name).update(last=number)
        unread.update({name: number}, {name: [(bob.player, number, now_ms() - ago)]}, {})

    write(1, AFTER_MS // 2)
    remind()
    assert kinds(ann) == []
    conversations.mark_read(name, ann.player)
    write(2, AFTER_MS + 1000)
    write(3, AFTER_MS)
    for _ in range(2):
        remind()
    assert (kinds(ann), kinds(bob)) == (["message"], [])
    mails.send_mails()
    assert [sent.to for sent in mail.outbox] == [[ann.email]]
    conversations.mark_read(name, ann.player)
    ann.refresh_from_db()
    assert (ann.unread_messages, ann.unread_notices) == (0, 0)
    write(4, AFTER_MS)
    remind()
    assert kinds(ann) == ["message"] * 2


def test_a_rated_match_is_announced_to_followers_who_want_it() -> None:
    ann, bob, cas = member("Annxx"), member("Bobxx"), member("Casxx")
    match = played("m1", now_ms())
    match.player0, match.name0, match.won = cas.player, "Casxx", 0
    for fan in (ann, bob):
        relations.follow(fan, cas)
    actions.set_switches(ann.pk, {FOLLOWED_MATCH: Switches(page=True, mail=False, push=False)})
    for _ in range(2):
        notify_followers([match])
    (body,) = Notification.objects.filter(kind=FOLLOWED_MATCH.name, to=ann).values_list("body", flat=True)
    assert (body["name"], body["opponent"], body["result"]) == ("Casxx", match.name1, "won")
    assert kinds(bob) == []


def test_a_gift_and_a_start_are_announced_once() -> None:
    row, (ann, _) = entered(2, starts_at=now_ms() + 5 * 60_000)
    clock = GiftClock.objects.create(player=ann.player, number=3, at=now_ms() - gift_period() + 60_000)
    notify_of_gifts()
    assert kinds(ann) == []
    GiftClock.objects.filter(pk=clock.pk).update(at=now_ms() - gift_period())
    for _ in range(2):
        notify_of_gifts()
        notify_of_starts()
    assert kinds(ann) == ["gift", "tournament_soon"]
    take_gift(ann.player)
    assert Notification.objects.get(kind="gift").read_at is not None, "it is taken"
    assert Notification.objects.get(to=ann, kind="tournament_soon").body["starts_at"] == row.starts_at


def test_a_gift_is_announced_after_days_without_a_server_and_never_twice(settings: Any) -> None:
    ann, bob = member("Annxx"), member("Bobxx")
    for recipient, number in ((ann, 3), (bob, 7)):
        GiftClock.objects.create(player=recipient.player, number=number, at=now_ms() - 9 * gift_period())
    club = settings.LEDGER
    settings.LEDGER = club._replace(gift=0)
    notify_of_gifts()
    assert kinds(ann) == [], "there are no gifts"
    settings.LEDGER = club
    notify_of_gifts()
    assert kinds(ann) == kinds(bob) == ["gift"]
    Notification.objects.all().delete()
    notify_of_gifts()
    assert kinds(ann) == []
    take_gift(ann.player, now_ms() - gift_period())
    notify_of_gifts()
    assert (kinds(ann), kinds(bob)) == (["gift"], [])


@pytest.mark.parametrize(
    ("origins", "proxies", "address"),
    [
        (["https://club.example", "https://old.example"], "", "https://club.example"),
        ([], "", "http://club.test:8000"),
        ([], "10.0.0.1", "http://club.test"),
    ],
)
def test_links_lead_to_the_address_of_the_club(
    origins: list[str], proxies: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARIA_PROXIES", proxies)
    notify([member("Annxx").pk], STAFF, StaffBody(path="/me/notices"))
    with override_settings(CSRF_TRUSTED_ORIGINS=origins, ALLOWED_HOSTS=["club.test"]):
        mails.send_mails(8000)
    (sent,) = mail.outbox
    assert f"{address}/me/notices" in sent.body
    assert sent.extra_headers["List-Unsubscribe"].startswith(f"<{address}/notices/")
    assert sent.extra_headers["Message-ID"].startswith("<notice.")
