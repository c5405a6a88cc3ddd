"""Judging tables, and looking ahead: one source, compiled by Cython or run as it is.

A `Judge` is one thread's scratch pad for one game. A view is a board of 26 ints as in
`zaria.games.tables.kernel`, seen by the side about to roll; what is said of it is five chances (`net`), the
equity being the points per game that follow. Positions are divided by phase, each of which has a net of
its own: over; a race; or in contact, by which sides still have checkers in their start quarter.
"""

import cython

from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.net import Net, whole, zeros
from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.tables.kernel.rules import KernelRules

SIDE = 30
"""Dense numbers of a side; two more are of both."""
CHECKERS = 15
HOME = 6
PIN = 16
CONTACT_PHASES = 4
RACE = 4
PHASES = 5
OVER = 5
ROWS = 4096
DEEP = 8
STUCK = 100
"""Rolls without a move after which a game is void."""
TABLA = 0
TABLA12 = 1
TAPA = 2
GULBARA = 3
NARDY = 4
FIVESTARS = 5
REST_LADDER = 1
REST_ANY = 2
BEAM = 3
"""Results of a ladder's stage whose later stages are looked at."""
KEPT = 48
TRIED = 47
"""Where in the stack they are, and that whose later stages are played."""
LOST = -1000.0


def escapes() -> list[int]:
    """By which of the next twelve points are shut: rolls of 36 that take one checker all the way."""
    found = []
    for shut in range(4096):
        total = 0
        for a in range(1, 7):
            for b in range(1, a):
                if not shut >> (a + b - 1) & 1 and not (shut >> (a - 1) & 1 and shut >> (b - 1) & 1):
                    total += 2
            if not shut >> (a - 1) & 1 and not (shut >> (2 * a - 1) & 1):
                total += 1
        found.append(total)
    return found


def entries() -> list[int]:
    """Bits of the 21 rolls: cell a * 7 + b is the bit of the roll a-b."""
    found = [0] * 49
    bit = 0
    for a in range(1, 7):
        for b in range(1, a + 1):
            found[a * 7 + b] = found[b * 7 + a] = bit
            bit += 1
    return found


