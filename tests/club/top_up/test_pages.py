"""Members top up at a real localstripe, through real requests to a real club, in both engines."""

import html
import itertools
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from decimal import Decimal
from threading import Barrier
from typing import Any, NamedTuple

import psycopg
import pytest

from tests.support.by_day import by_day
from tests.support.club.local_stripe import SECRET, LocalStripe, deliver, signature
from tests.support.club.member_client import Somebody, wrong
from tests.support.club.site_database import furnished
from tests.support.club.staff_client import boss_of, number
from tests.support.http_client import Page, Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import Server

pytestmark = pytest.mark.xdist_group("top-ups")


class Entry(NamedTuple):
    """A transfer that a payment made: its kind, and the amount that came to the member (hundredths)."""

    key: str
    kind: str
    amount: int


class Club:
    """A club that sells 100 credits for 1 EUR, and what its ledger says of payments."""

    def __init__(self, server: Server, database: str, stripe: LocalStripe) -> None:
        self.server, self.database, self.stripe = server, database, stripe
        self.url = server.url

    def rows(self, query: str) -> list[tuple[str, ...]]:
        """Rows of the club's database."""
        if self.database:
            with psycopg.connect(self.database) as db:
                return db.execute(query.encode()).fetchall()
        with closing(sqlite3.connect(self.server.data / "club.sqlite3", timeout=PATIENCE)) as db:
            return db.execute(query).fetchall()

    def entries(self, token: str) -> list[Entry]:
        """The transfers of a payment, in their order."""
        rows = self.rows(
            "SELECT t.key, t.kind, CASE WHEN c.code LIKE 'member:%' THEN t.amount ELSE -t.amount END"
            " FROM ledger_transfer t JOIN ledger_account c ON c.id = t.credit_id"
            f" WHERE t.subject = '{token}' ORDER BY t.id"
        )
        return [Entry(*row) for row in rows]  # type: ignore[arg-type]

    def number(self, token: str) -> int:
        """The number of a payment, in addresses of the staff."""
        return int(self.rows(f"SELECT id FROM top_up_payment WHERE token = '{token}'")[0][0])

    def payments(self) -> int:
        """The number of payments that were begun."""
        return int(self.rows("SELECT COUNT(*) FROM top_up_payment")[0][0])


