"""Members and the house: the shop, top-ups, limits and the staff, with a death before any of them is stored.

A part of the search in `tests/club/stakes/test_machine.py`. Each rule sends its request twice, as a form that
is sent again or a webhook that comes twice does. If it dies, its transaction is lost, and the model stays.
"""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple, TypeVar

import pytest
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from tests.support.club import expected_balances
from tests.support.club.staked_match_rules import MEMBERS, MatchRules, balance_of, pairs, players
from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import NotEnoughCreditsError
from zaria.club.ledger.kinds import CLOSED, ISSUED, PAID_OUT, SHOP, clearing_code, held_code, member_code
from zaria.club.player_limits import actions as limits
from zaria.club.player_limits import sums
from zaria.club.player_limits.models import LimitKind
from zaria.club.shop import actions as shop
from zaria.club.shop import goods
from zaria.club.shop.actions import GiftNotReadyError, TooManyTreatsError
from zaria.club.site.clock import HOUR_MS
from zaria.club.staff.actions import balances
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act
from zaria.club.top_up import actions as top_up
from zaria.club.top_up.actions import TopUpRefusedError
from zaria.club.top_up.changes import Change, Failed, Paid, Processing, Reversed
from zaria.club.top_up.models import SESSION_MINUTES, Payment

T = TypeVar("T")

STRIPE = clearing_code("stripe")
GIFT = 100_00
GIFT_PERIOD = 24 * 3_600_000
SEVERAL = 7
"""Treats that a member may send one after the other; twice as many are too many for an hour."""
CREDITS, MONEY = 100, 3
"""So many credits for so much money."""
CURRENCY = "EUR"

amounts = st.sampled_from((1, 33_35, 100_00, 200_00, 900_00))
some_limits = st.sampled_from((None, 60_00, 100_00, 250_00, 700_00))
WARES = ("gift", *sorted(goods.GOODS)[::4], *sorted(goods.TREATS))
limit_kinds = st.sampled_from(("stake", "loss_day", "deposit_day"))


class Report(NamedTuple):
    """A report of a provider: a refund has a number and an amount."""

    state: str
    number: int
    money: int
    dies: bool


report = st.builds(
    Report,
    st.sampled_from(("paid", "refund", "paid", "lifted", "failed", "processing")),
    st.integers(0, 2),
    st.sampled_from((1, 3_33, 20_00)),
    st.booleans(),
)
reports = st.lists(report, max_size=5)


class Booked(NamedTuple):
    """An act of the staff that has moved an amount."""

    act: Act
    source: str
    target: str
    amount: int


