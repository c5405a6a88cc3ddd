"""Positions as other programs write them: the XGID board and the gnubg Position ID. Games of hitting only.

An XGID board is 26 characters from the side on roll: the opponent's bar, its points 1 to 24, its bar; `A` to
`O` are 1 to 15 of its checkers, `a` to `o` the opponent's, `-` none.

A gnubg Position ID is 80 bits in base64: for each side, for its points 1 to 24 and the bar, a one for every
checker and then a zero, the bits filling bytes from the lowest. gnubg's manual puts the side on roll first;
its code, and every ID it ever made, the opponent.
"""

import base64
import binascii
import re

from zaria.games.protocols import InvalidPositionError
from zaria.games.tables.board import BAR, CHECKERS, OFF, Board, counts, flipped
from zaria.games.tables.options import TablesOptions

_XGID = re.compile(r"[-A-Oa-o]{26}", re.ASCII)
_GNUBG = re.compile(r"[A-Za-z0-9+/]{14}", re.ASCII)


def read(source: str) -> tuple[list[int], list[int]]:
    """Both sides' checkers (0 to 25, own numbers), the side on roll first; raises `InvalidPositionError`."""
    if _XGID.fullmatch(source):
        sides = _read_xgid(source)
    elif _GNUBG.fullmatch(source):
        sides = _read_gnubg(source)
    else:
        raise InvalidPositionError(f"not a position: {source!r}")
    for checkers in sides:
        if sum(checkers) > CHECKERS:
            raise InvalidPositionError(f"a side has {CHECKERS} checkers, not {sum(checkers)}")
        checkers[OFF] = CHECKERS - sum(checkers)
    return sides


def xgid(board: Board) -> str:
    """The 26 characters of a board."""
    return "".join(
        "-" if checkers == 0 else chr((64 if checkers > 0 else 96) + abs(checkers)) for checkers in board
    )


def gnubg_id(options: TablesOptions, board: Board) -> str:
    """The gnubg Position ID of a board."""
    bits = position = 0
    for checkers in (counts(flipped(options, board)), counts(board)):
        for point in range(1, BAR + 1):
            bits |= ((1 << checkers[point]) - 1) << position
            position += checkers[point] + 1
    return base64.b64encode(bits.to_bytes(10, "little")).decode().rstrip("=")


def _read_xgid(source: str) -> tuple[list[int], list[int]]:
    own, other = [0] * 26, [0] * 26
    for point, letter in enumerate(source):
        if letter.isupper():
            own[point] = ord(letter) - 64
        elif letter.islower():
            other[BAR - point] = ord(letter) - 96
    if own[0] or other[0]:
        raise InvalidPositionError("a bar holds a checker of the wrong side")
    return own, other


def _read_gnubg(source: str) -> tuple[list[int], list[int]]:
    try:
        bits = int.from_bytes(base64.b64decode(source + "==", validate=True), "little")
    except binascii.Error as error:
        raise InvalidPositionError(f"not a position: {source!r}") from error
    sides = []
    for _ in range(2):
        checkers = [0] * 26
        for point in range(1, BAR + 1):
            while bits & 1:
                checkers[point] += 1
                bits >>= 1
            bits >>= 1
        sides.append(checkers)
    if bits:
        raise InvalidPositionError(f"more than two sides in {source!r}")
    return sides[1], sides[0]
