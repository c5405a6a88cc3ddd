"""A member's account of credits: entries, filters, holds, statements of months, the file; nobody else's."""

import csv
import io
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db.models import Q

from tests.support.by_day import by_day
from tests.support.club.page_queries import queries_of
from tests.support.club.random_matches import ME, match
from tests.support.club.statistics_client import Browser, marica
from tests.support.scripts import LANGUAGES
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions, statement
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import (
    CLOSED,
    FEES,
    ISSUED,
    PAID_OUT,
    SHOP,
    TransferKind,
    clearing_code,
    member_code,
    payout_code,
)
from zaria.club.ledger.models import Transfer
from zaria.club.ledger.titles import TITLES
from zaria.club.site.brand import state
from zaria.club.stakes import actions as stakes
from zaria.club.statistics.match_list import PAGE
from zaria.club.texts import consent

pytestmark = pytest.mark.django_db

PATH = "/me/stats/credits"
PATHS = (PATH, f"{PATH}.csv", f"{PATH}/{datetime.now(UTC):%Y-%m}")
NOON = int(datetime(2026, 3, 15, 12, tzinfo=UTC).timestamp() * 1000)
DAY = 24 * 3600 * 1000


@pytest.fixture
def me() -> Member:
    return marica()


def grant(number: int, amount: int, at: int | None = None, player: str = ME, note: str = "") -> Transfer:
    key = f"grant:{player}:{number}"
    return actions.post(
        [Booking(key, TransferKind.GRANT, ISSUED, member_code(player), amount, note=note)], at
    )[0]


def hold(match_id: str, amount: int, player: str = ME) -> Transfer:
    return actions.hold(player, amount, f"match:{match_id}:hold:{player}", match_id=match_id)


def win(match_id: str, amount: int, fee: int, winner: str, loser: str) -> None:
    """A match that both staked `amount` on: the loser's hold pays, the winner's is released."""
    held = {player: hold(match_id, amount, player) for player in (winner, loser)}
    shares = [
        Booking(
            f"match:{match_id}:win",
            TransferKind.WIN,
            "",
            member_code(winner),
            amount - fee,
            match_id=match_id,
        ),
        Booking(f"match:{match_id}:fee", TransferKind.FEE, "", FEES, fee, match_id=match_id),
    ]
    actions.post_hold(held[loser], shares)
    actions.void_hold(held[winner])


def entries(page: str) -> list[tuple[str, str]]:
    """The signed amount and the balance after each entry of a list."""
    page = page[page.find('class="sift"') :]
    amounts = re.findall(r'class="by \w+">([^<]+)</span>', page)
    after = re.findall(r'<span class="sr">Balance</span>([^<]+)</span>', page)
    return list(zip(amounts, after, strict=True))


def test_a_match_that_was_won_and_one_that_was_lost(me: Member) -> None:
    actions.ensure_member("stranger")
    win("m00001", 5_00, 50, winner=ME, loser="stranger")
    win("m00002", 5_00, 50, winner="stranger", loser=ME)
    match(1).save()
    page = Browser(me).get(PATH).text
    assert entries(page) == [
        ("−5.00", "999.50"),
        ("+5.00", "1,004.50"),
        ("+4.50", "999.50"),
        ("−5.00", "995.00"),
        ("+1,000.00", "1,000.00"),
    ]
    assert page.count('href="/t/m00001/replay"') == 3, "the recorded match, from each of its entries"
    assert "/t/m00002" not in page, "a match without a record has no page"
    assert ">Stefan</a>" in page
    assert "999.50 credits" in page


