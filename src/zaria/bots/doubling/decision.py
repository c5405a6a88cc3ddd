"""Equities of cube actions with given chances and stakes."""

from typing import Literal, NamedTuple

from zaria.bots.doubling.cubes import raised
from zaria.bots.doubling.efficiency import CONTACT
from zaria.bots.doubling.owners import OTHER
from zaria.bots.doubling.stake import Stake
from zaria.bots.probabilities import OutcomeProbabilities

Action = Literal["no_double", "double_take", "double_drop", "double_beaver", "too_good"]
"""The right choice: roll; double, which is taken, dropped or beavered; or roll as a drop wins too little."""

EVEN = 1e-9
"""Equities closer than this are the same."""


class Decision(NamedTuple):
    """The equities of a decision about the cube, all seen by the side that may double.

    Losing the present cube is -1, winning it 1; `unit` is half of what lies between them, in points or, in a
    match, in chances to win it. `double`, `take`, `beaver` and `raccoon`: the act is right for the side that
    has this choice; `possible`: the cube can be turned at all. The decision does not ask whether the rules
    allow a double now.
    """

    no_double: float
    double_take: float
    double_drop: float
    double_beaver: float | None
    unit: float
    double: bool
    take: bool
    beaver: bool
    raccoon: bool
    possible: bool

    @property
    def doubled(self) -> float:
        """The equity of doubling if the other side answers correctly."""
        answers = (self.double_take, self.double_drop, self.double_beaver)
        return min(answer for answer in answers if answer is not None)

    @property
    def best(self) -> float:
        """The equity of the correct decision."""
        return max(self.no_double, self.doubled)

    @property
    def action(self) -> Action:
        """The correct actions of both sides."""
        if not self.double:
            return "too_good" if self.possible and not self.take else "no_double"
        if self.beaver:
            return "double_beaver"
        return "double_take" if self.take else "double_drop"


class Offers:
    """A chain of offers: a double, a beaver, a raccoon. Equities are those of the side that doubles."""

    def __init__(self, chances: OutcomeProbabilities, stake: Stake, efficiency: float = CONTACT) -> None:
        """`chances` and `stake` are those of the side on roll, the stake before the double."""
        self._chances, self._stake, self._efficiency = chances, stake, efficiency
        self._cubes = stake.cubes()

    def playing(self) -> float:
        """The equity of playing on without doubling now."""
        stake = self._stake
        return self._cubes.playing(self._chances, self._efficiency if stake.cube else 0.0, 0, stake.owner)

    def possible(self) -> bool:
        """Return whether the cube can still be turned."""
        return self._stake.cube and self._can_be_raised(0)

    def _can_be_raised(self, offer_count: int) -> bool:
        return raised(self.cube_after(offer_count), self._stake.raises) is not None

    def cube_after(self, offer_count: int) -> int:
        """The value after so many offers, 0 for the present one."""
        return self._cubes.values[offer_count]

    def taken(self, offer_count: int) -> float:
        """The equity if the last of so many offers is taken: the doubled side has the cube."""
        return self._cubes.playing(self._chances, self._efficiency, offer_count, OTHER)

    def dropped(self, offer_count: int) -> float:
        """The equity if the last of so many offers is dropped, by the other side if it was mine."""
        value = self.cube_after(offer_count - 1)
        return self._stake.equity_of(value if offer_count % 2 else -value)

    def countered(self, offer_count: int) -> float | None:
        """The equity if the last of so many offers is answered by one more; None if it may not be."""
        allowed = (offer_count == 1 and self._stake.beaver) or (offer_count == 2 and self._stake.raccoon)
        if not allowed or not self._can_be_raised(offer_count):
            return None
        return self.offered(offer_count + 1)

    def offered(self, offer_count: int) -> float:
        """The equity of having made so many offers, if both sides answer correctly."""
        answers = (self.taken(offer_count), self.dropped(offer_count), self.countered(offer_count))
        equities = [answer for answer in answers if answer is not None]
        return min(equities) if offer_count % 2 else max(equities)


def decide(chances: OutcomeProbabilities, stake: Stake, efficiency: float = CONTACT) -> Decision:
    """The equities of doubling or not, for the side on roll, whose chances and stake these are."""
    offers = Offers(chances, stake, efficiency)
    low, high = stake.equity_of(-stake.value), stake.equity_of(stake.value)
    no_double = stake.scaled(offers.playing())
    taken, dropped = stake.scaled(offers.taken(1)), stake.scaled(offers.dropped(1))
    countered = offers.countered(1)
    beavered = None if countered is None else stake.scaled(countered)
    beaver = beavered is not None and beavered < min(taken, dropped) - EVEN
    again = offers.countered(2) if countered is not None else None
    raccoon = again is not None and again > max(offers.taken(2), offers.dropped(2)) + EVEN
    doubled = min(taken, dropped) if beavered is None else min(taken, dropped, beavered)
    # Of equal ways the double is right where the other side could go wrong by taking it.
    gain = doubled - no_double + (2 * EVEN if taken > dropped + EVEN else 0.0)
    possible = offers.possible()
    return Decision(
        no_double,
        taken,
        dropped,
        beavered,
        (high - low) / 2,
        double=possible and gain > EVEN,
        take=taken <= dropped or beaver,
        beaver=beaver,
        raccoon=raccoon,
        possible=possible,
    )
