"""The ends of all turns of hypergammon, for all placements; compiled with `turns.pxd`.

A turn depends on the own three checkers, the dice, and the one point on which the other side may have two or
three. It does not depend on lone checkers: these are hit by landing on them. So the ends of all turns fit
into one list: for each placement, block and roll the placements that may follow, each with the points on
which checkers landed on the way.
"""

from array import array

import cython

from zaria.bots.hypergammon.layout import BAR, HOME, OFF, PLACEMENTS, places

BLOCKS = 25
"""Points that the other side may hold, and 0 for none."""
ROLLS = 21
ROOM = 512
"""For the ends of a roll after some of its dice; no more than 60 are needed."""
MASK = 4095
"""The placement in an end. Above it are the points of landings: bit 12 + point."""
_ENDS = 4_000_000


def number(low: int, middle: int, high: int) -> int:
    """Return the placement of checkers on places given in order."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


class Turns:
    """The ends of all turns. Rolls are numbered 6-6, 6-5, 6-4 … 1-1, as `zaria.games.dice.ROLLS`."""

    def __init__(self) -> None:
        if not cython.compiled:  # the cells of C arrays are there
            self.low = [0] * PLACEMENTS
            self.middle = [0] * PLACEMENTS
            self.high = [0] * PLACEMENTS
            self.node = [0] * (5 * ROOM)
            self.count = [0] * 5
        for placement, (low, middle, high) in enumerate(places()):
            self.low[placement] = low
            self.middle[placement] = middle
            self.high[placement] = high
        self.touched = 0
        self.filled = 0
        self.ends = array("Q")
        self.first = array("i")
        self.most = array("B")

    def list_all(self) -> None:
        """List the ends of all turns, in a second."""
        self.ends = array("Q", bytes(8 * _ENDS))
        self.first = array("i", bytes(4 * PLACEMENTS * BLOCKS * ROLLS))
        self.most = array("B", bytes(PLACEMENTS * BLOCKS * ROLLS))
        for placement in range(PLACEMENTS):
            roll = 0
            for high in range(6, 0, -1):
                for low in range(high, 0, -1):
                    self.list_roll(placement, roll, high, low)
                    roll += 1

    def list_roll(self, placement: int, roll: int, high: int, low: int) -> None:
        """List the ends of a roll with each block; those that stop no checker share one list."""
        free = self.filled
        count = self.store(placement, 0, high, low)
        touched = self.touched
        for block in range(BLOCKS):
            cell = (placement * BLOCKS + block) * ROLLS + roll
            self.first[cell] = free
            self.most[cell] = count
            if block and touched >> (12 + block) & 1:
                self.first[cell] = self.filled
                self.most[cell] = self.store(placement, block, high, low)

    def store(self, placement: int, block: int, high: int, low: int) -> int:
        """Append the ends of a roll to the list; return how many there are."""
        stage = self.roll(placement, block, high, low)
        for i in range(self.count[stage]):
            self.ends[self.filled] = self.node[stage * ROOM + i]
            self.filled += 1
        return self.count[stage]

    def listed(self, placement: int, block: int, high: int, low: int) -> list[tuple[int, int]]:
        """The same as `ends_of`, from the list."""
        cell = (placement * BLOCKS + block) * ROLLS + ROLLS - high * (high - 1) // 2 - low
        ends = [int(self.ends[self.first[cell] + i]) for i in range(self.most[cell])]
        return [(end & MASK, end >> 12) for end in ends]

    def ends_of(self, placement: int, block: int, high: int, low: int) -> list[tuple[int, int]]:
        """Return the placements after a roll, each with the points of landings as bits: point 1 is bit 1.

        If nothing can be played, the placement itself is the only one.
        """
        stage = self.roll(placement, block, high, low)
        ends = [int(self.node[stage * ROOM + i]) for i in range(self.count[stage])]
        return [(end & MASK, end >> 12) for end in ends]

    def add(self, stage: int, end: int) -> None:
        """Add an end to those of a stage, once."""
        for i in range(self.count[stage]):
            if self.node[stage * ROOM + i] == end:
                return
        self.node[stage * ROOM + self.count[stage]] = end
        self.count[stage] += 1

    def step(self, stage: int, placement: int, mask: int, die: int, block: int) -> None:
        """Add to a stage what one die leads to."""
        low, middle, high = self.low[placement], self.middle[placement], self.high[placement]
        self.move(stage, high, low, middle, high, mask, die, block)
        if high < BAR and middle < high:
            self.move(stage, middle, low, high, high, mask, die, block)
        if high < BAR and low < middle:
            self.move(stage, low, middle, high, high, mask, die, block)

    def move(
        self, stage: int, moved: int, near: int, far: int, highest: int, mask: int, die: int, block: int
    ) -> None:
        """Add to a stage what moving one checker leads to; the two others stay on `near` and `far`."""
        target = moved - die
        if moved == OFF or (target > 0 and target == block):
            return
        if target <= 0:
            if highest > HOME or (target < 0 and moved < highest):
                return
            target = OFF
        else:
            point = 1
            mask |= point << (12 + target)
        if target <= near:
            self.add(stage, mask | number(target, near, far))
        elif target <= far:
            self.add(stage, mask | number(near, target, far))
        else:
            self.add(stage, mask | number(near, far, target))

    def steps(self, source: int, target: int, die: int, block: int) -> None:
        """Add to one stage what a die leads to from all ends of another."""
        for i in range(self.count[source]):
            end = self.node[source * ROOM + i]
            self.step(target, end & MASK, end - (end & MASK), die, block)

    def roll(self, placement: int, block: int, high: int, low: int) -> int:
        """Play a roll in all ways; return the stage with their ends.

        As many dice as possible are played, and the higher if only one can be. `touched` gets the points of
        all landings.
        """
        for stage in range(5):
            self.count[stage] = 0
        self.node[0] = placement
        self.count[0] = 1
        if high == low:
            stage = 0
            while stage < 4:
                self.steps(stage, stage + 1, high, block)
                if not self.count[stage + 1]:
                    break
                stage += 1
        else:
            self.steps(0, 1, low, block)
            self.steps(1, 3, high, block)
            self.steps(0, 2, high, block)
            self.steps(2, 3, low, block)
            stage = 3 if self.count[3] else 2 if self.count[2] else 1 if self.count[1] else 0
        self.touched = 0
        for source in range(5):
            for i in range(self.count[source]):
                self.touched |= self.node[source * ROOM + i]
        return stage
