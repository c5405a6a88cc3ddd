"""Legal plays of some dice (rulebook 1.3, 2.3.5, 4.4, 4.5, 5.3)."""

from itertools import permutations
from typing import NamedTuple

from tests.games.reference.presets import Rules
from tests.games.reference.table import HEAD, Table, blocks, hides, hit_and_left, locks_in, over, step

Dice = tuple[int, ...]
Moves = tuple[tuple[int, int], ...]


class Play(NamedTuple):
    """The result of some steps, and the dice they used, sorted."""

    table: Table
    used: Dice


class First(NamedTuple):
    """The conditions of a player's first turn of the game."""

    starter: bool
    """The mover is the first player."""
    opened: tuple[int, ...] = ()
    """The first player's roll, the larger die first, if they have made no other."""


def legal(rules: Rules, table: Table, dice: Dice, first: First | None = None) -> set[Play]:
    """The legal plays; one without dice when nothing can be played. `first`: in a player's first turn."""
    heads = allowed_heads(rules, table, dice, first)
    best = _best(rules, table, dice, heads)
    best = {play for play in best if not locks_in(rules, play.table)} or best
    if first is not None and (rules.long_move == "both" or (rules.long_move == "starter" and first.starter)):
        return best & _runs(rules, table, dice, heads) or best
    return best


def follow(rules: Rules, table: Table, dice: Dice, moves: Moves, heads: int | None) -> Play | None:
    """The play of these steps, one after another; None when one of them is impossible."""
    used: Dice = ()
    for src, die in moves:
        if over(rules, table) or die not in left(dice, used):
            return None
        after = step(rules, table, src, die, heads)
        if after is None:
            return None
        table, used = after, tuple(sorted((*used, die)))
    return Play(table, used)


def is_legal(rules: Rules, table: Table, dice: Dice, moves: Moves, first: First | None = None) -> bool:
    """Are these steps, in this order, a whole legal play?"""
    play = follow(rules, table, dice, moves, allowed_heads(rules, table, dice, first))
    return play is not None and play in legal(rules, table, dice, first)


def allowed_heads(rules: Rules, table: Table, dice: Dice, first: First | None) -> int | None:
    """The number of checkers that may leave the head in this turn, earlier ones included."""
    if rules.head is None or first is None or not _listed(rules, dice, first):
        return rules.head
    used = max(len(play.used) for play in _best(rules, table, dice, rules.head))
    return rules.head + 1 if used < len(dice) else rules.head


def left(dice: Dice, used: Dice) -> Dice:
    """The dice not yet used."""
    remaining = list(dice)
    for die in used:
        remaining.remove(die)
    return tuple(remaining)


def _listed(rules: Rules, dice: Dice, first: First) -> bool:
    """Is the roll one in which the game knows a second checker from the head?"""
    roll = tuple(sorted(dice, reverse=True))[:2]
    always = roll in ((6, 6), (4, 4), (3, 3))
    if rules.exceptions == "principle":
        return True
    if rules.exceptions == "three":
        return always
    if rules.exceptions == "nardy":
        return always and not (not first.starter and first.opened == (5, 5) and roll == (4, 4))
    if rules.exceptions == "fivestars":
        answers = first.opened in ((2, 1), (6, 2), (5, 5)) and roll in ((5, 5), (6, 2))
        return always or (not first.starter and answers)
    return False


def _best(rules: Rules, table: Table, dice: Dice, heads: int | None) -> set[Play]:
    """The permitted plays that use most; a checker that hit leaves only where that uses more."""
    every = {play for play in _plays(rules, table, dice, heads) if not forbidden(rules, play.table)}
    if not (rules.caucasus or rules.off_ban):
        return _most(rules, dice, every)
    staying = _most(rules, dice, {play for play in every if not hit_and_left(play.table)})
    if not rules.caucasus or rules.off_ban is True:
        return staying
    best = _most(rules, dice, every)
    more = _worth(rules, dice, next(iter(best))) > _worth(rules, dice, next(iter(staying)))
    return best if more else staying


def forbidden(rules: Rules, table: Table) -> bool:
    """May no turn end so?"""
    return (rules.block == "turn" and blocks(rules, table)) or (rules.caucasus and hides(table))


def _most(rules: Rules, dice: Dice, plays: set[Play]) -> set[Play]:
    most = max(_worth(rules, dice, play) for play in plays)
    return {play for play in plays if _worth(rules, dice, play) == most}


def _worth(rules: Rules, dice: Dice, play: Play) -> tuple[int, int]:
    """The number of dice that a play counts as, all if it ends the game; of one die of two, which."""
    if over(rules, play.table):
        return len(dice), 0
    return len(play.used), play.used[0] if len(play.used) == 1 < len(dice) else 0


def _plays(rules: Rules, table: Table, dice: Dice, heads: int | None) -> set[Play]:
    """Everything that can be done with some of the dice or none, in any order."""
    plays = newest = {Play(table, ())}
    for _ in dice:
        reached = set()
        for play in newest:
            if over(rules, play.table):
                continue
            for die in set(left(dice, play.used)):
                for src in range(1, 26):
                    after = step(rules, play.table, src, die, heads)
                    if after is not None:
                        reached.add(Play(after, tuple(sorted((*play.used, die)))))
        newest = reached
        plays = plays | newest
    return plays


def _runs(rules: Rules, table: Table, dice: Dice, heads: int | None) -> set[Play]:
    """The plays of one checker from the head alone: each step begins where the last ended."""
    runs = set()
    for order in set(permutations(dice)):
        src, moves = HEAD, []
        for die in order:
            moves.append((src, die))
            src -= die
            play = follow(rules, table, dice, tuple(moves), heads) if src > 0 else None
            if play is None:
                break
            runs.add(play)
    return runs
