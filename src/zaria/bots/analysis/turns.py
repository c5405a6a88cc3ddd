"""A turn with dice against the best one, and a roll against all rolls."""

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from zaria.bots.analysis.grading import DIGITS, SHOWN
from zaria.bots.analysis.settings import Settings
from zaria.bots.analysis.shape import Choice, Odds
from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities, mean
from zaria.bots.tables.engine import Candidate
from zaria.games.dice import ROLL_CHANCES, ROLLS, Roll
from zaria.games.protocols import Position
from zaria.games.turn import Turn

WEIGHED = 6
"""The number of best turns of a roll in points without a cube, of which the most valuable is played."""

OPENINGS = tuple((high, low) for high, low in ROLLS if high != low)
"""The opening rolls, all equally likely."""


class TurnEvaluator(Protocol):
    """The part of `zaria.bots.tables.Engine` that an analysis needs."""

    @property
    def name(self) -> str:
        """The name of the evaluation."""

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        """The outcome probabilities for `position.turn`."""

    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        """Rank the turns of the stage to be played, the best first."""


class Spread(NamedTuple):
    """The chances after the best turn of each roll, by `equity_of`, and their mean."""

    rolls: dict[Roll, OutcomeProbabilities]
    mean: OutcomeProbabilities
    equity_of: EquityFunction

    def luck(self, roll: Roll) -> float:
        """Return how much more a roll is worth than the mean of all of them."""
        return self.of(roll) - self.middle

    @property
    def middle(self) -> float:
        """The mean equity of the rolls."""
        return sum(share * self.of(roll) for roll, share in ROLL_CHANCES)

    def of(self, roll: Roll) -> float:
        """The equity after a roll."""
        return self.equity_of(self.rolls[max(roll), min(roll)])

    @property
    def opening(self) -> float:
        """The mean equity of the rolls that begin a game: those of unequal dice."""
        return sum(self.of(roll) for roll in OPENINGS) / len(OPENINGS)


def spread(evaluator: TurnEvaluator, position: Position, equity_of: EquityFunction, ply: int = 0) -> Spread:
    """Evaluate the best turn of each roll at so many plies, from a position in which nothing is due."""
    rolls = {roll: promised(evaluator, position.rolled(roll), equity_of, ply) for roll in ROLLS}
    return Spread(rolls, mean([(share, rolls[roll]) for roll, share in ROLL_CHANCES]), equity_of)


def promised(
    evaluator: TurnEvaluator, position: Position, equity_of: EquityFunction, ply: int = 0
) -> OutcomeProbabilities:
    """Return the chances of the best turn for the side that plays it, at this depth."""
    best = max(evaluator.ranked(position, 0, WEIGHED), key=lambda candidate: equity_of(candidate.chances))
    return _after(evaluator, position, position.play(best.turn), ply) if ply else best.chances


def _after(evaluator: TurnEvaluator, position: Position, after: Position, ply: int) -> OutcomeProbabilities:
    """The outcome probabilities of a turn's result for the side that played it."""
    chances = evaluator.evaluate(after, ply)
    return chances if after.turn == position.turn else chances.flipped()


def choices(
    evaluator: TurnEvaluator, equity_of: EquityFunction, settings: Settings, position: Position, played: Turn
) -> tuple[list[Choice], int]:
    """The turns of the stage that is due, and how many plies deep the best were looked into.

    What is far from the best at few plies is not looked at with more, unless it was played; it stays behind
    all that was, by as much as it was at first. Where more of the roll is due after the stage, that is played
    through for all that will be shown: not every engine does so when it ranks turns.
    """
    reached = position.play(played)
    candidates = evaluator.ranked(position, 0)
    seen = [_Look(candidate, position.play(candidate.turn), reached, equity_of) for candidate in candidates]
    unfinished = any(look.after.duty is not None for look in seen)
    deepest = 0
    for ply, within, most in _rounds(settings, unfinished=unfinished):
        seen.sort(key=lambda look: -look.equity)
        best = seen[0].equity
        near = [look for look in seen[:most] if best - look.equity <= within]
        if len(near) == 1 and near[0].played:
            break
        near += [look for look in seen if look.played and look not in near]
        deepest = ply
        for look in near:
            look.evaluate(evaluator, position, ply)
        _keep_behind(seen, near, best)
    return [look.choice(played) for look in seen], deepest


def _rounds(settings: Settings, *, unfinished: bool) -> Sequence[tuple[int, float, int]]:
    """The stages of the search: depth, margin below the best, and number of turns."""
    deeper = list(zip(settings.plies, settings.within, settings.most, strict=True))
    return [(0, math.inf, SHOWN), *deeper] if unfinished else deeper


class _Look:
    """A turn with its deepest evaluation so far."""

    def __init__(
        self, candidate: Candidate, after: Position, reached: Position, equity_of: EquityFunction
    ) -> None:
        self.turn, self.chances, self.ply = candidate.turn, candidate.chances, candidate.ply
        self.after, self.played = after, after == reached
        self.equity_of = equity_of
        self.equity = equity_of(candidate.chances)

    def evaluate(self, evaluator: TurnEvaluator, position: Position, ply: int) -> None:
        """Evaluate the turn at a greater depth."""
        self.chances = _after(evaluator, position, self.after, ply)
        self.ply = ply
        self.equity = self.equity_of(self.chances)

    def choice(self, played: Turn) -> Choice:
        """The notation of the turn."""
        turn = played if self.played else self.turn
        return Choice(
            text=str(turn),
            equity=self.equity,
            played=self.played,
            moves=turn.moves,
            chances=odds(self.chances),
            ply=self.ply,
        )


def _keep_behind(seen: list[_Look], near: list[_Look], best: float) -> None:
    """Turns searched less deeply keep their distance from the best, now from the new best."""
    new = max(look.equity for look in near)
    for look in seen:
        if look not in near:
            look.equity += new - best


def odds(chances: OutcomeProbabilities) -> Odds:
    """Return chances in the form of an analysis."""
    win, win2, win3, lose2, lose3, draw = (
        round(part, DIGITS)
        for part in (
            chances.win,
            chances.win2,
            chances.win3,
            chances.lose2,
            chances.lose3,
            chances.draw,
        )
    )
    return win, win2, win3, lose2, lose3, draw
