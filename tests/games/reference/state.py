"""A game as it goes on: stages, rests, rolling again, the last turn of paritet (2.4.3, 4.2, 4.3, 5.1)."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.games.reference import plays
from tests.games.reference.plays import Dice, First, Moves, Play
from tests.games.reference.points import worth
from tests.games.reference.presets import Rules, rules
from tests.games.reference.table import HEAD, Table, calmed, counted, locked, mother_caught, opening

Roll = tuple[int, int]


class Result(NamedTuple):
    """The winner, the points and the kind of win; nobody in a drawn game."""

    winner: int | None
    points: int
    kind: str


@dataclass(frozen=True)
class State:
    """A game in progress. `table` is seen by side `turn`; values of both sides are (0's, 1's)."""

    rules: Rules
    table: Table
    turn: int
    starter: int
    stages: tuple[Dice, ...] = ()
    """The stages due before anything is rolled."""
    own_roll: bool = True
    """From the side's own roll, not the rest of the other's."""
    base: bool = True
    """The first stage is the roll itself."""
    heads: int = 0
    """Checkers that left the head in earlier stages of this turn."""
    rolls: tuple[int, int] = (0, 0)
    """The number of rolls of each side."""
    moved: tuple[bool, bool] = (False, False)
    """Has the side moved a checker in this game?"""
    opened: tuple[int, ...] = ()
    """The first roll of the game, the larger die first."""
    again: bool = False
    """The roll being played was a doublet, all of which has been played so far."""

    @property
    def first(self) -> First | None:
        """The facts that the present stage's rules need when it is the base of a first turn."""
        if not (self.own_roll and self.base) or self.moved[self.turn]:
            return None
        alone = self.rolls[1 - self.turn] == 1
        return First(self.turn == self.starter, self.opened if alone else ())

    @property
    def laid(self) -> Table:
        """The table with what the earlier stages of the turn took from the head."""
        return replace(self.table, heads=self.heads)

    def legal(self) -> set[Play]:
        """The legal plays of the stage that is due."""
        return plays.legal(self.rules, self.laid, self.stages[0], self.first)

    def is_legal(self, moves: Moves) -> bool:
        return plays.is_legal(self.rules, self.laid, self.stages[0], moves, self.first)

    def follow(self, moves: Moves) -> Play | None:
        """The play of these steps, whether it makes full use of the dice or not."""
        heads = plays.allowed_heads(self.rules, self.laid, self.stages[0], self.first)
        return plays.follow(self.rules, self.laid, self.stages[0], moves, heads)

    def rolled(self, roll: Roll) -> "State":
        """The side on turn has thrown this."""
        rolls = (self.rolls[0] + (self.turn == 0), self.rolls[1] + (self.turn == 1))
        high, low = max(roll), min(roll)
        stages: tuple[Dice, ...] = ((high, low),)
        if high == low:
            stages = ((high,) * 4,)
            if self.rules.ladder and rolls[self.turn] >= self.rules.ladder_from:
                stages = tuple((die,) * self.rules.ladder for die in range(high, 7))
        return replace(
            self,
            stages=stages,
            own_roll=True,
            base=True,
            heads=0,
            rolls=rolls,
            opened=self.opened or (high, low),
            again=self.rules.again and high == low,
        )

    def played(self, play: Play) -> "State":
        """After the stage that is due."""
        moved = (
            self.moved[0] or (self.turn == 0 and bool(play.used)),
            self.moved[1] or (self.turn == 1 and bool(play.used)),
        )
        table = replace(play.table, mover=calmed(play.table.mover), heads=0)
        after = replace(self, table=table, moved=moved, heads=play.table.heads, base=False)
        unplayed = plays.left(self.stages[0], play.used)
        later = self.stages[1:]
        if not self.own_roll:
            return after._to_play(later) if later else replace(after, stages=(), heads=0, base=True)
        if not unplayed:
            if later:
                return after._to_play(later)
            return replace(after, stages=(), heads=0, base=True) if self.again else after._handed_over(())
        passes_on = self.rules.rest == "any" or (self.rules.rest == "ladder" and not self.base)
        return after._handed_over((unplayed, *later) if passes_on else ())

    def result(self) -> Result | None:
        """The end of the game; None while it goes on."""
        for table, side in ((self.table, self.turn), (self.table.turned(), 1 - self.turn)):
            if mother_caught(self.rules, table):
                return Result(None, 0, "draw") if HEAD in table.my_pins else Result(side, 2, "mars")
        checkers = counted(self.table.mover), counted(self.table.opponent)
        sides = checkers if self.turn == 0 else checkers[::-1]
        done = [side for side in (0, 1) if not any(sides[side][1:])]
        if not done:
            return None
        if len(done) == 2:
            return Result(None, 1, "draw")
        finisher = done[0]
        if self.rules.paritet and finisher == self.starter and self.turn != finisher:
            return None
        winner = 1 - finisher if self.rules.misere else finisher
        return Result(winner, *worth(self.rules, sides[1 - finisher]))

    def locked(self) -> bool:
        return locked(self.rules, self.table)

    def _to_play(self, stages: tuple[Dice, ...]) -> "State":
        return replace(self, stages=stages)

    def _handed_over(self, stages: tuple[Dice, ...]) -> "State":
        return replace(
            self,
            table=self.table.turned(),
            turn=1 - self.turn,
            stages=stages,
            own_roll=not stages,
            base=not stages,
            heads=0,
            again=False,
        )


def begin(preset: str, starter: int = 0, **options: object) -> State:
    """The beginning of a game."""
    game_rules = rules(preset, **options)
    return State(game_rules, opening(game_rules), starter, starter)
