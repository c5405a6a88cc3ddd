"""Positions of indiyka as text: each side's checkers on its points 1 to 6, in hand and borne off.

    X=hand:11,6:2,1:2;O=hand:15;due=31

The side on roll is X; missing checkers are borne off. `;due=31` (or `;due=4444`) is a roll still to be
played.
"""

import re

from zaria.games.indiyka.race import EXTRA, FULL, HAND, Checkers
from zaria.games.protocols import Dice, InvalidPositionError
from zaria.games.tables.board import CHECKERS, OFF

_WHOLE = re.compile(r"X=([^;=]*);O=([^;=]*)(?:;due=([1-6]{2}|([1-6])\4{3}))?", re.ASCII)
_PART = re.compile(r"(hand|off|[1-6]):(\d|1[0-5])", re.ASCII)
_HIGHEST = FULL + EXTRA


def write(own_checkers: Checkers, other_checkers: Checkers, dice: Dice) -> str:
    """The position of both sides, the side on roll first, with the dice it has to play, if any."""
    due = f";due={''.join(map(str, dice))}" if dice else ""
    return f"X={_write_side(own_checkers)};O={_write_side(other_checkers)}{due}"


def read(source: str) -> tuple[Checkers, Checkers, Dice]:
    """Both sides and the dice to be played; raises `InvalidPositionError`."""
    match = _WHOLE.fullmatch(source.strip())
    if match is None:
        raise InvalidPositionError(
            f"not a position: {source!r}; write X=hand:13,6:2;O=hand:15 (point:checkers)"
        )
    own_checkers, other_checkers = _read_side(match[1]), _read_side(match[2])
    dice = tuple(int(die) for die in match[3] or "")
    if len(dice) == 2 and dice[0] == dice[1]:
        raise InvalidPositionError(f"a doublet is four moves: write ;due={match[3] * 2}")
    finished = [checkers for checkers in (own_checkers, other_checkers) if checkers[OFF] == CHECKERS]
    if len(finished) == 2:
        raise InvalidPositionError("both sides have borne off all checkers")
    if finished and dice:
        raise InvalidPositionError("nothing is to be played in a game that is over")
    return own_checkers, other_checkers, dice


def _write_side(checkers: Checkers) -> str:
    names = [("hand", HAND), *((str(point), point) for point in range(6, 0, -1)), ("off", OFF)]
    return ",".join(f"{name}:{checkers[at]}" for name, at in names if checkers[at])


def _read_side(source: str) -> Checkers:
    checkers: dict[int, int] = {}
    for part in source.split(",") if source else []:
        match = _PART.fullmatch(part)
        if match is None:
            raise InvalidPositionError(f"not a point and its checkers: {part!r}")
        at = {"hand": HAND, "off": OFF}.get(match[1]) if match[1].isalpha() else int(match[1])
        assert at is not None
        if at in checkers:
            raise InvalidPositionError(f"{match[1]} is given twice")
        checkers[at] = int(match[2])
    there = sum(count for at, count in checkers.items() if at != OFF)
    if there > CHECKERS or checkers.get(OFF, CHECKERS - there) != CHECKERS - there:
        raise InvalidPositionError(
            f"a side has {CHECKERS} checkers, not {there} and {checkers.get(OFF, 0)} off"
        )
    checkers[OFF] = CHECKERS - there
    return _sound(tuple(checkers.get(at, 0) for at in range(HAND + 1)))


def _sound(checkers: Checkers) -> Checkers:
    """The checkers if a race comes to stand so; raises `InvalidPositionError`."""
    points = checkers[1:HAND]
    if checkers[OFF] and checkers[HAND]:
        raise InvalidPositionError("nobody bears off with checkers in hand")
    if checkers[HAND] > EXTRA and max(points) > FULL:
        raise InvalidPositionError(f"no point takes more than {FULL} checkers until all have as many")
    if checkers[HAND] <= EXTRA and not checkers[OFF] and min(points) < FULL:
        raise InvalidPositionError(f"every point has {FULL} checkers before one has more")
    if max(points) > _HIGHEST:
        raise InvalidPositionError(f"no point comes to hold more than {_HIGHEST} checkers")
    return checkers
