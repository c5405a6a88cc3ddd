"""The balances that members and the house should have, from what was done alone: no ledger is read here.

The model of the search in `tests/club/stakes/test_machine.py`. All amounts are in hundredths, all times in
ms.
"""

from collections import defaultdict
from typing import NamedTuple

DAY = 24 * 3_600_000


class Entry(NamedTuple):
    """An amount at a time."""

    at: int
    amount: int


class Payment(NamedTuple):
    """A payment of `money` for `credits`: `state` is "waiting", "processing", "failed" or "paid"."""

    player: str
    money: int
    credits: int
    began: int
    state: str = "waiting"


class Limit:
    """One limit of a member: what holds, and what holds later."""

    def __init__(self) -> None:
        self.history: list[tuple[int, int | None]] = []

    def amount(self, now: int) -> int | None:
        """The limit in force; None without one."""
        begun = [amount for begins, amount in self.history if begins <= now]
        return begun[-1] if begun else None

    def set(self, amount: int | None, now: int) -> None:
        """A lower limit holds at once, a higher one in a day."""
        pending = [wanted for begins, wanted in self.history if begins > now]
        if pending == [amount]:
            return
        present = self.amount(now)
        self.history = [(begins, wanted) for begins, wanted in self.history if begins <= now]
        if amount != present:
            lower = amount is not None and (present is None or amount < present)
            self.history.append((now if lower else now + DAY, amount))


class ExpectedBalances:
    """Balances by the ids of members and the codes of the house's accounts; held amounts count as theirs."""

    def __init__(self) -> None:
        self.amounts: defaultdict[str, int] = defaultdict(int)
        self.losses: defaultdict[str, list[Entry]] = defaultdict(list)
        self.deposits: defaultdict[str, list[Entry]] = defaultdict(list)
        self.limits: defaultdict[tuple[str, str], Limit] = defaultdict(Limit)
        self.payments: dict[str, Payment] = {}
        self.reversals: defaultdict[str, dict[str, int]] = defaultdict(dict)
        """The amounts taken back of a payment, by the number of the refund; 0 after it was lifted."""

    def move(self, source: str, target: str, amount: int) -> None:
        """Move an amount; one below zero moves the other way."""
        self.amounts[source] -= amount
        self.amounts[target] += amount

    def lose(self, player: str, amount: int, now: int) -> None:
        """Count a loss in a match; a gain is below zero."""
        self.losses[player].append(Entry(now, amount))

    def loss(self, player: str, now: int) -> int:
        """The losses in matches of the last day."""
        return _last_day(self.losses[player], now)

    def deposit(self, player: str, now: int) -> int:
        """The top-ups of the last day."""
        return _last_day(self.deposits[player], now)

    def booked(self, token: str) -> int:
        """The credits of a payment that the ledger should hold."""
        return self._left(token) if self.payments[token].state == "paid" else 0

    def stake_objection(self, player: str, amount: int, available: int, held: int, now: int) -> str | None:
        """The code with which a stake must be refused; None if it must be held."""
        most = self.limits[player, "stake"].amount(now)
        if most is not None and amount > most:
            return "stake_limit"
        most = self.limits[player, "loss_day"].amount(now)
        if most is not None and self.loss(player, now) + held + amount > most:
            return "loss_limit"
        return "not_enough_credits" if amount > available else None

    def top_up_objection(
        self, player: str, amount: int, now: int, most_open: int, minutes: int
    ) -> str | None:
        """The code with which a top-up must be refused; a payment page is open for so many minutes."""
        payments = [payment for payment in self.payments.values() if payment.player == player]
        waiting = [
            payment.credits
            for payment in payments
            if payment.state == "processing"
            or (payment.state == "waiting" and payment.began > now - (minutes + 1) * 60_000)
        ]
        if len(waiting) >= most_open:
            return "too_many_payments"
        most = self.limits[player, "deposit_day"].amount(now)
        if most is not None and self.deposit(player, now) + sum(waiting) + amount > most:
            return "deposit_limit"
        return None

    def report(self, token: str, state: str, source: str, now: int) -> None:
        """The provider reports a state of a payment: what is paid stays paid."""
        payment = self.payments[token]
        if payment.state == "paid" or (state == "processing" and payment.state == "failed"):
            return
        self.payments[token] = payment._replace(state=state)
        if state == "paid":
            self.deposits[payment.player].append(Entry(now, payment.credits))
            self.move(source, payment.player, self._left(token))

    def take_back(self, token: str, number: str, amount: int, lifted: bool, source: str) -> None:
        """The provider reports a refund, or that it is lifted, which is for ever."""
        before = self._left(token)
        previous = self.reversals[token].get(number, amount)
        self.reversals[token][number] = 0 if lifted else previous
        payment = self.payments[token]
        if payment.state == "paid":
            self.move(source, payment.player, self._left(token) - before)

    def _left(self, token: str) -> int:
        payment = self.payments[token]
        taken = min(sum(self.reversals[token].values()), payment.money)
        return payment.credits - (2 * payment.credits * taken + payment.money) // (2 * payment.money)


def _last_day(entries: list[Entry], now: int) -> int:
    return sum(entry.amount for entry in entries if entry.at >= now - DAY)
