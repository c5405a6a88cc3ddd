"""The pages of requests for pay-outs: the member's and the staff's."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club.staff.conftest import People, SignIn
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import ensure_member
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.ledger.queries import balance
from zaria.club.payouts import actions
from zaria.club.payouts.configuration import PayoutSettings, from_environment
from zaria.club.payouts.models import PayoutRequest
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.staff.actions import balances
from zaria.club.staff.models import Act, ActKind

PAGE, CREDITS = "/me/payouts", "/me/stats/credits"
QUEUE = "/staff/payouts/payoutrequest/"
NONCE = "nonce-of-the-form"


@pytest.fixture
def ann(db: None, people: People) -> Member:
    balances.grant(None, people["ann"], "", 60_00, "nonce-0001")
    return people["ann"]


def text_of(client: Client, path: str) -> str:
    return re.sub(r"\s+", " ", html_of(client.get(path))).replace("\xa0", " ")


def test_a_member_asks_on_the_page_of_credits_and_takes_it_back(ann: Member, sign_in: SignIn) -> None:
    client = sign_in(ann)
    assert "No requests yet." in text_of(client, PAGE)
    page = text_of(client, CREDITS)
    assert "You can request 60.00 credits at most." in page
    assert f'action="{PAGE}"' in page
    for _time in range(2):
        answer = client.post(PAGE, {"amount": "12,50", "note": "IBAN", "once": NONCE})
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    payout_request = PayoutRequest.objects.get()
    assert (payout_request.amount, payout_request.note) == (12_50, "IBAN")
    for path in (PAGE, CREDITS):
        page = text_of(client, path)
        assert "You have requested 12.50 credits" in page, path
        assert 'name="amount"' not in page, path
    assert "Pay-out request" in page
    client.post(f"{PAGE}/{payout_request.pk}/withdraw")
    assert "Withdrawn" in text_of(client, PAGE)
    assert balance(ann.player).available == 1060_00


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"amount": ""}, "This field is required."),
        ({"amount": "ten"}, "Enter an amount such as 25 or 12.50."),
        ({"amount": "4.99"}, "The lowest amount is 5.00."),
        ({"amount": "60.01"}, "You can request 60.00 credits at most."),
        ({"amount": "-5"}, "Enter an amount such as 25 or 12.50."),
        ({"amount": "10", "note": "x" * 501}, "at most 500"),
    ],
)
def test_bad_forms_are_refused_with_a_sentence(
    ann: Member, sign_in: SignIn, fields: dict[str, str], sentence: str
) -> None:
    answer = sign_in(ann).post(PAGE, fields)
    assert answer.status_code == 422
    assert sentence in html_of(answer).replace("\xa0", " ")
    assert not PayoutRequest.objects.exists()


def test_a_member_with_nothing_of_their_own_reads_why(people: People, sign_in: SignIn) -> None:
    page = text_of(sign_in(people["bob"]), PAGE)
    assert "The smallest pay-out is 5.00 credits. You can currently request 0.00 credits." in page
    assert "Welcome credits and gifts are not paid out." in page
    assert 'name="amount"' not in page


def test_where_the_club_does_not_pay_out_there_is_nothing(
    ann: Member, sign_in: SignIn, settings: Any
) -> None:
    settings.PAYOUTS = PayoutSettings(allowed=False)
    client = sign_in(ann)
    assert client.get(PAGE).status_code == client.post(PAGE, {"amount": "10"}).status_code == 404
    assert PAGE not in text_of(client, CREDITS)
    assert Client().get(PAGE).status_code == 302, "guests sign in"
    Member.objects.filter(pk=ann.pk).update(robot=True)
    settings.PAYOUTS = PayoutSettings(allowed=True)
    assert client.get(PAGE).status_code == 404, "bots have no credits"


def test_nobody_takes_back_the_request_of_another(ann: Member, people: People, sign_in: SignIn) -> None:
    number = actions.request(ann, 10_00, "").pk
    sign_in(people["bob"]).post(f"{PAGE}/{number}/withdraw")
    assert PayoutRequest.objects.get().is_open


def test_the_staff_pays_and_declines_from_a_queue(ann: Member, people: People, sign_in: SignIn) -> None:
    admin = sign_in(people["admin"])
    first = actions.request(ann, 10_00, "<b>IBAN</b> BG80").pk
    assert "Pay-out requests (1)" in text_of(admin, "/staff/")
    assert admin.get("/staff/payouts")["Location"] == f"{QUEUE}?state=open"
    assert "10.00" in text_of(admin, f"{QUEUE}?state=open")
    page = text_of(admin, f"{QUEUE}{first}/change/")
    assert "&lt;b&gt;IBAN&lt;/b&gt; BG80" in page
    assert "do/pay/" in page
    pay, decline = (f"{QUEUE}do/{name}/?id={first}" for name in ("pay", "decline"))
    fields = {"id": str(first), "reason": "As you wished"}
    assert admin.post(pay, fields).status_code == 422, "without a reference"
    for _time in range(2):
        answer = admin.post(pay, {**fields, "reference": "bank 7", "once": NONCE})
        assert answer.status_code == 302
    assert Act.objects.get(kind=ActKind.PAYOUT).details["after"]["reference"] == "bank 7"
    late = admin.post(decline, fields)
    assert (late.status_code, "already been decided" in html_of(late)) == (422, True)
    page = text_of(sign_in(ann), PAGE)
    assert "Paid out" in page
    assert "Reference: bank 7" in page

    second = actions.request(ann, 10_00, "").pk
    admin.post(f"{QUEUE}do/decline/?id={second}", {"id": str(second), "reason": "No such account"})
    page = text_of(sign_in(ann), PAGE)
    assert "Declined" in page
    assert "No such account" in page
    assert "was declined" in text_of(sign_in(ann), "/me/notices")
    assert "Pay-out requests (0)" in text_of(admin, "/staff/")
    assert text_of(admin, reverse("admin:staff_act_changelist")).count("pay-out declined") >= 1


def test_moderators_do_not_read_how_members_want_to_be_paid(
    ann: Member, people: People, sign_in: SignIn
) -> None:
    number = actions.request(ann, 10_00, "").pk
    moder = sign_in(people["moder"])
    assert "Requests for pay-outs" not in text_of(moder, "/staff/")
    for path in (QUEUE, f"{QUEUE}{number}/change/", f"{QUEUE}do/pay/?id={number}"):
        assert moder.get(path).status_code == 403, path


def test_the_settings_of_pay_outs(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, euros = LedgerConfig(), LedgerConfig(unit="EUR")
    assert from_environment(plain) == PayoutSettings(allowed=False, least=10_00)
    assert from_environment(euros).allowed
    monkeypatch.setenv("ZARIA_PAYOUTS", "off")
    assert not from_environment(euros).allowed
    monkeypatch.setenv("ZARIA_PAYOUTS", "on")
    monkeypatch.setenv("ZARIA_PAYOUT_LEAST", "25")
    assert from_environment(plain) == PayoutSettings(allowed=True, least=25_00)
    for name, text in (("ZARIA_PAYOUTS", "yes"), ("ZARIA_PAYOUT_LEAST", "0"), ("ZARIA_PAYOUT_LEAST", "x")):
        with monkeypatch.context() as patch:
            patch.setenv(name, text)
            with pytest.raises(ConfigurationError, match=name):
                from_environment(plain)


def test_a_new_member_has_an_account_when_they_ask(people: People) -> None:
    with pytest.raises(actions.PayoutRefusedError):
        actions.request(people["bob"], 10_00, "")
    assert ensure_member(people["bob"].player).balance == 1000_00
