"""Checkers in piles and single steps with them (rulebook 1.1 to 1.6, 2.3.3, 4.5)."""

from dataclasses import dataclass, replace

from tests.games.reference.presets import Rules

Piles = tuple[str, ...]
"""A side's checkers on 0 (off), 1 to 24 and 25 (the bar), in its own numbers, each pile from the bottom up.

"o" is a checker, "h" one that has hit in its own home in this turn; off the board it is also one that came
from a point which the rules close after a hit. The last to come is the first to go.
"""

OFF, HEAD, BAR = 0, 24, 25
HOME = range(1, 7)
QUARTERS = {"own": range(19, 25), "other": range(7, 13)}
LAYOUT = {
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
    "head": {24: 15},
    "nack": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hyper": {24: 1, 23: 1, 22: 1},
}


@dataclass(frozen=True)
class Table:
    """All checkers, seen by the side to move.

    `heads` counts the checkers that left the head in this turn.
    """

    mover: Piles
    opponent: Piles
    my_pins: frozenset[int] = frozenset()
    their_pins: frozenset[int] = frozenset()
    heads: int = 0
    struck: frozenset[int] = frozenset()
    """Points of the home where the mover has hit in this turn, as far as the rules ask."""

    @property
    def end(self) -> tuple[tuple[int, ...], tuple[int, ...], frozenset[int], frozenset[int]]:
        """The visible part: both sides' checkers counted, and the pins."""
        return counted(self.mover), counted(self.opponent), self.my_pins, self.their_pins

    def turned(self) -> "Table":
        """Seen by the other side at the start of its turn."""
        return Table(self.opponent, calmed(self.mover), self.their_pins, self.my_pins)


def counted(piles: Piles) -> tuple[int, ...]:
    return tuple(len(pile) for pile in piles)


def piled(checkers: tuple[int, ...]) -> Piles:
    return tuple("o" * count for count in checkers)


def calmed(piles: Piles) -> Piles:
    """The same checkers when the turn is over."""
    return piled(counted(piles))


def opening(rules: Rules) -> Table:
    piles = piled(tuple(LAYOUT[rules.start].get(point, 0) for point in range(26)))
    return Table(piles, piles)


def across(rules: Rules, point: int) -> int:
    """The other side's number of a point."""
    if rules.way == "parallel":
        return point - 12 if point > 12 else point + 12
    return 25 - point


def over(rules: Rules, table: Table) -> bool:
    """Nothing is played after the last checker is off, nor when pinned mothers end the game (2.3.4)."""
    return not any(table.mover[1:]) or locked(rules, table) or mother_caught(rules, table)


def locked(rules: Rules, table: Table) -> bool:
    """A mother is a side's single checker on its 24; a pinned one lies under the other side's."""
    mothers = len(table.mover[HEAD]) == 1 and len(table.opponent[HEAD]) == 1
    return rules.mothers == "restart" and mothers and HEAD in table.my_pins and HEAD in table.their_pins


def mother_caught(rules: Rules, table: Table) -> bool:
    """Is the other side's mother pinned, and no checker of the mover on its own 24 but a pinned one?"""
    if rules.mothers != "win" or HEAD not in table.their_pins:
        return False
    return HEAD in table.my_pins or not table.mover[HEAD]


def step(rules: Rules, table: Table, src: int, die: int, heads: int | None) -> Table | None:
    """The table after a checker has gone from `src` by `die`; None when that is not allowed.

    `heads`: how many may leave the head in this turn, None for any number.
    """
    if not table.mover[src] or src in table.my_pins:
        return None
    if table.mover[BAR] and src != BAR:
        return None
    if src == HEAD and heads is not None and table.heads >= heads:
        return None
    if rules.hit_and_run == "banned" and table.mover[src][-1] == "h":
        return None
    if src == HEAD and rules.first_away and runs_alone(table):
        return None
    dst = src - die
    if dst <= OFF:
        return _borne_off(rules, table, src) if may_bear_off(table, src, die) else None
    after = _landed(rules, _lifted(rules, table, src), dst, table.mover[src][-1])
    if after is not None and rules.block == "step" and blocks(rules, after):
        return None
    if after is not None and dst in QUARTERS.get(rules.quarter_limit, ()) and overfills(rules, after):
        return None
    return after


