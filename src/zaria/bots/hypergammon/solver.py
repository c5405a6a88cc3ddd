"""Solves hypergammon by value iteration; compiled with `solver.pxd`.

A position is the placement of the side on roll and that of the other side. Sweeps go through all pairs with
the fewest pips first, so that all turns without a hit lead to positions that the same sweep has already
looked at: only hits need more than one sweep, and races are right after the first.
"""

from array import array
from concurrent.futures import ThreadPoolExecutor

import cython

from zaria.bots.hypergammon.layout import CHANCES, EQUITY, POINT, WHOLE, places
from zaria.bots.hypergammon.turns import Turns

if not cython.compiled:
    from zaria.bots.hypergammon.layout import BAR, OFF, PLACEMENTS
    from zaria.bots.hypergammon.turns import BLOCKS, MASK, ROLLS, number

LEVELS = 76
"""Pips of a side: 0 to 75."""
HITS = 8
"""Sets of the other side's three checkers that may be hit."""
PLACE_BITS = 24
PLACE = 0xFFFFFF
"""The place of a position in the tables, in a number that has its value above it."""
LARGE = 1 << 62
MOST = (1 << 31) - 1
QUIET = 1e-6
"""Changes that a sweep may leave for later."""
PASSES = 4
"""Times that a pair of positions is computed which may follow one another: two passes are one in 1296."""


