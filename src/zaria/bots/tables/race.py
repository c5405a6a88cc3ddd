"""Indiyka solved: two races that never touch, each with the distribution of its remaining turns.

What a die does depends only on how many checkers its point has, so positions that differ in the order of the
points are one: there are few, and the chances of finishing in 1, 2, 3 … turns are computed for each when it
is first asked for (all 139 that follow from the start: a tenth of a second in plain Python).

There is a choice in one case alone: the last checker in hand may go to either of two points. Each side takes
the way that needs the fewest turns in the mean. That is no worse than the other way against anything the
other side can have by then (the tests go through all of it), so the chances here are those of best play.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple, TypeAlias

from zaria.bots.probabilities import OutcomeProbabilities
from zaria.games.dice import ROLLS
from zaria.games.indiyka import race
from zaria.games.indiyka.race import HAND, Checkers
from zaria.games.protocols import Dice, Position
from zaria.games.tables.board import CHECKERS
from zaria.games.turn import Turn

LONGEST = 160
"""Turns that are counted; the chance that a side needs more is below 1e-15."""

_POINTS = slice(1, HAND)
_IN_HAND = 25

TurnDistribution: TypeAlias = tuple[float, ...]
"""Probabilities that a side takes exactly 0, 1, 2 ... turns."""


class RacePosition(NamedTuple):
    """One side's checkers: how many on each point, the fewest first, and how many in hand."""

    points: tuple[int, ...]
    hand: int


class RaceTable:
    """Evaluates indiyka exactly. Safe to use from several threads."""

    name = "exact"

    def chances(self, position: Position) -> OutcomeProbabilities:
        """The outcome probabilities of `position.turn`, about to roll or to play its duty."""
        ended = position.outcome()
        if ended is not None:
            return OutcomeProbabilities(float(ended.winner == position.turn))
        if position.duty is not None:
            return self.ranked(position)[0][1]
        player, opponent = [_standing(position.counts(side)) for side in (position.turn, 1 - position.turn)]
        return OutcomeProbabilities(first(turns(player), turns(opponent)))

    def ranked(self, position: Position) -> list[tuple[Turn, OutcomeProbabilities]]:
        """The turns of the roll to be played and what each promises who plays it, the best first; never none.

        Where nothing can be played the empty turn is the only one.
        """
        pairs = [(turn, self.chances(position.play(turn)).flipped()) for turn in position.turns() or [Turn()]]
        pairs.sort(key=lambda pair: -pair[1].win)
        return pairs


def first(player: TurnDistribution, opponent: TurnDistribution) -> float:
    """Return how likely the side on roll is to be done before the other."""
    total, unfinished = 0.0, 1.0
    for turn in range(1, min(len(player), len(opponent))):
        unfinished -= opponent[turn - 1]
        total += player[turn] * unfinished
    return total


def average(distribution: TurnDistribution) -> float:
    """The mean number of turns."""
    return sum(turn * share for turn, share in enumerate(distribution))


@cache
def turns(standing: RacePosition) -> TurnDistribution:
    """Return how many turns a side with these checkers takes that plays to be done soon."""
    if not standing.hand and not any(standing.points):
        return (1.0, *[0.0] * LONGEST)
    onward: Counter[RacePosition] = Counter()
    for dice, rolls in alike(standing.points).items():
        onward[_soonest(ends(standing, dice))] += rolls
    stay = onward.pop(standing, 0) / 36
    ways = [(rolls / 36, turns(end)) for end, rolls in onward.items()]
    distribution = [0.0]
    for turn in range(LONGEST):
        distribution.append(stay * distribution[turn] + sum([share * way[turn] for share, way in ways]))
    return tuple(distribution)


def alike(points: tuple[int, ...]) -> Counter[Dice]:
    """The dice of one roll of each kind that does the same, and how many of 36 rolls are of that kind."""
    shown: dict[tuple[int, int, bool], Dice] = {}
    kinds: Counter[Dice] = Counter()
    for high, low in ROLLS:
        kind = points[high - 1], points[low - 1], high == low
        dice = (high,) * 4 if high == low else (high, low)
        kinds[shown.setdefault(kind, dice)] += 1 if high == low else 2
    return kinds


def ends(standing: RacePosition, dice: Dice) -> set[RacePosition]:
    """Return where a roll may lead."""
    checkers = (CHECKERS - standing.hand - sum(standing.points), *standing.points, standing.hand)
    off = race.bears_off(checkers)
    return {RacePosition(tuple(sorted(end[_POINTS])), end[HAND]) for end in _played(checkers, dice, off=off)}


def _soonest(positions: set[RacePosition]) -> RacePosition:
    """Return the position with the fewest expected turns."""
    if len(positions) == 1:
        return next(iter(positions))
    return min(positions, key=lambda end: average(turns(end)))


def _played(checkers: Checkers, dice: Dice, *, off: bool) -> list[Checkers]:
    onward = race.onward(checkers, dice, off=off)
    if not onward:
        return [checkers]
    return [end for _, after, remaining in onward for end in _played(after, remaining, off=off)]


def _standing(counts: tuple[int, ...]) -> RacePosition:
    """The checkers of `Position.counts`."""
    return RacePosition(tuple(sorted(counts[_POINTS])), counts[_IN_HAND])