class Begun(NamedTuple):
    """A payment that a member has begun: its name, and the addresses of Stripe's page and session."""

    token: str
    page: str
    session: str

    @property
    def path(self) -> str:
        """The club's own page about it."""
        return f"/top-up/{self.token}"


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def shop(
    request: pytest.FixtureRequest, local_stripe: LocalStripe, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """An open club with top-ups."""
    more: dict[str, Any] = {**local_stripe.environment}
    database = ""
    if request.param == "postgresql":
        database = more["ZARIA_DATABASE_URL"] = furnished(request, "top_up")
    server = Server(tmp_path_factory.mktemp("shop"), **more)
    yield Club(server, database, local_stripe)
    server.stop()


@pytest.fixture(scope="module")
def member(shop: Club) -> Somebody:
    """A member of it."""
    return Somebody(shop.url).join()


def begin(shop: Club, member: Somebody, amount: str = "10.00") -> Begun:
    page = send(member, member.get("/top-up"), amount)
    assert page.status == 302, wrong(page)
    address = page.headers["Location"]
    number = address.rpartition("/")[2]
    return Begun(shop.stripe.session(number)["client_reference_id"], address, number)


def send(member: Somebody, form: Page, amount: str) -> Page:
    """Send the form of a page."""
    return member.fill("/top-up", form, amount=amount, nonce=nonce(form))


def nonce(form: Page) -> str:
    field = re.search(r'name="nonce" value="([\w-]+)"', form.text)
    assert field is not None
    return field[1]


def paid(shop: Club, member: Somebody, amount: str = "10.00") -> tuple[Begun, str]:
    """A payment that has arrived and is booked, and the number of its intent at Stripe."""
    begun = begin(shop, member, amount)
    assert shop.stripe.pay(begun.page).status_code == 303
    (event,) = [e for e in shop.stripe.events(begun.session) if b"checkout.session.completed" in e]
    assert deliver(shop.url, event).status_code == 200
    return begun, shop.stripe.session(begun.session)["payment_intent"]


def topped_up(token: str, amount: int = 1000_00) -> Entry:
    return Entry(f"topup:{token}", "top_up", amount)


def verdict(page: Page) -> str:
    element = re.search(r'<div class="verdict[^>]*><b>(.*?)</b>', page.text)
    assert element is not None, page.text
    return html.unescape(element[1])


def at_once(*works: Callable[[], int]) -> list[int]:
    """Run these together; their results."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], int]) -> int:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def test_a_member_pays_and_the_page_knows_it_without_a_webhook(shop: Club, member: Somebody) -> None:
    form = member.get("/top-up")
    assert "5.00 EUR" in form.text
    assert "500.00 credits" in form.text
    assert f"form-action 'self' {shop.stripe.url}" in form.headers["Content-Security-Policy"]
    begun = begin(shop, member)
    before = member.get(begun.path)
    assert verdict(before) == "Waiting for the payment …"
    assert '<meta http-equiv="refresh" content="3">' in before.text
    led_back = shop.stripe.pay(begun.page).headers["Location"]
    assert led_back == shop.url + begun.path
    after = member.get(begun.path)
    assert verdict(after) == "The payment has arrived."
    assert "1,000.00 credits have been added to your balance." in after.text
    assert "refresh" not in after.text
    for event in shop.stripe.events(begun.token) * 3:
        assert deliver(shop.url, event).status_code == 200
    assert shop.entries(begun.token) == [topped_up(begun.token)]


def test_the_webhook_comes_before_the_member(shop: Club, member: Somebody) -> None:
    begun, _ = paid(shop, member, "12,5")
    assert shop.entries(begun.token) == [topped_up(begun.token, 1250_00)]
    assert verdict(member.get(begun.path)) == "The payment has arrived."
    assert shop.entries(begun.token) == [topped_up(begun.token, 1250_00)]


def test_stripe_reports_by_itself(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    with shop.stripe.reporting(shop.url):
        shop.stripe.pay(begun.page)
        end = time.monotonic() + PATIENCE
        while not shop.entries(begun.token):  # localstripe sends its webhooks a second later
            assert time.monotonic() < end
            time.sleep(0.05)
    assert shop.entries(begun.token) == [topped_up(begun.token)]


def test_a_webhook_after_the_member_left_is_booked(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    cancel_path = shop.stripe.session(begun.session)["cancel_url"].removeprefix(shop.url)
    page = member.get(cancel_path)
    assert verdict(page) == "You left the payment page without paying."
    assert f'href="{begun.page}"' in page.text
    assert "refresh" not in page.text
    shop.stripe.pay(begun.page)
    for event in shop.stripe.events(begun.session):
        deliver(shop.url, event)
    assert shop.entries(begun.token) == [topped_up(begun.token)]
    assert verdict(member.get(cancel_path)) == "The payment has arrived."


def test_webhooks_and_pages_at_once_book_once(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    shop.stripe.pay(begun.page)
    (event,) = [e for e in shop.stripe.events(begun.session) if b"checkout" in e]
    codes = at_once(
        *[lambda: deliver(shop.url, event).status_code] * 4, *[lambda: member.get(begun.path).status] * 4
    )
    assert codes == [200] * 8
    assert shop.entries(begun.token) == [topped_up(begun.token)]


def test_a_form_that_is_sent_again_is_one_payment(shop: Club, member: Somebody) -> None:
    before, form = shop.payments(), member.get("/top-up")
    with ThreadPoolExecutor(4) as threads:
        pages = list(threads.map(lambda _: send(member, form, "20.00"), range(4)))
    assert len({page.headers["Location"] for page in pages}) == 1
    assert send(member, form, "20.00").headers["Location"] == pages[0].headers["Location"]
    assert shop.payments() == before + 1
    assert send(member, form, "21.00").headers["Location"] != pages[0].headers["Location"]
    shop.stripe.pay(pages[0].headers["Location"])
    session = shop.stripe.session(pages[0].headers["Location"].rpartition("/")[2])
    member.get(session["success_url"].removeprefix(shop.url))
    assert shop.url + send(member, form, "20.00").headers["Location"] == session["success_url"]


def test_other_amounts_begin_nothing(shop: Club, member: Somebody) -> None:
    before, form = shop.payments(), member.get("/top-up")
    odd = ("-10", "+10", "1e3", "NaN", "inf", "ten", "10.005", "10 000", "0x10", "٢٥", "9" * 14)
    errors = {
        **dict.fromkeys(odd, "Enter an amount such as 25 or 12.50."),
        **dict.fromkeys(
            ("0", "4.99", "500.01", "999999999"), "The amount must be between 5.00 EUR and 500.00 EUR."
        ),
        "": "This field is required.",
    }
    for amount, error in errors.items():
        page = send(member, form, amount)
        assert (page.status, [text.strip() for text in wrong(page)]) == (422, [error]), amount
    assert shop.payments() == before


def test_a_form_without_a_nonce_begins_nothing(shop: Club, member: Somebody) -> None:
    before = shop.payments()
    for bad in ("", "short", "x" * 33, "<script>alert(1)</script>"):
        page = member.fill("/top-up", amount="10", nonce=bad)
        assert wrong(page) == ["This form has expired. Please try again."]
    assert shop.payments() == before


def test_forged_and_stale_webhooks_change_nothing(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    shop.stripe.pay(begun.page)
    (event,) = [e for e in shop.stripe.events(begun.session) if b"checkout" in e]
    more = event.replace(b'"amount_total": 1000', b'"amount_total": 9000')
    assert more != event
    for body, signed in (
        (event, signature(event, "whsec_other")),
        (more, signature(event)),
        (event, signature(event, at=time.time() - 301)),
        (event, ""),
        (event, signature(event, "")),
        (event, signature(event).replace("v1=", "v0=")),
        (event, "t=now,v1"),
    ):
        assert deliver(shop.url, body, signed).status_code == 400, (body, signed)
        assert shop.entries(begun.token) == []
    member.get(begun.path)  # the page asks Stripe, so the payment is closed for later tests
    assert shop.entries(begun.token) == [topped_up(begun.token)]


def test_signed_nonsense_is_refused_and_strangers_are_accepted(shop: Club) -> None:
    for body in (
        b"",
        b"[]",
        b"{}",
        b'{"type": 5}',
        b"\xff",
        b'{"type":"refund.created","data":{"object":{}}}',
        b'{"type":"refund.created","data":{"object":{"id":"re_1","amount":-50,"payment_intent":"pi_1"}}}',
        b'{"type":"refund.created","data":{"object":{"id":"re_1","amount":0,"payment_intent":"pi_1"}}}',
        b'{"type":"refund.created","data":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    ):
        assert deliver(shop.url, body).status_code == 400, body
    unknown = {
        "checkout.session.completed": '{"client_reference_id":"other","payment_intent":"pi_other",'
        '"payment_status":"paid","status":"complete","amount_total":5,"currency":"eur"}',
        "refund.created": '{"id":"re_other","amount":5,"payment_intent":"pi_other","status":"succeeded"}',
        "customer.created": '{"id":"cus_1"}',
        "checkout.session.expired": '{"client_reference_id":null,"status":"expired"}',
    }
    before = shop.rows("SELECT COUNT(*) FROM ledger_transfer")
    for kind, thing in unknown.items():
        body = f'{{"type":"{kind}","data":{{"object":{thing}}}}}'.encode()
        assert deliver(shop.url, body).status_code == 200, kind
    assert shop.rows("SELECT COUNT(*) FROM ledger_transfer") == before
    assert Visitor(shop.url).get("/top-up/webhook/stripe").status == 405
    assert Visitor(shop.url).send("POST", "/top-up/webhook/paypal").status == 404


def test_refunds_in_any_order_are_booked_back_once(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    shop.stripe.pay(begun.page)
    intent = shop.stripe.session(begun.session)["payment_intent"]
    shop.stripe.refund(intent, 300)
    shop.stripe.refund(intent, 200)
    events = [e for e in shop.stripe.events(intent) if b"checkout" in e or b'"refund.created"' in e]
    assert len(events) == 3
    for order in itertools.permutations(events):
        for event in order:
            assert deliver(shop.url, event).status_code == 200
    entries = shop.entries(begun.token)
    assert entries[0] == topped_up(begun.token)
    assert {entry.kind for entry in entries[1:]} == {"reversal"}
    assert sum(entry.amount for entry in entries) == 500_00
    page = member.get(begun.path)
    assert verdict(page) == "The payment has arrived."
    assert "5.00 EUR" in page.text


def test_a_refund_of_what_is_spent_leaves_a_debt_and_a_failed_one_lifts_it(shop: Club) -> None:
    poor = Somebody(shop.url).join()
    begun, intent = paid(shop, poor, "500")
    refund = shop.stripe.refund(intent, 500_00)
    for event in shop.stripe.events(refund["id"]):
        deliver(shop.url, event)
    assert verdict(poor.get(begun.path)) == "The payment has been refunded."
    shop.stripe.do("fail_refund", id=refund["id"])
    for event in reversed(shop.stripe.events(refund["id"])):
        deliver(shop.url, event)
    assert [entry.amount for entry in shop.entries(begun.token)] == [50_000_00, -50_000_00, 50_000_00]
    assert verdict(poor.get(begun.path)) == "The payment has arrived."


@pytest.mark.parametrize(("end", "remaining"), [("lost", 0), ("won", 1000_00)])
def test_disputes_are_booked_back_and_won_ones_again(
    shop: Club, member: Somebody, end: str, remaining: int
) -> None:
    begun, intent = paid(shop, member)
    dispute = shop.stripe.do("dispute", payment_intent=intent, amount=1000).json()
    for event in shop.stripe.events(dispute["id"]):
        deliver(shop.url, event)
    assert [entry.amount for entry in shop.entries(begun.token)] == [1000_00, -1000_00]
    shop.stripe.do("close", id=dispute["id"], status=end)
    for event in [*reversed(shop.stripe.events(dispute["id"])), *shop.stripe.events(dispute["id"])]:
        deliver(shop.url, event)
    assert sum(entry.amount for entry in shop.entries(begun.token)) == remaining
    assert len(shop.entries(begun.token)) == (3 if remaining else 2)


@pytest.fixture(scope="module")
def boss(shop: Club) -> Somebody:
    """The owner of the club."""
    return boss_of(shop.server)


def staff_page(shop: Club, token: str) -> str:
    """The address of the staff's page about a payment."""
    return f"/staff/top_up/payment/{shop.number(token)}/change/"


def refund_form(shop: Club, boss: Somebody, token: str) -> tuple[str, Page, dict[str, str]]:
    """The address of the form of a refund, the form, and the answers that fill it in."""
    path = f"/staff/payments/{shop.number(token)}/refund"
    form = boss.get(path)
    return path, form, {"reason": "Paid by mistake", "nonce": nonce(form)}


def complaints(page: Page) -> list[str]:
    """The sentences with which the staff's form is refused."""
    return [html.unescape(text) for text in re.findall(r'class="errorlist[^>]*><li>(.*?)</li>', page.text)]


def refunds_at_stripe(shop: Club, intent: str) -> list[tuple[str, int]]:
    refunds = shop.stripe.get(f"/v1/refunds?payment_intent={intent}").json()["data"]
    return [(refund["id"], refund["amount"]) for refund in refunds]


def test_the_staff_lists_payments_by_member_and_state(shop: Club, boss: Somebody) -> None:
    ann = Somebody(shop.url).join()
    arrived, _ = paid(shop, ann)
    begun = begin(shop, ann, "7")
    assert f'href="{staff_page(shop, arrived.token)}"' in boss.get("/staff/top_up/payment/").text
    assert 'href="/staff/top_up/payment/"' in boss.get("/staff/").text
    assert boss.get(f"/staff/payments?q={ann.login}").headers["Location"].endswith(f"?q={ann.login}")
    for state, shown in {"": {arrived, begun}, "confirmed": {arrived}, "waiting": {begun}}.items():
        page = boss.get(f"/staff/top_up/payment/?q={ann.login}&state={state}")
        links = set(re.findall(r"/staff/top_up/payment/\d+/change/", page.text))
        assert links == {staff_page(shop, payment.token) for payment in shown}, state
    member_page = boss.get(f"/staff/members/member/{number(boss, ann.login)}/change/").text
    booked, every = re.findall(r'href="(/staff/top_up/payment/\?q=[^"]+)"', member_page)
    assert booked.endswith(f"?q={arrived.token}")
    assert staff_page(shop, arrived.token) in boss.get(booked).text
    assert staff_page(shop, begun.token) in boss.get(every).text
    assert ann.get("/staff/top_up/payment/").status == 302
    assert ann.get(f"/staff/payments/{shop.number(arrived.token)}/refund").status == 403
    assert Visitor(shop.url).get(f"/staff/payments/{shop.number(arrived.token)}/refund").status == 302


@pytest.mark.parametrize("webhook", by_day(("before", "at once"), ("before", "after", "at once")))
def test_the_staff_refunds_a_payment_once(shop: Club, boss: Somebody, webhook: str) -> None:
    """The form is pressed four times at once and once later; Stripe's webhooks come around it."""
    ann = Somebody(shop.url).join()
    begun, intent = paid(shop, ann)
    shop.stripe.refund(intent, 4_00)  # on Stripe's own pages, before
    events = [e for e in shop.stripe.events(intent) if b'"refund.created"' in e]
    assert deliver(shop.url, events[0]).status_code == 200
    assert "<br>−4.00" in boss.get(f"/staff/top_up/payment/?q={begun.token}").text
    path, form, fields = refund_form(shop, boss, begun.token)
    assert path in boss.get(staff_page(shop, begun.token)).text
    works = [lambda: boss.fill(path, form, **fields).status] * 4

    def report() -> int:
        """Deliver the webhooks of the refund, as soon as Stripe knows it."""
        end = time.monotonic() + PATIENCE
        while len(webhooks := [e for e in shop.stripe.events(intent) if b'"refund.created"' in e]) < 2:
            assert time.monotonic() < end
        return max(deliver(shop.url, event).status_code for event in webhooks * 2)

    if webhook == "before":  # the answer to the staff's request was lost
        shop.stripe.refund(intent, 6_00)
        report()
        page = boss.fill(path, form, **fields)
        assert (page.status, complaints(page)) == (422, ["Nothing is left of this payment to refund."])
    else:
        if webhook == "at once":  # it may have refunded all while the act is not recorded yet
            *codes, reported = at_once(*works, report)
            assert 302 in codes
            assert {*codes} <= {302, 422}
        else:
            codes, reported = at_once(*works), report()
            assert codes == [302] * 4
        assert reported == 200
        assert boss.fill(path, form, **fields).headers["Location"] == staff_page(shop, begun.token)
        acts = f"SELECT reason FROM staff_act WHERE kind = 'refund' AND name = '{ann.login}'"
        assert shop.rows(acts) == [("Paid by mistake",)]
        assert "Your payment was refunded: 6.00 EUR." in ann.get("/me/notices").text
    assert sorted(amount for _, amount in refunds_at_stripe(shop, intent)) == [4_00, 6_00]
    assert [entry.amount for entry in shop.entries(begun.token)] == [1000_00, -400_00, -600_00]
    assert verdict(ann.get(begun.path)) == "The payment has been refunded."
    page = boss.get(staff_page(shop, begun.token))
    assert "10.00 EUR" in page.text
    assert path not in page.text
    assert boss.get(path).headers["Location"] == staff_page(shop, begun.token)


def test_a_refund_that_failed_is_made_again(shop: Club, boss: Somebody) -> None:
    begun, intent = paid(shop, Somebody(shop.url).join())
    for _ in range(2):
        path, form, fields = refund_form(shop, boss, begun.token)
        assert boss.fill(path, form, **fields).status == 302
        refunds = refunds_at_stripe(shop, intent)
        if len(refunds) == 1:
            shop.stripe.do("fail_refund", id=refunds[0][0])
            for event in shop.stripe.events(refunds[0][0]):
                assert deliver(shop.url, event).status_code == 200
    assert len({number for number, _ in refunds}) == 2
    assert [entry.amount for entry in shop.entries(begun.token)] == [1000_00, -1000_00, 1000_00, -1000_00]


def test_a_refund_that_makes_no_sense_is_refused_in_words(shop: Club, boss: Somebody) -> None:
    ann = Somebody(shop.url).join()
    begun = begin(shop, ann)
    path = f"/staff/payments/{shop.number(begun.token)}/refund"
    assert path not in boss.get(staff_page(shop, begun.token)).text
    assert boss.get(path).headers["Location"] == staff_page(shop, begun.token)
    assert "Only a payment that has arrived can be refunded." in boss.get(staff_page(shop, begun.token)).text
    arrived, intent = paid(shop, ann)
    path, form, fields = refund_form(shop, boss, arrived.token)
    assert complaints(boss.fill(path, form, **{**fields, "reason": " "})) == ["This field is required."]
    shop.stripe.refund(intent, 1_00)  # no webhook tells of it: Stripe refuses the whole amount
    page = boss.fill(path, form, **fields)
    assert (page.status, complaints(page)) == (422, ["The payment service refuses this refund."])
    assert shop.entries(arrived.token) == [topped_up(arrived.token)]
    assert boss.get("/staff/payments/999999/refund").status == 404


def test_declined_expired_and_slow_payments(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    assert shop.stripe.pay(begun.page, "declined").status_code == 402
    assert verdict(member.get(begun.path)) == "Waiting for the payment …"
    shop.stripe.do("expire", id=begun.session)
    assert verdict(member.get(begun.path)) == "The payment failed."
    slow = {paid: begin(shop, member) for paid in (True, False)}
    for arrives, payment in slow.items():
        shop.stripe.pay(payment.page, "bank")
        assert verdict(member.get(payment.path)) == "Your bank hasn't confirmed the payment yet."
        assert shop.entries(payment.token) == []
        shop.stripe.do("settle", id=payment.session, paid=arrives)
        for event in reversed([e for e in shop.stripe.events(payment.session) if b'"checkout' in e]):
            deliver(shop.url, event)
        assert shop.entries(payment.token) == [topped_up(payment.token)] * arrives
    assert verdict(member.get(slow[False].path)) == "The payment failed."


def test_payments_belong_to_their_members(shop: Club, member: Somebody) -> None:
    begun = begin(shop, member)
    stranger = Somebody(shop.url).join()
    assert stranger.get(begun.path).status == 404
    assert Visitor(shop.url).get(begun.path).headers["Location"].startswith("/account/login/")
    for path in ("/top-up", "/shop"):
        guest = Visitor(shop.url)
        section = guest.get(path).text.partition('id="top-up"')[2].partition("</section>")[0]
        assert 'href="/account/signup/"' in section
        assert 'href="/account/login/?next=/top-up"' in section
        assert "<form" not in section
        form = {"csrfmiddlewaretoken": guest.get("/shop").token, "amount": "10", "nonce": "n" * 16}
        answer = guest.send("POST", "/top-up", data=form, headers={"Referer": f"{shop.url}/top-up"})
        assert answer.headers["Location"] == "/account/login/?next=/top-up"
    shop.stripe.do("expire", id=begun.session)
    assert verdict(member.get(begun.path)) == "The payment failed."


def test_a_limit_that_refuses_a_payment_leads_to_the_page_of_limits(shop: Club) -> None:
    careful = Somebody(shop.url).join()
    assert careful.fill("/me/limits", deposit_day="1500").status == 302
    waits = careful.get(begin(shop, careful).path)
    assert 'href="/top-up"' in waits.text.partition("<main")[2]
    page = send(careful, careful.get("/top-up"), "10")
    assert wrong(page) == ["This is above your top-up limit."]
    assert 'href="/me/limits"' in page.text.partition('id="top-up"')[2].partition("</section>")[0]
    assert 'href="/me/limits"' in careful.get("/me/stats/credits").text.partition("<main")[2]


def test_a_member_has_few_payments_open(shop: Club) -> None:
    eager = Somebody(shop.url).join()
    for _ in range(5):
        begin(shop, eager)
    page = send(eager, eager.get("/top-up"), "10")
    assert wrong(page) == ["You have several unfinished payments. Finish one, or wait half an hour."]


def test_money_and_credits_agree_in_the_end(shop: Club, member: Somebody) -> None:
    paid(shop, member)
    (row,) = shop.rows("SELECT balance FROM ledger_account WHERE code = 'clearing:stripe'")
    booked = shop.rows("SELECT COALESCE(SUM(booked), 0) FROM top_up_payment")[0][0]
    assert -int(row[0]) == int(Decimal(booked))
    assert SECRET not in shop.rows("SELECT COALESCE(MAX(extra_data), '') FROM top_up_payment")[0][0]
