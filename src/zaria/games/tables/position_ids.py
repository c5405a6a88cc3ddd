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
from collections.abc import Sequence

from zaria.games.protocols import InvalidPositionError
from zaria.games.tables.board import BAR, OFF, Board

_XGID = re.compile(r"[-A-Oa-o]{26}", re.ASCII)
_GNUBG = re.compile(r"[A-Za-z0-9+/]{14}", re.ASCII)


def read(source: str, side_size: int) -> tuple[list[int], list[int]]:
    """Both sides' checkers (0 to 25, own numbers), the side on roll first.

    A side has `side_size`: those that are not on the board are off. Raises `InvalidPositionError`.
    """
    if _XGID.fullmatch(source):
        sides = read_xgid(source)
    elif _GNUBG.fullmatch(source):
        sides = read_gnubg(source)
    else:
        raise InvalidPositionError(f"not a position: {source!r}")
    for checkers in sides:
        if sum(checkers) > side_size:
            raise InvalidPositionError(f"a side has {side_size} checkers, not {sum(checkers)}")
        checkers[OFF] = side_size - sum(checkers)
    return sides


def xgid(board: Board) -> str:
    """The 26 characters of a board."""
    return "".join(
        "-" if checkers == 0 else chr((64 if checkers > 0 else 96) + abs(checkers)) for checkers in board
    )


def gnubg_id(own_checkers: Sequence[int], other_checkers: Sequence[int]) -> str:
    """The gnubg Position ID of both sides' checkers (0 to 25, own numbers), the side on roll first."""
    bits = position = 0
    for checkers in (other_checkers, own_checkers):
        for point in range(1, BAR + 1):
            bits |= ((1 << checkers[point]) - 1) << position
            position += checkers[point] + 1
    return encoded(bits, 10)


def read_xgid(source: str) -> tuple[list[int], list[int]]:
    """The checkers (1 to 25, own numbers) of the capitals' side and of the other.

    Raises `InvalidPositionError`. `source` are 26 characters of an XGID.
    """
    upper, lower = [0] * 26, [0] * 26
    for point, letter in enumerate(source):
        if letter.isupper():
            upper[point] = ord(letter) - 64
        elif letter.islower():
            lower[BAR - point] = ord(letter) - 96
    if upper[0] or lower[0]:
        raise InvalidPositionError("a bar holds a checker of the wrong side")
    return upper, lower


def read_gnubg(source: str) -> tuple[list[int], list[int]]:
    """The checkers (1 to 25, own numbers) of a Position ID, the side on roll first.

    Raises `InvalidPositionError`. `source` are 14 characters of base64.
    """
    bits = decoded(source)
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


def encoded(bits: int, size: int) -> str:
    """The base64 of bits that fill `size` bytes from the lowest, as gnubg writes them."""
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def decoded(text: str) -> int:
    """The bits of such a text; raises `InvalidPositionError`."""
    try:
        return int.from_bytes(base64.b64decode(text + "=" * (-len(text) % 4), validate=True), "little")
    except binascii.Error as error:
        raise InvalidPositionError(f"not a position: {text!r}") from error
