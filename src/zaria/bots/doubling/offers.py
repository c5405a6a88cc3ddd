"""The offers of the cube before a roll, and their answers; compiled with `offers.pxd`."""

import cython

from zaria.bots.doubling.cubes import Cubes
from zaria.bots.probabilities import OutcomeProbabilities

if not cython.compiled:
    from zaria.bots.doubling.owners import OTHER

EVEN = 1e-9
"""Equities closer than this are the same; the present cube is lost at -1 and won at 1."""


class Offers:
    """A chain of offers: a double, a beaver, a raccoon. Equities are those of the side that may double.

    First `lay` what it is about, or `place` the cube beside chances that `cubes` have loaded. One thread's.
    """

    def __init__(self, cubes: Cubes, *, cube: bool, beaver: bool, raccoon: bool) -> None:
        """`cubes` is the model of the side on roll; the rest is as in `Stake`."""
        self.cubes = cubes
        self.cube = cube
        self.beaver = beaver
        self.raccoon = raccoon
        self.even = EVEN
        self.efficiency = 0.0
        self.level = 0
        self.owner = OTHER
        self.is_dropped = False

    def lay(self, chances: OutcomeProbabilities, efficiency: float, level: int, owner: int) -> None:
        """Take the chances of the side on roll, and the cube as in `place`."""
        self.cubes.playing(chances, 0.0, 0, owner)
        self.place(efficiency, level, owner)

    def place(self, efficiency: float, level: int, owner: int) -> None:
        """Take the efficiency, level and owner of the cube, as in `Cubes.playing`."""
        self.efficiency = efficiency
        self.level = level
        self.owner = owner

    def level_after(self, offer_count: int) -> int:
        """The level after so many offers, 0 for the present one; those above the highest are equal to it."""
        return min(self.level + offer_count, self.cubes.count - 1)

    def playing(self) -> float:
        """The equity of playing on without doubling now."""
        efficiency = self.efficiency if self.cube else 0.0
        return self.cubes.loaded_equity(efficiency, self.level_after(0), self.owner)

    def possible(self) -> bool:
        """Return whether the cube can still be turned."""
        return self.cube and self.level < self.cubes.last

    def taken(self, offer_count: int) -> float:
        """The equity if the last of so many offers is taken: the doubled side has the cube."""
        return self.cubes.loaded_equity(self.efficiency, self.level_after(offer_count), OTHER)

    def dropped(self, offer_count: int) -> float:
        """The equity if the last of so many offers is dropped, by the other side if it was mine."""
        level = self.level_after(offer_count - 1)
        return self.cubes.plus[level] if offer_count % 2 else self.cubes.minus[level]

    def can_counter(self, offer_count: int) -> bool:
        """Return whether the last of so many offers may be answered by one more."""
        if not (self.beaver if offer_count == 1 else offer_count == 2 and self.raccoon):
            return False
        return self.level + offer_count < self.cubes.last

    def countered(self, offer_count: int) -> float | None:
        """The equity if the last of so many offers is answered by one more; None if it may not be."""
        return self.offered(offer_count + 1) if self.can_counter(offer_count) else None

    def offered(self, offer_count: int) -> float:
        """The equity of having made so many offers, if both sides answer correctly."""
        taken = self.taken(offer_count)
        dropped = self.dropped(offer_count)
        equity = min(taken, dropped) if offer_count % 2 else max(taken, dropped)
        if not self.can_counter(offer_count):
            return equity
        countered = self.offered(offer_count + 1)
        return min(equity, countered) if offer_count % 2 else max(equity, countered)

    def unit(self) -> float:
        """Half of what lies between losing the present cube and winning it."""
        level = self.level_after(0)
        return (self.cubes.plus[level] - self.cubes.minus[level]) / 2.0

    def doubles(self) -> bool:
        """Return whether a double is right; it does not ask who owns the cube.

        Of equal ways a double is right where the other side could go wrong by taking it.
        """
        unit = self.unit()
        if unit <= 0.0 or not self.possible():
            return False
        gain = (self.offered(1) - self.playing()) / unit
        if self.taken(1) > self.dropped(1) + self.even * unit:
            gain += 2.0 * self.even
        return gain > self.even

    def counters(self, offer_count: int) -> bool:
        """Return whether one more offer is the right answer to the last of so many."""
        if not self.can_counter(offer_count):
            return False
        countered = self.offered(offer_count + 1)
        taken = self.taken(offer_count)
        dropped = self.dropped(offer_count)
        margin = self.even * self.unit()
        if offer_count % 2:
            return countered < min(taken, dropped) - margin
        return countered > max(taken, dropped) + margin

    def settle(self) -> int:
        """Answer a double correctly; return how many offers there are until one is taken or dropped.

        `is_dropped` says which.
        """
        count = 1
        while self.counters(count):
            count += 1
        taken = self.taken(count)
        dropped = self.dropped(count)
        self.is_dropped = taken > dropped if count % 2 else taken < dropped
        return count