def test_stake_and_fee_of_winnings_and_the_fees_of_the_month(me: Member) -> None:
    actions.ensure_member("stranger")
    win("m00001", 5_00, 50, winner=ME, loser="stranger")
    win("m00002", 7_00, 70, winner="stranger", loser=ME)
    win("m00003", 9_00, 90, winner=ME, loser="stranger")
    month = f"{PATH}/{datetime.now(UTC):%Y-%m}"
    browser = Browser(me)
    page = browser.get(PATH).text
    assert re.findall(r"stake ([\d.]+), fee ([\d.]+)", page) == [("9.00", "0.90"), ("5.00", "0.50")]
    assert "Match fees paid to the club this month: 1.40 credits" in page
    assert "Match fees paid to the club: 1.40 credits." in browser.get(month).text
    rows = list(csv.DictReader(io.StringIO(browser.get(f"{PATH}.csv").text)))
    assert [row["fee"] for row in rows if row["kind"] == "win"] == ["0.90", "0.50"]
    assert {row["fee"] for row in rows if row["kind"] != "win"} == {""}
    assert stakes.void_settlement("m00003", "staff", "Arranged")
    assert "this month: 0.50 credits" in browser.get(PATH).text
    assert "to the club: 0.50 credits." in browser.get(month).text


def test_fees_of_other_months_and_of_others_do_not_count(me: Member) -> None:
    actions.ensure_member("stranger")
    account, months = actions.ensure_member(ME), {3: date(2026, 3, 1), 4: date(2026, 4, 1)}
    for number, (at, winner) in enumerate(((NOON, ME), (NOON, "stranger"), (NOON + 31 * DAY, ME))):
        loser, match_id = member_code("stranger" if winner == ME else ME), f"m{number}"
        shares = [
            Booking(f"w{number}", TransferKind.WIN, loser, member_code(winner), 9_00, match_id=match_id),
            Booking(f"f{number}", TransferKind.FEE, loser, FEES, (1 + number) * 10, match_id=match_id),
        ]
        actions.post(shares, at)
    fees = {number: statement.month_statement(account, month).fees for number, month in months.items()}
    assert fees == {3: 10, 4: 30}
    assert statement.fees_since(account, months[3]) == 40
    assert statement.fees_since(account, months[4]) == 30


def test_what_is_held_stands_apart_and_leads_to_the_table(me: Member) -> None:
    hold("m00007", 12_50)
    page = Browser(me).get(PATH).text
    held = page[page.index('id="held"') : page.index('class="sift"')]
    assert 'href="/t/m00007"' in held
    assert "−12.50" in held
    assert "12.50 credits" in page
    assert "<small>held</small>" in page
    assert 'id="held"' not in Browser(Member.objects.create(username="B", email="b@b.b")).get(PATH).text


def test_every_kind_is_found_by_its_filter(me: Member) -> None:
    """Also those that are looked for on one side of the account only."""
    actions.ensure_member("stranger")
    win("m00001", 5_00, 50, winner=ME, loser="stranger")
    account = member_code(ME)
    for number, (kind, source, target) in enumerate(
        [
            (TransferKind.GIFT, ISSUED, account), (TransferKind.PURCHASE, account, SHOP),
            (TransferKind.TOP_UP, clearing_code("x"), account), (TransferKind.GRANT, ISSUED, account),
            (TransferKind.PAYOUT, account, PAID_OUT), (TransferKind.CLOSURE, account, CLOSED),
            (TransferKind.CORRECTION, account, ISSUED), (TransferKind.REVERSAL, account, clearing_code("x")),
            (TransferKind.PRIZE, ISSUED, account), (TransferKind.REFUND, ISSUED, account),
            (TransferKind.RESERVE, account, payout_code(ME)),
        ]
    ):  # fmt: skip
        actions.post([Booking(f"any:{number}", kind, source, target, 100)])
    browser = Browser(me)
    assert len(entries(browser.get(PATH).text)) == 15
    for kind in set(TransferKind) - {TransferKind.FEE, TransferKind.ENTRY, TransferKind.BONUS}:
        assert len(entries(browser.get(f"{PATH}?kind={kind}").text)) == 1, kind


def test_the_head_of_every_page_has_the_balance(me: Member) -> None:
    hold("m00007", 12_50)
    for path in ("/rules", "/me", "/me/stats", "/nowhere"):
        page = Browser(me).get(path).text
        assert '<b data-balance="available">987.50</b>' in page
        assert 'data-balance="held">12.50<' in page
    assert 'class="chip balance"' not in Browser(guest="visitor").get("/rules").text
    robot = Member.objects.create(username="Robot", email="r@r.r", player="robot", robot=True)
    assert 'class="chip balance"' not in Browser(robot).get("/rules").text
    assert not Transfer.objects.filter(credit__code=member_code("robot")).exists()


