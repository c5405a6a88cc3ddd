"""Notices: written with the caller's transaction, once each, counted exactly, listed and switched off."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.club.ledger.conftest import club
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.comments import actions as comments
from zaria.club.comments.comment_places import find_place
from zaria.club.comments.notice_kinds import COMMENT, CommentBody
from zaria.club.conversations.notice_kinds import MESSAGE, MessageBody
from zaria.club.notifications import actions
from zaria.club.notifications.actions import notify
from zaria.club.notifications.kinds import NoticeBody, Switches, ordered_kinds
from zaria.club.notifications.models import Notification, NotificationSwitch
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.personal_data import deletion, export
from zaria.club.relations import actions as relations
from zaria.club.relations.notice_kinds import FOLLOWER, FRIEND_ONLINE, MemberBody
from zaria.club.shop.notice_kinds import GIFT
from zaria.club.staff.actions import recording
from zaria.club.staff.actions.notices import acknowledge
from zaria.club.staff.models import Act, ActKind, Notice

__all__ = ["club", "plain_files"]


def member(name: str) -> Member:
    return Member.objects.create(username=name, email=f"{name}@example.org", since=timezone.now(), agreed=0)


@pytest.fixture
def ann(db: None) -> Member:
    return member("Annxx")


@pytest.fixture
def browser(ann: Member, plain_files: None) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def unread(somebody: Member) -> int:
    return Member.objects.values_list("unread_notices", flat=True).get(pk=somebody.pk)


def test_a_notice_is_there_after_the_commit_and_once(club: None) -> None:
    ann, bob = member("Annxx"), member("Bobxx")
    with transaction.atomic():
        assert notify([ann.pk], GIFT, NoticeBody(), key="gift:1") == 1
        transaction.set_rollback(True)
    assert (Notification.objects.count(), unread(ann)) == (0, 0)
    assert notify([ann.pk, bob.pk, bob.pk], GIFT, NoticeBody(), key="gift:1") == 2
    assert notify([ann.pk, bob.pk], GIFT, NoticeBody(), key="gift:1") == 0
    assert (unread(ann), unread(bob)) == (1, 1)


def test_counts_stay_right_when_many_write_and_read_at_once(club: None) -> None:
    ann, bob = member("Annxx"), member("Bobxx")
    both, barrier = [bob.pk, ann.pk], Barrier(4)

    def run(work: Callable[[int], object]) -> None:
        barrier.wait()
        for number in range(8):
            work(number)
        connection.close()

    works: list[Callable[[int], object]] = [
        lambda n: notify(both, GIFT, NoticeBody(), key=f"same:{n}"),
        lambda n: notify(reversed(both), GIFT, NoticeBody(), key=f"same:{n}"),
        lambda n: notify(both, STAFF, StaffBody()),
        lambda _: actions.mark_read(ann.pk),
    ]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, works))
    for somebody in (ann, bob):
        rows = Notification.objects.filter(to=somebody)
        assert rows.count() == 16
        assert unread(somebody) == rows.filter(read_at=None).count()
    assert unread(bob) == 16


def test_the_page_lists_them_newest_first_and_marks_them_read(browser: Client, ann: Member) -> None:
    for number in range(31):
        notify([ann.pk], FOLLOWER, MemberBody(name=f"<b>{number}", path="/people"))
    assert 'data-unread="notices">31<' in html_of(browser.get("/rules"))
    page = html_of(browser.get("/notices"))
    assert page.index("&lt;b&gt;30") < page.index("&lt;b&gt;1 now")
    assert "&lt;b&gt;0 now" not in page
    assert page.count('class="unread"') == 30
    assert 'data-unread="notices">1<' in page
    assert 'href="/people"' in page
    older = Notification.objects.order_by("pk")[1].pk
    assert f"?before={older}" in page
    page = html_of(browser.get(f"/notices?before={older}"))
    assert "&lt;b&gt;0 now" in page
    assert 'data-unread="notices" hidden>0<' in page
    notify([ann.pk], GIFT, NoticeBody())
    assert browser.post("/notices/read").status_code == 302
    assert unread(ann) == 0
    assert 'class="unread"' not in html_of(browser.get("/notices"))
    for before in ("x", "-1", "9" * 15, "9" * 40):
        assert browser.get(f"/notices?before={before}").status_code == 200


def test_counts_cost_no_query(browser: Client, ann: Member) -> None:
    notify([ann.pk], GIFT, NoticeBody())
    with CaptureQueriesContext(connection) as queries:
        assert 'data-unread="notices">1<' in html_of(browser.get("/rules"))
    assert not any("notifications_" in query["sql"] for query in queries.captured_queries)


def test_a_kind_is_switched_off(browser: Client, ann: Member) -> None:
    page = html_of(browser.get("/notices/settings"))
    for kind in ordered_kinds():
        assert f'name="page-{kind.name}"{" checked" if kind.default.page else ""}>' in page
    fields = {f"page-{kind.name}": "on" for kind in ordered_kinds() if kind is not GIFT}
    assert browser.post("/notices/settings", fields).status_code == 302, (
        "a page from before there were knocks"
    )
    assert notify([ann.pk], GIFT, NoticeBody()) == 0
    assert notify([ann.pk], FRIEND_ONLINE, MemberBody(name="Bob")) == 1
    page = html_of(browser.get("/notices/settings"))
    assert f'name="page-{GIFT.name}">' in page
    actions.set_switches(ann.pk, {kind: kind.default for kind in ordered_kinds()})
    assert not NotificationSwitch.objects.exists(), "defaults are not stored"


def test_mails_are_due_as_the_switches_have_it(ann: Member) -> None:
    actions.set_switches(ann.pk, {STAFF: Switches(page=False, mail=True, push=False)})
    notify([ann.pk], STAFF, StaffBody())
    assert Notification.objects.get().mail_at is not None
    assert unread(ann) == 0, "it is not on the page"
    Member.objects.filter(pk=ann.pk).update(robot=True)
    assert notify([ann.pk], STAFF, StaffBody()) == 0
    assert not Member.objects.filter(pk=ann.pk, unread_notices__gt=0).exists()


def test_an_event_seen_elsewhere_counts_as_read(ann: Member) -> None:
    notify([ann.pk], MESSAGE, MessageBody(name="Bob"), key="message:1")
    notify([ann.pk], MESSAGE, MessageBody(name="Cas"), key="message:2")
    actions.mark_event_read([ann.pk], "message:1")
    assert unread(ann) == 1
    assert list(Notification.objects.filter(mail_at=None).values_list("key", flat=True)) == ["message:1"]


def test_old_notices_go_and_are_not_counted(ann: Member) -> None:
    notify([ann.pk], GIFT, NoticeBody())
    notify([ann.pk], GIFT, NoticeBody())
    first = Notification.objects.order_by("pk")[0]
    Notification.objects.filter(pk=first.pk).update(at=first.at.replace(year=2020))
    assert actions.delete_before(first.at) == 1
    assert unread(ann) == 1


def test_a_members_file_holds_them_and_their_end_deletes_them(ann: Member) -> None:
    notify([ann.pk], COMMENT, CommentBody(name="Bob"))
    actions.set_switches(ann.pk, {GIFT: Switches(page=False, mail=False, push=False)})
    data = export.of(ann)["notifications"]
    assert [notice["body"] for notice in data["notices"]] == [{"name": "Bob"}]
    assert [switch["kind"] for switch in data["switches"]] == ["gift"]
    deletion.delete(ann, "Guest 1")
    assert not Notification.objects.exists()
    assert not NotificationSwitch.objects.exists()
    assert unread(ann) == 0


def test_a_follower_is_announced_once_and_a_blocking_member_is_not_bothered(ann: Member) -> None:
    bob = member("Bobxx")
    for _ in range(2):
        relations.follow(bob, ann)
        relations.unfollow(bob, ann)
    assert list(Notification.objects.values_list("to", "kind", "body__name")) == [
        (ann.pk, "follower", "Bobxx")
    ]
    relations.block(bob, ann)
    relations.follow(ann, bob)
    assert not Notification.objects.filter(to=bob).exists()


def test_a_comment_is_announced_to_those_before_and_to_no_other(ann: Member) -> None:
    bob, cas, dan = member("Bobxx"), member("Casxx"), member("Danxx")
    place = find_place("club")
    assert place is not None
    for somebody in (ann, cas, bob):
        comments.write(somebody, place._replace(players=(dan.player, bob.player)), f"I am {somebody}.")
    relations.block(cas, ann)
    comments.write(ann, place, "And I am back.")
    pairs = Notification.objects.order_by("pk").values_list("to__username", "body__name")
    assert [pair for pair in pairs if "Danxx" in pair] == [
        ("Danxx", name) for name in ("Annxx", "Casxx", "Bobxx")
    ]
    assert [pair for pair in pairs if pair[0] == "Casxx"] == [("Casxx", "Bobxx")], (
        "not of Ann, whom they block"
    )
    assert ("Annxx", "Annxx") not in pairs


def test_a_notice_of_the_staff_counts_as_read_once_it_is_confirmed(ann: Member) -> None:
    act = Act.objects.create(by_name="operator", kind=ActKind.WARN, about=ann, name=ann.username)
    recording.notify(act, [ann])
    assert unread(ann) == 1
    assert acknowledge(ann, Notice.objects.get().pk)
    assert unread(ann) == 0
