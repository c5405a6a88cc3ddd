"""The settings of notices: three channels, quiet hours in the member's own zone, and what knocks show."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.support.club.devices import device_of, member
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify, set_switches
from zaria.club.notifications.kinds import Switches
from zaria.club.notifications.models import NoticeSettings, Notification
from zaria.club.notifications.notice_kinds import INVITATION, STAFF, InvitationBody, StaffBody
from zaria.club.notifications.queries import settings_of, switches_of
from zaria.club.relations.notice_kinds import FRIEND_ONLINE, MemberBody

__all__ = ["plain_files"]

FORM = {
    "time_zone": "Europe/Sofia",
    "quiet_from": "22",
    "quiet_to": "7",
    "knock_again": "on",
    "whole_line": "yes",
    "waiting_mails": "at_once",
    "mail_hour": "19",
}


@pytest.fixture
def ann(db: None) -> Member:
    return member("Annxx")


@pytest.fixture
def page(ann: Member, plain_files: None) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def test_settings_are_stored_and_shown(page: Client, ann: Member) -> None:
    shown = html_of(page.get("/notices/settings"))
    assert 'name="push-invitation" checked' in shown
    assert 'name="push-friend_online"' not in shown
    assert 'value="daily"' in shown
    assert page.post("/notices/settings", {**FORM, "page-staff": "on"}).status_code == 302
    ann.refresh_from_db()
    stored = settings_of(ann.pk)
    assert ann.time_zone == "Europe/Sofia"
    assert (stored.quiet_from, stored.quiet_to, stored.mail_hour) == (22, 7, 19)
    assert (stored.knock_again, stored.whole_line, stored.waiting_mails) == (True, True, "at_once")
    assert switches_of(ann.pk)[STAFF] == Switches(page=True, mail=False, push=False)
    shown = html_of(page.get("/notices/settings"))
    assert 'name="push-invitation">' in shown
    assert 'value="Europe/Sofia"' in shown


@pytest.mark.parametrize(
    "change",
    [{"time_zone": "Mars/Olympus"}, {"quiet_to": "24"}, {"mail_hour": ""}, {"waiting_mails": "often"}],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(
    page: Client, ann: Member, change: dict[str, str]
) -> None:
    assert page.post("/notices/settings", {**FORM, **change}).status_code == 422
    assert not NoticeSettings.objects.exists()
    assert switches_of(ann.pk)[STAFF] == STAFF.default


def test_a_page_from_before_there_were_knocks_leaves_them_as_they_are(page: Client, ann: Member) -> None:
    set_switches(ann.pk, {INVITATION: Switches(page=True, mail=True, push=False)})
    assert page.post("/notices/settings", {"page-invitation": "on", "page-staff": "on"}).status_code == 302
    switches = switches_of(ann.pk)
    assert switches[INVITATION] == Switches(page=True, mail=False, push=False)
    assert switches[STAFF] == Switches(page=True, mail=False, push=True)


@pytest.mark.parametrize("fields", [{"time_zone": "Mars/Olympus"}, {"time_zone": "UTC"}, {"mail_hour": "8"}])
def test_a_form_with_some_of_its_fields_changes_nothing(
    page: Client, ann: Member, fields: dict[str, str]
) -> None:
    assert page.post("/notices/settings", fields).status_code == 422
    assert not NoticeSettings.objects.exists()
    assert all(channels == kind.default for kind, channels in switches_of(ann.pk).items())


def test_a_knock_is_due_for_members_with_a_device_who_want_it(ann: Member) -> None:
    bob, cas = member("Bobxx"), member("Casxx")
    for person in (ann, cas):
        device_of(person)
    set_switches(cas.pk, {STAFF: Switches(page=True, mail=True, push=False)})
    notify([ann.pk, bob.pk, cas.pk], STAFF, StaffBody())
    set_switches(ann.pk, {FRIEND_ONLINE: Switches(page=True, mail=True, push=True)})
    notify([ann.pk], FRIEND_ONLINE, MemberBody())
    assert list(Notification.objects.exclude(push_at=None).values_list("to", "kind")) == [(ann.pk, "staff")]


def test_a_knock_alone_is_a_notice_too(ann: Member) -> None:
    device_of(ann)
    set_switches(ann.pk, {STAFF: Switches(page=False, mail=False, push=True)})
    assert notify([ann.pk], STAFF, StaffBody()) == 1
    notice = Notification.objects.get()
    assert (notice.on_page, notice.mail_at) == (False, None)
    assert notice.push_at is not None


def test_notices_of_one_table_have_one_topic_that_tells_nothing(ann: Member) -> None:
    bob = member("Bobxx")
    for person in (ann, bob):
        device_of(person)
    for key, table in (("a", "tbl1"), ("b", "tbl1"), ("c", "tbl2")):
        notify([ann.pk, bob.pk], INVITATION, InvitationBody(table=table), key=key)
    topics = {(row.to_id, row.key): row.topic for row in Notification.objects.all()}
    assert topics[ann.pk, "a"] == topics[ann.pk, "b"]
    assert len(set(topics.values())) == 4
    assert all(topic.isalnum() and topic.isascii() and len(topic) == 20 for topic in topics.values())


def test_a_planned_letter_follows_the_settings(page: Client, ann: Member) -> None:
    NoticeSettings.objects.create(member=ann, letter_at=datetime.now(UTC) + timedelta(hours=1))
    page.post("/notices/settings", {**FORM, "waiting_mails": "daily"})
    (moment,) = NoticeSettings.objects.values_list("letter_at", flat=True)
    assert moment is not None
    assert moment.hour in (16, 17), "19:00 in Sofia"
    page.post("/notices/settings", FORM)
    assert settings_of(ann.pk).letter_at is None
    page.post("/notices/settings", {**FORM, "waiting_mails": "daily"})
    assert settings_of(ann.pk).letter_at is not None, "tables may wait already"
