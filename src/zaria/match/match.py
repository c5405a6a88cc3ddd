"""The state of a match: what all its events so far amount to."""

from typing import Literal

import msgspec

from zaria.games.tables.position import Position
from zaria.match.clock import Clock
from zaria.match.events import Dice2, Move, Player
from zaria.match.terms import Terms

Phase = Literal["open", "between", "roll", "move", "double", "resign", "over"]
"""What is awaited.

open: players. between: the rest of the same command (a game has ended, or its opening roll is to
come); never the state after a whole command. roll: the side on turn may roll, double or resign.
move: it has rolled. double, resign: the other side answers an offer. over: nothing.
"""


class Cube(msgspec.Struct, frozen=True):
    """The doubling cube: its value, and the side that may turn it (None: both)."""

    value: int = 1
    owner: int | None = None


class Last(msgspec.Struct, frozen=True):
    """The last turn played in this game."""

    side: int
    moves: tuple[Move, ...]
    text: str


class Result(msgspec.Struct, frozen=True):
    """How the last finished game ended; the fields are those of `events.GameEnded`."""

    winner: int | None
    points: int
    kind: str
    how: str


class Match(msgspec.Struct, frozen=True):
    """One match. Immutable; only `evolve` makes new ones.

    `turn` is the side on turn, also while the other one answers its offer; `rolls` the number of the
    last roll of the match; `fresh` whether this game has seen no roll yet; `offer` the points of the
    resignation on offer and `refused` the most that were refused this turn; `resumes` the phase that
    follows a refusal; `idle` how many rolls in a row moved no checker; `secret` is known when over.
    """

    id: str
    terms: Terms
    seal: str
    position: Position
    phase: Phase = "open"
    players: tuple[Player | None, Player | None] = (None, None)
    seeds: tuple[str | None, str | None] = (None, None)
    game_no: int = 0
    crawford: bool = False
    crawford_done: bool = False
    starter: int | None = None
    turn: int = 0
    dice: Dice2 | None = None
    rolls: int = 0
    fresh: bool = True
    cube: Cube = Cube()
    score: tuple[int, int] = (0, 0)
    clock: Clock | None = None
    offer: int = 0
    refused: int = 0
    resumes: Phase = "roll"
    idle: int = 0
    last: Last | None = None
    result: Result | None = None
    winner: int | None = None
    secret: str | None = None

    def to_act(self) -> int | None:
        """The side whose action is awaited, or None."""
        if self.phase in ("roll", "move"):
            return self.turn
        if self.phase in ("double", "resign"):
            return 1 - self.turn
        return None

    def both_seeds(self) -> tuple[str, str]:
        """The seeds of a match that has begun."""
        one, two = self.seeds
        if one is None or two is None:
            raise ValueError("both players must be seated")
        return one, two

    def least_resignation(self, side: int) -> int:
        """The fewest points `side` may resign now, before the cube.

        More than the game can cost when it may not resign again this turn.
        """
        floor = self.position.unavoidable(side)
        return max(floor, self.refused + 1) if side == self.turn else floor
