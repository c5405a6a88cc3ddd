"""The page of limits: what members send, what it says then, and what it refuses."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.club.staff.conftest import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.personal_data import deletion, export
from zaria.club.player_limits import actions, page_parts, play_time, queries
from zaria.club.player_limits.configuration import StakeConditions
from zaria.club.player_limits.models import Consent, ConsentKind, LimitKind, LimitSetting, Pause, Reminder

__all__ = ["plain_files"]

PAGE = "/me/limits"
Kind = LimitKind
EMPTY = {kind.value: "" for kind in Kind}


@pytest.fixture(autouse=True)
def _pages(db: None, plain_files: None) -> Iterator[None]:
    """Pages in English, over an empty database."""
    with translation.override("en"):
        yield


@pytest.fixture
def ann() -> Member:
    """A member."""
    return Member.objects.create(
        username="annxx", email="ann@example.org", player="p-anna", since=timezone.now(), password="!"
    )


@pytest.fixture
def browser(ann: Member) -> Client:
    """The browser of Ann, at a process that remembers nothing of other tests."""
    page_parts._without.clear()
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(ann)
    return client


def send(client: Client, path: str = "", **fields: Any) -> int:
    return client.post(PAGE + path, fields).status_code


def test_only_members_have_limits() -> None:
    assert Client().get(PAGE).url == f"/account/login/?next={PAGE}"  # type: ignore[attr-defined]


def test_a_bot_has_none(ann: Member, browser: Client) -> None:
    Member.objects.update(robot=True)
    assert browser.get(PAGE).status_code == 404
    assert send(browser, "/pause", days=1) == 404
    assert 'href="/me/limits"' not in html_of(browser.get("/me"))


def test_limits_are_set_raised_and_taken_back(browser: Client) -> None:
    assert send(browser, **{**EMPTY, "stake": "10", "loss_day": "20,5", "deposit_month": "0"}) == 302
    own_limits = queries.limits("p-anna")
    assert [own_limits[kind].amount for kind in (Kind.STAKE, Kind.LOSS_DAY, Kind.DEPOSIT_MONTH)] == [
        1000,
        2050,
        0,
    ]
    page = html_of(browser.get(PAGE))
    assert 'name="loss_day" value="20.50"' in page
    assert "Higher limits" not in page
    assert "Take back" not in page
    assert send(browser, **{**EMPTY, "stake": "50", "loss_day": "20.50", "deposit_month": "0"}) == 302
    page = html_of(browser.get(PAGE))
    assert "Higher limits apply from" in page
    assert "10.00 now, 50.00 from" in page
    before = queries.limits("p-anna")[Kind.STAKE]
    assert send(browser, **{**EMPTY, "stake": "50", "loss_day": "20.50", "deposit_month": "0"}) == 302
    assert queries.limits("p-anna")[Kind.STAKE] == before  # sent again, it does not begin later
    assert send(browser, "/withdraw", kind="stake", loss_day="99") == 302
    assert queries.limits("p-anna")[Kind.STAKE] == (1000, None, None)
    assert queries.limits("p-anna")[Kind.LOSS_DAY] == (2050, None, None)


def test_bad_amounts_change_nothing_and_are_named(browser: Client) -> None:
    for bad in ("-1", "1e3", "NaN", "0.001", "ten", "1.2.3", "9999999999999", "١٢", "+5"):
        answer = browser.post(PAGE, {**EMPTY, "stake": "5", "loss_week": bad})
        assert answer.status_code == 422, bad
        assert "Enter an amount such as 25 or 12.50." in html_of(answer), bad
    assert not LimitSetting.objects.exists()


def test_a_pause_and_a_self_exclusion(browser: Client) -> None:
    for path, fields in (("/pause", {"days": "2"}), ("/pause", {}), ("/exclusion", {"length": "183"})):
        assert send(browser, path, **fields) == 422, path
    assert send(browser, "/exclusion", length="1", sure="on") == 422
    assert not Pause.objects.exists()
    assert send(browser, "/pause", days="30") == 302
    assert "You have paused stakes and top-ups until" in html_of(browser.get(PAGE))
    assert send(browser, "/exclusion", length="183", sure="on") == 302
    assert "You have excluded yourself" in html_of(browser.get(PAGE))
    assert queries.stake_objection("p-anna", 100) == "excluded"
    for method in ("delete", "put", "get"):
        assert getattr(browser, method)(f"{PAGE}/pause").status_code == 405


@pytest.mark.parametrize("path", ["/top-up", "/shop"])
def test_a_pause_is_said_before_credits_are_bought(browser: Client, settings: Any, path: str) -> None:
    settings.TOP_UP = settings.TOP_UP._replace(provider="stripe")
    assert 'name="amount"' in html_of(browser.get(path))
    actions.pause("p-anna", 7)
    page = html_of(browser.get(path))
    assert "You have paused stakes and top-ups." in page
    assert f'href="{PAGE}"' in page
    assert 'name="amount"' not in page


def test_conditions_are_confirmed_on_the_page(browser: Client, settings: Any) -> None:
    assert "Before you play for stakes" not in html_of(browser.get(PAGE))
    settings.STAKE_CONDITIONS = StakeConditions(18, "https://club.example/terms-2")
    page = html_of(browser.get(PAGE))
    assert page.count("Before you play for stakes") == 2
    assert "I am at least 18 years old." in page
    assert 'href="https://club.example/terms-2"' in page
    assert send(browser, "/consent/age") == 422
    assert send(browser, "/consent/nothing", confirmed="on") == 404
    for kind in ConsentKind:
        assert send(browser, f"/consent/{kind}", confirmed="on") == 302
    assert "Before you play for stakes" not in html_of(browser.get(PAGE))
    assert sorted(Consent.objects.values_list("kind", "text")) == [
        ("age", "18"),
        ("terms", "https://club.example/terms-2"),
    ]


def play(match_id: str, began: timedelta, ended: timedelta | None) -> None:
    """A staked match of Ann and Bob which began and ended so long ago."""
    now = timezone.now()
    holds = [
        ledger.post(
            [
                ledger.Booking(
                    f"match:{match_id}:hold:{player}",
                    TransferKind.HOLD,
                    member_code(player),
                    held_code(player),
                    100,
                    ledger.PENDING,
                    match_id=match_id,
                )
            ],
            int((now - began).timestamp() * 1000),
        )[0]
        for player in ("p-anna", "p-bob")
        if ledger.ensure_member(player)
    ]
    if ended is not None:
        for hold in holds:
            ledger.void_hold(hold, int((now - ended).timestamp() * 1000))


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


def test_the_time_is_that_of_matches_and_counts_once(ann: Member) -> None:
    play("a", minutes(100), minutes(80))
    play("b", minutes(90), minutes(70))
    play("c", minutes(10), None)
    ledger.hold("p-anna", 100, "match:d:hold:p-anna", match_id="d")  # nobody has come
    now = timezone.now()
    spans = play_time.matches("p-anna", now)
    assert len(spans) == 3
    assert round(play_time.played(spans, now - play_time.DAY) / minutes(1)) == 40
    assert round(play_time.played(spans, now - minutes(75)) / minutes(1)) == 15
    assert play_time.matches("p-anna", now + timedelta(days=2)) == [(*spans[2][:1], now + timedelta(days=2))]


def test_a_line_reminds_of_the_time_until_it_is_read(browser: Client) -> None:
    line = "You have played for stakes for 1 h 5 min"
    play("a", minutes(100), minutes(35))
    assert line in html_of(browser.get("/verify"))
    assert line in html_of(browser.get("/rules"))
    answer = browser.post(f"{PAGE}/reminder/read", {"next": "/rules"})
    assert answer.headers["Location"] == "/rules"
    assert line not in html_of(browser.get("/verify"))
    assert browser.post(f"{PAGE}/reminder/read", {"next": "//evil.example/"}).headers["Location"] == "/"


def test_a_member_chooses_when_they_are_reminded(browser: Client) -> None:
    play("a", minutes(40), None)
    assert play_time.reminder("p-anna") is None
    assert send(browser, "/reminder", minutes="30") == 302
    assert play_time.reminder("p-anna") is not None
    assert send(browser, "/reminder", minutes="0") == 302
    assert play_time.reminder("p-anna") is None
    for bad in ("", "31", "-30", "x"):
        assert send(browser, "/reminder", minutes=bad) == 422, bad
    assert Reminder.objects.get().minutes == 0


def test_the_page_says_what_holds(browser: Client) -> None:
    play("a", minutes(100), minutes(35))
    play("b", minutes(5), None)
    figures = re.findall(r"<dd>\s*(.*?)\s*</dd>", html_of(browser.get(PAGE)), re.DOTALL)
    assert figures == ["1 h 10 min", "−1.00", "−1.00", "0.00"]


def test_the_end_of_an_account_tells_the_balance_and_ends_no_exclusion(ann: Member, browser: Client) -> None:
    page = html_of(browser.get("/me/account/delete"))
    assert "1,000.00 credits" in page
    send(browser, **{**EMPTY, "stake": "10"})
    send(browser, "/reminder", minutes="30")
    actions.exclude("p-anna", 183)
    section = export.of(ann)["player_limits"]
    assert [row["amount"] for row in section["limits"]] == [1000]
    assert [row["exclusion"] for row in section["pauses"]] == [True]
    deletion.delete(ann, "Nobody")
    assert not LimitSetting.objects.exists()
    assert not Reminder.objects.exists()
    assert queries.stake_objection("p-anna", 1) == "excluded"
