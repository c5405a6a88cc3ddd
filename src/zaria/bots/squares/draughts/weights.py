"""The weights of a judge, as files in this package: read, refused, written.

A file is a line of JSON (format, version, game, count of weights, scale, CRC-32 of what follows, how it was
made) and the weights as 16-bit numbers, lowest byte first, compressed by zlib.
"""

import array
import json
import logging
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

FORMAT = "zaria draughts weights"
VERSION = 1
PLACE = Path(__file__).parent / "weights"
WAYS, NUMBERS = 3**8, 8
"""As in `judge`."""
_TABLES = {8: 5, 10: 8}
_LARGEST = 1 << 20
"""No file is longer than that."""
_log = logging.getLogger(__name__)


class InvalidWeightsError(ValueError):
    """A file is not what was asked for; the text says why."""


class Weights(NamedTuple):
    """What a judge goes by.

    * values: hundredths of a man, in the order of `Judge.set_weights`;
    * scale: hundredths of a man for which the odds of winning grow by a factor of e;
    * made: a description of how they were made.
    """

    values: list[int]
    scale: float
    made: str


def count(size: int) -> int:
    """Return how many weights there are for a board."""
    return (_TABLES[size] * WAYS + NUMBERS) * 2


def material(size: int, flying: bool, giveaway: bool) -> Weights:
    """Weights that know what stands on the board and next to nothing else."""
    values = [0] * count(size)
    king = 260 if flying else 150
    known = [(100, 100), (king - 40, king), (40, 0), (2, 1), (2, 2), (0, 10), (2, 2), (5, 5)]
    if giveaway:
        known = [(-60, -60), (-40, 40), (-30, 30), (6, 6), (1, 1), (0, 0), (0, 0), (5, 5)]
    values[-2 * NUMBERS :] = [weight for pair in known for weight in pair]
    return Weights(values, 110.0, "material only")


def read(path: Path, game: str, size: int) -> Weights:
    """The weights in a file; raises `InvalidWeightsError` where it is no such file, or of another game."""
    try:
        with path.open("rb") as file:
            head, _, packed = file.read(_LARGEST).partition(b"\n")
    except OSError as error:
        raise InvalidWeightsError(f"{path.name} cannot be read: {error.strerror}") from error
    try:
        said = json.loads(head)
        kind, version, of = said["format"], said["version"], said["game"]
        expected, scale, made = int(said["count"]), float(said["scale"]), str(said["made"])
        crc = int(said["crc32"])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidWeightsError(f"{path.name} does not begin as a file of weights does") from error
    if kind != FORMAT or version != VERSION:
        raise InvalidWeightsError(
            f"{path.name} is {kind!r} version {version!r}, not {FORMAT!r} version {VERSION}"
        )
    if of != game or expected != count(size):
        raise InvalidWeightsError(f"{path.name} is for {of!r} with {expected} weights, not for {game!r}")
    if not 1 <= scale <= 10_000:
        raise InvalidWeightsError(f"{path.name} has a scale of {scale}")
    return Weights(_unpacked(path.name, packed, crc, expected), scale, made)


def _unpacked(name: str, packed: bytes, crc: int, expected: int) -> list[int]:
    if zlib.crc32(packed) != crc:
        raise InvalidWeightsError(f"{name} is damaged: its checksum is wrong")
    try:
        raw = zlib.decompressobj().decompress(packed, 2 * expected + 1)
    except zlib.error as error:
        raise InvalidWeightsError(f"{name} is damaged: {error}") from error
    if len(raw) != 2 * expected:
        raise InvalidWeightsError(
            f"{name} is damaged: {expected} weights are promised, {len(raw) // 2} there"
        )
    numbers = array.array("h", raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()


def write(path: Path, game: str, weights: Weights) -> None:
    """Write a file that `read` takes; weights beyond 16 bits are cut to their range."""
    numbers = array.array("h", [max(-32767, min(32767, one)) for one in weights.values])
    if sys.byteorder == "big":
        numbers.byteswap()
    packed = zlib.compress(numbers.tobytes(), 9)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "count": len(weights.values),
        "scale": round(weights.scale, 2),
        "crc32": zlib.crc32(packed),
        "made": weights.made,
    }
    path.write_bytes(json.dumps(head).encode() + b"\n" + packed)


def shipped(game: str, size: int, flying: bool, giveaway: bool) -> Weights:
    """The weights that come with the package, or material only where they are missing or bad."""
    try:
        return read(PLACE / f"{game}.weights", game, size)
    except InvalidWeightsError as error:
        _log.warning("%s; evaluating by material only", error)
        return material(size, flying, giveaway)
