"""The auditor of staked matches, who compares the ledger with the journal.

The auditor has the entries that `zaria manage ledger export` writes and the events of the journal, and knows
nothing of how the club holds, pays and returns.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.support.club.stake_changes import changes
from zaria.club.ledger.models import Transfer
from zaria.live.journal.base import Row
from zaria.match import events as ev

WELCOME = 1000_00
RETURNED_AFTER = 120_000
"""Milliseconds after a hold from which the sweeper may return it."""


def holds() -> list[tuple[str, str]]:
    """The pending holds: match and player."""
    rows = Transfer.objects.filter(state="pending").values_list("match_id", "debit__code")
    return [(match_id, code.removeprefix("member:")) for match_id, code in rows]


def grow_old() -> None:
    """Make every pending hold older, as if time had passed."""
    for held in Transfer.objects.filter(state="pending"):
        Transfer.objects.filter(pk=held.pk, state="pending").update(until=(held.until or 0) - RETURNED_AFTER)


class Entry(NamedTuple):
    """A line of the export; the amount is in hundredths."""

    transfer: str
    at: int
    kind: str
    state: str
    account: str
    amount: int
    key: str

    @classmethod
    def read(cls, row: Mapping[str, str]) -> "Entry":
        """A line of the file."""
        fields = {**row, "at": int(row["at"]), "amount": int(row["amount"].replace(".", ""))}
        return cls(**fields)  # type: ignore[arg-type]


class Auditor:
    """Compares the export with the journal. `problems` should stay empty."""

    def __init__(
        self, entries: Sequence[Entry], stored: Mapping[str, Sequence[Row]], players: Sequence[str]
    ) -> None:
        self.entries = entries
        self.stored = stored
        self.players = players
        self.problems: list[str] = []

    def audit(self) -> str:
        """All of it; the figures."""
        balances: Counter[str] = Counter()
        transfers: Counter[str] = Counter()
        for entry in self.entries:
            balances[entry.account] += entry.amount
            transfers[entry.transfer] += entry.amount
        self._same("a transfer", dict.fromkeys(transfers, 0), transfers)
        expected, paid = self._by_the_journal(balances)
        self._same("the balance", expected, balances)
        holds, returned = self._holds()
        moved = sum(amount for amount in paid if amount > 0)
        return (
            f"{len(transfers)} transfers; {len(paid) // 2} matches paid, {moved / 100:.2f} to winners and "
            f"{balances['house:fees'] / 100:.2f} to the house; {holds} holds, {returned} returned in whole"
        )

    def _same(self, quantity: str, expected: Mapping[str, int], actual: Mapping[str, int]) -> None:
        self.problems += [
            f"{quantity} of {name}: {actual.get(name, 0)} instead of {expected.get(name, 0)}"
            for name in sorted({*expected, *actual})
            if actual.get(name, 0) != expected.get(name, 0)
        ]

    def _by_the_journal(self, balances: Mapping[str, int]) -> tuple[dict[str, int], list[int]]:
        """The balances of all accounts by the events of the journal, and the changes by matches."""
        expected: Counter[str] = Counter()
        for player in self.players:
            if f"member:{player}" in balances:  # the account is opened with the first hold
                expected[f"member:{player}"] += WELCOME
                expected["house:issued"] -= WELCOME
        paid = []
        for rows in self.stored.values():
            for player, change in changes([ev.decode(row.body) for row in rows]).items():
                paid.append(change)
                expected[f"member:{player}"] += change
                expected["house:fees"] -= change
        return expected, paid

    def _holds(self) -> tuple[int, int]:
        """Each hold was resolved once, and nobody sat without; the numbers of holds and of returned ones."""
        holds: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        out: Counter[str] = Counter()
        last: dict[str, int] = {}
        for entry in self.entries:
            if entry.kind == "hold" and entry.account.startswith("held:"):
                holds[_match(entry), entry.account].append(entry)
                if entry.state == "pending":
                    self.problems.append(f"{entry.key} is held for ever")
            elif entry.account.startswith("held:"):
                out[f"{_match(entry)} {entry.account}"] -= entry.amount
                last[f"{_match(entry)} {entry.account}"] = entry.at
        into = {f"{match} {code}": sum(hold.amount for hold in held) for (match, code), held in holds.items()}
        self._same("what was held", into, out)
        for match_id, rows in self.stored.items():
            for event in map(ev.decode, (row.body for row in rows if row.kind == "seated")):
                assert isinstance(event, ev.Seated)
                place = f"held:{event.player.id}"
                if (match_id, place) not in holds:
                    self.problems.append(f"{place} sat at {match_id} and nothing was held")
                elif last.get(f"{match_id} {place}", rows[-1].at) < rows[-1].at:
                    self.problems.append(f"{place} got the stake of {match_id} back before its end")
        every = [hold for held in holds.values() for hold in held]
        return len(every), sum(hold.state == "voided" for hold in every)


def _match(entry: Entry) -> str:
    return entry.key.split(":")[1]
