"""Evidence that an engine takes part of a player's decisions: pure, from decisions to numbers.

An honest player follows a strength and a shape. The chance of a choice falls exponentially with its loss, at
a temperature that belongs to the strength; the shape says how much that temperature varies from one decision
to the next, because everybody sees some ideas at once and overlooks others. A player with an engine makes a
share of the decisions like an engine: like the club's master, or at a temperature below that of any person,
which distinguishes choices that people do not.

The evidence is a ratio of likelihoods: above, the mean over all shares, strengths and shapes of a player with
an engine; below, the mean over all honest players, who may resemble an engine in a share that is usual in the
population. For such honest players of any strength, the chance that the ratio ever reaches x is at most 1/x,
independent of the number of checks (Ville's inequality).

Logarithms of likelihoods are sums over decisions, so the evidence of a match is stored as a `DecisionTally`,
and the tallies of several matches are added.
"""

import operator
from collections.abc import Iterable, Sequence
from itertools import accumulate, repeat
from math import exp, inf, log, log10
from typing import Literal, NamedTuple

Unit = Literal["points", "chance"]

METHOD = 1
"""The version of the tallies: those of other versions are computed anew."""
ENGINE: dict[Unit, tuple[float, float]] = {"points": (0.001, 0.004), "chance": (0.004, 0.02)}
"""The temperatures of an engine, each in half of its decisions, close to that of the analysis."""
MASTER = 0.7
"""The chance that the engine is the club's own master, where its choice is known."""
FINEST: dict[Unit, float] = {"points": 0.019, "chance": 0.035}
"""The lowest temperature of a person."""
STRENGTHS = 15
"""Temperatures of a person, each 1.4 times the one before; the last is infinite."""
RATIO = 1.4
SHAPES: tuple[dict[int, float], ...] = (
    {0: 0.99, STRENGTHS: 0.01},
    {-2: 0.25, 0: 0.5, 2: 0.23, STRENGTHS: 0.02},
)
"""Steps by which the temperature differs from that of the strength, each with its frequency."""
PERSONS = STRENGTHS * len(SHAPES)
SHARES = (0.35, 0.6, 0.95)
"""Shares of the decisions that an engine may take."""
PAIRED = slice(1, None, 2 * len(SHAPES))
"""The persons who may use an engine: every second strength, of the second shape."""
SLIP = 0.02
"""The share of an engine's decisions that follow no value: those of another engine, or slips."""
SHOWN = 5
"""Choices of a decision that are examined one by one; all others count as one."""
TOLERABLE = (0.03, 0.05, 0.08, 0.12, 0.18, 0.26, 0.4)
"""Shares of an honest player's decisions that may look like an engine's."""
TOLERATED: dict[Unit, float] = {"points": 0.03, "chance": 0.08}
"""The share in `TOLERABLE` that is always tolerated."""
FEW = 20
"""The least members of a meaningful population: a cheat among three would be usual."""
ODD = 1e-3
"""The highest chance that an honest member is ever named, in all games together."""
_SPREAD = 1.4826
"""The factor from a median absolute deviation to a standard deviation."""


class Choices(NamedTuple):
    """A decision: the losses of the best choices, least first, the place of the choice made, their number.

    The place `len(losses)` stands for any choice beyond those listed, which loses `lost`. `agrees`: the
    master would have made the same choice; None if it was not asked.
    """

    losses: tuple[float, ...]
    played: int
    ways: int
    agrees: bool | None = None
    lost: float = 0.0

    @property
    def difficult(self) -> bool:
        """True if the best choice is not the only sensible one, and not all are equal."""
        return self.ways > 1 and len(self.losses) > 1 and self.losses[-1] > 0

    @property
    def loss(self) -> float:
        """The loss of the choice made against the best one."""
        return self.losses[self.played] if self.played < len(self.losses) else self.lost


class DecisionTally(NamedTuple):
    """Sums over decisions, which can be added.

    `decisions` is the number of those that count, `loss` their sum of losses, `hard` their difficulty, and
    `agreed` that of the decisions for the best choice. `logs` are the logarithms of the likelihoods, share by
    share (0, `TOLERABLE`, for all persons; `SHARES`, for those that are `PAIRED`).
    """

    decisions: int
    loss: float
    hard: float
    agreed: float
    logs: tuple[float, ...]


class Evidence(NamedTuple):
    """The signs of an engine in the decisions of a player in a game.

    `share` is the part of the decisions that looks like an engine's. `score` is the evidence in powers of
    ten; at 0 there is none.
    """

    share: float
    score: float


LOGS = PERSONS * (1 + len(TOLERABLE)) + len(range(PERSONS)[PAIRED]) * len(SHARES)
"""Numbers in `DecisionTally.logs`."""
NOTHING = DecisionTally(0, 0.0, 0.0, 0.0, (0.0,) * LOGS)


def bound(games: int) -> float:
    """Return the least score at which a player of so many games is named."""
    return log10(max(1, games) / ODD)


class Spread(NamedTuple):
    """The median of a population, and a robust standard deviation."""

    median: float
    deviation: float


