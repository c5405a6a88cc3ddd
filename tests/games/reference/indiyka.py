"""Indiyka: fill six points, put the extra checkers in, take all off (rulebook 2.6)."""

from dataclasses import dataclass, replace

from tests.games.reference.state import Result

Moves = tuple[tuple[int, int], ...]
HAND = 25


@dataclass(frozen=True)
class Half:
    """One side's half: checkers in hand, on points 1 to 6 and off, and the phase it is in."""

    hand: int = 15
    points: tuple[int, ...] = (0,) * 6
    off: int = 0
    phase: str = "fill"

    @property
    def counts(self) -> tuple[int, ...]:
        return (self.off, *self.points, *(0,) * 18, self.hand)


@dataclass(frozen=True)
class State:
    """A game in progress; `dice` is what the side `turn` has thrown and not yet played."""

    halves: tuple[Half, Half] = (Half(), Half())
    turn: int = 0
    dice: tuple[int, ...] = ()

    def rolled(self, roll: tuple[int, int]) -> "State":
        a, b = roll
        return replace(self, dice=(a,) * 4 if a == b else (a, b))

    def legal(self) -> set[Moves]:
        """Every order of steps that uses as many of the dice as can be."""
        every = _orders(self.halves[self.turn], self.dice, filled=0)
        longest = max(len(moves) for moves in every)
        return {moves for moves in every if len(moves) == longest}

    def played(self, moves: Moves) -> "State":
        half, filled = self.halves[self.turn], 0
        for move in moves:
            after = _used(half, move[1], filled)
            assert after is not None
            assert after[1] == move
            filled += half.phase == "fill"
            half = after[0]
        if half.phase == "extra" and half.hand == 0:
            half = replace(half, phase="off")
        sides = (half, self.halves[1]) if self.turn == 0 else (self.halves[0], half)
        return State(sides, 1 - self.turn)

    def result(self) -> Result | None:
        for side, half in enumerate(self.halves):
            if half.off == 15:
                return Result(side, 1, "single")
        return None


def _orders(half: Half, dice: tuple[int, ...], filled: int) -> set[Moves]:
    """All that can be done with the dice one after another; `filled`: put down in this roll while filling."""
    orders: set[Moves] = {()}
    for die in set(dice):
        after = _used(half, die, filled)
        if after is not None:
            remaining = list(dice)
            remaining.remove(die)
            later = _orders(after[0], tuple(remaining), filled + (half.phase == "fill"))
            orders |= {(after[1], *moves) for moves in later}
    return orders


def _used(half: Half, die: int, filled: int) -> tuple[Half, tuple[int, int]] | None:
    """One move by `die`; None when nothing happens."""
    lying = half.points[die - 1]
    if half.phase == "off":
        if not lying or half.off == 15:
            return None
        return replace(half, points=_set(half.points, die, lying - 1), off=half.off + 1), (die, die)
    if half.hand == 0 or (half.phase == "fill" and (lying >= 2 or filled >= 2)):
        return None
    points = _set(half.points, die, lying + 1)
    phase = "extra" if half.phase == "extra" or points == (2,) * 6 else "fill"
    return replace(half, hand=half.hand - 1, points=points, phase=phase), (HAND, die)


def _set(points: tuple[int, ...], point: int, count: int) -> tuple[int, ...]:
    return (*points[: point - 1], count, *points[point:])
