"""Knocks, sent to a service on this machine that checks signature, time to live and topic, and decrypted."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from prometheus_client.registry import CollectorRegistry
from pywebpush import webpush

from tests.support.club.devices import Browser, device_of, member
from tests.support.club.push_service import PushService, push_service, shown
from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import mark_read, notify
from zaria.club.notifications.kinds import KINDS, NoticeBody, Switches
from zaria.club.notifications.models import Knock, NoticeSettings, Notification, PushSubscription
from zaria.club.notifications.notice_kinds import INVITATION, STAFF, InvitationBody, StaffBody
from zaria.club.notifications.push.carrier import Carrier, ServiceAdapter
from zaria.club.notifications.push.sender import KnockSender
from zaria.club.notifications.waiting_tables import NoTables, WaitingRow, register_waiting_tables
from zaria.club.site import clock, data_directory

HOUR_MS = clock.HOUR_MS
TURN = replace(
    KINDS["gift"], name="my_turn", waiting=True, default=Switches(page=True, mail=False, push=True)
)
LAST_HOURS = replace(TURN, name="last_hours", urgent=True)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Tables(NoTables):
    """So many tables wait for everybody, who are at the tables named."""

    def __init__(self) -> None:
        self.number = 0
        self.attended: set[str] = set()

    def rows(self, member: Member) -> Sequence[WaitingRow]:
        """Return rows that nobody reads."""
        return [WaitingRow("", "/t/x", None)] * self.number

    def is_at(self, member: Member, table: str) -> bool:
        """Return what the test has said."""
        return table in self.attended


class Hand:
    """A clock that the test puts forward."""

    def __init__(self) -> None:
        self.moment = NOON

    def __call__(self) -> int:
        return int(self.moment.timestamp() * 1000)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as service:
        yield service


@pytest.fixture
def hand() -> Iterator[Hand]:
    hand, play_clocks = Hand(), list(clock._clocks)
    clock.follow(hand)  # what a notice calls to ends by the clock of live play
    with clock.use(hand):
        yield hand
    clock._clocks[:] = play_clocks


@pytest.fixture
def tables() -> Iterator[Tables]:
    tables = Tables()
    register_waiting_tables(tables)
    yield tables
    register_waiting_tables(NoTables())


@pytest.fixture
def sender(
    db: None, service: PushService, hand: Hand, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> KnockSender:
    monkeypatch.setenv("ZARIA_CONTACT", "ann@club.example")
    monkeypatch.setenv("ZARIA_PUSH_KEY", data_directory.new_push_key())
    monkeypatch.setenv("ZARIA_PUSH_HOSTS", service.host)
    for kind in (TURN, LAST_HOURS):
        monkeypatch.setitem(KINDS, kind.name, kind)
    return KnockSender(carrier=Carrier(ServiceAdapter(only_public=False), service.certificates))


@pytest.fixture
def ann(sender: KnockSender) -> Member:
    return member("Annxx", language="bg", time_zone="Europe/Sofia")


@pytest.fixture
def browser(ann: Member, service: PushService) -> Browser:
    return device_of(ann, service.origin)


def counts(sender: KnockSender) -> dict[str, int]:
    registry = CollectorRegistry()
    registry.register(sender)
    (metric,) = registry.collect()
    return {sample.labels["outcome"]: int(sample.value) for sample in metric.samples if sample.value}


def turn(person: Member, table: str, number: int, hours: int = 48) -> None:
    until = clock.now_ms() + hours * HOUR_MS
    body = NoticeBody(path=f"/t/{table}", table=table, until=until)
    notify([person.pk], TURN, body, key=f"turn:{table}:{number}")


def read(service: PushService, browser: Browser) -> list[dict[str, Any]]:
    messages = [message for message in service.messages if browser.endpoint.endswith(message.path)]
    assert service.faults == []
    return [shown(browser.read(message.body)) for message in messages]


def test_a_knock_reaches_each_device_once(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser
) -> None:
    second = device_of(ann, service.origin)
    notify([ann.pk], STAFF, StaffBody(path="/me/notices"), key="act:1")
    for _ in range(2):
        sender.send()
    for device in (browser, second):
        (notification,) = read(service, device)
        assert notification["title"] == "Съобщения от екипа"
        assert notification["navigate"].endswith("/me/notices")
        assert (notification["lang"], notification["app_badge"]) == ("bg", None)
    message = service.messages[0]
    assert message.claims["sub"] == "mailto:ann@club.example"
    assert (message.headers["ttl"], message.headers["urgency"]) == (str(24 * 3600), "normal")
    topic = Notification.objects.get().topic
    assert message.headers["topic"] == topic
    assert len(topic) == 20
    assert counts(sender) == {"sent": 2}
    assert not Knock.objects.exists()


def test_the_whole_line_is_for_members_who_wish_it(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser
) -> None:
    NoticeSettings.objects.create(member=ann, whole_line=True)
    notify([ann.pk], INVITATION, InvitationBody(name="Bobxx", game="tabla", path="/t/abc"))
    sender.send()
    (notification,) = read(service, browser)
    assert "Bobxx" in notification["title"]
    assert notification["body"] == "Табла"


def test_a_knock_lives_as_long_as_there_is_time_left(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser
) -> None:
    turn(ann, "a", 1, hours=3)
    sender.send()
    assert service.messages[0].headers["ttl"] == str(3 * 3600)
    body = NoticeBody(path="/t/b", table="b", until=clock.now_ms() - 1)
    notify([ann.pk], TURN, body, key="late")
    sender.send()
    assert len(service.messages) == 1
    assert counts(sender) == {"sent": 1, "dropped": 1}


def test_a_table_knocks_once_a_day_unless_it_is_urgent_or_wished(
    sender: KnockSender, service: PushService, hand: Hand, ann: Member, browser: Browser
) -> None:
    for number in range(3):
        turn(ann, "a", number)
        sender.send()
        hand.moment += timedelta(hours=1)
    assert len(service.messages) == 1
    body = NoticeBody(path="/t/a", table="a")
    notify([ann.pk], LAST_HOURS, body, key="last")
    sender.send()
    assert [message.headers["urgency"] for message in service.messages] == ["normal", "high"]
    hand.moment = NOON + timedelta(days=1, hours=-3)
    turn(ann, "a", 4)
    sender.send()
    assert len(service.messages) == 3, "another day of the member, though not a day later"
    NoticeSettings.objects.update(knock_again=True)
    turn(ann, "a", 5)
    sender.send()
    assert len(service.messages) == 4
    assert len({message.headers["topic"] for message in service.messages}) == 1


def test_several_tables_are_one_notice_that_replaces_the_one_before(
    sender: KnockSender, service: PushService, tables: Tables, ann: Member, browser: Browser
) -> None:
    tables.number = 1
    turn(ann, "a", 1)
    sender.send()
    tables.number = 3
    for table in "bc":
        turn(ann, table, 1)
    sender.send()
    first, second = read(service, browser)
    assert (first["navigate"].rpartition("/")[2], first["app_badge"]) == ("a", 1)
    assert second["title"] == "3 маси чакат"
    assert second["navigate"].endswith("/next")
    assert (second["app_badge"], second["tag"]) == (3, first["tag"])


def test_nobody_is_knocked_at_the_table_or_after_reading(
    sender: KnockSender, service: PushService, tables: Tables, ann: Member, browser: Browser
) -> None:
    tables.attended = {"a"}
    turn(ann, "a", 1)
    turn(ann, "b", 1)
    mark_read(ann.pk, [Notification.objects.get(key="turn:b:1").pk])
    sender.send()
    assert service.messages == []
    assert counts(sender) == {"dropped": 1}


def test_a_failure_for_one_member_keeps_nobody_else_waiting(
    sender: KnockSender,
    service: PushService,
    hand: Hand,
    tables: Tables,
    ann: Member,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bob = member("Bobxx")
    device_of(bob, service.origin)

    def rows(person: Member) -> Sequence[WaitingRow]:
        if person == ann:
            raise TimeoutError
        return []

    notify([ann.pk, bob.pk], STAFF, StaffBody())
    with monkeypatch.context() as patched:
        patched.setattr(tables, "rows", rows)
        sender.send()
    assert len(service.messages) == 1
    sender.send()
    assert len(service.messages) == 1
    hand.moment += timedelta(minutes=10)
    sender.send()
    assert len(read(service, browser)) == 1


def test_quiet_hours_hold_a_knock_back(
    sender: KnockSender, service: PushService, hand: Hand, ann: Member, browser: Browser
) -> None:
    hand.moment = datetime(2026, 11, 30, 21, 30, tzinfo=UTC)  # 23:30 in Sofia
    turn(ann, "a", 1)
    turn(ann, "b", 1, hours=2)
    sender.send()
    hand.moment += timedelta(hours=8)
    sender.send()
    assert service.messages == []
    hand.moment = datetime(2026, 12, 1, 6, tzinfo=UTC)
    sender.send()
    assert [notification["navigate"][-4:] for notification in read(service, browser)] == ["/t/a"]
    assert counts(sender) == {"sent": 1, "dropped": 1}, "the time of the other is up; neither is late"


def test_what_is_urgent_and_over_by_the_morning_wakes(
    sender: KnockSender, service: PushService, hand: Hand, ann: Member, browser: Browser
) -> None:
    hand.moment = datetime(2026, 11, 30, 21, 30, tzinfo=UTC)  # 23:30 in Sofia
    for table, hours in (("a", 2), ("b", 48)):
        body = NoticeBody(path=f"/t/{table}", table=table, until=clock.now_ms() + hours * HOUR_MS)
        notify([ann.pk], LAST_HOURS, body, key=table)
    turn(ann, "c", 1, hours=2)
    sender.send()
    assert [notification["navigate"][-4:] for notification in read(service, browser)] == ["/t/a"]
    hand.moment = datetime(2026, 12, 1, 6, tzinfo=UTC)
    sender.send()
    assert [notification["navigate"][-4:] for notification in read(service, browser)] == ["/t/a", "/t/b"]


def test_several_tables_knock_until_none_of_them_waits(
    sender: KnockSender, service: PushService, hand: Hand, tables: Tables, ann: Member, browser: Browser
) -> None:
    service.answers = [(503, {})] * 2
    tables.number = 2
    for table in "ab":
        turn(ann, table, 1)
    sender.send()
    mark_read(ann.pk, [Notification.objects.get(key="turn:b:1").pk])
    hand.moment += timedelta(minutes=10)
    sender.send()
    assert Knock.objects.exists(), "one of them waits: it was tried again"
    mark_read(ann.pk)
    hand.moment += timedelta(minutes=10)
    sender.send()
    assert not Knock.objects.exists()
    assert service.messages == []
    assert counts(sender) == {"failed": 2, "dropped": 1}


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_dropped(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser, status: int
) -> None:
    service.answers = [(status, {})]
    notify([ann.pk], STAFF, StaffBody())
    sender.send()
    assert not PushSubscription.objects.exists()
    assert counts(sender) == {"failed": 1, "dropped": 1}


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        ((429, {"Retry-After": "120"}), timedelta(minutes=2)),
        ((503, {}), timedelta(minutes=10)),
        ((500, {"Retry-After": "soon"}), timedelta(minutes=10)),
    ],
)
def test_a_busy_service_is_asked_again_when_it_wishes(
    sender: KnockSender,
    service: PushService,
    hand: Hand,
    ann: Member,
    browser: Browser,
    answer: tuple[int, dict[str, str]],
    wait: timedelta,
) -> None:
    service.answers = [answer]
    notify([ann.pk], STAFF, StaffBody())
    sender.send()
    hand.moment += wait - timedelta(seconds=1)
    sender.send()
    assert service.messages == []
    hand.moment += timedelta(seconds=1)
    sender.send()
    assert len(read(service, browser)) == 1
    assert counts(sender) == {"sent": 1, "failed": 1, "late": 1}


def test_a_knock_is_given_up_when_its_time_is_over(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser
) -> None:
    service.answers = [(429, {"Retry-After": "7200"})]
    turn(ann, "a", 1, hours=1)
    sender.send()
    assert not Knock.objects.exists()
    assert counts(sender) == {"failed": 1, "dropped": 1}


def test_a_later_knock_takes_the_place_of_one_that_waits(
    sender: KnockSender, service: PushService, hand: Hand, ann: Member, browser: Browser
) -> None:
    NoticeSettings.objects.create(member=ann, knock_again=True)
    service.answers = [(503, {})]
    turn(ann, "a", 1)
    sender.send()
    turn(ann, "a", 2)
    sender.send()
    hand.moment += timedelta(hours=1)
    sender.send()
    assert len(read(service, browser)) == 1


def test_a_refusal_is_one_line_a_day(
    sender: KnockSender,
    service: PushService,
    hand: Hand,
    ann: Member,
    browser: Browser,
    caplog: pytest.LogCaptureFixture,
) -> None:
    service.answers = [(403, {}), (403, {}), (302, {"Location": f"{service.origin}/elsewhere"}), (403, {})]
    with caplog.at_level(logging.WARNING, "zaria.club.notifications"):
        for days in (0, 0, 0, 1):
            hand.moment += timedelta(days=days)
            notify([ann.pk], STAFF, StaffBody())
            sender.send()
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["knocks: localhost refuses the club with status 403"] * 2
    assert service.messages == [], "a redirect is not followed"
    assert PushSubscription.objects.exists()
    assert counts(sender) == {"failed": 4, "dropped": 4}


def test_no_private_address_is_connected_to(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser
) -> None:
    answer = Carrier(certificates=service.certificates).post(browser.endpoint, b"x", {})
    assert answer.status == 0
    assert (service.messages, service.faults) == ([], [])


@pytest.mark.parametrize("field", ["endpoint", "p256dh"])
def test_a_device_that_cannot_be_knocked_on_harms_no_other(
    sender: KnockSender,
    service: PushService,
    ann: Member,
    browser: Browser,
    caplog: pytest.LogCaptureFixture,
    field: str,
) -> None:
    harmful = f"https://{'a' * 80}.push.apple.com/" if field == "endpoint" else "no point"
    for index in range(2):
        device = PushSubscription.objects.filter(endpoint=device_of(ann, service.origin).endpoint)
        device.update(**{field: harmful + str(index)})
    notify([ann.pk], STAFF, StaffBody())
    for _ in range(2):
        sender.send()
    assert len(read(service, browser)) == 1
    assert Knock.objects.count() == 2
    assert counts(sender) == {"sent": 1, "failed": 2}
    assert len(caplog.records) == 1


def test_a_service_that_drips_is_left(tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        service.is_dripping = True
        local = Carrier(ServiceAdapter(only_public=False, longest_s=0.3), service.certificates)
        assert local.post(f"{service.origin}/send/1", b"x", {}).status == 0


def test_a_club_without_a_name_knocks_on_nobody(
    sender: KnockSender, service: PushService, ann: Member, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARIA_CONTACT", "")
    notify([ann.pk], STAFF, StaffBody())
    sender.send()
    assert service.messages == []
    assert not Knock.objects.exists()
    assert counts(sender) == {"dropped": 1}


def test_another_program_is_received_in_the_same_way(
    sender: KnockSender, service: PushService, browser: Browser
) -> None:
    """The service is not made for our messages alone."""
    with requests.Session() as session:
        session.trust_env, session.verify = False, service.certificates
        webpush(
            browser.json(),
            '{"web_push":8030,"notification":{"title":"Hello"}}',
            vapid_private_key=data_directory.push_key(),
            vapid_claims={"sub": "mailto:ann@club.example"},
            ttl=60,
            requests_session=session,
        )
    assert read(service, browser)[0]["title"] == "Hello"


def test_the_service_refuses_what_browsers_would_refuse(service: PushService, browser: Browser) -> None:
    answer = Carrier(ServiceAdapter(only_public=False), service.certificates).post(
        browser.endpoint, b"plain", {"TTL": "1000000", "Authorization": "vapid t=a.b.c,k=d"}
    )
    assert answer.status == 400
    assert set(service.faults[0].split()) == {"aud", "exp", "sub", "ttl", "encoding"}
