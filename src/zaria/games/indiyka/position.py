"""A position of indiyka; its methods are those of `zaria.games.protocols.Position`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import msgspec

from zaria.games.dice import ROLLS, Roll
from zaria.games.indiyka import race, text
from zaria.games.indiyka.race import HAND, Checkers
from zaria.games.indiyka.rules import IndiykaRules
from zaria.games.protocols import Dice, Duty, IllegalTurnError, Outcome, Tree, checked_roll
from zaria.games.tables.board import CHECKERS, OFF
from zaria.games.turn import Moves, Step, Turn

IN_HAND = 25
"""The point of a checker in hand, in steps and counts, where other games have the bar."""
_DOUBLET = 4


class Race(Turn, frozen=True):
    """A turn of indiyka: `hand/3(2)` places two checkers on 3, `6/off` bears one off."""

    def __str__(self) -> str:
        steps = sorted(self.steps, key=lambda step: -step.die)
        written = []
        for step, equal in groupby(steps):
            times = len(list(equal))
            name = f"hand/{step.dst}" if step.src == IN_HAND else f"{step.src}/off"
            written.append(f"{name}({times})" if times > 1 else name)
        return " ".join(written)


@dataclass(frozen=True, slots=True)
class IndiykaPosition:
    """Immutable and hashable. `turn` is the side on roll, `checkers` are those of both sides (see `race`)."""

    game: IndiykaRules
    turn: int
    checkers: tuple[Checkers, Checkers]
    duty: Duty | None = None

    def to_text(self) -> str:
        """The position as text, the side on roll first; see `indiyka.text`."""
        return text.write(self.checkers[self.turn], self.checkers[1 - self.turn], self._due())

    def __str__(self) -> str:
        lines = ["".join(f"{point:4}" for point in range(6, 0, -1))]
        for letter, side in (("X", self.turn), ("O", 1 - self.turn)):
            checkers = self.checkers[side]
            cells = "".join(
                f"{f'{checkers[point]}{letter}' if checkers[point] else '.':>4}" for point in range(6, 0, -1)
            )
            lines.append(f"{cells}   {letter}: hand {checkers[HAND]}, off {checkers[OFF]}")
        return "\n".join(lines)

    # -- what may be played

    def rolled(self, roll: Roll) -> "IndiykaPosition":
        """The same position with that roll to be played.

        Raises `InvalidRollError`, or `IllegalTurnError` under a duty.
        """
        if self.duty is not None:
            raise IllegalTurnError("what is due must be played before the next roll")
        high, low = checked_roll(roll)
        dice = (high,) * _DOUBLET if high == low else (high, low)
        return IndiykaPosition(self.game, self.turn, self.checkers, Duty((dice,)))

    def turns(self, roll: Roll | None = None) -> list[Turn]:
        """One legal turn for each position that can be reached; none: the empty turn is played."""
        orders: dict[Checkers, tuple[int, ...]] = {}
        ready = self if roll is None else self.rolled(roll)
        for checkers, played in _ways(self.checkers[self.turn], ready._dice(), off=self._off()):
            orders.setdefault(checkers, played)
        return [self._turn(played) for played in orders.values() if played]

    def results(self, roll: Roll | None = None) -> list["IndiykaPosition"]:
        """The positions after each of `turns`, in the same order."""
        return [self.play(turn) for turn in self.turns(roll)]

    def tree(self, roll: Roll | None = None) -> Tree:
        """Every way to play step by step, for a board that knows no rules."""
        ready = self if roll is None else self.rolled(roll)
        off = self._off()
        nodes = [(self.checkers[self.turn], tuple(sorted(ready._dice())))]
        tree: Tree = []
        for checkers, dice in nodes:
            steps = []
            for die, after, remaining in race.onward(checkers, dice, off=off):
                if (after, remaining) not in nodes:
                    nodes.append((after, remaining))
                steps.append((die if off else IN_HAND, die, nodes.index((after, remaining))))
            tree.append(steps)
        return tree

    def tree_json(self, roll: Roll | None = None) -> bytes:
        """The tree as JSON, which is how it is sent to a board."""
        return msgspec.json.encode(self.tree(roll))

    def effects_json(self, roll: Roll | None = None) -> None:
        """None: the sides never meet."""
        if roll is None:
            self._dice()

    def steps(self, played: Moves = ()) -> list[Step]:
        """The steps of the duty that may come after those played; none when the turn is complete.

        Raises `IllegalTurnError` when the steps played cannot be completed to a legal turn.
        """
        checkers, dice = self._through(played)
        return [self._step(die) for die, _, _ in race.onward(checkers, dice, off=self._off())]

    def complete(self, moves: Moves) -> Turn:
        """The turn of the duty made of these steps; raises `IllegalTurnError` unless it is a legal one."""
        checkers, dice = self._through(moves)
        if race.most(checkers, dice, off=self._off()):
            raise IllegalTurnError(f"not a complete legal turn of {'-'.join(map(str, self._dice()))}")
        return self._turn(tuple(die for _, die in moves))

    def play(self, turn: Turn) -> "IndiykaPosition":
        """The position after a turn, the other side on roll.

        Raises `IllegalTurnError` for impossible steps.
        """
        checkers: Checkers | None = self.checkers[self.turn]
        off = self._off()
        for step in turn.steps:
            checkers = (
                race.use(checkers, step.die, off=off)
                if checkers and step.src == self._source(step.die)
                else None
            )
        if checkers is None:
            raise IllegalTurnError("a step is not possible")
        sides = (self.checkers[0], checkers) if self.turn else (checkers, self.checkers[1])
        return IndiykaPosition(self.game, 1 - self.turn, sides)

    def total(self) -> int:
        """The distinct legal turns of all 21 rolls together, a pass counting one."""
        return sum(max(1, len(self.turns(roll))) for roll in ROLLS)

    # -- what it is worth

    def outcome(self) -> Outcome | None:
        """The outcome, None while the game goes on."""
        for side in (0, 1):
            if self.checkers[side][OFF] == CHECKERS:
                return Outcome(side, 1, "single")
        return None

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here with `side` on roll: nobody has won, and no roll is left to play."""
        return self.turn == side and self.outcome() is None and self.duty is None and not self.locked()

    def locked(self) -> bool:
        """Never: nobody is in the other's way."""
        return False

    def is_race(self) -> bool:
        """Always: the sides have no point in common."""
        return True

    def unavoidable(self, side: int) -> int:
        """The least points `side` loses if it loses: 1, as always."""
        return 1

    def counts(self, side: int) -> tuple[int, ...]:
        """The side's checkers: borne off, on points 1 to 6, none beyond, and in hand at 25."""
        checkers = self.checkers[side]
        return (*checkers[:HAND], *[0] * (IN_HAND - HAND), checkers[HAND])

    def pinned(self, side: int) -> tuple[int, ...]:
        """No points: nobody is pinned."""
        return ()

    def pips(self, side: int) -> int:
        """The dice the side still needs: two for a checker in hand, one for a checker on a point."""
        checkers = self.checkers[side]
        return CHECKERS - checkers[OFF] + checkers[HAND]

    # --

    def _due(self) -> Dice:
        return self.duty.stages[0] if self.duty is not None else ()

    def _dice(self) -> Dice:
        if self.duty is None:
            raise IllegalTurnError("there is no roll to be played")
        return self.duty.stages[0]

    def _off(self) -> bool:
        return race.bears_off(self.checkers[self.turn])

    def _source(self, die: int) -> int:
        return die if self._off() else IN_HAND

    def _step(self, die: int) -> Step:
        return Step(die, die, OFF, False) if self._off() else Step(IN_HAND, die, die, False)

    def _turn(self, played: tuple[int, ...]) -> Turn:
        return Race(tuple([self._step(die) for die in played]))

    def _through(self, moves: Moves) -> tuple[Checkers, Dice]:
        """The mover's checkers and the dice left after these steps, which a legal turn may go through."""
        checkers, dice = self.checkers[self.turn], self._dice()
        for src, die in moves:
            ways = {
                at: (after, remaining)
                for at, after, remaining in race.onward(checkers, dice, off=self._off())
            }
            if die not in ways or src != self._source(die):
                raise IllegalTurnError(f"no legal turn goes through {src} by {die}")
            checkers, dice = ways[die]
        return checkers, dice


def _ways(checkers: Checkers, dice: Dice, *, off: bool) -> Iterator[tuple[Checkers, tuple[int, ...]]]:
    """Yield the boards to which the dice lead, each with the order of the dice."""
    onward = race.onward(checkers, dice, off=off)
    if not onward:
        yield checkers, ()
    for die, after, remaining in onward:
        for end, played in _ways(after, remaining, off=off):
            yield end, (die, *played)
