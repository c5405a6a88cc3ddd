"""The weights of an evaluator, and their files in this package.

The format is that of `zaria.bots.weight_files`; the weights are 16-bit numbers, lowest byte first.
"""

import array
import logging
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from zaria.bots.weight_files import WeightFiles
from zaria.games.draughts.options import DraughtsOptions

VERSION = 1
"""Of what the weights stand for: those of another version mean something else."""
PLACE = Path(__file__).parent / "weights"
WAYS, NUMBERS = 3**8, 8
"""As in `evaluator`."""
_OF = {
    "brazilian-draughts": "russian-draughts",
    "pool-checkers": "russian-draughts",
    "czech-draughts": "russian-draughts",
    "spanish-draughts": "russian-draughts",
    "portuguese-draughts": "russian-draughts",
    "thai-draughts": "russian-draughts",
    "italian-draughts": "english-draughts",
}
"""Games that are evaluated by the weights of their nearest relative."""
_BY_MATERIAL = ("canadian-draughts",)
"""Games for which no weights were found that play better than material alone."""
_TABLES = {8: 5, 10: 8, 12: 13}
_TABLES_OF_ALL_SQUARES = 11
_LARGEST = 1 << 20
"""No file is longer than that."""
_log = logging.getLogger(__name__)


class InvalidWeightsError(ValueError):
    """The file does not hold the requested weights; the text says why."""


class DraughtsWeightCard(msgspec.Struct, kw_only=True):
    """The card of a file: its game, the number and scale of its weights, and their origin."""

    game: str
    version: int = VERSION
    count: int
    scale: float
    made: str
    checksum: int = 0


_FILES = WeightFiles(
    "zaria-draughts", "a file of weights for draughts", DraughtsWeightCard, _LARGEST, InvalidWeightsError
)


class Weights(NamedTuple):
    """The weights of an evaluator.

    * values: hundredths of a man, in the order of `DraughtsEvaluator.set_weights`;
    * scale: hundredths of a man for which the odds of winning grow by a factor of e;
    * origin: a description of how they were made.
    """

    values: list[int]
    scale: float
    origin: str


def weights_of(game: str) -> str:
    """Return the game whose weights evaluate `game`: itself unless it has none of its own."""
    return _OF.get(game, game)


def count(options: DraughtsOptions) -> int:
    """Return the number of weights for the board of a game."""
    tables = _TABLES_OF_ALL_SQUARES if options.orthogonal else _TABLES[options.size]
    return (tables * WAYS + NUMBERS) * 2


def material(options: DraughtsOptions) -> Weights:
    """Return weights of material alone."""
    values = [0] * count(options)
    king = 260 if options.flying else 150
    pairs = [(100, 100), (king - 40, king), (40, 0), (2, 1), (2, 2), (0, 10), (2, 2), (5, 5)]
    if options.giveaway:
        pairs = [(-60, -60), (-40, 40), (-30, 30), (6, 6), (1, 1), (0, 0), (0, 0), (5, 5)]
    values[-2 * NUMBERS :] = [weight for pair in pairs for weight in pair]
    return Weights(values, 110.0, "material only")


def read(path: Path, game: str, options: DraughtsOptions) -> Weights:
    """Read the weights in a file.

    Raises `InvalidWeightsError` if the file is missing, damaged or of another game.
    """
    try:
        card, packed = _FILES.read(path)
    except OSError as error:
        raise InvalidWeightsError(f"{path.name} cannot be read: {error.strerror}") from error
    if card.version != VERSION:
        raise InvalidWeightsError(f"{path.name} is of version {card.version}, not {VERSION}")
    if card.game != game or card.count != count(options):
        raise InvalidWeightsError(
            f"{path.name} is for {card.game!r} with {card.count} weights, not for {game!r}"
        )
    if not 1 <= card.scale <= 10_000:
        raise InvalidWeightsError(f"{path.name} has a scale of {card.scale}")
    numbers = array.array("h", _FILES.unpack(path.name, card, packed, 2 * card.count))
    if sys.byteorder == "big":
        numbers.byteswap()
    return Weights(numbers.tolist(), card.scale, card.made)


def write(path: Path, game: str, weights: Weights) -> None:
    """Write a file that `read` takes; weights beyond 16 bits are cut to their range."""
    numbers = array.array("h", [max(-32767, min(32767, weight)) for weight in weights.values])
    if sys.byteorder == "big":
        numbers.byteswap()
    card = DraughtsWeightCard(
        game=game, count=len(numbers), scale=round(weights.scale, 2), made=weights.origin
    )
    _FILES.write(path, card, numbers.tobytes())


def shipped(game: str, options: DraughtsOptions) -> Weights:
    """Return the weights of the package, or those of material if there are none or they are damaged."""
    if game in _BY_MATERIAL:
        return material(options)
    try:
        return read(PLACE / f"{game}.weights", game, options)
    except InvalidWeightsError as error:
        _log.warning("%s; evaluating by material only", error)
        return material(options)