def warm_up(browser: Browser) -> None:
    """Get a page, which is slow at first; then read anew what the club reads every few seconds."""
    browser.get("/rules")
    for part in (state, consent):
        part.forget()
    browser.get("/rules")


def test_the_head_takes_one_query(
    me: Member, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    actions.ensure_member(ME)
    member, guest = Browser(me), Browser(guest="visitor")
    warm_up(member)
    with django_assert_num_queries(0):
        guest.get("/rules")
    with django_assert_max_num_queries(8) as queries:
        member.get("/rules")
    assert sum("ledger_account" in query["sql"] for query in queries) == 1


def test_no_query_for_what_a_script_asks_for(me: Member, django_assert_max_num_queries: Any) -> None:
    browser = Browser(me)
    warm_up(browser)
    browser.headers["Sec-Fetch-Dest"] = "empty"
    with django_assert_max_num_queries(8) as queries:
        browser.get("/rules")
    assert not [query for query in queries if "ledger_account" in query["sql"]]


def test_pages_follow_the_number_of_the_transfer(me: Member) -> None:
    for number in range(2 * PAGE + 5):
        grant(number, 100 + number)
    browser, seen, path = Browser(me), [], f"{PATH}?kind=grant"
    while path:
        page, address = browser.get(path).text, path
        seen += entries(page)
        path = (re.findall(r'href="([^"]+)" rel="next"', page) or [""])[0].replace("&amp;", "&")
        assert not path or "kind=grant" in path
    assert [amount for amount, _after in seen] == [
        f"+{1 + n / 100:.2f}" for n in reversed(range(2 * PAGE + 5))
    ]
    back: list[tuple[str, str]] = []
    while address:
        page = browser.get(address).text
        back = entries(page) + back
        address = (re.findall(r'href="([^"]+)" rel="prev"', page) or [""])[0].replace("&amp;", "&")
    assert back[-5:] == seen[-5:]
    assert len(back) == len(seen)


def test_a_page_reads_as_many_rows_however_many_there_are(me: Member) -> None:
    for number in range(3 * PAGE):
        grant(number, 100)
    browser = Browser(me)
    browser.get(PATH)  # warms what stays in memory
    queries = queries_of(lambda: browser.get(PATH))
    assert len(queries) <= 15
    lists = [query for query in queries if 'ORDER BY "ledger_transfer"."id" DESC LIMIT' in query]
    assert len(lists) == 2, "one for each side of the account"


FILTERS = {
    "": 4,
    "?kind=grant": 3,
    "?kind=hold": 1,
    "?since=2026-03-16": 3,
    "?until=2026-03-15": 1,
    "?since=2026-03-15&until=2026-03-16&kind=grant": 2,
    "?match=m00007": 1,
    "?match=nothing": 0,
    "?kind=grant&match=m00007": 0,
}


def test_filters(me: Member) -> None:
    for number in range(3):
        grant(number, 100, NOON + number * DAY)
    actions.ensure_member(ME)
    hold("m00007", 100)
    grant(7, 100, player="stranger")
    browser = Browser(me)
    for query, number in FILTERS.items():
        assert len(entries(browser.get(PATH + query).text)) == number, query
        lines = browser.get(f"{PATH}.csv{query}").text.splitlines()[1:]
        assert len(lines) == number, query


@pytest.mark.parametrize("path", by_day((PATH,), (PATH, f"{PATH}.csv")))
def test_what_no_filter_can_mean_is_said(me: Member, path: str) -> None:
    browser = Browser(me)
    for query in (
        "kind=nope", "kind=fee", "since=2026-13-01", "since=2026-03-02&until=2026-03-01", "match=%00",
        "match=a/b", "match=" + "x" * 17,
    ):  # fmt: skip
        page = browser.get(f"{path}?{query}")
        assert page.status == 422, query
        assert 'role="alert"' in page.text
        assert entries(page.text) == []


def test_a_place_that_cannot_be_is_the_first(me: Member) -> None:
    browser = Browser(me)
    for query in ("before=x", "before=-1", "after=", "before=" + "9" * 50, "before=٣"):
        page = browser.get(f"{PATH}?{query}")
        assert (page.status, len(entries(page.text))) == (200, 1), query


def test_the_statement_of_a_month_adds_up(me: Member) -> None:
    grant(1, 100_00, NOON - 30 * DAY)
    grant(2, 7_00, NOON)
    grant(3, 3_00, NOON + 16 * DAY)
    grant(4, 1_00, NOON + 17 * DAY)
    page = Browser(me).get(f"{PATH}/2026-03").text
    numbers = re.findall(r"<td[^>]*>([^<]+)</td>", page[page.index("stats-statement") :])
    assert numbers == ["100.00", "+10.00", "110.00"]
    assert f'href="{PATH}?since=2026-03-01&amp;until=2026-03-31"' in page
    assert re.findall(r'href="([^"]+)"\s+rel="(?:prev|next)"', page) == [f"{PATH}/2026-02", f"{PATH}/2026-04"]
    first = Browser(me).get(f"{PATH}/2026-02").text
    assert 'rel="prev"' not in first
    assert entries(Browser(me).get(f"{PATH}?since=2026-03-01&until=2026-03-31").text)[0][0] == "+3.00"


def test_clocks_that_differ_leave_no_entry_out(me: Member) -> None:
    """One process may be behind: transfers are not numbered in the order of their times."""
    midnight = NOON + DAY // 2
    ats = [midnight - 2, midnight + 1, midnight - 1, midnight + 2]
    for number, at in enumerate(ats):
        grant(number, 100 << number, at)
        grant(number, 1, at, player="stranger")
    browser = Browser(me)
    for day, amounts in (("2026-03-15", ["+4.00", "+1.00"]), ("2026-03-16", ["+8.00", "+2.00"])):
        page = browser.get(f"{PATH}?since={day}&until={day}").text
        assert [amount for amount, _after in entries(page)] == amounts


def test_the_opening_balance_has_what_was_late(me: Member) -> None:
    first = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp() * 1000)
    for number, at in enumerate([first - 2, first + 1, first - 1, first + 2]):
        grant(number, 100 << number, at)
    account = actions.ensure_member(ME)
    assert statement.month_statement(account, date(2026, 3, 1)) == (5_00, [("grant", 10_00)], 15_00, 0)
    assert statement.month_statement(account, date(2026, 2, 1)) == (0, [("grant", 5_00)], 5_00, 0)
    assert statement.month_statement(account, date(2026, 4, 1)) == (15_00, [], 15_00, 0)


