"""All writes of credits lock in one order, with real connections to PostgreSQL.

One connection locks what comes first in that order, waits until a write waits for it, and locks the rest. A
write that has locked any of the rest waits for ever with it: PostgreSQL ends one of them with an error.
"""

from collections.abc import Iterator
from itertools import count

import pytest
from django.db import transaction

from tests.support.club.lock_meetings import Act, meeting
from tests.support.club.rating_records import member, played
from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import lock_accounts
from zaria.club.ledger.kinds import CLOSED, FEES, ISSUED, PAID_OUT, SHOP, clearing_code, member_code
from zaria.club.matches.results.models import Played
from zaria.club.payouts import actions as payouts
from zaria.club.payouts.configuration import PayoutSettings
from zaria.club.payouts.models import PayoutRequest
from zaria.club.player_limits import actions as limits
from zaria.club.player_limits.models import LimitKind
from zaria.club.shop import actions as shop
from zaria.club.shop import goods
from zaria.club.staff.actions import balances, matches
from zaria.club.staff.actions import payouts as requests
from zaria.club.stakes import actions as stakes
from zaria.club.stakes.actions import Outcome
from zaria.club.top_up import actions as top_up
from zaria.club.top_up.changes import Paid, Reversed
from zaria.club.top_up.configuration import Price, TopUpSettings
from zaria.club.top_up.models import Payment
from zaria.match.stakes import Stakes, settle

STAKES = Stakes(2_00, 5_00, "pot", unit="credits", rate=5_00)
WON = settle(STAKES, 1, 1)
HOUSE = (ISSUED, FEES, SHOP, CLOSED, PAID_OUT)
LOCK_MEMBERS = {"gift", "grant", "take", "pay out", "book back", "void", "restore"} | {
    "ask for a pay-out",
    "pay a request",
    "decline a request",
}
"""The writes that lock the row of a member."""


class Writes:
    """Each write of credits about the members `ann` and `bob`, prepared so that it has something to do."""

    def __init__(self) -> None:
        self.ann, self.bob = member(0), member(1)
        self.numbers = count(1)
        with transaction.atomic():
            lock_accounts([*HOUSE, clearing_code("stripe")])
        for owner in (self.ann, self.bob):
            balances.grant(None, owner, "", 9000_00, "nonce")

    def all(self) -> Iterator[tuple[str, Act]]:
        ann, bob, number = self.ann, self.bob, next(self.numbers)
        nonce, name = f"nonce{number:06}", f"m{number}"
        good = list(goods.GOODS.values())[number]
        yield "gift", lambda: shop.take_gift(ann.player, number * 10**9)
        yield "purchase", lambda: shop.buy(ann.player, good)
        yield "treat", lambda: shop.send_treat("tea", (ann.player, "Ann"), bob.player, nonce)
        yield "grant", lambda: balances.grant(None, ann, "", 1_00, nonce)
        yield "take", lambda: balances.take(None, ann, "", 1_00, nonce)
        yield "pay out", lambda: balances.pay_out(None, ann, "", 1_00, "bank", nonce)
        yield "ask for a pay-out", lambda: payouts.request(ann, 1_00, "")
        request = PayoutRequest.objects.get()
        yield "take a request back", lambda: payouts.withdraw(ann.player, request.pk)
        to_pay = payouts.request(ann, 1_00, "")
        yield "pay a request", lambda: requests.pay(None, to_pay, "", "bank")
        to_decline = payouts.request(ann, 1_00, "")
        yield "decline a request", lambda: requests.decline(None, to_decline, "")
        granted = balances.grant(None, ann, "", 1_00, f"{nonce}b")
        yield "book back", lambda: balances.book_back(None, granted, "")
        yield "limit", lambda: limits.set_limit(ann.player, LimitKind.LOSS_DAY, 5000_00 - number)
        payment = self.payment(nonce)
        yield "payment", lambda: top_up.apply("stripe", Paid(payment.token, nonce, payment.money, "EUR"))
        yield "refund", lambda: top_up.apply("stripe", Reversed(nonce, nonce, 1_00, lifted=False))
        yield "begin a payment", lambda: self.payment(f"{nonce}c")
        yield "hold", lambda: stakes.hold(name, STAKES, 1, [ann.player, bob.player])
        outcome = Outcome(name, WON, ann.player, bob.player)
        yield "settle", lambda: stakes.settle([outcome])
        match = self.match(name)
        yield "void", lambda: matches.void(None, match, "")
        yield "restore", lambda: matches.restore(None, match, "")
        stakes.hold(f"{name}x", STAKES, 1, [ann.player])
        yield "release", lambda: stakes.release_all(f"{name}x")

    def payment(self, nonce: str) -> Payment:
        return top_up.begin(self.ann.player, 5_00, nonce)

    def match(self, name: str) -> Played:
        match = played(name, players=(self.ann.player, self.bob.player))
        match.save()
        return match


@pytest.mark.parametrize("club", ["postgresql"], indirect=True)
def test_no_write_locks_the_house_before_a_member(club: None, settings: pytest.FixtureRequest) -> None:
    settings.TOP_UP = TopUpSettings("stripe", "EUR", Price(3_00, 100_00))  # type: ignore[attr-defined]
    settings.PAYOUTS = PayoutSettings(allowed=True)  # type: ignore[attr-defined]
    writes = Writes()
    for name, act in writes.all():
        with meeting(name, act) as waits:
            lock_accounts([member_code(writes.ann.player)])
            assert waits(), name
            lock_accounts(HOUSE)


@pytest.mark.parametrize("club", ["postgresql"], indirect=True)
def test_no_write_locks_an_account_before_the_row_of_its_member(
    club: None, settings: pytest.FixtureRequest
) -> None:
    settings.TOP_UP = TopUpSettings("stripe", "EUR", Price(3_00, 100_00))  # type: ignore[attr-defined]
    settings.PAYOUTS = PayoutSettings(allowed=True)  # type: ignore[attr-defined]
    writes = Writes()
    for name, act in writes.all():
        with meeting(name, act) as waits:
            Member.objects.select_for_update().get(pk=writes.ann.pk)
            assert waits() is (name in LOCK_MEMBERS), name
            lock_accounts([member_code(owner.player) for owner in (writes.ann, writes.bob)])
            lock_accounts(HOUSE)