def spread(values: Iterable[float]) -> Spread:
    """Return median and deviation; 0 and 0 without values."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0.0, 0.0)
    middle = _median(ordered)
    return Spread(middle, _SPREAD * _median(sorted(abs(value - middle) for value in ordered)))


def tolerated(shares: Iterable[float], unit: Unit) -> float:
    """Return the share in `TOLERABLE` that covers the usual one of a population; at least `TOLERATED`."""
    sample = list(shares)
    usual = spread(sample if len(sample) >= FEW else ())
    least = max(TOLERATED[unit], usual.median + 2 * usual.deviation)
    return next((share for share in TOLERABLE if share >= least), TOLERABLE[-1])


def tally(decisions: Iterable[Choices], unit: Unit) -> DecisionTally:
    """Return the tally of decisions without those that show nothing."""
    counted = [decision for decision in decisions if decision.difficult]
    engine = [_engine_chance(decision, unit) for decision in counted]
    persons = _person_chances(counted, unit)
    logs = [_likelihood(engine, person, share) for share in (0.0, *TOLERABLE) for person in persons]
    logs += [_likelihood(engine, person, share) for share in SHARES for person in persons[PAIRED]]
    # A decision counts by its difficulty for a strong person.
    hard = [1 - _chance(decision._replace(played=0), FINEST[unit]) for decision in counted]
    agreed = sum(part for part, decision in zip(hard, counted, strict=True) if decision.loss == 0)
    return DecisionTally(
        len(counted), sum(decision.loss for decision in counted), sum(hard), agreed, tuple(logs)
    )


def add(first: DecisionTally, second: DecisionTally) -> DecisionTally:
    """Return the sum."""
    logs = tuple(map(operator.add, first.logs, second.logs))
    return DecisionTally(
        first.decisions + second.decisions,
        first.loss + second.loss,
        first.hard + second.hard,
        first.agreed + second.agreed,
        logs,
    )


def subtract(first: DecisionTally, second: DecisionTally) -> DecisionTally:
    """Return the sum without a part of it."""
    logs = tuple(map(operator.sub, first.logs, second.logs))
    return DecisionTally(
        first.decisions - second.decisions,
        first.loss - second.loss,
        first.hard - second.hard,
        first.agreed - second.agreed,
        logs,
    )


def find_evidence(sums: DecisionTally, usual: float) -> Evidence:
    """Return the evidence in decisions; `usual`, one of `TOLERABLE`, is the tolerated share."""
    shares = [share for share in (0.0, *TOLERABLE) for _ in range(PERSONS)]
    shares += [share for share in SHARES for _ in range(PERSONS)[PAIRED]]
    likely = max(zip(sums.logs, shares, strict=True))
    last = PERSONS * (1 + len(TOLERABLE))
    honest = [value for value, share in zip(sums.logs[:last], shares, strict=False) if share in (0.0, usual)]
    score = max(0.0, (_log_mean(sums.logs[last:]) - _log_mean(honest)) / log(10))
    return Evidence(likely[1] if sums.decisions else 0.0, score)


def _log_mean(likelihoods: Sequence[float]) -> float:
    """Return the logarithm of the mean of likelihoods from their logarithms."""
    best = max(likelihoods)
    return best + log(sum(exp(likelihood - best) for likelihood in likelihoods) / len(likelihoods))


def _engine_chance(decision: Choices, unit: Unit) -> float:
    fine = [_chance(decision, temperature) for temperature in ENGINE[unit]]
    some = (1 - SLIP) * sum(fine) / len(fine) + SLIP * _chance(decision, inf)
    if decision.agrees is None:
        return some
    master = 1 - SLIP if decision.agrees else SLIP / (decision.ways - 1)
    return MASTER * master + (1 - MASTER) * some


def _person_chances(decisions: Sequence[Choices], unit: Unit) -> list[list[float]]:
    """Return the chances of the choices made, for each strength and shape."""
    steps = [FINEST[unit] * RATIO**step for step in range(STRENGTHS)]
    rows = [[_chance(decision, step) for step in [*steps, inf]] for decision in decisions]
    chances = []
    for strength in range(STRENGTHS):
        for shape in SHAPES:
            parts = [(min(STRENGTHS, max(0, strength + step)), part) for step, part in shape.items()]
            chances.append([sum(part * row[step] for step, part in parts) for row in rows])
    return chances


def _likelihood(engine: Sequence[float], person: Sequence[float], share: float) -> float:
    """Return the logarithm of the likelihood if an engine makes a share of the decisions."""
    if not share:
        return sum(map(log, person))
    person_share = 1 - share
    pairs = zip(engine, person, strict=True)
    chances = [share * by_engine + person_share * by_person for by_engine, by_person in pairs]
    return sum(map(log, chances))


def _chance(decision: Choices, temperature: float) -> float:
    losses = decision.losses
    weights = [exp(-loss / temperature) for loss in losses]
    hidden = max(0, decision.ways - len(losses))
    if hidden:
        # Choices that are not listed are assumed to fall off as evenly as the listed ones.
        step = exp(-losses[-1] / (len(losses) - 1) / temperature) if len(losses) > 1 else 1.0
        weights.append(weights[-1] * sum(accumulate(repeat(step, hidden), operator.mul)))
    return max(1e-6, weights[min(decision.played, len(weights) - 1)] / sum(weights))


def _median(ordered: Sequence[float]) -> float:
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