class EvaluatorKernel:
    """Judges the positions of one game; see `set_rules`.

    While it is `wide` a roll's ladder is climbed with its end in view (`BEAM`), which takes several times as
    long; `noise` (points) misleads it about its turns. It is `wanting` once it has judged a race at home
    without the table.
    """

    def __init__(self) -> None:
        self.kernel = Kernel()
        self.escape = escapes()
        self.bit = entries()
        self.die_bits = whole(8)
        for a in range(1, 7):
            for b in range(1, 7):
                self.die_bits[a] |= 1 << self.bit[a * 7 + b]
        self.doubles = 0
        for a in range(1, 7):
            self.doubles |= 1 << self.bit[a * 7 + a]
        self.view = whole(26)
        self.base = whole(26)
        self.base_off = whole(2)
        self.base_phase = -1
        self.checkers = whole(52)
        self.shut = whole(2)
        self.onward = whole(2)
        self.free = [6 - shut.bit_count() for shut in range(64)]
        self.off = whole(2)
        self.rear = whole(2)
        self.pips = whole(2)
        self.o = zeros(5)
        self.sum = zeros(40)
        self.dense = zeros(64)
        self.base_dense = zeros(64)
        self.rolls_hit = whole(2)
        self.made = whole(2)
        self.points = zeros(3)
        self.evals = 0
        self.noise = 0.0
        self.seed = 1
        self.done = False
        self.used = 0
        self.tabled = False
        self.wanting = False
        self.wide = False
        self.rows = 0
        if not cython.compiled:
            self.stack = whole(26 * 64)
            self.worth = zeros(ROWS)
        self.set_rules(KernelRules(), (0,) * 10, (1.0, 2.0, 3.0))

    def set_rules(
        self,
        rules: KernelRules,
        more: tuple[int, ...],
        points: tuple[float, float, float],
    ) -> None:
        """Take the rules: those of the kernel, then what else matters here.

        `more` is (ladder moves or 0, rest, roll again, scoring, misere); `points` those of
        the three classes.
        """
        self.kernel.set_rules(rules)
        self.hits = rules.limit < 0 and not rules.pin
        self.pins = rules.pin > 0
        self.parallel = rules.parallel > 0
        self.limit = rules.limit
        self.ladder = more[0]
        self.rest = more[1]
        self.again = more[2]
        self.scoring = more[3]
        self.misere = more[4]
        for k in range(3):
            self.points[k] = points[k]
        self.base_phase = -1

    def set_net(self, net: Net) -> None:
        """Take the nets of all phases."""
        self.net = net
        self.base_phase = -1

    def set_table(self, table: BearOff) -> None:
        """Take the table of bearing off that fits the game's doublets."""
        self.table = table
        self.tabled = not self.misere

    # -- what lies where

    def count(self) -> None:
        """Count both sides' checkers of the view, each in its own numbers, and what follows from that."""
        for k in range(52):
            self.checkers[k] = 0
        mine = 0
        theirs = 0
        for p in range(26):
            v = self.view[p]
            if v == 0:
                continue
            q = self.kernel.facing[p]
            if v > 0:
                if v > PIN:
                    v -= PIN
                    self.checkers[26 + q] = 1
                    theirs += 1
                self.checkers[p] = v
                mine += v
            else:
                v = -v
                if v > PIN:
                    v -= PIN
                    self.checkers[p] = 1
                    mine += 1
                self.checkers[26 + q] = v
                theirs += v
        self.off[0] = CHECKERS - mine
        self.off[1] = CHECKERS - theirs
        self.rear[0] = 0
        self.rear[1] = 0
        self.pips[0] = 0
        self.pips[1] = 0
        for p in range(1, 26):
            if self.checkers[p] > 0:
                self.rear[0] = p
                self.pips[0] += p * self.checkers[p]
            if self.checkers[26 + p] > 0:
                self.rear[1] = p
                self.pips[1] += p * self.checkers[26 + p]

    def phase(self) -> int:
        """The phase of the view, once counted."""
        if self.off[0] == CHECKERS or self.off[1] == CHECKERS:
            return OVER
        if not self.meeting():
            return RACE
        return (1 if self.rear[0] > 18 else 0) + (2 if self.rear[1] > 18 else 0)

    def meeting(self) -> bool:
        """May the sides still get in each other's way?"""
        if not self.parallel:
            return self.rear[0] + self.rear[1] >= 25
        return self.ahead(0, 1) or self.ahead(1, 0)

    def ahead(self, me: int, other: int) -> bool:
        """Has a side whose checkers run the same way round one of the other's before its rear checker?"""
        for q in range(1, 25):
            if self.checkers[26 * other + q] > 0 and self.kernel.facing[q] < self.rear[me]:
                return True
        return False

    def class_of(self, loser: int) -> int:
        """The class (0 to 2) of a loss as `score.outcome` has it, by what the loser has left."""
        outside = self.rear[loser] > HOME
        if self.scoring <= TABLA12:
            if self.off[loser] > 0:
                return 0
            return 2 if self.scoring == TABLA and self.rear[loser] > 18 else 1
        if self.scoring == NARDY:
            if self.off[loser] > 0:
                return 0
            return 1 if outside else 2
        deep = self.rear[loser] > (12 if self.scoring == GULBARA else 18)
        if deep:
            return 2
        return 1 if outside else 0

    def settle(self) -> None:
        """The outputs of a view that is over."""
        finisher = 0 if self.off[0] == CHECKERS else 1
        winner = 1 - finisher if self.misere else finisher
        kind = self.class_of(1 - finisher)
        for k in range(5):
            self.o[k] = 0.0
        if winner == 0:
            self.o[0] = 1.0
            self.o[1] = 1.0 if kind > 0 else 0.0
            self.o[2] = 1.0 if kind > 1 else 0.0
        else:
            self.o[3] = 1.0 if kind > 0 else 0.0
            self.o[4] = 1.0 if kind > 1 else 0.0

    def locked(self) -> bool:
        """Does the game start again from the view?"""
        return self.kernel.mothers != 0 and self.view[24] <= -PIN and self.view[1] >= PIN

    def lock(self) -> None:
        """The outputs of a game that starts again."""
        self.o[0] = 0.5
        self.o[1] = 0.0
        self.o[2] = 0.0
        self.o[3] = 0.0
        self.o[4] = 0.0

    # -- dense numbers

    def reckon(self, phase: int) -> int:
        """Work out the dense numbers of a counted view; returns how many there are."""
        if phase == RACE:
            self.racing(0)
            self.racing(1)
        else:
            self.close(0)
            self.close(1)
            self.describe(0)
            self.describe(1)
            self.plan(0)
            self.plan(1)
        self.dense[2 * SIDE] = (self.pips[1] - self.pips[0]) * 0.02
        lead = (self.pips[1] - self.pips[0] + 4.0) / (self.pips[0] + 10.0)
        self.dense[2 * SIDE + 1] = -1.0 if lead < -1.0 else 1.0 if lead > 1.0 else lead
        if self.ladder == 0:
            return 2 * SIDE + 2
        for side in range(2):
            self.dense[2 * SIDE + 2 + side] = 0.0 if phase == RACE else self.doublets(side)
        return 2 * SIDE + 4

    def racing(self, side: int) -> None:
        """Where nobody is in the way: pips, waste, how far home is."""
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
            self.dense[at + 4 + p] = self.checkers[checkers + p] * 0.15
        self.dense[at] = self.pips[side] * 0.01
        self.dense[at + 1] = outside * 0.1
        self.dense[at + 2] = cross * 0.08
        self.dense[at + 3] = gaps * 0.2
        self.dense[at + 4] = self.off[side] * 0.07
        self.dense[at + 11] = self.rear[side] * 0.05
        far = 0
        for p in range(1, 7):
            far += self.checkers[checkers + p] * (7 - p)
        self.dense[at + 12] = far * 0.03
        if self.off[side] == 0:
            self.dense[at + 13] = 1.0
        left = CHECKERS - self.off[side]
        self.dense[at + 14] = left * left * 0.004
        if outside > 0:
            self.dense[at + 15] = 1.0

    def close(self, side: int) -> None:
        """Note on which of its own points 1 to 24 a side cannot land (bit p)."""
        shut = 0
        onward = 0
        for p in range(1, 25):
            v = self.view[p] if side == 0 else -self.view[self.kernel.facing[p]]
            if v < self.limit:
                shut |= 1 << p
                onward |= 1 << (24 - p)
        self.shut[side] = shut
        self.onward[side] = onward

    def after(self, side: int, p: int) -> int:
        """Which of the next twelve points before p are shut, the nearest in the lowest bit."""
        return self.onward[side] >> (25 - p) & 4095

    def describe(self, side: int) -> None:
        """The dense numbers of a side in contact."""
        at = side * SIDE
        checkers = side * 26
        other = 1 - side
        rear = self.rear[side]
        trapped = 0.0
        mobile = 0.0
        blots = 0
        stacks = 0
        home = 0
        far = 0
        made = 0
        deep = 0
        gaps = 0
        for p in range(1, 26):
            n = self.checkers[checkers + p]
            if p <= HOME and n > 0:
                home += n
                if p <= 2:
                    deep += n
            if n == 0:
                continue
            if p > 12:
                far += n
            if n > 3:
                stacks += (n - 3) * (n - 3)
            if n == 1:
                blots += 1
            ways = self.after(side, p)
            if p > HOME:
                free = self.free[ways & 63]
                mobile += free if n == 1 else 2 * free
                if p > 12:
                    trapped += n * (36 - self.escape[ways])
        for p in range(1, 7):
            q = self.kernel.facing[p]
            if self.shut[other] >> q & 1:
                made += 1
            elif self.checkers[checkers + p] == 0:
                gaps += 1
        run = 0
        longest = 0
        before = 0
        limit = self.rear[other]
        for q in range(24, 0, -1):
            if self.shut[other] >> q & 1:
                run += 1
                longest = max(longest, run)
                if q < limit:
                    before = max(before, run)
            else:
                run = 0
        self.made[side] = made
        self.rolls_hit[side] = 0
        self.dense[at] = self.pips[side] * 0.007
        self.dense[at + 1] = rear * 0.04
        self.dense[at + 2] = self.escape[self.after(side, rear)] * 0.028
        self.dense[at + 3] = trapped * 0.004
        self.dense[at + 4] = mobile * 0.015
        self.dense[at + 5] = longest * 0.167
        self.dense[at + 6] = before * 0.167
        self.dense[at + 7] = made * 0.167
        self.dense[at + 8] = blots * 0.2 if not self.parallel else gaps * 0.167
        self.dense[at + 9] = stacks * 0.02
        self.dense[at + 10] = home * 0.067
        self.dense[at + 11] = far * 0.067
        self.dense[at + 12] = deep * 0.125
        self.dense[at + 13] = 0.0
        self.dense[at + 14] = 0.0
        self.dense[at + 15] = 0.0
        self.dense[at + 16] = 0.0
        self.dense[at + 17] = 0.0
        if self.checkers[checkers + 25] > 0:
            self.dense[at + 13] = 1.0 - (6 - self.gates(side)) * (6 - self.gates(side)) / 36.0
        else:
            self.dense[at + 17] = (6 - self.gates(side)) * (6 - self.gates(side)) * 0.028
        if not self.parallel:
            self.shots(side, other)
        if self.pins:
            self.pinned(side)

    def plan(self, side: int) -> None:
        """More dense numbers of a side in contact, both being described: what it may hope for, and when."""
        at = side * SIDE + 18
        checkers = side * 26
        other = 1 - side
        held = 0
        for p in range(19, 26):
            held += 36 - self.escape[self.after(other, p)]
        spare = 0
        worst = 36
        second = 0
        anchors = 0
        homeward = 0
        widest = 0
        last = self.rear[side]
        for p in range(self.rear[side], 0, -1):
            n = self.checkers[checkers + p]
            if n == 0:
                continue
            if p > HOME:
                homeward += n * (p - HOME)
            if p > 18:
                free = self.escape[self.after(side, p)]
                worst = min(worst, free)
                if n > 1 and p < 25:
                    anchors += 1
            elif p > HOME:
                spare += n * (p - HOME)
            elif n > 2:
                spare += (n - 2) * (p - 1)
            if p < self.rear[side] and second == 0:
                second = p
            widest = max(widest, last - p)
            last = p
        shut = self.free[self.after(side, self.rear[side]) & 63]
        bar = self.checkers[other * 26 + 25]
        self.dense[at] = held * 0.004
        self.dense[at + 1] = spare * 0.015
        self.dense[at + 2] = worst * 0.028
        self.dense[at + 3] = second * 0.04
        self.dense[at + 4] = anchors * 0.4
        self.dense[at + 5] = shut * 0.167
        self.dense[at + 6] = self.made[side] * bar * 0.1
        self.dense[at + 7] = self.made[side] * self.rolls_hit[other] * 0.006
        self.dense[at + 8] = self.made[other] * self.rolls_hit[side] * 0.006
        self.dense[at + 9] = homeward * 0.01
        ahead = homeward + 8 * (CHECKERS - self.off[other]) * 0.5 - self.pips[other]
        self.dense[at + 10] = -1.0 if ahead < -60.0 else 1.0 if ahead > 60.0 else ahead / 60.0
        self.dense[at + 11] = widest * 0.06

    def doublets(self, side: int) -> float:
        """What part of their ladders all six doublets of a side come to as the points lie."""
        found = 0
        on = 0
        for die in range(6, 0, -1):
            steps = self.room(side, die)
            if steps < self.ladder:
                on = 0
            on += die * steps
            found += on
        return found / (91.0 * self.ladder)

    def room(self, side: int, die: int) -> int:
        """How many steps of a die the side finds where it stands, no more than a stage of a ladder has."""
        checkers = side * 26
        found = 0
        if self.checkers[checkers + 25] > 0 and self.shut[side] >> (25 - die) & 1:
            return 0
        for p in range(self.rear[side], 0, -1):
            if self.checkers[checkers + p] == 0:
                continue
            q = p - die
            while q > 0 and not self.shut[side] >> q & 1:
                found += self.checkers[checkers + p]
                q -= die
            if q <= 0 and self.rear[side] <= HOME:
                found += self.checkers[checkers + p]
            if found >= self.ladder:
                return self.ladder
        return found

    def gates(self, side: int) -> int:
        """The points on which a checker could enter."""
        free = 0
        for p in range(19, 25):
            if not self.shut[side] >> p & 1:
                free += 1
        return free

    def pinned(self, side: int) -> None:
        """How far back the side's pinned checkers are."""
        total = 0
        for p in range(1, 25):
            v = self.view[p] if side == 0 else -self.view[self.kernel.facing[p]]
            if v < -PIN:
                total += p
        self.dense[side * SIDE + 13] = total * 0.03
        self.dense[side * SIDE + 17] = 1.0 if self.checkers[side * 26 + 24] == 1 else 0.0

    def shots(self, side: int, other: int) -> None:
        """How the side's lone checkers may be hit or pinned by the other's next roll."""
        every = 0
        loss = 0.0
        at = side * SIDE
        mine = side * 26
        his = other * 26
        for p in range(1, 25):
            if self.checkers[mine + p] != 1:
                continue
            t = 25 - p
            v = self.view[p] if side == 0 else -self.view[25 - p]
            if v != 1:
                continue
            hits = 0
            for s in range(t + 1, 26):
                if self.checkers[his + s] > 0:
                    hits |= self.reach(other, s, s - t)
            if self.checkers[his + 25] > 1:
                hits = self.reach(other, 25, 25 - t)
            every |= hits
            loss += self.rolls_in(hits) * (25 - p)
        self.rolls_hit[side] = self.rolls_in(every)
        self.dense[at + 14] = self.rolls_hit[side] * 0.028
        self.dense[at + 15] = loss * 0.0015

    def rolls_in(self, mask: int) -> int:
        """How many rolls of 36 a set of rolls holds."""
        found = 0
        twice = mask & ~self.doubles
        while mask:
            mask &= mask - 1
            found += 1
        while twice:
            twice &= twice - 1
            found += 1
        return found

    def reach(self, side: int, s: int, far: int) -> int:
        """The rolls by which the checker on s gets `far` points onward."""
        found = 0
        shut = self.shut[side]
        if far <= 0 or far > 24:
            return 0
        if far <= 6:
            found |= self.die_bits[far]
        if far <= 12:
            for a in range(1, 7):
                b = far - a
                if b > a and b <= 6 and not (shut >> (s - a) & 1 and shut >> (s - b) & 1):
                    found |= 1 << self.bit[a * 7 + b]
        for k in range(2, 5):
            n = far // k
            if n * k == far and n <= 6:
                free = True
                for j in range(1, k):
                    if shut >> (s - n * j) & 1:
                        free = False
                if free:
                    found |= 1 << self.bit[n * 7 + n]
        return found

    # -- judging

    def judge(self) -> float:
        """Judge the view; the outputs are left in `o`. Returns the equity."""
        self.count()
        return self.judged()

    def judged(self) -> float:
        """The same of a view that is counted."""
        self.evals += 1
        phase = self.phase()
        if phase == OVER:
            self.settle()
            return self.equity()
        if self.locked():
            self.lock()
            return 0.0
        if phase == self.base_phase:
            self.vary(phase)
        else:
            self.put_together(phase)
        self.tidy(phase)
        return self.equity()

    def put_together(self, phase: int) -> None:
        """Judge by the net of the phase, from nothing; the next views are compared with this one."""
        self.net.choose(phase)
        self.net.begin()
        for p in range(26):
            if self.view[p] != 0:
                self.net.put(p, self.view[p])
            self.base[p] = self.view[p]
        for side in range(2):
            if self.off[side] > 0:
                self.net.put(26 + side, self.off[side])
            self.base_off[side] = self.off[side]
        self.base_phase = phase
        count = self.reckon(phase)
        for k in range(count):
            self.net.weigh(k, self.dense[k])
            self.base_dense[k] = self.dense[k]
        self.net.take()
        self.conclude()

    def vary(self, phase: int) -> None:
        """Judge a view that resembles the last one put together."""
        self.net.take()
        for p in range(26):
            if self.view[p] != self.base[p]:
                self.net.change(p, self.base[p], self.view[p])
        for side in range(2):
            if self.off[side] != self.base_off[side]:
                self.net.change(26 + side, self.base_off[side], self.off[side])
        count = self.reckon(phase)
        for k in range(count):
            if self.dense[k] != self.base_dense[k]:
                self.net.add(k, self.dense[k] - self.base_dense[k])
        self.conclude()

    def conclude(self) -> None:
        """Take the outputs."""
        self.net.finish()
        for k in range(5):
            self.o[k] = self.net.o[k]

    def tidy(self, phase: int) -> None:
        """Put right what is known better: chances that cannot be, and races that are in the table."""
        if phase == RACE and self.rear[0] <= HOME and self.rear[1] <= HOME:
            if self.tabled:
                self.o[0] = self.table.wins(self.numbered(0), self.numbered(1))
            else:
                self.wanting = True
        lose = 1.0 - self.o[0]
        if self.points[2] == self.points[0]:
            self.o[1] = 0.0
            self.o[3] = 0.0
        if self.points[2] == self.points[1]:
            self.o[2] = 0.0
            self.o[4] = 0.0
        self.bound(0, 1, phase == RACE)
        self.bound(1, 3, phase == RACE)
        self.o[1] = min(self.o[1], self.o[0])
        self.o[2] = min(self.o[2], self.o[1])
        self.o[3] = min(self.o[3], lose)
        self.o[4] = min(self.o[4], self.o[3])

    def bound(self, winner: int, at: int, past: bool) -> None:
        """Remove classes that the loser cannot reach any more, or not that often with the next roll.

        `past`: the sides are past each other.
        """
        loser = winner if self.misere else 1 - winner
        onward = past or not self.hits
        if self.scoring <= TABLA12 or self.scoring == NARDY:
            if self.off[loser] > 0:
                self.o[at] = 0.0
                self.o[at + 1] = 0.0
            elif past and self.rear[loser] <= HOME:
                if loser == 0 and not self.misere:
                    self.o[at] = min(self.o[at], self.missed())
                self.o[at + 1] = self.o[at] if self.scoring == NARDY else 0.0
            elif past and self.scoring == TABLA and self.rear[loser] <= 18:
                self.o[at + 1] = 0.0
        elif onward and self.rear[loser] <= HOME:
            self.o[at] = 0.0
            self.o[at + 1] = 0.0
        elif onward and self.rear[loser] <= (12 if self.scoring == GULBARA else 18):
            self.o[at + 1] = 0.0

    def missed(self) -> float:
        """In a race, at most how likely the side on roll, all home, bears none off: by no die of the roll."""
        idle = 0
        for die in range(1, HOME + 1):
            if die < self.rear[0] and self.checkers[die] == 0:
                idle += 1
        return idle * idle / 36.0

    def numbered(self, side: int) -> int:
        """The number of a side's checkers in the table of bearing off."""
        m = side * 26
        return self.table.number(
            self.checkers[m + 1],
            self.checkers[m + 2],
            self.checkers[m + 3],
            self.checkers[m + 4],
            self.checkers[m + 5],
            self.checkers[m + 6],
        )

    def equity(self) -> float:
        """The points that the outputs promise."""
        return (
            self.points[0] * (2.0 * self.o[0] - 1.0)
            + (self.points[1] - self.points[0]) * (self.o[1] - self.o[3])
            + (self.points[2] - self.points[1]) * (self.o[2] - self.o[4])
        )

    # -- boards: `stack` holds them, 26 cells each

    def keep_view(self, at: int) -> None:
        for k in range(26):
            self.stack[at * 26 + k] = self.view[k]

    def lay_view(self, at: int) -> None:
        for k in range(26):
            self.view[k] = self.stack[at * 26 + k]

    def lay_board(self, at: int) -> None:
        """Give the kernel a board of the stack."""
        for k in range(26):
            self.kernel.b[k] = self.stack[at * 26 + k]

    def flip(self, at: int) -> None:
        """Turn a board of the stack round."""
        for k in range(26):
            self.view[self.kernel.facing[k]] = -self.stack[at * 26 + k]
        for k in range(26):
            self.stack[at * 26 + k] = self.view[k]

    def row_view(self, row: int) -> None:
        """Lay out a result as the other side, which rolls next, sees it."""
        base = row * 26
        for k in range(26):
            self.view[self.kernel.facing[k]] = -self.kernel.out[base + k]

    def steps_of(self, row: int) -> int:
        """How many steps lead to a result."""
        path = self.kernel.paths[row]
        count = 0
        while path > 0:
            count += 1
            path >>= 9
        return count

    # -- playing a roll

    def play(self, at: int, d1: int, d2: int) -> int:
        """Play a roll (d1 >= d2) from board `at` of the stack by the best turns, as they look at once.

        The board is then that after the turn; returns 1 if it is seen by the other side, who is to roll, and
        0 if the same side rolls again. What the roller leaves to the other side is played too.
        """
        self.kernel.base = True
        self.kernel.gone = 0
        return self.climb(at, d1, d2, d1 == d2 and self.ladder > 0)

    def climb(self, at: int, d1: int, d2: int, laddered: bool) -> int:
        """The same from the stage of d1 on in a ladder; kernel.base says if that is the first."""
        times = self.ladder if laddered else 4
        last = HOME if laddered else d1
        own = self.kernel.base
        full = True
        made = 0
        die = d1
        while die <= last:
            if laddered and die < last and self.wide and self.noise == 0.0:
                made = self.choose(at, die, times)
            else:
                made = self.step(at, die, die if laddered else d2, times)
            if self.done:
                self.flip(at)
                return 1
            full = made == (times if d1 == d2 else 2)
            self.kernel.base = False
            if not full:
                break
            die += 1
        if not full and (
            self.rest == REST_ANY or (self.rest == REST_LADDER and laddered and (die > d1 or not own))
        ):
            self.flip(at)
            self.leave(at, d1, d2, die, times - made, made, laddered)
            if self.done:
                self.flip(at)
                return 0
            return 1
        if full and self.again and d1 == d2:
            return 0
        self.flip(at)
        return 1

    def leave(self, at: int, d1: int, d2: int, die: int, left: int, made: int, laddered: bool) -> None:
        """Have the side that sees board `at` play the rest of the other side's roll."""
        self.kernel.base = False
        self.kernel.gone = 0
        if d1 != d2:
            if made == 0:
                self.step(at, d1, d2, 4)
            else:
                self.step(at, d1 + d2 - self.used, d1 + d2 - self.used, 1)
            return
        if left > 0:
            self.step(at, die, die, left)
        if laddered:
            for later in range(die + 1, HOME + 1):
                if not self.done:
                    self.step(at, later, later, self.ladder)

    def step(self, at: int, d1: int, d2: int, times: int) -> int:
        """Play one stage from board `at` by what looks best; returns the number of steps."""
        self.lay_board(at)
        heads = self.kernel.b[24]
        n = self.kernel.generate(d1, d2, times)
        self.done = False
        self.used = 0
        self.rows = n
        if n == 0:
            return 0
        best = 0 if n == 1 else self.best_of(n)
        for k in range(26):
            self.stack[at * 26 + k] = self.kernel.out[best * 26 + k]
        made = self.steps_of(best)
        if made == 1:
            self.used = self.kernel.paths[best] & 7
        if self.kernel.head and heads > self.stack[at * 26 + 24]:
            self.kernel.gone += heads - self.stack[at * 26 + 24]
        self.row_view(best)
        self.count()
        self.done = self.off[1] == CHECKERS or self.locked()
        return made

    def choose(self, at: int, die: int, times: int) -> int:
        """Play one stage of a ladder by what looks best once those after it are played, too; see `step`."""
        gone = self.kernel.gone
        heads = self.stack[at * 26 + 24]
        made = self.step(at, die, die, times)
        if self.done or made < times or self.rows < 2:
            return made
        count = BEAM if self.rows > BEAM else self.rows
        for i in range(count):
            self.keep_best(KEPT + i)
        self.wide = False
        best = 0
        most = -1000.0
        for i in range(count):
            self.copy(KEPT + i, TRIED)
            self.leave_head(gone, heads, TRIED)
            value = self.after_ladder(die + 1)
            if value > most:
                most = value
                best = i
        self.wide = True
        self.copy(KEPT + best, at)
        self.leave_head(gone, heads, at)
        self.done = self.ended(at)
        return made

    def keep_best(self, to: int) -> None:
        """Copy the result that looks best and was not copied yet."""
        best = 0
        for row in range(self.rows):
            if self.worth[row] < self.worth[best]:
                best = row
        self.worth[best] = 2000.0
        for k in range(26):
            self.stack[to * 26 + k] = self.kernel.out[best * 26 + k]

    def after_ladder(self, die: int) -> float:
        """What the board that is tried is worth to who plays on in the ladder, from the stage of that die."""
        if self.ended(TRIED):
            return -self.judged()
        self.kernel.base = False
        other = self.climb(TRIED, die, die, True)
        self.lay_view(TRIED)
        return -self.judge() if other else self.judge()

    def ended(self, at: int) -> bool:
        """Is the game over with that board, seen by who played last? The other side's view is counted."""
        for k in range(26):
            self.view[self.kernel.facing[k]] = -self.stack[at * 26 + k]
        self.count()
        return self.off[1] == CHECKERS or self.locked()

    def leave_head(self, gone: int, heads: int, at: int) -> None:
        """Note how many have left the head in this roll."""
        self.kernel.gone = gone
        if self.kernel.head and heads > self.stack[at * 26 + 24]:
            self.kernel.gone += heads - self.stack[at * 26 + 24]

    def copy(self, at: int, to: int) -> None:
        """Copy a board of the stack."""
        for k in range(26):
            self.stack[to * 26 + k] = self.stack[at * 26 + k]

    def best_of(self, n: int) -> int:
        """The result that looks worst to the other side."""
        best = 0
        least = 1000.0
        for row in range(n):
            self.row_view(row)
            value = self.judge()
            if self.noise > 0.0:
                value += self.noise * (self.chance() - 0.5)
            self.worth[row] = value
            if value < least:
                least = value
                best = row
        return best

    def chance(self) -> float:
        """A random number, 0 to 1."""
        self.seed = self.seed * 48271 % 2147483647
        return self.seed / 2147483647.0

    def die(self) -> int:
        self.seed = self.seed * 48271 % 2147483647
        return self.seed // 7 % 6 + 1

    # -- looking ahead

    def look(self, at: int, ply: int) -> float:
        """The equity of board `at` of the stack, after so many plies, for who is to roll; outputs in `o`."""
        if ply == 0:
            self.lay_view(at)
            return self.judge()
        self.lay_view(at)
        self.count()
        if self.off[0] == CHECKERS or self.off[1] == CHECKERS or self.locked():
            return self.judged()
        for k in range(5):
            self.sum[ply * 5 + k] = 0.0
        for d1 in range(1, 7):
            for d2 in range(1, d1 + 1):
                weight = 1.0 / 36.0 if d1 == d2 else 2.0 / 36.0
                for k in range(26):
                    self.stack[(at + 1) * 26 + k] = self.stack[at * 26 + k]
                other = self.play(at + 1, d1, d2)
                self.look(at + 1, ply - 1)
                if other:
                    self.turn_outputs()
                for k in range(5):
                    self.sum[ply * 5 + k] += weight * self.o[k]
        for k in range(5):
            self.o[k] = self.sum[ply * 5 + k]
        return self.equity()

    def turn_outputs(self) -> None:
        """The outputs as the other side sees them."""
        self.o[0] = 1.0 - self.o[0]
        for k in range(1, 3):
            swap = self.o[k]
            self.o[k] = self.o[k + 2]
            self.o[k + 2] = swap

    # -- playing games out

    def play_out(self, at: int, turns: int, first: int, second: int) -> float:
        """Play board `at` out, or so many rolls; the first two are those of these numbers, 0 to 35.

        Returns the equity and leaves the outputs, both seen by the side on roll at the beginning.
        """
        side = 0
        idle = 0
        for roll in range(turns):
            if roll == 0:
                d1 = first // 6 + 1
                d2 = first % 6 + 1
            elif roll == 1:
                d1 = second // 6 + 1
                d2 = second % 6 + 1
            else:
                d1 = self.die()
                d2 = self.die()
            if d1 < d2:
                d1, d2 = d2, d1
            for k in range(26):
                self.stack[(at + 1) * 26 + k] = self.stack[at * 26 + k]
            if self.play(at, d1, d2):
                side = 1 - side
            self.lay_view(at)
            self.count()
            if self.off[0] == CHECKERS or self.off[1] == CHECKERS or self.locked():
                break
            idle += 1
            for k in range(26):
                if self.stack[at * 26 + k] != -self.stack[(at + 1) * 26 + self.kernel.facing[k]]:
                    idle = 0
            if idle >= STUCK:
                self.lock()
                return 0.0
        self.lay_view(at)
        self.judge()
        if side:
            self.turn_outputs()
        return self.equity()

    # -- what Python asks

    def chances(self, board: tuple[int, ...], ply: int = 0) -> tuple[float, float, float, float, float]:
        """What a board promises the side that is to roll and sees it, looking so many plies ahead."""
        for k in range(26):
            self.stack[k] = board[k]
        self.noise = 0.0
        with cython.nogil:
            self.look(0, ply)
        return self.o[0], self.o[1], self.o[2], self.o[3], self.o[4]

    def all_chances(
        self, boards: list[tuple[int, ...]], ply: int = 0
    ) -> list[tuple[float, float, float, float, float]]:
        """The same for many boards, at once."""
        return [self.chances(board, ply) for board in boards]

    def played(self, board: tuple[int, ...], d1: int, d2: int) -> tuple[tuple[int, ...], bool]:
        """The board after a roll (d1 >= d2) is played as looks best, and whether the other side sees it."""
        for k in range(26):
            self.stack[k] = board[k]
        self.noise = 0.0
        other = self.play(0, d1, d2)
        return tuple([self.stack[k] for k in range(26)]), other == 1

    def climbed(self, board: tuple[int, ...], die: int, heads: int) -> tuple[tuple[int, ...], bool]:
        """The same where a ladder is to be gone on with from its stage of `die`."""
        for k in range(26):
            self.stack[k] = board[k]
        self.noise = 0.0
        self.kernel.base = False
        self.kernel.gone = heads
        other = self.climb(0, die, die, True)
        return tuple([self.stack[k] for k in range(26)]), other == 1

    def rested(
        self, board: tuple[int, ...], stages: list[tuple[int, int, int]], heads: int
    ) -> tuple[tuple[int, ...], bool]:
        """The board after the rest of the other side's roll is played, seen by the side that played it.

        Stages are dice and times, as the rules' kernel takes them. The second value tells if that ended it.
        """
        for k in range(26):
            self.stack[k] = board[k]
        self.noise = 0.0
        self.kernel.base = False
        self.kernel.gone = heads
        self.done = False
        for d1, d2, times in stages:
            if not self.done:
                self.step(0, d1, d2, times)
        return tuple([self.stack[k] for k in range(26)]), self.done

    def rolled_out(
        self, board: tuple[int, ...], games: int, seed: int, turns: int
    ) -> tuple[list[float], float, float]:
        """Play games out from a board; returns the means of the outputs, and of equity and its square.

        The seed is 0 or more. Of every 36 games the first rolls are each roll once, and so are the second
        ones; of 1296 games the two of them are each pair once.
        """
        sums = [0.0] * 5
        total = 0.0
        squares = 0.0
        self.noise = 0.0
        self.seed = seed % 2147483646 + 1
        self.wide = True
        for game in range(games):
            for k in range(26):
                self.stack[k] = board[k]
            first = (seed % 36 + game) % 36
            second = (7 * first + seed // 36 % 36 + game // 36) % 36
            with cython.nogil:
                worth = self.play_out(0, turns, first, second)
            for k in range(5):
                sums[k] += self.o[k]
            total += worth
            squares += worth * worth
        self.wide = False
        return [one / games for one in sums], total / games, squares / games