def runs_alone(table: Table) -> bool:
    """Has one checker left the head, and is it still on its way to 12?"""
    return len(table.mover[HEAD]) < 15 and sum(len(table.mover[point]) for point in range(13, 25)) == 15


def overfills(rules: Rules, table: Table) -> bool:
    """Does the mover hold more points of a first quarter than the game allows?"""
    quarter = QUARTERS.get(rules.quarter_limit, range(0))
    most = 5 if rules.quarter_limit == "own" else 4
    return sum(1 for point in quarter if table.mover[point]) > most


def locks_in(rules: Rules, table: Table) -> bool:
    """Do all the other side's checkers on the board stand on one point, right behind six of the mover's?"""
    points = [point for point in range(1, 25) if table.opponent[point]]
    if not rules.open_lock or len(points) != 1 or points[0] <= 6:
        return False
    return all(table.mover[across(rules, point)] for point in range(points[0] - 6, points[0]))


def may_bear_off(table: Table, src: int, die: int) -> bool:
    """All home, none pinned; by the exact number, or from the last checker by a larger one."""
    if table.my_pins or any(table.mover[point] for point in range(7, 26)):
        return False
    return src == die or not any(table.mover[point] for point in range(src + 1, 7))


def blocks(rules: Rules, table: Table) -> bool:
    """Has the mover six points in a row on the other's path, none of the other's beyond nor borne off?"""
    mover = {across(rules, point) for point in range(1, 25) if table.mover[point]}
    for lowest in range(1, 20):
        row = set(range(lowest, lowest + 6))
        if row <= mover and not any(table.opponent[point] for point in range(lowest)):
            return True
    return False


def hides(table: Table) -> bool:
    """Does a checker that hit lie where another lay when it came (4.4)?"""
    return any("h" in pile[1:] for pile in table.mover[1:25])


def hit_and_left(table: Table) -> bool:
    """Has a checker been borne off that was to stay after a hit of this turn?"""
    return "h" in table.mover[OFF]


def _lifted(rules: Rules, table: Table, src: int) -> Table:
    mover = _set(table.mover, src, table.mover[src][:-1])
    freed = {across(rules, src)} if src != BAR and not mover[src] else set()
    heads = table.heads + (src == HEAD)
    return replace(table, mover=mover, their_pins=table.their_pins - freed, heads=heads)


def _borne_off(rules: Rules, table: Table, src: int) -> Table:
    after = _lifted(rules, table, src)
    man = "h" if rules.off_ban is True and src in table.struck else table.mover[src][-1]
    return replace(after, mover=_set(after.mover, OFF, "".join(sorted(after.mover[OFF] + man))))


def _landed(rules: Rules, table: Table, dst: int, man: str) -> Table | None:
    """A lifted checker put down; None when the point is the other side's (1.4)."""
    there = across(rules, dst)
    standing = len(table.opponent[there])
    if dst in table.my_pins:
        return None
    if standing == 0 or there in table.their_pins:
        return replace(table, mover=_set(table.mover, dst, table.mover[dst] + man))
    if standing > 1 or rules.landing == "single":
        return None
    if rules.landing == "pin":
        pins = table.their_pins | {there}
        return replace(table, mover=_set(table.mover, dst, table.mover[dst] + man), their_pins=pins)
    if dst in HOME and (rules.caucasus or rules.off_ban or rules.hit_and_run == "banned"):
        man, table = "h", replace(table, struck=table.struck | {dst})
    opponent = _set(_set(table.opponent, there, ""), BAR, table.opponent[BAR] + "o")
    return replace(table, mover=_set(table.mover, dst, table.mover[dst] + man), opponent=opponent)


def _set(piles: Piles, point: int, pile: str) -> Piles:
    return (*piles[:point], pile, *piles[point + 1 :])
