"""Error rates: what gnubg at 2 plies thinks of the turns of a player, and of those gnubg at 0 plies plays.

Matches to five points without a cube, each game played as if for money; the player whose errors are asked for
against gnubg at 0 plies. At every decision both are asked, and gnubg at 2 plies judges both answers beside
the best of the turns that its 0 plies find within `NEAR` points. Forced turns count for nothing.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from zaria import games
from zaria.games.protocols import Position
from zaria.games.turn import Turn

from .boards import board_of
from .games import Dice, Mean
from .gnubg import Gnubg
from .players import Player

POINTS = 5
NEAR = 0.08
"""Points below the best at 0 plies within which turns are looked into."""
MOST = 6
"""Turns looked into at most, besides those played."""


class Graded(NamedTuple):
    """Millipoints lost a decision."""

    player: Mean
    """The player's, when on roll."""
    gnubg: Mean
    """gnubg's 0-ply when it was on roll itself."""
    same: Mean
    """Points that the player loses beyond gnubg's 0-ply at the same decisions, with either side on roll."""
    matches: list[int]
    """The matches played: one item each, 1 where the player won."""


def grade(
    player: Player,
    matches: int,
    minutes: float,
    seed: int,
    progress: Callable[[Graded], None],
    points: int = POINTS,
) -> Graded:
    """Play so many matches, or until the time is over; `progress` is called after each match."""
    deep, static, rules = Gnubg(2), Gnubg(0), games.dice_game("backgammon")
    graded = Graded(Mean(), Mean(), Mean(), [])
    began = time.monotonic()
    while len(graded.matches) < matches and (time.monotonic() - began < minutes * 60 or not graded.matches):
        dice, score = Dice(seed, len(graded.matches)), [0, 0]
        while max(score) < points:
            first = dice.roll(opening=True)
            start = rules.start(int(first[0] < first[1])).rolled(first)
            winner, won = _game(start, player, (deep, static), dice, graded)
            score[winner] += won
        graded.matches.append(int(score[0] > score[1]))
        progress(graded)
    return graded


def _game(
    rolled: Position, player: Player, judges: tuple[Gnubg, Gnubg], dice: Dice, graded: Graded
) -> tuple[int, int]:
    """A game that the player plays as side 0, from the first roll: who won how much."""
    while True:
        position = _decided(rolled, player, judges, graded)
        ended = position.outcome()
        if ended is not None:
            assert ended.winner is not None
            return ended.winner, ended.points
        rolled = position.rolled(dice.roll(opening=False))


def _decided(rolled: Position, player: Player, judges: tuple[Gnubg, Gnubg], graded: Graded) -> Position:
    ends = rolled.results()
    if len(ends) < 2:
        return ends[0] if ends else rolled.play(Turn())
    deep, static = judges
    answers = player.play(rolled), static.play(rolled)
    losses = _losses(ends, answers, deep, static)
    (graded.gnubg if rolled.turn else graded.player).add(1000 * losses[rolled.turn])
    graded.same.add(1000 * (losses[0] - losses[1]))
    return answers[rolled.turn]


def _losses(
    ends: Sequence[Position], answers: tuple[Position, Position], deep: Gnubg, static: Gnubg
) -> tuple[float, float]:
    """Points that each answer loses."""
    values = {board_of(end): static.after(end) for end in ends}
    best = max(values.values())
    near = sorted(
        (end for end in ends if values[board_of(end)] > best - NEAR), key=lambda end: -values[board_of(end)]
    )
    worth = {board_of(end): deep.after(end) for end in [*near[:MOST], *answers]}
    most = max(worth.values())
    return most - worth[board_of(answers[0])], most - worth[board_of(answers[1])]
