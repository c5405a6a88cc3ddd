"""Positions of ugolki as text: the ranks as in chess, who is to move, and the moves each side has made.

4bbbb/4bbbb/4bbbb/8/8/wwww4/wwww4/wwww4 w 0 0
"""

import re
from typing import NamedTuple

from zaria.games.protocols import InvalidPositionError
from zaria.games.ugolki.geometry import KERNEL, house

_WHOLE = re.compile(r"([1-8wb]+(?:/[1-8wb]+){7}) ([wb]) (\d{1,5}) (\d{1,5})", re.ASCII)
_SIDES = "wb"


class Written(NamedTuple):
    """The content of a text."""

    turn: int
    men: tuple[int, int]
    moves_made: tuple[int, int]


def diagram(men: tuple[int, int]) -> str:
    """One character a square from the eighth rank down, ranks joined by "/"."""
    light, dark = men
    shown = ["w" if light >> n & 1 else "b" if dark >> n & 1 else "." for n in range(64)]
    return "/".join("".join(shown[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))


def write(written: Written) -> str:
    """The text; `read` reads it."""
    rows = re.sub(r"\.+", lambda gap: str(len(gap[0])), diagram(written.men))
    return f"{rows} {_SIDES[written.turn]} {written.moves_made[0]} {written.moves_made[1]}"


def read(source: str, kind: str) -> Written:
    """Parse a text, with houses of this kind; raises `InvalidPositionError`."""
    match = _WHOLE.fullmatch(source.strip())
    if match is None:
        raise InvalidPositionError(
            f"not a position of ugolki: {source[:100]!r}; write the ranks, who is to move, moves made"
        )
    men = _men(match[1])
    written = Written(_SIDES.index(match[2]), men, (int(match[3]), int(match[4])))
    _check(written, kind)
    return written


def _men(rows: str) -> tuple[int, int]:
    light = dark = 0
    for rank, row in zip(range(7, -1, -1), rows.split("/"), strict=True):
        squares = re.sub(r"\d", lambda gap: "." * int(gap[0]), row)
        if len(squares) != 8:
            raise InvalidPositionError(f"a rank has 8 squares, not {len(squares)}: {row!r}")
        for file, man in enumerate(squares):
            light |= (man == "w") << 8 * rank + file
            dark |= (man == "b") << 8 * rank + file
    return light, dark


def _check(written: Written, kind: str) -> None:
    """Raise `InvalidPositionError` where no game comes to stand so."""
    own_men, their_men = written.men[written.turn], written.men[1 - written.turn]
    houses = house(kind, 0), house(kind, 1)
    full = houses[0].bit_count()
    for side, men in zip(("White", "Black"), written.men, strict=True):
        if men.bit_count() != full:
            raise InvalidPositionError(f"{side} has {full} men, not {men.bit_count()}")
    if written.men == houses[::-1]:
        raise InvalidPositionError("both sides have reached the other's house")
    if KERNEL.passes(own_men, their_men):
        raise InvalidPositionError("the side to move cannot move: the turn is the other side's")
