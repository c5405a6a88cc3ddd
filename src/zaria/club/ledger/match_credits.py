"""The credits that staked matches brought a member, by the ledger."""

from collections.abc import Collection
from typing import NamedTuple

from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.ledger.models import Transfer


class MatchCredits(NamedTuple):
    """The change of a balance by a match, and the fee of its winner, in hundredths."""

    net: int
    fee: int = 0


def match_credits(player: str, matches: Collection[str]) -> dict[str, MatchCredits]:
    """Return the credits that each of these (few) matches brought a player; others are missing.

    A settlement that was booked back counts as nothing.
    """
    accounts = {member_code(player), held_code(player)}
    paid = Transfer.objects.filter(
        match_id__in=matches, kind__in=(TransferKind.WIN, TransferKind.FEE, TransferKind.CORRECTION)
    )
    nets: dict[str, int] = {}
    fees: dict[str, int] = {}
    rows = paid.values_list("match_id", "kind", "debit__code", "credit__code", "amount")
    for match_id, kind, debit, credit, amount in rows:
        gain = amount * ((credit in accounts) - (debit in accounts))
        nets[match_id] = nets.get(match_id, 0) + gain
        if kind == TransferKind.FEE:
            fees[match_id] = amount
    return {
        match_id: MatchCredits(net, fees.get(match_id, 0) if net > 0 else 0) for match_id, net in nets.items()
    }
