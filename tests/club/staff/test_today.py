"""The first page of the staff: what waits, the numbers of today, and who sees which."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from tests.club.staff.conftest import People, SignIn
from tests.support.club.rating_records import played
from tests.support.http_client import html_of
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import FEES, ISSUED, TransferKind, federation_code, held_code, member_code
from zaria.club.ledger.models import TransferState
from zaria.club.payouts import actions as payouts
from zaria.club.payouts.configuration import PayoutSettings
from zaria.club.site.clock import DAY_MS
from zaria.club.staff.pages.today.figures import figures, pending_stakes
from zaria.club.staff.pages.today.money import sums
from zaria.club.staff.pages.today.plots import bars, counts_by_day
from zaria.club.staff.pages.today.queue import queue
from zaria.club.staff.templatetags.staff_rows import waiting_time
from zaria.club.support.models import Report, Thread

NOW = 20_000 * DAY_MS + DAY_MS // 2


@pytest.fixture
def _waiting(people: People, settings: Any) -> None:
    """A request of two hours ago, a report of one hour ago, and a pay-out of this minute."""
    now = timezone.now()
    settings.PAYOUTS = PayoutSettings(allowed=True)
    Thread.objects.create(
        kind="question", language="en", member=people["ann"], last_at=now,
        waiting_since=now - timedelta(hours=2), confirmed_at=now,
    )  # fmt: skip
    report = Report.objects.create(
        about="player:bob", name="Bob", player="p-ann", player_name="Ann", rule=3, member=people["bob"]
    )
    Report.objects.filter(pk=report.pk).update(at=now - timedelta(hours=1))
    ledger.post([Booking("own", TransferKind.PRIZE, ISSUED, member_code(people["bob"].player), 5_00)])
    payouts.request(people["bob"], 1_00, "")


@pytest.mark.usefixtures("_waiting")
@pytest.mark.parametrize(("who", "money"), [("moder", False), ("admin", True), ("owner", True)])
def test_credits_and_pay_outs_are_for_those_who_book_credits(
    people: People, sign_in: SignIn, who: str, money: bool
) -> None:
    page = html_of(sign_in(people[who]).get("/staff/"))
    for text in ("Credits in play", "Issued by the club", "Pay-out requests (1)", ">Decide</a>"):
        assert (text in page) is money, text
    for text in ("Matches today", "Waiting for the staff", "The server", ">Read</a>", ">Answer</a>"):
        assert text in page, text
    assert ("payoutrequest" in page) is money


@pytest.mark.usefixtures("_waiting")
def test_the_oldest_entry_is_first_and_has_the_golden_button(people: People, sign_in: SignIn) -> None:
    waiting = queue(people["owner"], "")
    assert [row.sort.name for row in waiting.rows] == ["requests", "reports", "payouts"]
    assert [choice.number for choice in waiting.choices] == [3, 1, 1, 1]
    page = html_of(sign_in(people["owner"]).get("/staff/"))
    assert re.findall(r'<a class="btn small pri"[^>]*aria-label="([^"]*)"', page) == ["Answer: annxx"]
    assert "btn pri" not in page


@pytest.mark.usefixtures("_waiting")
def test_one_sort_of_entries_can_be_shown(people: People) -> None:
    assert [row.sort.name for row in queue(people["admin"], "payouts").rows] == ["payouts"]
    assert queue(people["admin"], "nonsense").show == ""
    assert queue(people["moder"], "payouts").show == "", "they may not decide about pay-outs"
    assert queue(people["moder"], "").payouts is None


def test_an_empty_queue_says_so(people: People, sign_in: SignIn) -> None:
    assert "Nothing is waiting for the staff." in html_of(sign_in(people["moder"]).get("/staff/"))


def test_matches_and_stakes_are_counted_by_day(people: People) -> None:
    for number, age in enumerate((0, 0, 1, 20)):
        row = played(f"m{number}", NOW - age * DAY_MS, (people["ann"].player, people["bob"].player))
        row.stake = 3_00 if number else None
        row.save()
    by_title = {figure.title: figure for figure in figures(NOW, 5, pending_stakes())}
    assert by_title["Matches today"].value == "2"
    assert by_title["Matches today"].note == "Online now: 5"
    heights = [float(height) for height in re.findall(r' height="([\d.]+)"', by_title["Matches today"].plot)]
    assert len(heights) == 14
    assert heights[-1] > heights[-2] > heights[-3]
    staked = [float(height) for height in re.findall(r' height="([\d.]+)"', by_title["Credits in play"].plot)]
    assert staked[-1] == staked[-2] > staked[-3]


def test_sums_of_credits_are_those_of_the_ledger(people: People) -> None:
    before = sums(NOW, 0)
    player = people["ann"].player
    ledger.post([Booking("a", TransferKind.PRIZE, ISSUED, member_code(player), 9_00)])
    hold = Booking("b", TransferKind.HOLD, member_code(player), held_code(player), 4_00, match_id="m1")
    ledger.post([hold._replace(state=TransferState.PENDING)])
    ledger.post([Booking("c", TransferKind.FEE, member_code(player), FEES, 1_00)])
    ledger.post([Booking("d", TransferKind.FEE, member_code(player), federation_code("sofia"), 50)])
    after = sums(NOW, pending_stakes().amount)
    assert after.issued - before.issued == 9_00
    assert after.fees - before.fees == 1_00
    assert after.outstanding - before.outstanding == 8_00
    assert after.held == 4_00


def test_days_are_counted_back_from_today() -> None:
    moments = [NOW, NOW - 1, NOW - DAY_MS, NOW - 3 * DAY_MS, NOW + DAY_MS]
    assert counts_by_day(moments, NOW, 3) == [0, 1, 2]


def test_bars_say_what_they_are_and_mark_today() -> None:
    drawing = bars([0, 4, 2], "Each <day>", "brass")
    assert 'aria-label="Each &lt;day&gt;"' in drawing
    assert drawing.count("<rect") == 3
    assert drawing.count('class="current"') == 1


@pytest.mark.parametrize(
    ("waited", "english", "greek"),
    [
        (timedelta(seconds=-5), "0 min", "0 λεπ."),
        (timedelta(minutes=59, seconds=30), "59 min", "59 λεπ."),
        (timedelta(hours=23, minutes=59), "23 h", "23 ώρ."),
        (timedelta(days=3, hours=5), "3 d", "3 ημ."),
    ],
)
def test_the_time_of_a_wait_is_in_the_language_of_the_page(
    waited: timedelta, english: str, greek: str
) -> None:
    since = timezone.now() - waited
    for language, expected in (("en", english), ("el", greek)):
        with translation.override(language):
            assert waiting_time(since).replace("\N{NO-BREAK SPACE}", " ") == expected
