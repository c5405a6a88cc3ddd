"""Judging and searching a position of a game with dice."""

import random
from typing import NamedTuple

from zaria.bots.chances import Chances, mean
from zaria.bots.plain import outlook
from zaria.games.game import Game, Outcome, Position, Roll
from zaria.games.turn import Turn

ROLLS: tuple[tuple[Roll, float], ...] = tuple(
    ((high, low), (1 if high == low else 2) / 36) for high in range(1, 7) for low in range(1, high + 1)
)
"""The 21 different rolls and how likely each is."""


class Candidate(NamedTuple):
    """A turn, what it promises the side that plays it, and how many plies deep that was looked into."""

    turn: Turn
    chances: Chances
    equity: float
    ply: int


class Rollout(NamedTuple):
    """What games played out from a position gave the side on roll: means, and the error of the equity."""

    chances: Chances
    equity: float
    error: float
    games: int


class Engine:
    """Judges positions of one game. Safe to use from several threads, each waiting for no other."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def name(self) -> str:
        """What judges here, for whoever asks how: "plain"."""
        return "plain"

    def evaluate(self, position: Position, ply: int = 0) -> Chances:
        """What the position promises `position.turn`, who is about to roll (or to play the rest of a duty).

        With `ply` 1 every roll and its best turn is looked at first, with 2 the other side's as well.
        """
        ended = position.outcome()
        if ended is not None:
            return _certain(ended, position)
        if position.duty is not None:
            best = self.ranked(position, ply, 1)
            return best[0].chances
        if ply == 0:
            return self._judged(position)
        return mean([(share, self._after_roll(position, roll, ply - 1)) for roll, share in ROLLS])

    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        """The turns of the stage to be played, the best first, no more than `most`; never none.

        Where nothing can be played the empty turn is the only one.
        """
        turns = position.turns() or [Turn()]
        found = []
        for turn in turns:
            after = position.play(turn)
            chances = self.evaluate(after, ply)
            if after.turn != position.turn:
                chances = chances.flipped()
            found.append(Candidate(turn, chances, chances.equity(self.game.classes), ply))
        found.sort(key=lambda candidate: -candidate.equity)
        return found[:most]

    def rollout(self, position: Position, games: int = 360, seed: int = 0, ply: int = 0) -> Rollout:
        """Play the position out so often, both sides by their best turn, dice from the seed."""
        chance = random.Random(seed)
        ends = [self._played_out(position, chance, ply) for _ in range(games)]
        chances = mean([(1 / games, end) for end in ends])
        each = [end.equity(self.game.classes) for end in ends]
        middle = sum(each) / games
        spread = sum((value - middle) ** 2 for value in each) / max(1, games - 1)
        return Rollout(chances, middle, (spread / games) ** 0.5, games)

    def _after_roll(self, position: Position, roll: Roll, ply: int) -> Chances:
        return self.ranked(position.rolled(roll), ply, 1)[0].chances

    def _judged(self, position: Position) -> Chances:
        side = position.turn
        win = outlook.chance(position, side)
        kinds = [points for points, _ in self.game.classes]
        mine = kinds.index(outlook.likely_points(position, side))
        theirs = kinds.index(outlook.likely_points(position, 1 - side))
        return Chances(
            win, win * (mine > 0), win * (mine > 1), (1 - win) * (theirs > 0), (1 - win) * (theirs > 1)
        )

    def _played_out(self, position: Position, chance: random.Random, ply: int) -> Chances:
        first = position.turn
        while True:
            ended = position.outcome()
            if ended is not None:
                chances = _certain(ended, position)
                return chances if position.turn == first else chances.flipped()
            if position.locked():
                return Chances(0.5)
            if position.duty is None:
                position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
            position = position.play(self.ranked(position, ply, 1)[0].turn)


def _certain(ended: Outcome, position: Position) -> Chances:
    """The end of a game as `position.turn` sees it."""
    if ended.winner is None:
        return Chances(0.0, draw=1.0)
    kind = [points for points, _ in position.game.classes].index(ended.points)
    second, third = float(kind > 0), float(kind > 1)
    if ended.winner == position.turn:
        return Chances(1.0, second, third)
    return Chances(0.0, 0.0, 0.0, second, third)
