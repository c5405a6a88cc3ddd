"""Evidence that an engine takes part of a player's decisions: pure, from decisions to numbers.

An honest player follows a strength and a shape. The chance of a choice falls exponentially with its loss, at
a temperature that belongs to the strength; the shape says how much that temperature varies from one decision
to the next, because everybody sees some ideas at once and overlooks others. A player with an engine makes a
share of the decisions at a temperature that is none of a person: it tells choices apart that people do not.

The evidence is a ratio of likelihoods: above, the mean over all shares, strengths and shapes of a player with
an engine; below, the mean over all honest players, who may resemble an engine in a share that is usual in the
population. For honest players of this description, of all strengths alike, the chance that the ratio ever
reaches x is at most 1/x, however often anybody looks (Ville's inequality).
"""

from collections.abc import Iterable, Sequence
from math import exp, inf, log, log10
from typing import Literal, NamedTuple

Unit = Literal["points", "chance"]

ENGINE: dict[Unit, tuple[float, float]] = {"points": (0.001, 0.004), "chance": (0.004, 0.02)}
"""The temperatures of an engine, each in half of its decisions: it is nearly that of the analysis."""
FINEST: dict[Unit, float] = {"points": 0.0145, "chance": 0.035}
"""The lowest temperature of a person."""
STRENGTHS = 15
"""Temperatures of a person, each 1.4 times the one before; one more is infinite."""
RATIO = 1.4
SHAPES: tuple[dict[int, float], ...] = (
    {0: 0.99, STRENGTHS: 0.01},
    {-2: 0.25, 0: 0.5, 2: 0.23, STRENGTHS: 0.02},
)
"""By how many steps the temperature differs from that of the strength, and how often."""
SHARES = (0.35, 0.6, 0.95)
"""Shares of the decisions that an engine may take."""
SLIP = 0.02
"""The share of an engine's decisions that follow no value: another engine, or a slip of the hand."""
SHOWN = 5
"""Choices of a decision that are looked at one by one; the others count as one."""
TOLERATED: dict[Unit, float] = {"points": 0.03, "chance": 0.08}
"""The share of decisions that may look like an engine's where the population shows no more."""
ODD = 1e-3
"""The chance at most that an honest member is ever named, all games together."""
_SPREAD = 1.4826
"""From a median absolute deviation to a standard deviation."""


class Choices(NamedTuple):
    """A decision: what the best choices lose, least first, the place of the one made, how many there were.

    The place `len(losses)` stands for any choice beyond those listed.
    """

    losses: tuple[float, ...]
    played: int
    ways: int

    @property
    def difficult(self) -> bool:
        """True if the best choice is not the only one worth a thought and not all are equal."""
        return self.ways > 1 and len(self.losses) > 1 and self.losses[-1] > 0


class Evidence(NamedTuple):
    """The signs of an engine in the decisions of a player in a game.

    `decisions` are those that count, `share` the part of them that looks like an engine's, `agreement` the
    part in which the best choice was made, weighted by the difficulty. `score` is the evidence in powers of
    ten; below 0 there is none.
    """

    decisions: int
    share: float
    agreement: float
    score: float

    def named(self, games: int) -> bool:
        """True if it exceeds the bound for a player of so many games."""
        return self.score >= log10(max(1, games) / ODD)


class Spread(NamedTuple):
    """The median of a population, and a robust standard deviation."""

    median: float
    deviation: float


def spread(values: Iterable[float]) -> Spread:
    """Return median and deviation; 0 and 0 of nothing."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0.0, 0.0)
    middle = _median(ordered)
    return Spread(middle, _SPREAD * _median(sorted(abs(value - middle) for value in ordered)))


def tolerated(shares: Iterable[float], unit: Unit) -> float:
    """The share of decisions like an engine's that is usual in a population; never below `TOLERATED`."""
    usual = spread(shares)
    return min(0.4, max(TOLERATED[unit], usual.median + 2 * usual.deviation))


def find_evidence(decisions: Iterable[Choices], unit: Unit, tolerated_share: float | None = None) -> Evidence:
    """Return the evidence in decisions; a share that is not given is the least one that is tolerated."""
    usual = TOLERATED[unit] if tolerated_share is None else tolerated_share
    counted = [decision for decision in decisions if decision.difficult]
    if not counted:
        return Evidence(0, 0.0, 0.0, 0.0)
    engine = [_engine_chance(decision, unit) for decision in counted]
    persons = _person_chances(counted, unit)
    honest = [(_likelihood(engine, person, share), share) for person in persons for share in (0.0, usual)]
    found = [
        (_likelihood(engine, person, share), share)
        for person in persons[1 :: 2 * len(SHAPES)]
        for share in SHARES
    ]
    share = max([*honest, *found])[1]
    score = max(0.0, (_log_mean(found) - _log_mean(honest)) / log(10))
    return Evidence(len(counted), share, _agreement(counted, unit), score)


def _log_mean(found: Sequence[tuple[float, float]]) -> float:
    """The logarithm of the mean of likelihoods that are given by theirs."""
    best = max(found)[0]
    return best + log(sum(exp(likelihood - best) for likelihood, _ in found) / len(found))


def _engine_chance(decision: Choices, unit: Unit) -> float:
    fine = [_chance(decision, temperature) for temperature in ENGINE[unit]]
    return (1 - SLIP) * sum(fine) / len(fine) + SLIP * _chance(decision, inf)


def _person_chances(decisions: Sequence[Choices], unit: Unit) -> list[list[float]]:
    """The chances of the choices made, for each strength and shape."""
    steps = [FINEST[unit] * RATIO**step for step in range(STRENGTHS)]
    rows = [[_chance(decision, step) for step in [*steps, inf]] for decision in decisions]
    found = []
    for strength in range(STRENGTHS):
        for shape in SHAPES:
            parts = [(min(STRENGTHS, max(0, strength + step)), part) for step, part in shape.items()]
            found.append([sum(part * row[step] for step, part in parts) for row in rows])
    return found


def _likelihood(engine: Sequence[float], person: Sequence[float], share: float) -> float:
    """The logarithm, if an engine takes a share of the decisions."""
    rest = 1 - share
    return sum(log(share * one + rest * other) for one, other in zip(engine, person, strict=True))


def _chance(decision: Choices, temperature: float) -> float:
    losses = decision.losses
    weights = [exp(-loss / temperature) for loss in losses]
    hidden = max(0, decision.ways - len(losses))
    if hidden:
        # Choices that are not listed are taken to fall off as evenly as the listed ones.
        step = exp(-losses[-1] / (len(losses) - 1) / temperature) if len(losses) > 1 else 1.0
        weights.append(weights[-1] * sum(step**place for place in range(1, hidden + 1)))
    return max(1e-6, weights[min(decision.played, len(weights) - 1)] / sum(weights))


def _agreement(decisions: Sequence[Choices], unit: Unit) -> float:
    """The part in which the best choice was made; a decision counts by how hard it is for a strong person."""
    hard = [1 - _chance(decision._replace(played=0), FINEST[unit]) for decision in decisions]
    whole = sum(hard)
    if not whole:
        return 1.0
    return sum(part for part, one in zip(hard, decisions, strict=True) if one.played == 0) / whole


def _median(ordered: Sequence[float]) -> float:
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