def test_months_follow_each_other_over_the_year() -> None:
    assert statement.next_month(date(2025, 12, 1)) == date(2026, 1, 1)
    assert statement.previous_month(date(2026, 1, 1)) == date(2025, 12, 1)
    months = [date(2026, 1, 1)]
    while months[-1] < date(2028, 1, 1):
        months.append(statement.next_month(months[-1]))
    assert len(months) == 25
    assert [statement.previous_month(month) for month in months[1:]] == months[:-1]


@pytest.mark.parametrize("month", ["2999-01", "1999-01", "2026-13", "2026-00", "2026-1", "x"])
def test_there_is_no_such_month(me: Member, month: str) -> None:
    assert Browser(me).get(f"{PATH}/{month}").status == 404


def test_the_file(me: Member) -> None:
    actions.ensure_member("stranger")
    win("m00001", 5_00, 50, winner=ME, loser="stranger")
    purchase = Booking(
        "p:1", TransferKind.PURCHASE, member_code(ME), "house:shop", 20_00, subject="=board:oak"
    )
    actions.post([purchase])
    sent = Browser(me).get(f"{PATH}.csv")
    assert sent.headers["Content-Disposition"] == 'attachment; filename="zaria-credits.csv"'
    assert sent.headers["Cache-Control"] == "private, no-store"
    rows = list(csv.reader(io.StringIO(sent.text.removeprefix("\ufeff"))))
    assert rows[0] == ["at", "kind", "amount", "balance", "match", "subject", "fee"]
    assert [row[1:] for row in rows[1:]] == [
        ["purchase", "-20.00", "984.50", "", "'=board:oak", ""],
        ["release", "5.00", "1004.50", "m00001", "", ""],
        ["win", "4.50", "999.50", "m00001", "", "0.50"],
        ["hold", "-5.00", "995.00", "m00001", "", ""],
        ["welcome", "1000.00", "1000.00", "", "", ""],
    ]


