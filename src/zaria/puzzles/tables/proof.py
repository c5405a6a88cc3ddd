"""The proof of a puzzle with dice: two plies ahead, then rollouts of every answer."""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from zaria.bots.tables import Engine
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.puzzles.scores import SOLVED

WITHOUT_LUCK, WITH_LUCK = 144, 1728
"""Games of an answer at first; doubled twice, the plain ones are 6912."""
PLAIN_GAMES: frozenset[str] = frozenset(
    (
        "antitabla",
        "crazy-gulbar",
        "fevga",
        "gulbar",
        "long-nardy",
        "long-nardy-5s",
        "longgammon",
        "moultezim",
        "plakoto",
        "sport-nardy",
        "tapa",
    )
)
"""The games in which plain rollouts reach an error sooner (docs/measurements/puzzles.md)."""
SURE = 3.0
"""Joint standard errors by which the best answer must be ahead: two turn out wrong far too often."""
DOUBLINGS = 2
"""The most times that the number of games is doubled."""
CLEAR = 0.16
"""An answer that lookahead puts further behind begins with a quarter of the games."""
NO_ERROR = 1e-9
BLUNDER, ALIKE = 0.10, 0.04
"""The least loss of a turn to avoid, and the greatest of the turns beside it, by rollouts."""


class Estimate(NamedTuple):
    """The mean equity of games, its standard error, and their number; `error` 0: it is exact."""

    equity: float
    error: float
    games: int

    def with_more(self, more: "Estimate") -> "Estimate":
        """Return the mean of both, which have different dice."""
        games = self.games + more.games
        share = self.games / games
        return Estimate(
            share * self.equity + (1 - share) * more.equity,
            hypot(share * self.error, (1 - share) * more.error),
            games,
        )


class Proven(NamedTuple):
    """The answers with what they lose and its joint error, the best first, and how they were measured."""

    turns: list[Turn]
    losses: list[float]
    errors: list[float]
    games: int
    doubled: int
    without_luck: bool


class Rollouts:
    """Rollouts of the answers of one position, for the side that plays."""

    def __init__(self, engine: Engine, position: Position, turns: Sequence[Turn], seed: int) -> None:
        """The first turn is that which was best by lookahead."""
        self.engine = engine
        self.side = position.turn
        self.turns = list(turns)
        self.after = [position.play(turn) for turn in turns]
        self.without_luck = position.game.id not in PLAIN_GAMES
        self.seed = seed
        self.estimates: list[Estimate] = []

    def estimate(self, place: int, games: int) -> Estimate:
        """Roll out an answer in so many games, with dice that were not used before."""
        after = self.after[place]
        sign = 1 if after.turn == self.side else -1
        outcome = after.outcome()
        if outcome is not None:
            points = outcome.points if outcome.winner == self.side else -outcome.points
            return Estimate(float(points), 0.0, games)
        self.seed += 1
        rollout = self.engine.rollout(after, games, self.seed, without_luck=self.without_luck)
        return Estimate(sign * rollout.equity, rollout.error, games)

    def begin(self, losses: Sequence[float], games: int) -> None:
        """Roll out every answer; those that lookahead puts far behind in fewer games."""
        self.estimates = [
            self.estimate(place, games if loss <= CLEAR else max(1, games // 4))
            for place, loss in enumerate(losses)
        ]

    def loss(self, place: int) -> tuple[float, float]:
        """Return what an answer loses against the first, and the joint error."""
        best, estimate = self.estimates[0], self.estimates[place]
        return best.equity - estimate.equity, hypot(best.error, estimate.error)

    def doubtful(self, places: Sequence[int], least: float) -> list[int]:
        """Return which of these answers are not yet known to lose more than `least`."""
        losses = {place: self.loss(place) for place in places}
        return [
            place
            for place, (loss, error) in losses.items()
            if loss <= least or loss < SURE * max(error, NO_ERROR)
        ]

    def double(self, places: Sequence[int]) -> None:
        """Roll the first answer and those of these places out in twice as many games."""
        for place in (0, *places):
            estimate = self.estimates[place]
            self.estimates[place] = estimate.with_more(self.estimate(place, estimate.games))

    def put_best_first(self) -> None:
        """Make the answer with the greatest equity the first."""
        best = max(range(len(self.turns)), key=lambda place: self.estimates[place].equity)
        order = [best, *(place for place in range(len(self.turns)) if place != best)]
        self.turns = [self.turns[place] for place in order]
        self.after = [self.after[place] for place in order]
        self.estimates = [self.estimates[place] for place in order]

    def is_surely_behind(self, place: int) -> bool:
        """Return whether an answer is behind each other one by `SURE` joint errors."""
        worst = self.estimates[place]
        return all(
            estimate.equity - worst.equity >= SURE * max(hypot(estimate.error, worst.error), NO_ERROR)
            for estimate in self.estimates
            if estimate is not worst
        )

    def proven(self, doubled: int) -> Proven:
        """Return the answers in the order of what they lose."""
        losses = [(0.0, 0.0), *(self.loss(place) for place in range(1, len(self.turns)))]
        order = sorted(range(len(self.turns)), key=lambda place: losses[place][0])
        return Proven(
            [self.turns[place] for place in order],
            [losses[place][0] for place in order],
            [losses[place][1] for place in order],
            self.estimates[0].games,
            doubled,
            self.without_luck,
        )


def first_games(game: str) -> int:
    """Return how many games an answer is rolled out in at first."""
    return WITH_LUCK if game in PLAIN_GAMES else WITHOUT_LUCK


def prove(
    engine: Engine,
    position: Position,
    turns: Sequence[Turn],
    losses: Sequence[float],
    seed: int,
    *,
    games: int | None = None,
    doublings: int = DOUBLINGS,
) -> Proven | None:
    """Roll the turns out until the first is ahead of each other by `SURE` joint errors.

    `losses` are those by lookahead; every answer must lose more than a solved puzzle may. None: the turn that
    looked best is not, or it is not sure.
    """
    rollouts = Rollouts(engine, position, turns, seed)
    rollouts.begin(losses, first_games(position.game.id) if games is None else games)
    answers = range(1, len(turns))
    for doubled in range(doublings + 1):
        doubtful = rollouts.doubtful(answers, SOLVED)
        if not doubtful:
            return rollouts.proven(doubled)
        if doubled < doublings:
            rollouts.double(doubtful)
    return None


def prove_blunder(
    engine: Engine,
    position: Position,
    turns: Sequence[Turn],
    seed: int,
    *,
    games: int | None = None,
    doublings: int = DOUBLINGS,
) -> Proven | None:
    """Roll good turns and a bad last one out until the bad one is surely behind each of the others.

    None: it does not lose `BLUNDER` against the best, or another turn loses more than `ALIKE`.
    """
    rollouts = Rollouts(engine, position, turns, seed)
    rollouts.begin([0.0] * len(turns), first_games(position.game.id) if games is None else games)
    bad = len(turns) - 1
    for doubled in range(doublings + 1):
        rollouts.put_best_first()
        loss = rollouts.loss(bad)[0]
        greatest = max(rollouts.loss(place)[0] for place in range(1, bad))
        if rollouts.is_surely_behind(bad) and loss >= BLUNDER and greatest <= ALIKE:
            return rollouts.proven(doubled)
        if doubled < doublings:
            rollouts.double(range(1, len(turns)))
    return None
