"""A member's credits on the staff's pages: what they show, and forms that are refused."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.club.staff.conftest import People, SignIn
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger import queries
from zaria.club.ledger.models import Account
from zaria.club.player_limits import actions as limits
from zaria.club.player_limits.models import LimitKind
from zaria.club.staff.actions import balances
from zaria.club.staff.models import Act

NONCE = "nonce-0001"


def page_of(member: Member) -> str:
    return reverse("admin:members_member_change", args=[member.pk])


def do(name: str) -> str:
    return reverse("admin:members_member_do", args=[name])


def test_the_page_of_a_member_shows_balance_entries_and_limits(people: People, sign_in: SignIn) -> None:
    ann, client = people["ann"], sign_in(people["admin"])
    for number in range(24):
        balances.grant(people["owner"], ann, f"Prize {number}", 1_00, f"nonce-{number:04}")
    ledger.hold(ann.player, 4_00, "match:m:hold", match_id="m")
    limits.set_limit(ann.player, LimitKind.STAKE, 10_00)
    limits.set_limit(ann.player, LimitKind.STAKE, None)
    limits.exclude(ann.player, 183)
    page = re.sub(r"\s+", " ", html_of(client.get(page_of(ann))))
    assert "Balance: 1,020.00 credits; held for matches: 4.00." in page
    assert "Self-excluded from stakes and top-ups until" in page
    assert "(no limit from" in page
    assert "Prize 23" in page
    assert "Welcome credits" not in page
    (older,) = re.findall(r'href="(\?before=\d+)#credits"', page)
    assert "Welcome credits" in html_of(client.get(page_of(ann) + older))
    for bad in ("x", "-1", "9" * 30, "²"):
        assert client.get(page_of(ann), {"before": bad}).status_code == 200, bad


def test_a_bot_has_no_credits_there(people: People, sign_in: SignIn) -> None:
    Member.objects.filter(pk=people["ann"].pk).update(robot=True)
    page = html_of(sign_in(people["admin"]).get(page_of(people["ann"])))
    assert 'id="credits"' not in page
    assert do("grant") not in page
    assert not Account.objects.filter(code="member:p-ann").exists()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("grant", {"amount": bad, "nonce": NONCE})
        for bad in ("", "-5", "0", "0.001", "1e9", "NaN", "ten", "99999999999999")
    ]
    + [
        ("grant", {"amount": "5"}),
        ("grant", {"amount": "5", "nonce": "x'; --"}),
        ("payout", {"amount": "5", "nonce": NONCE}),
        ("payout", {"amount": "5000", "reference": "bank 7", "nonce": NONCE}),
        ("take", {"amount": "1000.01", "nonce": NONCE}),
        ("close", {"nonce": NONCE}),
    ],
)
def test_a_form_that_makes_no_sense_books_nothing(
    people: People, sign_in: SignIn, name: str, fields: dict[str, Any]
) -> None:
    ann = people["ann"]
    answer = sign_in(people["admin"]).post(do(name), {"reason": "Because", "id": ann.pk, **fields})
    assert answer.status_code == 422
    assert "errorlist" in html_of(answer)
    assert queries.balance(ann.player).available == 1000_00
    assert not Act.objects.exists()


def test_a_form_that_is_sent_twice_books_once(people: People, sign_in: SignIn) -> None:
    ann, client = people["ann"], sign_in(people["admin"])
    page = html_of(client.get(do("grant"), {"id": ann.pk}))
    (nonce,) = re.findall(r'name="nonce" value="([\w-]+)"', page)
    fields = {"reason": "Because", "id": ann.pk, "amount": "2,50", "nonce": nonce}
    for _ in range(2):
        assert client.post(do("grant"), fields).status_code == 302
    assert queries.balance(ann.player).available == 1002_50
    assert Act.objects.count() == 1


def test_an_act_is_booked_back_on_its_page(people: People, sign_in: SignIn) -> None:
    ann, client = people["ann"], sign_in(people["admin"])
    act = balances.grant(people["owner"], ann, "Prize", 5_00, NONCE)
    page = reverse("admin:staff_act_change", args=[act.pk])
    back = reverse("admin:staff_act_do", args=["back"])
    assert back in html_of(client.get(page))
    assert client.post(back, {"reason": "A mistake", "id": act.pk}).status_code == 302
    assert queries.balance(ann.player).available == 1000_00
    assert back not in html_of(client.get(page))
    assert client.post(back, {"reason": "Again", "id": act.pk}).status_code == 422
