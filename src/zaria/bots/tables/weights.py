"""Files of nets: their content, their checks, and the game of each.

The format is that of `zaria.bots.weight_files`; the weights of the five phases are half-precision floats,
little-endian, and so are those of the pruning net in a section of their own.
"""

import array
import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from zaria.bots.tables.net import MOST_HIDDEN, Net
from zaria.bots.tables.pruning import PruningNet
from zaria.bots.tables.pruning_sizes import SIZE, WIDEST
from zaria.bots.weight_files import WeightFiles

VERSION = 3
"""Of the inputs, of what neurons make of them, and of the file."""
READ = (2, VERSION)
"""The versions that are read: a file of version 2 is one without a pruning net."""
PHASES = 5
INPUTS = 314
UNITS = 250
"""Of the inputs: what lies where; the others are dense numbers."""
OUTPUTS = 5
MOST_BYTES = 1 << 21
"""Of a file; the largest nets take three quarters of it."""
FOLDER = Path(__file__).parent / "trained"

_SHARED = {
    "tabla": "backgammon",
    "tabla-bg": "backgammon",
    "portes": "backgammon",
    "plakoto": "tapa",
    "moultezim": "long-nardy",
    "short-nardy": "backgammon",
    "short-nardy-5s": "backgammon",
    "tavla": "backgammon",
    "gulbahar": "gulbara",
    "nackgammon": "backgammon",
    "sport-nardy": "long-nardy",
}
"""Games that are played by the net of another, whose wins are the same or more (not the other way round)."""

WITHOUT_NET = frozenset(("hypergammon",))
"""Games with so few checkers that no net fits them: a table or heuristics evaluate their positions."""


class InvalidNetError(ValueError):
    """The file is no net, is damaged, or is of another game or version."""


class PruningCard(msgspec.Struct, kw_only=True):
    """The card of a pruning net: of a roll it keeps at most `most` results, within `margin` points.

    `method` is how it was made.
    """

    most: int
    margin: float
    method: str = ""
    checksum: int = 0

    @property
    def is_valid(self) -> bool:
        """A search can prune by it."""
        return 0 < self.most <= WIDEST and 0 <= self.margin < math.inf


class NetCard(msgspec.Struct, kw_only=True):
    """The card of a net: the game, the size, and the training.

    `minutes` and `games` it was trained for, from `seed`; `rounds` of playing and fitting; `pruning`, if the
    file has such a net.
    """

    game: str
    version: int = VERSION
    hidden: int = 256
    minutes: float = 0.0
    games: int = 0
    rounds: int = 0
    seed: int = 0
    method: str = ""
    strength: str = ""
    checksum: int = 0
    pruning: PruningCard | None = None


FILES = WeightFiles("zaria-net", "a net", NetCard, MOST_BYTES, InvalidNetError)


class Weights(msgspec.Struct, frozen=True):
    """A file that was read: its card, the weights of each phase, and those of a pruning net if it has one."""

    card: NetCard
    phases: tuple[Sequence[float], ...]
    pruning: Sequence[float] = ()

    def net(self) -> Net:
        """Nets with these weights."""
        net = Net(self.card.hidden)
        for phase, values in enumerate(self.phases):
            net.choose(phase)
            net.load(values)
        return net

    def pruning_net(self, net: Net) -> PruningNet | None:
        """A pruning net with the units of that net, if the file has one."""
        card = self.card.pruning
        if card is None:
            return None
        pruning = PruningNet(net, card.most, card.margin)
        pruning.load(self.pruning)
        return pruning


def net_of(game: str) -> str:
    """The identifier of the game whose net plays this one."""
    return _SHARED.get(game, game)


def shipped(game: str) -> Path:
    """Return where the net of a game is, if there is one."""
    return FOLDER / f"{net_of(game)}.net"


def size(hidden: int) -> int:
    """The weights of one phase."""
    return INPUTS * hidden + hidden + OUTPUTS * hidden + OUTPUTS


def read(path: Path, game: str = "") -> Weights:
    """Read a net, for that game if one is named; raises `InvalidNetError` (and why) or `OSError`.

    A file that has not changed since is not read again.
    """
    state = path.stat()
    weights = _read(path, state.st_size, state.st_mtime_ns)
    if game and weights.card.game not in (game, net_of(game)):
        raise InvalidNetError(f"{path.name} is a net of {weights.card.game}, not of {game}")
    return weights


@lru_cache(maxsize=32)
def _read(path: Path, size: int, changed: int) -> Weights:
    card, packed = FILES.read(path)
    if card.version not in READ:
        raise InvalidNetError(f"{path.name} is of version {card.version}, not {VERSION}")
    if not 0 < card.hidden <= MOST_HIDDEN:
        raise InvalidNetError(f"{path.name} has {card.hidden} neurons, not 1 to {MOST_HIDDEN}")
    return Weights(card, *_unpacked(path.name, card, packed))


def _unpacked(name: str, card: NetCard, packed: bytes) -> tuple[tuple[Sequence[float], ...], Sequence[float]]:
    """Return the weights of each phase, and those of the pruning net."""
    count = size(card.hidden)
    raw, more = FILES.section(name, packed, PHASES * count * 2, card.checksum)
    values = _floats(name, raw)
    pruning: Sequence[float] = ()
    if card.pruning is not None:
        if not card.pruning.is_valid:
            raise InvalidNetError(f"{name}: its card cannot be read: the pruning net is out of bounds")
        pruning = _floats(name, FILES.section(name, more, SIZE * 2, card.pruning.checksum)[0])
    return tuple(values[phase * count : (phase + 1) * count] for phase in range(PHASES)), pruning


def _floats(name: str, raw: bytes) -> Sequence[float]:
    values = array.array("f", struct.unpack(f"<{len(raw) // 2}e", raw))  # an eighth of what a tuple takes
    if not math.isfinite(sum(values)):  # these are half-precision floats: a sum of finite ones is finite
        raise InvalidNetError(f"{name} is damaged")
    return values


def write(
    path: Path, card: NetCard, phases: Sequence[Sequence[float]], pruning: Sequence[float] = ()
) -> None:
    """Write a net atomically, with its pruning net if the card has one."""
    raw = _packed(value for phase in phases for value in phase)
    if card.pruning is None:
        FILES.write(path, card, raw)
        return
    section = _packed(pruning)
    card.pruning.checksum = zlib.crc32(section)
    FILES.write(path, card, raw, section)


def _packed(numbers: Iterable[float]) -> bytes:
    most = 65000.0
    values = [max(-most, min(most, value)) for value in numbers]
    return struct.pack(f"<{len(values)}e", *values)
