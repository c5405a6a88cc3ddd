"""The cube and resignation at a table: the acts of a program, and the losses of decisions.

`chances` are always those of the side on turn (`match.turn`), who may double, has doubled or resigns.
"""

from typing import Literal

from zaria.bots.doubling import efficiency
from zaria.bots.doubling.decision import Decision, decide
from zaria.bots.doubling.offers import EVEN
from zaria.bots.doubling.stake import Stake
from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities
from zaria.match import cube
from zaria.match.match import Match

Act = Literal["roll", "double", "take", "drop", "beaver", "raccoon", "accept", "reject"]
"""Possible decisions: before a roll, after an offer of the cube, after an offer to resign."""

SURE = 0.002
"""The tolerance for a resignation that is too small, on the scale of `Decision`: the error of chances."""


def decision(match: Match, chances: OutcomeProbabilities) -> Decision:
    """The equities of the cube for the side on turn, before or after it doubled."""
    return decide(chances, Stake.of(match, match.turn), efficiency.of(match.dice_position()))


def options(match: Match, chances: OutcomeProbabilities) -> dict[Act, float]:
    """Return what can be decided now, and its equity for the deciding side (the scale is that of `Decision`).

    Empty where there is nothing to decide but how to play a roll.
    """
    stake = Stake.of(match, match.turn)
    offers = stake.offers(chances, efficiency.of(match.dice_position()))
    equities: dict[Act, float] = {}
    if match.phase == "roll" and cube.objection(match) is None:
        equities = {"roll": offers.playing(), "double": offers.offered(1)}
    elif match.phase == "double":
        offer_count = len(match.proposed)
        equities = {"take": offers.taken(offer_count), "drop": offers.dropped(offer_count)}
        countered = offers.countered(offer_count)
        if countered is not None:
            equities["beaver" if offer_count == 1 else "raccoon"] = countered
    elif match.phase == "resign":
        equities = {"accept": stake.equity_of(-match.offer * match.cube.value), "reject": offers.playing()}
    sign = 1 if match.to_act() == match.turn else -1
    return {act: sign * stake.scaled(equity) for act, equity in equities.items()}


def best(match: Match, chances: OutcomeProbabilities) -> Act | None:
    """The right decision, the quieter of two equal ones; None where there is nothing to decide."""
    equities = options(match, chances)
    most = max(equities.values(), default=0.0)
    return next((act for act, equity in equities.items() if equity >= most - EVEN), None)


def error(match: Match, chances: OutcomeProbabilities, act: Act) -> float:
    """The loss of `act`: 0 or more, on the scale of `Decision`. Raises `KeyError` if it was no choice."""
    equities = options(match, chances)
    return max(equities.values()) - equities[act]


def doubles(match: Match, chances: OutcomeProbabilities) -> bool:
    """Return whether the side on turn should double, where the rules allow it."""
    return cube.objection(match) is None and decision(match, chances).double


def takes(match: Match, chances: OutcomeProbabilities) -> bool:
    """Return whether to take the cube on offer rather than drop; raises `KeyError` if none is on offer."""
    equities = options(match, chances)
    return equities["take"] >= equities["drop"]


def beavers(match: Match, chances: OutcomeProbabilities) -> bool:
    """Return whether to answer the cube on offer with a beaver, or a beaver with a raccoon."""
    return cube.can_counter(match) and best(match, chances) in ("beaver", "raccoon")


def accepts_resignation(match: Match, chances: OutcomeProbabilities, points: int) -> bool:
    """Return whether so many points, before the cube, are worth as much to the other side as playing on."""
    stake = Stake.of(match, 1 - match.turn)
    offers = stake.offers(chances.flipped(), efficiency.of(match.dice_position()))
    offered = stake.scaled(stake.equity_of(points * stake.value))
    return offered >= stake.scaled(offers.playing()) - SURE


def winning(match: Match, chances: OutcomeProbabilities, side: int) -> float:
    """The chance of `side`, whose chances in this game these are, to win the match (a draw is half a win)."""
    stake = Stake.of(match, side)
    if stake.away is None:
        return chances.win + chances.draw / 2
    return stake.offers(chances, efficiency.of(match.dice_position())).playing()


def equity_of(match: Match, side: int) -> EquityFunction:
    """Return a function from the chances of `side` to their equity at this cube and score.

    The scale is that of `Decision`. To compare turns: `match` is before the turn, the chances are those
    after it.
    """
    stake, live = Stake.of(match, side), efficiency.of(match.dice_position())
    cubes, owner = stake.cubes(), stake.owner
    used = live if stake.cube else 0.0
    return lambda chances: stake.scaled(cubes.playing(chances, used, 0, owner))
