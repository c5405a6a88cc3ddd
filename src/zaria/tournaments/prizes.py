"""The money of a tournament at its end: prizes by place, the house's part, the federation's part.

All amounts are whole numbers of hundredths of the unit, rounded halves up. Nothing is moved here: the club's
ledger does that.
"""

from collections.abc import Sequence

import msgspec

from zaria.tournaments.terms import WHOLE, WHOLE_RATE, TournamentTerms


class Payout(msgspec.Struct, frozen=True):
    """The parts of all fees and of the bonus: `prizes` by player (each above 0), and those of both others."""

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
    place gets what is left of the pool: the shares of places that nobody has, and what rounding leaves.
    """
    fees = terms.fee * paid_entrants
    house = _part(fees, terms.house_rate, WHOLE_RATE)
    federation = min(_part(fees, terms.federation_rate, WHOLE_RATE), fees - house)
    pool = left = fees + terms.bonus - house - federation
    prizes: dict[str, int] = {}
    for player, share in zip(standings, terms.shares, strict=False):
        prizes[player] = min(_part(pool, share, WHOLE), left)
        left -= prizes[player]
    prizes[standings[0]] += left
    return Payout({player: prize for player, prize in prizes.items() if prize}, house, federation)


def _part(amount: int, rate: int, whole: int) -> int:
    """This part of an amount, rounded halves up."""
    return (2 * amount * rate + whole) // (2 * whole)
