"""The money of a tournament at its end: the prizes, the part of the house and that of the federation.

All amounts are whole hundredths of the unit; halves are rounded up. The club's ledger moves the money.
"""

from collections.abc import Sequence

import msgspec

from zaria.tournaments.terms import WHOLE, WHOLE_RATE, TournamentTerms


class Payout(msgspec.Struct, frozen=True):
    """The parts of all fees and the bonus: the prizes by player (each above 0), the house, the federation."""

    prizes: dict[str, int]
    house: int = 0
    federation: int = 0

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(self.prizes.values()) + self.house + self.federation


def payout(terms: TournamentTerms, paid_entrants: int, standings: Sequence[str]) -> Payout:
    """Divide the fees of so many players and the bonus; `standings` has at least one player, the best first.

    The house and the federation take their parts of the fees; the pool is the rest and the bonus. The first
    place gets the remainder of the pool: the shares of places without a player, and the rounding.
    """
    fees = terms.fee * paid_entrants
    house = _part(fees, terms.house_rate, WHOLE_RATE)
    federation = min(_part(fees, terms.federation_rate, WHOLE_RATE), fees - house)
    pool = remaining = fees + terms.bonus - house - federation
    prizes: dict[str, int] = {}
    for player, share in zip(standings, terms.shares, strict=False):
        prizes[player] = min(_part(pool, share, WHOLE), remaining)
        remaining -= prizes[player]
    prizes[standings[0]] += remaining
    return Payout({player: prize for player, prize in prizes.items() if prize}, house, federation)


def _part(amount: int, rate: int, whole: int) -> int:
    """Return this part of an amount; halves are rounded up."""
    return (2 * amount * rate + whole) // (2 * whole)