def test_the_file_is_read_in_parts(me: Member) -> None:
    account = actions.ensure_member(ME)
    for number in range(23):
        grant(number, 100)
    chunks = list(statement.chunks(account, Q(), 5))
    assert [len(chunk) for chunk in chunks] == [5, 5, 5, 5, 4]
    after = [entry.after for chunk in chunks for entry in chunk]
    assert after == [1000_00 + 100 * number for number in reversed(range(24))]


def test_nobody_reads_the_account_of_others(me: Member) -> None:
    grant(1, 77_77, note="secret")
    stranger = Browser(Member.objects.create(username="Stefan", email="s@example.org", player="stranger"))
    for path in (*PATHS, f"{PATH}?player={ME}", f"{PATH}?match=&before=999999"):
        page = stranger.get(path)
        assert page.status == 200
        assert "77.77" not in page.text
        assert "secret" not in page.text
    assert stranger.get(f"{PATH}.csv").text.count("\n") == 2


def test_guests_and_robots_have_no_account(me: Member) -> None:
    grant(1, 77_77)
    robot = Member.objects.create(username="Robot", email="r@r.r", player="robot", robot=True)
    for browser in (Browser(guest=ME), Browser(), Browser(robot)):
        page = browser.get(PATH)
        assert (page.status, entries(page.text)) == (200, [])
        assert "Only members have credits." in page.text
        assert browser.get(f"{PATH}.csv").text.count("\n") == 1
        assert browser.get(PATHS[2]).status == 404
        assert "77.77" not in browser.get("/me/stats").text


def test_the_overview_has_the_balance(me: Member) -> None:
    hold("m00007", 12_50)
    page = Browser(me).get("/me/stats").text
    assert "987.50 credits" in page
    assert "12.50 credits" in page
    assert 'href="/me/stats/credits"' in page


def test_goods_and_gifts_lead_to_the_shop(me: Member) -> None:
    actions.ensure_member(ME)
    account = member_code(ME)
    actions.post(
        [
            Booking("p:1", TransferKind.PURCHASE, account, SHOP, 20_00, subject="board-slate"),
            Booking("p:2", TransferKind.PURCHASE, account, SHOP, 2_00, subject="tea"),
            Booking("g:1", TransferKind.GIFT, ISSUED, account, 100_00),
            Booking("t:1", TransferKind.TOP_UP, clearing_code("stripe"), account, 10_00, subject="token"),
        ]
    )
    page = Browser(me).get(PATH).text
    links = re.findall(r'class="what" href="([^"]+)">\s*([^<]+?)\s*<', page)
    assert links == [
        ("/top-up", "Top-up"),
        ("/shop", "Shop"),
        ("/shop", "Tea"),
        ("/shop/board-slate", "Slate"),
    ]


def test_every_kind_has_words() -> None:
    assert set(TITLES) == set(TransferKind)


@pytest.mark.parametrize("language", by_day(("el",), LANGUAGES))
def test_the_pages_in_every_language(me: Member, language: str) -> None:
    actions.ensure_member("stranger")
    win("m00001", 5_00, 50, winner=ME, loser="stranger")
    hold("m00002", 100)
    browser = Browser(me, language=language)
    for path in (PATH, PATHS[2]):
        page = browser.get(path)
        assert page.status == 200
        main = page.text[page.text.index("<main") :]
        assert " style=" not in main
        assert "<script" not in main
        assert "None" not in main
