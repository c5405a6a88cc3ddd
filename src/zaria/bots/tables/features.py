"""The features of a position: checkers counted, and the dense numbers that the nets take.

One source, compiled by Cython with `features.pxd` or run as it is. A view is a board of 26 ints as in
`zaria.games.tables.kernel.kernel`, seen by the side about to roll. Each phase has dense numbers of its own:
`SIDE` of either side, by the slots that `slots` names, and a few of both.
"""

import cython

from zaria.bots.tables.net import whole, zeros
from zaria.bots.tables.roll_tables import entries, escapes, rolls_by_halves, rolls_that_reach
from zaria.games.tables.kernel.kernel import Kernel

if not cython.compiled:  # there they are an enum and functions of `features.pxd`
    from zaria.bots.tables.bits import first_bit, last_bit
    from zaria.bots.tables.slots import (
        ANCHORS,
        BAR_BEHIND,
        BLOTS,
        DEEP_CHECKERS,
        ENTRY,
        ENTRY_LATER,
        FAR_CHECKERS,
        HELD,
        HOME_CHECKERS,
        HOMEWARD,
        LADDERS,
        LEAD,
        LEAD_SHARE,
        LONGEST_ROW,
        MOBILITY,
        OVER,
        OWN_SHOTS,
        PINNED_HEAD,
        PINNED_PIPS,
        PIPS,
        POINTS_MADE,
        RACE,
        RACE_CROSSOVERS,
        RACE_GAPS,
        RACE_LEFT,
        RACE_NONE_OFF,
        RACE_NOT_HOME,
        RACE_OFF,
        RACE_OUTSIDE,
        RACE_REAR,
        RACE_WASTE,
        REAR,
        REAR_ESCAPES,
        REAR_SHUT,
        ROW_BEFORE,
        SECOND,
        SHOTS,
        SHOTS_LOSS,
        SPARE,
        STACKS,
        THEIR_SHOTS,
        TIMING,
        TRAPPED,
        UNUSED,
        WIDEST_GAP,
        WORST_ESCAPE,
    )
    from zaria.games.tables.board import HOME, PINNED

SIDE = 30
"""Dense numbers of a side."""
ALL_POINTS = (1 << 25) - 2
"""Points 1 to 24 as bits."""
NEAR = 12
"""Points onward up to which the rolls stand in a table: farther on only doublets lead."""