class Solver:
    """Tables of all positions, and the sweeps that compute them."""

    def __init__(self, turns: Turns, checkers: int = 3) -> None:
        """Take the listed turns; only positions with so many checkers a side or fewer are solved."""
        self.turns = turns
        if not cython.compiled:  # the cells of C arrays are there
            self.order = [0] * PLACEMENTS
            self.block = [0] * PLACEMENTS
            self.points = [0] * PLACEMENTS
            self.turned = [0] * PLACEMENTS
            self.blots = [0] * PLACEMENTS
            self.worth = [0] * PLACEMENTS
            self.hit = [0] * (HITS * PLACEMENTS)
            self.blot = [0] * (3 * PLACEMENTS)
            self.level = [0] * (LEVELS + 1)
            self.share = [0.0] * ROLLS
        for placement, spots in enumerate(places()):
            self._describe(placement, spots)
        spots_of = places()
        order = [n for n in range(PLACEMENTS) if spots_of[n].count(OFF) >= 3 - checkers]
        order.sort(key=lambda n: sum(spots_of[n]))
        for i, placement in enumerate(order):
            self.order[i] = placement
        for pips in range(LEVELS + 1):
            self.level[pips] = max(1, sum(sum(spots_of[n]) < pips for n in order))
        roll = 0
        for high in range(6, 0, -1):
            for low in range(high, 0, -1):
                self.share[roll] = (1.0 if high == low else 2.0) / 36.0
                roll += 1
        self.equity = array("i")
        self.chances = array("f")
        self.quiet = array("B")

    def _describe(self, placement: int, spots: tuple[int, int, int]) -> None:
        """Note all that a sweep asks of a placement."""
        points, turned, blots = 0, 0, 0
        lone: list[int] = []
        for place in set(spots) - {OFF, BAR}:
            points |= 1 << place
            turned |= 1 << BAR - place
            if spots.count(place) > 1:
                self.block[placement] = BAR - place
            else:
                lone.append(place)
                blots |= 1 << 12 + BAR - place
        self.points[placement], self.turned[placement], self.blots[placement] = points, turned, blots
        for i in range(3):
            self.blot[3 * placement + i] = 1 << 12 + BAR - lone[i] if i < len(lone) else 0
        for hits in range(HITS):
            hit = {lone[i] for i in range(len(lone)) if hits >> i & 1}
            after = sorted(BAR if place in hit else place for place in spots)
            self.hit[HITS * placement + hits] = number(after[0], after[1], after[2])
        self.worth[placement] = 1 if spots[0] == OFF else 3 if spots[2] > BAR - 7 else 2

    def begin(self, kind: int) -> None:
        """Set up the table of a kind, in which only the ends of games are known."""
        pairs = PLACEMENTS * PLACEMENTS
        self.quiet = array("B", bytes(pairs))
        if kind == EQUITY:
            self.equity = array("i", bytes(4 * pairs))
        else:
            self.chances = array("f", bytes(4 * CHANCES * pairs))
        for on_roll in range(1, PLACEMENTS):
            place = on_roll * PLACEMENTS
            worth = self.worth[on_roll]
            if kind == EQUITY:
                self.equity[place] = -worth * POINT
            else:
                self.chances[CHANCES * place + 3] = 1.0 if worth > 1 else 0.0
                self.chances[CHANCES * place + 4] = 1.0 if worth > 2 else 0.0

    def sweep(
        self, kind: int, *, full: bool, pool: ThreadPoolExecutor | None = None, parts: int = 1
    ) -> float:
        """Compute the positions once more, in `parts` threads; return the greatest change.

        If the sweep is not `full`, it leaves out what hardly changed when it was last computed.
        """
        changed = 0.0
        for level in range(LEVELS):
            if pool is None:
                changes = [self.sweep_level(kind, full, level, 0, 1)]
            else:
                tasks = [
                    pool.submit(self.sweep_level, kind, full, level, part, parts) for part in range(parts)
                ]
                changes = [task.result() for task in tasks]
            changed = max(changed, *changes)
        return changed

    def sweep_level(self, kind: int, full: bool, level: int, part: int, parts: int) -> float:
        """Compute the pairs of which the side that is farther back has so many pips, or every so many-th."""
        changed = 0.0
        with cython.nogil:
            k = self.level[level] + part
            while k < self.level[level + 1]:
                for i in range(1, k + 1):
                    changed = max(changed, self.solve_pair(self.order[k], self.order[i], kind, full))
                k += parts
        return changed

    def solve_pair(self, on_roll: int, opponent: int, kind: int, full: bool) -> float:
        """Compute the positions in which one and the other side is on roll; return the greater change.

        They depend on one another where a side may have to pass.
        """
        changed = 0.0
        place = on_roll * PLACEMENTS + opponent
        if self.points[on_roll] & self.turned[opponent] or (self.quiet[place] and not full):
            return changed
        rounds = PASSES if self.passes(on_roll, opponent) else 1
        for _ in range(rounds):
            changed = max(changed, self.solve_one(on_roll, opponent, kind))
            if on_roll != opponent:
                changed = max(changed, self.solve_one(opponent, on_roll, kind))
        self.quiet[place] = changed < QUIET
        return changed

    def passes(self, on_roll: int, opponent: int) -> bool:
        """Return whether a roll leaves the first of two sides nothing to play."""
        cell = (on_roll * BLOCKS + self.block[opponent]) * ROLLS
        count = 0
        for roll in range(ROLLS):
            count += self.turns.ends[self.turns.first[cell + roll]] == on_roll
        return count > 0

    def solve_one(self, on_roll: int, opponent: int, kind: int) -> float:
        """Compute a position from those that follow; return the change."""
        if kind == EQUITY:
            return self.average(on_roll, opponent)
        return self.blend(on_roll, opponent)

    def after_hits(self, opponent: int, landed: int) -> int:
        """Return the other side's placement after landings on some of its lone checkers."""
        hits = HITS * opponent
        if landed & self.blot[3 * opponent]:
            hits += 1
        if landed & self.blot[3 * opponent + 1]:
            hits += 2
        if landed & self.blot[3 * opponent + 2]:
            hits += 4
        return self.hit[hits]

    def best_end(self, on_roll: int, opponent: int, roll: int) -> int:
        """Return the best end of a roll: its worth to the other side, above its place in the tables."""
        blots = self.blots[opponent]
        cell = (on_roll * BLOCKS + self.block[opponent]) * ROLLS + roll
        start = self.turns.first[cell]
        best = LARGE
        for i in range(start, start + self.turns.most[cell]):
            end = self.turns.ends[i]
            if end & blots:
                place = self.after_hits(opponent, end & blots) * PLACEMENTS + (end & MASK)
            else:
                place = opponent * PLACEMENTS + (end & MASK)
            value = self.equity[place]
            best = min(best, (value << PLACE_BITS) + place)
        return best

    def average(self, on_roll: int, opponent: int) -> float:
        """Compute the equity without a cube: the mean over all rolls, each played in the best way."""
        total = 0.0
        blots = self.blots[opponent]
        cell = (on_roll * BLOCKS + self.block[opponent]) * ROLLS
        for roll in range(ROLLS):
            start = self.turns.first[cell + roll]
            best = MOST
            for i in range(start, start + self.turns.most[cell + roll]):
                end = self.turns.ends[i]
                if end & blots:
                    place = self.after_hits(opponent, end & blots) * PLACEMENTS + (end & MASK)
                else:
                    place = opponent * PLACEMENTS + (end & MASK)
                best = min(best, self.equity[place])
            total -= self.share[roll] * best
        return self.set_equity(on_roll * PLACEMENTS + opponent, total)

    def set_equity(self, place: int, value: float) -> float:
        """Set a number of `equity`, in POINT; return the change in points."""
        change = abs(value - self.equity[place])
        self.equity[place] = cython.cast(cython.int, value + 0.5 if value > 0.0 else value - 0.5)
        return change / POINT

    def blend(self, on_roll: int, opponent: int) -> float:
        """Compute the chances: the mean over all rolls, played as is best by the equity without a cube."""
        win = win2 = win3 = lose2 = lose3 = 0.0
        for roll in range(ROLLS):
            after = CHANCES * (self.best_end(on_roll, opponent, roll) & PLACE)
            share = self.share[roll]
            win += share * (1.0 - self.chances[after])
            win2 += share * self.chances[after + 3]
            win3 += share * self.chances[after + 4]
            lose2 += share * self.chances[after + 1]
            lose3 += share * self.chances[after + 2]
        place = CHANCES * (on_roll * PLACEMENTS + opponent)
        changed = self.set_chance(place, win)
        changed = max(changed, self.set_chance(place + 1, win2))
        changed = max(changed, self.set_chance(place + 2, win3))
        changed = max(changed, self.set_chance(place + 3, lose2))
        return max(changed, self.set_chance(place + 4, lose3))

    def set_chance(self, place: int, value: float) -> float:
        """Set a number of `chances`; return the change."""
        change = abs(value - self.chances[place])
        self.chances[place] = value
        return change

    def round_row(self, on_roll: int, cells: array[int]) -> None:
        """Give the chances of all positions with `own` on roll, in 65535ths: PLACEMENTS times CHANCES."""
        start = on_roll * PLACEMENTS * CHANCES
        for i in range(PLACEMENTS * CHANCES):
            cells[i] = cython.cast(cython.int, self.chances[start + i] * WHOLE + 0.5)