class HouseRules(MatchRules):
    """Requests of members and of the staff beside matches."""

    def begin_house(self) -> None:
        """Begin without gifts, treats, payments and acts."""
        self.number = 0
        self.goods: set[tuple[str, str]] = set()
        self.gifts: dict[str, int] = {}
        self.treats: defaultdict[str, list[int]] = defaultdict(list)
        self.acts: list[Booked] = []
        self.returned: set[int] = set()

    # the shop

    @rule(pair=pairs, ware=st.sampled_from(WARES), later=st.booleans(), dies=st.booleans())
    def visit_shop(self, pair: tuple[str, str], ware: str, later: bool, dies: bool) -> None:
        """Buy a good, take the gift, or send a treat; the gift perhaps a day later, or several treats."""
        if ware in goods.GOODS:
            self._buy(pair[0], ware, dies)
        elif ware in goods.TREATS:
            for _ in range(SEVERAL if later else 1):
                self._send_treat(*pair, ware, dies)
        else:
            self._take_gift(pair[0], later, dies)

    def _buy(self, player: str, good: str, dies: bool) -> None:
        price = goods.GOODS[good].price
        refused = (player, good) not in self.goods and balance_of(member_code(player)) < price
        done = self._twice(
            lambda: shop.buy(player, goods.GOODS[good]).pk, NotEnoughCreditsError if refused else None, dies
        )
        if done and (player, good) not in self.goods:
            self.goods.add((player, good))
            self.expected.move(player, SHOP, price)

    def _take_gift(self, player: str, later: bool, dies: bool) -> None:
        if later:
            self.wait(GIFT_PERIOD + 1_000)
        last = self.gifts.get(player)
        if last is not None and self.now < last + GIFT_PERIOD:
            with pytest.raises(GiftNotReadyError) as refused:
                shop.take_gift(player)
            assert refused.value.at == last + GIFT_PERIOD
        elif dies:
            self._undone(lambda: shop.take_gift(player))
        else:
            assert shop.take_gift(player) == GIFT
            self.gifts[player] = self.now
            self.expected.move(ISSUED, player, GIFT)
            with pytest.raises(GiftNotReadyError):
                shop.take_gift(player)

    def _send_treat(self, player: str, to: str, kind: str, dies: bool) -> None:
        """A treat at a table is no stake that is lost."""
        price, nonce = goods.price(goods.TREATS[kind]), self._nonce()
        recent = [at for at in self.treats[player] if at > self.now - HOUR_MS]
        error: type[Exception] | None = None
        if len(recent) >= shop.TREATS_AN_HOUR:
            error = TooManyTreatsError
        elif balance_of(member_code(player)) < price:
            error = NotEnoughCreditsError
        if self._twice(lambda: shop.send_treat(kind, (player, player), to, nonce, "m1").pk, error, dies):
            self.treats[player].append(self.now)
            self.expected.move(player, SHOP, price)

    # limits

    @rule(player=players, kind=limit_kinds, amount=some_limits, dies=st.booleans())
    def set_limit(self, player: str, kind: str, amount: int | None, dies: bool) -> None:
        def work() -> None:
            limits.set_limit(player, LimitKind(kind), amount)

        if self._twice(work, None, dies):
            self.expected.limits[player, kind].set(amount, self.now)

    # top-ups

    @rule(player=players, money=st.sampled_from((5_00, 7_01, 20_00)), dies=st.booleans(), reports=reports)
    def top_up(self, player: str, money: int, dies: bool, reports: list[Report]) -> None:
        """Begin a payment; some reports of it come at once."""
        nonce, bought = self._nonce(), (2 * money * CREDITS + MONEY) // (2 * MONEY)
        code = self.expected.top_up_objection(player, bought, self.now, top_up.MOST_OPEN, SESSION_MINUTES)
        if code is not None:
            with pytest.raises(TopUpRefusedError, match=code):
                top_up.begin(player, money, nonce)
            return
        if self._twice(lambda: top_up.begin(player, money, nonce).token, None, dies):
            token = top_up.begin(player, money, nonce).token
            self.expected.payments[token] = expected_balances.Payment(player, money, bought, self.now)
            for report in reports:
                self._report(token, report)

    @rule(data=st.data(), report=report)
    def report(self, data: st.DataObject, report: Report) -> None:
        """A report of any payment, in any order."""
        if self.expected.payments:
            number = data.draw(st.integers(0, len(self.expected.payments) - 1), label="payment")
            self._report(list(self.expected.payments)[number], report)

    def _report(self, token: str, report: Report) -> None:
        money = self.expected.payments[token].money
        number = f"{_intent(token)}-{report.number}"
        changes: dict[str, Change] = {
            "processing": Processing(token),
            "failed": Failed(token),
            "paid": Paid(token, _intent(token), money, CURRENCY),
            "refund": Reversed(number, _intent(token), report.money, lifted=False),
            "lifted": Reversed(number, _intent(token), report.money, lifted=True),
        }
        change = changes[report.state]
        if not self._twice(lambda: top_up.apply("stripe", change) is None, None, report.dies):
            return
        if report.state in ("refund", "lifted"):
            self.expected.take_back(token, number, report.money, report.state == "lifted", STRIPE)
        else:
            self.expected.report(token, report.state, STRIPE, self.now)

    # the staff

    @rule(
        player=players,
        act=st.sampled_from(("grant", "take", "debt", "pay out")),
        amount=amounts,
        dies=st.booleans(),
    )
    def change_balance(self, player: str, act: str, amount: int, dies: bool) -> None:
        """Grant, take, or pay out; only a debt may be more than the balance."""
        person, nonce = self.people[player], self._nonce()
        poor = balance_of(member_code(player)) < amount
        work, source, target, refused = {
            "grant": (lambda: balances.grant(None, person, "", amount, nonce), ISSUED, player, False),
            "take": (lambda: balances.take(None, person, "", amount, nonce), player, ISSUED, poor),
            "debt": (
                lambda: balances.take(None, person, "", amount, nonce, debt=True),
                player,
                ISSUED,
                False,
            ),
            "pay out": (
                lambda: balances.pay_out(None, person, "", amount, "bank", nonce),
                player,
                PAID_OUT,
                poor,
            ),
        }[act]
        self._act(work, source, target, amount, refused, dies)

    @rule(player=players, blocked=st.booleans(), dies=st.booleans())
    def close(self, player: str, blocked: bool, dies: bool) -> None:
        """The balance of a blocked member goes to the house; while something is held it does not."""
        person, nonce = self.people[player], self._nonce()
        until = timezone.now() + timedelta(days=1) if blocked else None
        Member.objects.filter(pk=person.pk).update(blocked_until=until)
        available = balance_of(member_code(player))
        refused = not blocked or balance_of(held_code(player)) > 0 or available == 0
        sides = (player, CLOSED) if available > 0 else (CLOSED, player)
        self._act(lambda: balances.close(None, person, "", nonce), *sides, abs(available), refused, dies)

    @rule(data=st.data(), dies=st.booleans())
    def book_back(self, data: st.DataObject, dies: bool) -> None:
        """Once, even into a debt."""
        if not self.acts:
            return
        number = data.draw(st.integers(0, len(self.acts) - 1), label="act")
        act, source, target, amount = self.acts[number]
        if number in self.returned:
            with pytest.raises(ActionRefusedError):
                balances.book_back(None, act, "")
        elif dies:
            self._undone(lambda: balances.book_back(None, act, ""))
        else:
            assert balances.is_returnable(act)
            balances.book_back(None, act, "")
            assert not balances.is_returnable(act)
            self.returned.add(number)
            self.expected.move(target, source, amount)

    def _act(
        self, work: Callable[[], Act], source: str, target: str, amount: int, refused: bool, dies: bool
    ) -> None:
        if self._twice(lambda: work().pk, ActionRefusedError if refused else None, dies):
            self.acts.append(Booked(work(), source, target, amount))
            self.expected.move(source, target, amount)

    # what always holds

    @invariant()
    def losses_and_payments_are_those_of_the_model(self) -> None:
        """All that limits count, and what is left of each payment."""
        if not hasattr(self, "undo") or self.steps % 4:
            return
        day = timezone.now() - timedelta(days=1)
        for player in MEMBERS:
            held = balance_of(held_code(player))
            assert sums.loss(player, day) == self.expected.loss(player, self.now) + held
            assert sums.deposits(player, day) == self.expected.deposit(player, self.now)
        rows = Payment.objects.values_list("token", "booked")
        assert dict(rows) == {token: self.expected.booked(token) for token in self.expected.payments}

    # helpers

    def _twice(self, work: Callable[[], T], refused: type[Exception] | None, dies: bool) -> bool:
        """Send a request, and again, which does the same; return whether it has been done."""
        if refused is not None:
            with pytest.raises(refused):
                work()
            return False
        if dies:
            self._undone(work)
            return False
        assert work() == work()
        return True

    def _nonce(self) -> str:
        self.number += 1
        return f"nonce-{self.number:06}"


def _intent(token: str) -> str:
    return f"pi-{token}"