class Features:
    """The features of one view, for one game; see `set_rules`."""

    def __init__(self) -> None:
        self.facing = whole(26)
        self.escape = escapes()
        self.bit = entries()
        low, high = rolls_by_halves()
        self.rolls_low = low
        self.rolls_high = high
        self.reached = rolls_that_reach()
        self.view = whole(26)
        self.checkers = whole(52)
        self.occupied = whole(2)
        self.opposing = whole(2)
        self.shut = whole(2)
        self.onward = whole(2)
        self.free = [6 - shut.bit_count() for shut in range(64)]
        self.off = whole(2)
        self.rear = whole(2)
        self.pips = whole(2)
        self.dense = zeros(64)
        self.rolls_hit = whole(2)
        self.points_made = whole(2)
        self.phase_now = 0

    def set_rules(self, kernel: Kernel, ladder: int) -> None:
        """Take the rules of a kernel, and the moves of each stage of a ladder (0: none)."""
        self.pins = kernel.pin > 0
        self.parallel = kernel.parallel > 0
        self.limit = kernel.limit
        self.side_size = kernel.side_size
        self.ladder = ladder
        for k in range(26):
            self.facing[k] = kernel.facing[k]
        self.home_facing = min(self.facing[1], self.facing[HOME])

    # -- what lies where

    def take_result(self, kernel: Kernel, row: int) -> None:
        """Take a result of a kernel as the other side, which rolls next, sees it."""
        base = row * 26
        for k in range(26):
            self.view[self.facing[k]] = -kernel.out[base + k]

    def count(self) -> None:
        """Count both sides' checkers of the view, each in its own numbers, and what follows from that."""
        player_count = 0
        opponent_count = 0
        for side in range(2):
            self.occupied[side] = 0
            self.opposing[side] = 0
            self.pips[side] = 0
        for p in range(26):
            v = self.view[p]
            q = self.facing[p]
            player = v if v > 0 else 0
            opponent = -v if v < 0 else 0
            if player > PINNED:
                player -= PINNED
                opponent = 1
            if opponent > PINNED:
                opponent -= PINNED
                player = 1
            self.checkers[p] = player
            self.checkers[26 + q] = opponent
            player_count += player
            opponent_count += opponent
            self.pips[0] += p * player
            self.pips[1] += q * opponent
            self.occupied[0] |= (player > 0) << p
            self.occupied[1] |= (opponent > 0) << q
            self.opposing[0] |= (opponent > 0) << p
            self.opposing[1] |= (player > 0) << q
        self.off[0] = self.side_size - player_count
        self.off[1] = self.side_size - opponent_count
        for side in range(2):
            self.rear[side] = last_bit(self.occupied[side]) if self.occupied[side] else 0
        self.phase_now = self.phase()

    def phase(self) -> int:
        """The phase of the view, once counted."""
        if self.rear[0] == 0 or self.rear[1] == 0:
            return OVER
        if not self.has_contact():
            return RACE
        return (1 if self.rear[0] > 18 else 0) + (2 if self.rear[1] > 18 else 0)

    def has_contact(self) -> bool:
        """May the sides still get in each other's way?"""
        if not self.parallel:
            return self.rear[0] + self.rear[1] >= 25
        return self.meets(0) or self.meets(1)

    def meets(self, side: int) -> bool:
        """Has a side whose checkers run the same way round one of the other's before its rear checker?"""
        return self.opposing[side] & ALL_POINTS & ((1 << self.rear[side]) - 1) != 0

    # -- dense numbers

    def compute(self, phase: int) -> int:
        """Work out the dense numbers of a counted view; returns how many there are."""
        if phase == RACE:
            self.racing(0)
            self.racing(1)
        else:
            self.find_shut_points(0)
            self.find_shut_points(1)
            self.describe(0)
            self.describe(1)
            self.plan(0)
            self.plan(1)
        self.dense[LEAD] = (self.pips[1] - self.pips[0]) * 0.02
        lead = (self.pips[1] - self.pips[0] + 4.0) / (self.pips[0] + 10.0)
        self.dense[LEAD_SHARE] = -1.0 if lead < -1.0 else 1.0 if lead > 1.0 else lead
        if self.ladder == 0:
            return LADDERS
        for side in range(2):
            self.dense[LADDERS + side] = 0.0 if phase == RACE else self.doublets(side)
        return LADDERS + 2

    def racing(self, side: int) -> None:
        """Enter the dense numbers of a race: pips, waste, the way home."""
        at = side * SIDE
        checkers = side * 26
        for k in range(SIDE):
            self.dense[at + k] = 0.0
        outside = 0
        cross = 0
        for p in range(7, 25):
            n = self.checkers[checkers + p]
            outside += n
            cross += n * ((p - 1) // 6)
        gaps = 0
        for p in range(1, 7):
            if self.checkers[checkers + p] == 0:
                gaps += 1
            self.dense[at + RACE_OFF + p] = self.checkers[checkers + p] * 0.15
        self.dense[at + PIPS] = self.pips[side] * 0.01
        self.dense[at + RACE_OUTSIDE] = outside * 0.1
        self.dense[at + RACE_CROSSOVERS] = cross * 0.08
        self.dense[at + RACE_GAPS] = gaps * 0.2
        self.dense[at + RACE_OFF] = self.off[side] * 0.07
        self.dense[at + RACE_REAR] = self.rear[side] * 0.05
        far = 0
        for p in range(1, 7):
            far += self.checkers[checkers + p] * (7 - p)
        self.dense[at + RACE_WASTE] = far * 0.03
        if self.off[side] == 0:
            self.dense[at + RACE_NONE_OFF] = 1.0
        on_board = self.side_size - self.off[side]
        self.dense[at + RACE_LEFT] = on_board * on_board * 0.004
        if outside > 0:
            self.dense[at + RACE_NOT_HOME] = 1.0

    def find_shut_points(self, side: int) -> None:
        """Note on which of its own points 1 to 24 a side cannot land (bit p)."""
        shut = 0
        onward = 0
        for p in range(1, 25):
            v = self.view[p] if side == 0 else -self.view[self.facing[p]]
            closed = v < self.limit
            shut |= closed << p
            onward |= closed << (24 - p)
        self.shut[side] = shut
        self.onward[side] = onward

    def after(self, side: int, p: int) -> int:
        """Return which of the next twelve points before p are shut, the nearest in the lowest bit."""
        return self.onward[side] >> (25 - p) & 4095

    def describe(self, side: int) -> None:
        """The dense numbers of a side in contact."""
        at = side * SIDE
        checkers = side * 26
        opponent = 1 - side
        rear = self.rear[side]
        trapped = 0
        mobile = 0
        blots = 0
        stacks = 0
        home = 0
        far = 0
        for p in range(1, HOME + 1):
            home += self.checkers[checkers + p]
        for p in range(13, 26):
            far += self.checkers[checkers + p]
        deep = self.checkers[checkers + 1] + self.checkers[checkers + 2]
        points = self.occupied[side]
        while points:
            p = first_bit(points)
            points &= points - 1
            n = self.checkers[checkers + p]
            surplus = n - 3 if n > 3 else 0
            stacks += surplus * surplus
            blots += n == 1
            if p > HOME:
                ways = self.after(side, p)
                mobile += self.free[ways & 63] << (n > 1)
                if p > 12:
                    trapped += n * (36 - self.escape[ways])
        closed = self.shut[opponent] >> self.home_facing & 63
        points_made = 6 - self.free[closed]
        gaps = self.free[closed | (self.occupied[side] >> 1 & 63)]
        longest = 0
        before = 0
        run = self.shut[opponent]
        ahead = (1 << self.rear[opponent]) - 1
        while run:
            longest += 1
            before += (run & ahead) != 0
            run &= run >> 1
        self.points_made[side] = points_made
        self.rolls_hit[side] = 0
        self.dense[at + PIPS] = self.pips[side] * 0.007
        self.dense[at + REAR] = rear * 0.04
        self.dense[at + REAR_ESCAPES] = self.escape[self.after(side, rear)] * 0.028
        self.dense[at + TRAPPED] = trapped * 0.004
        self.dense[at + MOBILITY] = mobile * 0.015
        self.dense[at + LONGEST_ROW] = longest * 0.167
        self.dense[at + ROW_BEFORE] = before * 0.167
        self.dense[at + POINTS_MADE] = points_made * 0.167
        self.dense[at + BLOTS] = blots * 0.2 if not self.parallel else gaps * 0.167
        self.dense[at + STACKS] = stacks * 0.02
        self.dense[at + HOME_CHECKERS] = home * 0.067
        self.dense[at + FAR_CHECKERS] = far * 0.067
        self.dense[at + DEEP_CHECKERS] = deep * 0.125
        self.dense[at + ENTRY] = 0.0
        self.dense[at + SHOTS] = 0.0
        self.dense[at + SHOTS_LOSS] = 0.0
        self.dense[at + UNUSED] = 0.0
        self.dense[at + ENTRY_LATER] = 0.0
        if self.checkers[checkers + 25] > 0:
            self.dense[at + ENTRY] = 1.0 - (6 - self.gates(side)) * (6 - self.gates(side)) / 36.0
        else:
            self.dense[at + ENTRY_LATER] = (6 - self.gates(side)) * (6 - self.gates(side)) * 0.028
        if not self.parallel:
            self.shots(side, opponent)
        if self.pins:
            self.pinned(side)

    def plan(self, side: int) -> None:
        """More dense numbers of a side in contact, both being described: what it may hope for, and when."""
        at = side * SIDE
        checkers = side * 26
        opponent = 1 - side
        held = 0
        for p in range(19, 26):
            held += 36 - self.escape[self.after(opponent, p)]
        spare = 0
        worst = 36
        second = 0
        anchors = 0
        homeward = 0
        widest = 0
        last = self.rear[side]
        points = self.occupied[side] & ~1
        while points:
            p = last_bit(points)
            points ^= 1 << p
            n = self.checkers[checkers + p]
            if p > HOME:
                homeward += n * (p - HOME)
            if p > 18:
                worst = min(worst, self.escape[self.after(side, p)])
                anchors += n > 1 and p < 25
            elif p > HOME:
                spare += n * (p - HOME)
            elif n > 2:
                spare += (n - 2) * (p - 1)
            if p < self.rear[side] and second == 0:
                second = p
            widest = max(widest, last - p)
            last = p
        shut = self.free[self.after(side, self.rear[side]) & 63]
        bar = self.checkers[opponent * 26 + 25]
        self.dense[at + HELD] = held * 0.004
        self.dense[at + SPARE] = spare * 0.015
        self.dense[at + WORST_ESCAPE] = worst * 0.028
        self.dense[at + SECOND] = second * 0.04
        self.dense[at + ANCHORS] = anchors * 0.4
        self.dense[at + REAR_SHUT] = shut * 0.167
        self.dense[at + BAR_BEHIND] = self.points_made[side] * bar * 0.1
        self.dense[at + OWN_SHOTS] = self.points_made[side] * self.rolls_hit[opponent] * 0.006
        self.dense[at + THEIR_SHOTS] = self.points_made[opponent] * self.rolls_hit[side] * 0.006
        self.dense[at + HOMEWARD] = homeward * 0.01
        ahead = homeward + 8 * (self.side_size - self.off[opponent]) * 0.5 - self.pips[opponent]
        self.dense[at + TIMING] = -1.0 if ahead < -60.0 else 1.0 if ahead > 60.0 else ahead / 60.0
        self.dense[at + WIDEST_GAP] = widest * 0.06

    def doublets(self, side: int) -> float:
        """Return what part of their ladders all six doublets of a side come to as the points lie."""
        total = 0
        on = 0
        for die in range(6, 0, -1):
            steps = self.room(side, die)
            if steps < self.ladder:
                on = 0
            on += die * steps
            total += on
        return total / (91.0 * self.ladder)

    def room(self, side: int, die: int) -> int:
        """Return the steps of a die that a side can play as it stands, as many as a stage has at most."""
        checkers = side * 26
        total = 0
        if self.checkers[checkers + 25] > 0 and self.shut[side] >> (25 - die) & 1:
            return 0
        for p in range(self.rear[side], 0, -1):
            if self.checkers[checkers + p] == 0:
                continue
            q = p - die
            while q > 0 and not self.shut[side] >> q & 1:
                total += self.checkers[checkers + p]
                q -= die
            if q <= 0 and self.rear[side] <= HOME:
                total += self.checkers[checkers + p]
            if total >= self.ladder:
                return self.ladder
        return total

    def gates(self, side: int) -> int:
        """The points on which a checker could enter."""
        free = 0
        for p in range(19, 25):
            if not self.shut[side] >> p & 1:
                free += 1
        return free

    def pinned(self, side: int) -> None:
        """Enter how far back the side's pinned checkers are."""
        total = 0
        for p in range(1, 25):
            v = self.view[p] if side == 0 else -self.view[self.facing[p]]
            if v < -PINNED:
                total += p
        self.dense[side * SIDE + PINNED_PIPS] = total * 0.03
        self.dense[side * SIDE + PINNED_HEAD] = 1.0 if self.checkers[side * 26 + 24] == 1 else 0.0

    def shots(self, side: int, opponent: int) -> None:
        """Enter how the side's lone checkers may be hit or pinned by the other's next roll."""
        every = 0
        loss = 0
        at = side * SIDE
        player_base = side * 26
        opponent_base = opponent * 26
        blots = self.occupied[side] & ALL_POINTS
        while blots:
            p = first_bit(blots)
            blots &= blots - 1
            if self.checkers[player_base + p] != 1:
                continue
            t = 25 - p
            v = self.view[p] if side == 0 else -self.view[25 - p]
            if v != 1:
                continue
            hits = 0
            if self.checkers[opponent_base + 25] > 1:
                hits = self.reach(opponent, 25, 25 - t)
            else:
                hitters = self.occupied[opponent] >> t >> 1 << 1
                while hitters:
                    far = first_bit(hitters)
                    hitters &= hitters - 1
                    hits |= self.reach(opponent, t + far, far)
            every |= hits
            loss += self.rolls_in(hits) * (25 - p)
        self.rolls_hit[side] = self.rolls_in(every)
        self.dense[at + SHOTS] = self.rolls_hit[side] * 0.028
        self.dense[at + SHOTS_LOSS] = loss * 0.0015

    def rolls_in(self, mask: int) -> int:
        """Return how many rolls of 36 a set of rolls holds."""
        return self.rolls_low[mask & 2047] + self.rolls_high[mask >> 11]

    def reach(self, side: int, s: int, far: int) -> int:
        """The rolls by which the checker on s gets `far` points onward."""
        if far <= NEAR:
            return self.reached[1 << (far - 1) | (self.after(side, s) & ((1 << (far - 1)) - 1))]
        rolls = 0
        shut = self.shut[side]
        for k in range(2, 5):
            n = far // k
            if n * k == far and n <= 6:
                free = True
                for j in range(1, k):
                    if shut >> (s - n * j) & 1:
                        free = False
                if free:
                    rolls |= 1 << self.bit[n * 7 + n]
        return rolls
