"""The rules once more, written to be obviously right rather than fast: what the kernel is held against.

Both sides' checkers are plain counts in their own numbers, every order of the dice is tried, nothing is cut
short.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from zaria.games.game import Roll
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.position import Position

Men = tuple[int, ...]
Pins = frozenset[int]


@dataclass(frozen=True)
class Table:
    """Both sides' checkers (0 off … 25 bar) and pins, and how many have left the head this turn."""

    mine: Men
    theirs: Men
    my_pins: Pins
    their_pins: Pins
    left_head: int = 0

    @property
    def end(self) -> tuple[Men, Men, Pins, Pins]:
        return self.mine, self.theirs, self.my_pins, self.their_pins


def table(position: Position) -> Table:
    me, other = position.turn, 1 - position.turn
    return Table(
        position.counts(me),
        position.counts(other),
        frozenset(position.pinned(me)),
        frozenset(position.pinned(other)),
    )


def ends(position: Position, roll: Roll) -> set[tuple[Men, Men, Pins, Pins]]:
    """Where the legal turns of a roll lead; empty when the turn passes."""
    options, start = position.game.options, table(position)
    heads = options.head or 15
    plays = _legal(options, start, roll, heads)
    first_turn = start.mine[24] == 15
    short = _most(options, start, roll, heads) < len(_dice(roll))
    if first_turn and options.head_list != "none" and short and _extra_head(position, roll):
        plays = _legal(options, start, roll, heads + 1)
    wanted = {"off": False, "both": True, "starter": start.theirs[24] == 15}[options.first_long_move]
    if first_turn and wanted:
        plays = {table for table in plays if table.mine[24] == 14} or plays
    return {table.end for table in plays}


def _legal(options: TablesOptions, start: Table, roll: Roll, heads: int) -> set[Table]:
    reached = _reached(options, start, _dice(roll), heads)
    most = _most(options, start, roll, heads)
    best = {(table, used) for table, used, ended in reached if _length(roll, used, ended) == most}
    if most == 1 and roll[0] != roll[1]:
        larger = max(used for _, used in best)
        best = {(table, used) for table, used in best if used == larger}
    return {table for table, _ in best}


def _most(options: TablesOptions, start: Table, roll: Roll, heads: int) -> int:
    reached = _reached(options, start, _dice(roll), heads)
    return max((_length(roll, used, ended) for _, used, ended in reached), default=0)


def _length(roll: Roll, used: tuple[int, ...], ended: bool) -> int:
    """The dice a play counts as: all of them when it ends the game."""
    return len(_dice(roll) if ended else used)


def _dice(roll: Roll) -> tuple[int, ...]:
    return (roll[0],) * 4 if roll[0] == roll[1] else tuple(roll)


@lru_cache(maxsize=20000)
def _reached(
    options: TablesOptions, table: Table, dice: tuple[int, ...], heads: int
) -> frozenset[tuple[Table, tuple[int, ...], bool]]:
    """Every table some steps away, with the dice used and whether the game ended there."""
    found: set[tuple[Table, tuple[int, ...], bool]] = set()
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for src in range(1, 26):
            after = step(options, table, src, die, heads)
            if after is None:
                continue
            ended = after.mine[0] == 15 or _locked(options, after)
            found.add((after, (die,), ended))
            if not ended:
                for later, used, over in _reached(options, after, tuple(rest), heads):
                    found.add((later, tuple(sorted((die, *used))), over))
    return frozenset(found)


def step(options: TablesOptions, table: Table, src: int, die: int, heads: int) -> Table | None:
    """The table after one step; None when it is not legal."""
    if table.mine[src] == 0 or src in table.my_pins or (table.mine[25] and src != 25):
        return None
    if src == 24 and table.left_head == heads:
        return None
    dst = src - die
    if dst <= 0 and not _may_bear_off(table, src, die):
        return None
    after = _lift(options, table, src)
    if dst <= 0:
        return replace(after, mine=_put(after.mine, 0, 1))
    after_landing = _land(options, after, dst)
    if after_landing is None or (options.six_block and _blocks(options, after_landing, dst)):
        return None
    return after_landing


def _may_bear_off(table: Table, src: int, die: int) -> bool:
    if table.my_pins or any(table.mine[7:]):
        return False
    return src == die or not any(table.mine[src + 1 :])


def _lift(options: TablesOptions, table: Table, src: int) -> Table:
    mine = _put(table.mine, src, -1)
    their_pins = table.their_pins
    if mine[src] == 0 and src < 25:
        their_pins -= {_across(options, src)}
    return replace(table, mine=mine, their_pins=their_pins, left_head=table.left_head + (src == 24))


def _land(options: TablesOptions, table: Table, dst: int) -> Table | None:
    there = _across(options, dst)
    men = table.theirs[there]
    mine = _put(table.mine, dst, 1)
    if men == 0 or there in table.their_pins:
        return replace(table, mine=mine)
    if men > 1 or dst in table.my_pins or options.contact == "single":
        return None
    if options.contact == "hit":
        return replace(table, mine=mine, theirs=_put(_put(table.theirs, there, -1), 25, 1))
    return replace(table, mine=mine, their_pins=table.their_pins | {there})


def _blocks(options: TablesOptions, table: Table, dst: int) -> bool:
    """Is there a row of six or more with dst in it, and none of the opponent's beyond?  By his numbers."""
    held = {_across(options, point) for point in range(1, 25) if table.mine[point]}
    row = {_across(options, dst)}
    while grown := {q for q in held - row if q + 1 in row or q - 1 in row}:
        row |= grown
    beyond = any(table.theirs[: min(row)])
    return len(row) >= 6 and not beyond


def _locked(options: TablesOptions, table: Table) -> bool:
    return options.mothers and 24 in table.my_pins and 24 in table.their_pins


def _extra_head(position: Position, roll: Roll) -> bool:
    options, theirs = position.game.options, position.counts(1 - position.turn)
    dice = (max(roll), min(roll))
    if dice in ((6, 6), (3, 3)):
        return True
    if dice == (4, 4):
        fives = theirs[24] == 14 and theirs[4] == 1
        return options.head_list == "fivestars" or not fives
    if options.head_list == "nardy":
        return False
    return dice in ((5, 5), (6, 2)) and position.opened in (21, 62, 55)


def _across(options: TablesOptions, point: int) -> int:
    return (point + 11) % 24 + 1 if options.direction == "parallel" else 25 - point


def _put(men: Men, point: int, count: int) -> Men:
    return (*men[:point], men[point] + count, *men[point + 1 :])
