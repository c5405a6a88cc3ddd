"""A ledger that balances: its rules, which are triggers of the database, check every transfer."""

from collections import Counter

from tools.bench.large_club.population import Person
from tools.bench.large_club.rows import A_STATEMENT, Batches

from zaria.club.ledger.kinds import FEES, ISSUED, SHOP, TransferKind, held_code, is_guarded, member_code
from zaria.club.ledger.models import Account, Transfer, TransferState
from zaria.club.shop.goods import Good
from zaria.club.shop.models import GiftClock, Purchase

WELCOME, GIFT = 100_000, 10_000
"""Credits of a new member and of a gift, in hundredths."""
FEE = 10
"""The club keeps one part of so many of a stake."""


class Money:
    """The transfers of the club, in the order of time."""

    def __init__(self, batches: Batches, unit: str) -> None:
        self._batches, self._unit = batches, unit
        self._balances: Counter[str] = Counter()
        self._accounts = {row.code: row.pk for row in Account.objects.filter(unit=unit)}
        self._last_account = max(self._accounts.values(), default=0)
        self._last_transfer = 0
        self._gifts: dict[str, GiftClock] = {}
        self._purchases: set[tuple[str, str]] = set()
        self._resolved: dict[TransferState, list[int]] = {TransferState.POSTED: [], TransferState.VOIDED: []}

    def _account(self, code: str) -> int:
        if code not in self._accounts:
            self._last_account += 1
            self._accounts[code] = self._last_account
            guarded = is_guarded(code)
            self._batches.add(
                Account(id=self._last_account, code=code, unit=self._unit, balance=0, guarded=guarded)
            )
        return self._accounts[code]

    def _move(self, key: str, kind: TransferKind, at: int, debit: str, credit: str, amount: int) -> Transfer:
        self._last_transfer += 1
        self._balances[debit] -= amount
        self._balances[credit] += amount
        return Transfer(
            id=self._last_transfer,
            key=key,
            kind=kind,
            at=at,
            debit_id=self._account(debit),
            credit_id=self._account(credit),
            amount=amount,
            debit_after=self._balances[debit],
            credit_after=self._balances[credit],
        )

    def _welcome(self, person: Person, at: int) -> str:
        code = member_code(person.player)
        if code not in self._accounts:
            key = f"welcome:{person.player}"
            self._batches.add(self._move(key, TransferKind.WELCOME, at, ISSUED, code, WELCOME))
        return code

    def stake(
        self, match_id: str, pair: tuple[Person, Person], won: int, stake: int, began: int, ended: int
    ) -> bool:
        """Hold the stakes of a match and pay them; return False where a player does not have as much."""
        codes = [self._welcome(person, began) for person in pair]
        if any(self._balances[code] < stake for code in codes):
            return False
        holds = [
            self._move(
                f"match:{match_id}:hold:{side}", TransferKind.HOLD, began, codes[side],
                held_code(person.player), stake,
            )
            for side, person in enumerate(pair)
        ]  # fmt: skip
        for hold in holds:
            hold.state, hold.match_id = TransferState.PENDING, match_id
            self._batches.add(hold)
        lost, fee = 1 - won, stake // FEE
        self._resolve(holds[won], ended, TransferKind.RELEASE, held_code(pair[won].player), codes[won], stake)
        held = held_code(pair[lost].player)
        self._resolve(holds[lost], ended, TransferKind.WIN, held, codes[won], stake - fee)
        self._resolve(holds[lost], ended, TransferKind.FEE, held, FEES, fee)
        self._resolved[TransferState.VOIDED].append(holds[won].pk)
        self._resolved[TransferState.POSTED].append(holds[lost].pk)
        return True

    def _resolve(
        self, hold: Transfer, at: int, kind: TransferKind, debit: str, credit: str, amount: int
    ) -> None:
        transfer = self._move(f"{hold.key}:{kind}", kind, at, debit, credit, amount)
        transfer.match_id, transfer.hold_id = hold.match_id, hold.pk
        self._batches.add(transfer)

    def give(self, person: Person, at: int, day_ms: int) -> None:
        """Give a member the gift of the day, if they have not taken it."""
        clock = self._gifts.setdefault(person.player, GiftClock(player=person.player))
        if at - clock.at < day_ms:
            return
        code = self._welcome(person, at)
        clock.number += 1
        clock.at, clock.notified = at, clock.number
        key = f"gift:{person.player}:{clock.number}"
        self._batches.add(self._move(key, TransferKind.GIFT, at, ISSUED, code, GIFT))

    def sell(self, person: Person, good: Good, at: int) -> None:
        """Sell a good to a member who can pay for it and does not have it."""
        code = self._welcome(person, at)
        if (person.player, good.code) in self._purchases or self._balances[code] < good.price:
            return
        self._purchases.add((person.player, good.code))
        key = f"shop:{good.code}:{person.player}"
        transfer = self._move(key, TransferKind.PURCHASE, at, code, SHOP, good.price)
        transfer.subject = good.code
        self._batches.add(transfer)
        self._batches.add(Purchase(player=person.player, good=good.code, at=at, transfer_id=transfer.pk))

    def close(self, people: list[Person], now: int) -> None:
        """Welcome the members who have not played, and store what follows from all transfers."""
        for person in people:
            self._welcome(person, now)
        for clock in self._gifts.values():
            if clock.number:
                self._batches.add(clock)
        self._batches.store()
        for state, numbers in self._resolved.items():
            for start in range(0, len(numbers), A_STATEMENT):
                chunk = numbers[start : start + A_STATEMENT]
                Transfer.objects.filter(pk__in=chunk).update(state=state)
