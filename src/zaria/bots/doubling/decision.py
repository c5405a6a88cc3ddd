"""Equities of cube actions with given chances and stakes."""

from typing import Literal, NamedTuple

from zaria.bots.doubling.efficiency import CONTACT
from zaria.bots.doubling.stake import Stake
from zaria.bots.probabilities import OutcomeProbabilities

Action = Literal["no_double", "double_take", "double_drop", "double_beaver", "too_good"]
"""The right choice: roll; double, which is taken, dropped or beavered; or roll as a drop wins too little."""


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


def decide(chances: OutcomeProbabilities, stake: Stake, efficiency: float = CONTACT) -> Decision:
    """The equities of doubling or not, for the side on roll, whose chances and stake these are."""
    offers = stake.offers(chances, efficiency)
    low, high = stake.equity_of(-stake.value), stake.equity_of(stake.value)
    no_double = stake.scaled(offers.playing())
    taken, dropped = stake.scaled(offers.taken(1)), stake.scaled(offers.dropped(1))
    countered = offers.countered(1)
    beaver = offers.counters(1)
    return Decision(
        no_double,
        taken,
        dropped,
        None if countered is None else stake.scaled(countered),
        (high - low) / 2,
        double=offers.doubles(),
        take=taken <= dropped or beaver,
        beaver=beaver,
        raccoon=countered is not None and offers.counters(2),
        possible=offers.possible(),
    )
