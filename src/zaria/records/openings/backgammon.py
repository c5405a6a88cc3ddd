"""Names of the first turn of each side in a game of backgammon.

Players call it by its roll and a letter: P makes a point, $ slots one, S splits the back checkers, R runs
with one of them, D brings two checkers down from the mid-point. A reply that plays as an opening does has
its name. The splits of 3-2 and 4-3, doublets, and replies that hit or play otherwise are left out: writers
call them by different letters.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

PLAYS = {
    "21$": "13/11 6/5",
    "21S": "24/23 13/11",
    "31P": "8/5 6/5",
    "32D": "13/11 13/10",
    "41$": "13/9 6/5",
    "41S": "24/23 13/9",
    "42P": "8/4 6/4",
    "43D": "13/10 13/9",
    "51$": "13/8 6/5",
    "51S": "24/23 13/8",
    "52D": "13/11 13/8",
    "52S": "24/22 13/8",
    "53P": "8/3 6/3",
    "54D": "13/9 13/8",
    "54S": "24/20 13/8",
    "61P": "13/7 8/7",
    "62R": "24/16",
    "62S": "24/18 13/11",
    "63R": "24/15",
    "63S": "24/18 13/10",
    "64P": "8/2 6/2",
    "64R": "24/14",
    "64S": "24/18 13/9",
    "65R": "24/13",
}
"""The named turns from the usual first position, in the numbers of the side that plays."""

FIRST_POSITION = {24: 2, 13: 5, 8: 3, 6: 5}
"""Checkers of each side by its own points."""

HIGHEST_POINT = 24

Change = frozenset[tuple[int, int]]


def name_of(moves: Iterable[tuple[int, int]]) -> str:
    """Return the name of a first turn, given as steps (point, die); "" where it has none."""
    steps = list(moves)
    roll = "".join(str(die) for die in sorted((die for _point, die in steps), reverse=True))
    name = _NAMES.get((roll, _change((point, point - die) for point, die in steps)))
    return name or ""


def game_name(turns: Sequence[Sequence[tuple[int, int]]]) -> str:
    """Return the name of a game by its first two turns, "31P-52S" or "31P"; "" if the first one has none."""
    if not turns or not (first := name_of(turns[0])):
        return ""
    opponent = Counter(FIRST_POSITION)
    for point, die in turns[0]:
        opponent[point] -= 1
        opponent[point - die] += 1
    blots = {point for point, count in opponent.items() if count == 1}
    reply = name_of(turns[1]) if len(turns) > 1 and not _hits(turns[1], blots) else ""
    return f"{first}-{reply}" if reply else first


def turn_name(men: Sequence[int], opponent_men: Sequence[int], moves: Sequence[tuple[int, int]]) -> str:
    """Return the name of a side's first turn; "" where it has none.

    `men` and `opponent_men`: how many checkers the side and its opponent have before it on each of their own
    points, from 0.
    """
    blots = {point for point, count in enumerate(opponent_men) if count == 1}
    return name_of(moves) if stands_first(men) and not _hits(moves, blots) else ""


def stands_first(men: Sequence[int]) -> bool:
    """Return whether a side (counts by point, from 0) stands as a game of backgammon begins."""
    return {point: count for point, count in enumerate(men) if count} == FIRST_POSITION


def _hits(moves: Iterable[tuple[int, int]], blots: set[int]) -> bool:
    """Return whether a turn touches a single checker of the opponent, given by the opponent's points."""
    return any(HIGHEST_POINT + 1 - (point - die) in blots for point, die in moves)


def _change(steps: Iterable[tuple[int, int]]) -> Change:
    """Return how many checkers each point loses or gains: the same for every order of the steps."""
    counts: Counter[int] = Counter()
    for start, end in steps:
        counts[start] -= 1
        counts[end] += 1
    return frozenset((point, count) for point, count in counts.items() if count)


def _steps(text: str) -> Iterable[tuple[int, int]]:
    for step in text.split():
        start, end = step.split("/")
        yield int(start), int(end)


_NAMES = {(name[:2], _change(_steps(play))): name for name, play in PLAYS.items()}
