"""Equal turns (paritet): what a position promises where the second player has one more turn.

Evaluators and the bear-off table know races in which the first to finish wins. Here, if that is the starter
of the game, the other side still rolls once: it may draw by finishing too, and it may bring checkers home
that would have cost mars or koks. Nothing else changes, for a second player who finishes first has had no
turn more than the other.

* The last turn itself is looked through, all 21 rolls of it: exact.
* So is the turn by which the starter may finish, while the other side is not home.
* Both sides bearing off: counted out turn by turn from the table, as exact as that is.
* Before that, each of the starter's wins has to come one turn sooner. The difference in turns is taken as
normally distributed, so the chance to win says how many turns the starter is ahead, and a turn less is so
many standard
  deviations; for mars and koks how many was measured. Over 12,000 games each of short and of long nardy that
  nets played, the draws so foretold were as frequent as those that came, within a tenth.
"""

from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from zaria.bots.probabilities import OutcomeProbabilities, mean
from zaria.bots.tables.bearoff import BearOff
from zaria.games.dice import ROLL_CHANCES
from zaria.games.protocols import Outcome
from zaria.games.tables.board import BAR, HOME, OFF, across
from zaria.games.tables.position import Position
from zaria.games.turn import Turn

_HOME = slice(1, HOME + 1)
_NORMAL = NormalDist()
_IN_A_TURN = 4
"""Checkers that a turn bears off at most."""
_A_TURN = 8.17
"""Pips of an average roll."""
_LEAST = 0.3
_IN_A_RACE, _WHEN_BLOCKED = 0.17, 0.27
_WHEN_HIT, _LATE = 1.7, -12.0
"""The variance of the difference in turns, as a line of the turns to come: measured, see above."""


class Cost(NamedTuple):
    """The starter's cost of the other's additional turn: standard deviations, by class of win."""

    win: float
    mars: float
    koks: float


def correct(position: Position, chances: OutcomeProbabilities, table: BearOff | None) -> OutcomeProbabilities:
    """Correct the chances of the side to roll, which know no last turn.

    `table` is that of the game's doublets. Where the game has no equal turns the chances are the same.
    """
    starter = position.past.starter
    if starter is None:
        return chances
    side = position.turn
    if side != starter and not _on_board(position.counts(starter)):
        return last_turn(position)
    if table is not None and all(_home(position.counts(player)) for player in (0, 1)):
        return counted(position, chances, table)
    cost = _cost(position)
    if side == starter:
        return sooner(chances, cost)
    return sooner(chances.flipped(), cost).flipped()


def near(position: Position, ply: int) -> bool:
    """May the starter win within so many plies (the own turn counts for one, though `ply` is 0)?

    Then what the other side still saves in its last turn has to be looked at, unless `counted` knows all.
    """
    starter = position.past.starter
    if starter is None or (position.turn != starter and not ply):
        return False
    first, second = position.counts(starter), position.counts(1 - starter)
    return _home(first) and 0 < _on_board(first) <= _IN_A_TURN and not _home(second)


def last_turn(position: Position) -> OutcomeProbabilities:
    """Return what is promised to `position.turn`, who has the last roll after the other side is done."""
    return mean([(share, _last_roll(position.rolled(roll))) for roll, share in ROLL_CHANCES])


def counted(position: Position, chances: OutcomeProbabilities, table: BearOff) -> OutcomeProbabilities:
    """The same where both sides bear off; the classes are those of `chances`, as far as they can be."""
    starter = position.past.starter or 0
    first, second = [
        table.shares(table.number(*position.counts(side)[_HOME])) for side in (starter, 1 - starter)
    ]
    if position.turn == starter:
        win, draw = ahead(first, second)
        return _within(chances, win, draw)
    win, draw = ahead([0.0, *first], second)  # the starter has had one turn more
    return _within(chances, max(0.0, 1 - win - draw), draw)


def ahead(first: list[float], second: list[float]) -> tuple[float, float]:
    """Return how likely the first takes fewer turns than the second, and how likely as many."""
    win = draw = 0.0
    unfinished = 1.0
    for first_share, second_share in zip(first, second, strict=False):
        unfinished = max(0.0, unfinished - second_share)
        win += first_share * unfinished
        draw += first_share * second_share
    return win, draw


def sooner(chances: OutcomeProbabilities, cost: Cost) -> OutcomeProbabilities:
    """The chances of the starter if the other has one turn more."""
    win = _less(chances.win, cost.win)
    win2 = min(win, _less(chances.win2, cost.mars))
    win3 = min(win2, _less(chances.win3, cost.koks))
    return OutcomeProbabilities(win, win2, win3, chances.lose2, chances.lose3, draw=chances.win - win)


def _less(p: float, by: float) -> float:
    return _NORMAL.cdf(_NORMAL.inv_cdf(p) - by) if 0 < p < 1 else p


def _cost(position: Position) -> Cost:
    to_come = (position.pips(0) + position.pips(1)) / _A_TURN
    race = _LEAST + _IN_A_RACE * to_come
    if not _meeting(position):
        return Cost(race**-0.5, 0.4, 0.55)
    if position.game.parallel:
        return Cost((_LEAST + _WHEN_BLOCKED * to_come) ** -0.5, 0.08, 0.6)
    return Cost(max(race, _WHEN_HIT * to_come + _LATE) ** -0.5, 0.2, 0.5)


def _meeting(position: Position) -> bool:
    """May the sides still get in each other's way?"""
    first, second = position.counts(0), position.counts(1)
    if position.game.parallel:
        return _ahead(position, first, second) or _ahead(position, second, first)
    return _rear(first) + _rear(second) > BAR


def _ahead(position: Position, own_checkers: tuple[int, ...], other_checkers: tuple[int, ...]) -> bool:
    """Return whether the other side, which runs the same way round, has a checker before our rear one."""
    rear, options = _rear(own_checkers), position.game.options
    return any(other_checkers[point] and across(options, point) < rear for point in range(1, BAR))


def _rear(counts: tuple[int, ...]) -> int:
    return max((point for point in range(1, BAR + 1) if counts[point]), default=OFF)


def _on_board(counts: tuple[int, ...]) -> int:
    return sum(counts[1:])


def _home(counts: tuple[int, ...]) -> bool:
    return not any(counts[HOME + 1 :])


def _within(chances: OutcomeProbabilities, win: float, draw: float) -> OutcomeProbabilities:
    """These chances, with no class more likely than the win or loss that it is one of."""
    lose = max(0.0, 1 - win - draw)
    win2, lose2 = min(chances.win2, win), min(chances.lose2, lose)
    return OutcomeProbabilities(win, win2, min(chances.win3, win2), lose2, min(chances.lose3, lose2), draw)


def _last_roll(position: Position) -> OutcomeProbabilities:
    """Return what comes of the last roll of the game, played at its best."""
    classes = position.game.classes
    ends = position.results() or [position.play(Turn())]
    return max((_ended(end.outcome(), classes) for end in ends), key=lambda chances: chances.equity(classes))


def _ended(outcome: Outcome | None, classes: Sequence[tuple[int, str]]) -> OutcomeProbabilities:
    """A game that the side with the last turn has drawn or lost."""
    assert outcome is not None
    if outcome.winner is None:
        return OutcomeProbabilities(0.0, draw=1.0)
    kind = [points for points, _ in classes].index(outcome.points)
    return OutcomeProbabilities(0.0, lose2=float(kind > 0), lose3=float(kind > 1))
