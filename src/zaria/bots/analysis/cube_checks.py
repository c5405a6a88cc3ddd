"""Cube decisions of an analysis checked by rollouts with the cube in play."""

import math
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots.analysis.grading import DIGITS
from zaria.bots.analysis.shape import CubeCheck, Decision, RolledChoice
from zaria.bots.doubling import Stake, rollouts
from zaria.bots.doubling.offers import EVEN
from zaria.bots.doubling.rollouts import CubeRollout, Estimate
from zaria.games.protocols import Position
from zaria.match.match import Match

CLOSE = 0.1
"""Points: a decision is checked if the two best choices differ by less, or if it was marked."""


class _Choice(NamedTuple):
    """A choice with its estimate, as a part of the rollout or with the opposite sign."""

    text: str
    estimate: Estimate


class CubeChecker:
    """Rolls out cube decisions that are close or marked; what was rolled out last is remembered."""

    def __init__(self, games: int) -> None:
        """`games` are those of a rollout, without luck."""
        self._games = games
        self._last: tuple[tuple[Position, Stake], CubeRollout] | None = None

    def checked(self, match: Match, decision: Decision) -> Decision:
        """Return the decision that was made in this state of the match, with a check if it needs one.

        Answers to a beaver are not checked.
        """
        if len(match.proposed) > 1 or not (decision.mark or _is_close(decision)):
            return decision
        return replace(decision, check=_check(decision, self._rolled_out(match)))

    def _rolled_out(self, match: Match) -> CubeRollout:
        at = match.dice_position(), Stake.of(match, match.turn)
        if self._last is None or self._last[0] != at:
            self._last = at, rollouts.of_match(match, self._games, seed=match.rolls)
        return self._last[1]


def _is_close(decision: Decision) -> bool:
    best, second = sorted((choice.equity for choice in decision.choices), reverse=True)[:2]
    return EVEN < best - second < CLOSE


def _check(decision: Decision, rollout: CubeRollout) -> CubeCheck:
    """Return the rollout as the side that decided sees it."""
    choices = _doubling(rollout) if decision.kind == "double" else _answers(rollout)
    ordered = sorted(choices, key=lambda choice: -choice.estimate.equity)
    best = ordered[0]
    compared = next(choice for choice in ordered if choice.text == decision.played)
    if compared is best:
        compared = ordered[1]
    return CubeCheck(
        games=rollout.games,
        best=best.text,
        gain=round(best.estimate.equity - compared.estimate.equity, DIGITS),
        error=round(_joint_error(decision, rollout, best.estimate, compared.estimate), DIGITS),
        choices=tuple(
            RolledChoice(
                text=choice.text,
                equity=round(choice.estimate.equity, DIGITS),
                error=round(choice.estimate.error, DIGITS),
            )
            for choice in ordered
        ),
    )


def _joint_error(decision: Decision, rollout: CubeRollout, first: Estimate, second: Estimate) -> float:
    """The error of a difference: that of the gain is known, as both ways had the same dice."""
    if decision.kind == "double":
        return rollout.gain.error
    return math.hypot(first.error, second.error)


def _doubling(rollout: CubeRollout) -> list[_Choice]:
    """Both choices of the side on roll."""
    return [_Choice("no_double", rollout.no_double), _Choice("double", rollout.doubled)]


def _answers(rollout: CubeRollout) -> list[_Choice]:
    """All answers of the other side."""
    answers = [
        _Choice("take", _flipped(rollout.double_take)),
        _Choice("drop", Estimate(-rollout.double_drop, 0.0)),
    ]
    if rollout.double_beaver is not None:
        answers.append(_Choice("beaver", _flipped(rollout.double_beaver)))
    return answers


def _flipped(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.equity, estimate.error)
