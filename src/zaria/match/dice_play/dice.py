"""Dice that can be checked afterwards.

The server seals a secret before it knows the players' seeds, every roll is a function of the secret,
the seeds, the match and the number of the roll, and the secret is opened at the end. `docs/reference/dice.md`
tells it step by step.
"""

import hashlib
import hmac
import re
import struct

SECRET_BYTES = 32
_PAIRS = 256 * 256
_FAIR = 252  # 42 × 6: bytes from here on would favour the low faces
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_UNFAIR = bytes(range(_FAIR, 256))
_SEED = re.compile(r"[0-9a-f]{16,64}", re.ASCII)


def seal(secret: bytes) -> str:
    """The commitment to `secret`: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def is_seed(text: str) -> bool:
    """Return whether `text` can be a player's seed: 16 to 64 hexadecimal digits in lower case."""
    return _SEED.fullmatch(text) is not None


def roll(secret: bytes, seeds: tuple[str, str], match_id: str, n: int) -> tuple[int, int]:
    """The dice of roll `n` of a match, each 1 to 6; in an opening roll the first is side 0's.

    HMAC-SHA-256 keyed with the secret over ``match|seed0|seed1|n|block`` gives 32 bytes for block 0,
    32 more for block 1, and so on; the first two dice in these bytes count.
    """
    return _two(_keyed(secret), f"{match_id}|{seeds[0]}|{seeds[1]}|{n}")


def drawn_number(secret: bytes, seeds: tuple[str, str], match_id: str, count: int) -> int:
    """The number from 0 to `count` - 1 that is drawn before a match begins, where its game draws one.

    Its bytes are those of roll 0, which no match has; see `roll`. Two at a time make a number, the higher one
    first: from the greatest multiple of `count` on it is dropped, else its remainder by `count` is drawn.
    """
    return _below(_keyed(secret), f"{match_id}|{seeds[0]}|{seeds[1]}|0", count)


def faces(stream: bytes) -> bytes:
    """Dice from bytes: 252 and more are dropped, the others are their remainder by six, plus one."""
    return stream.translate(_FACES, _UNFAIR)


def _keyed(secret: bytes) -> hmac.HMAC:
    return hmac.new(secret, digestmod="sha256")


def _two(keyed: hmac.HMAC, label: str) -> tuple[int, int]:
    """The first two dice; a copy of what is keyed already makes a digest in half the time."""
    dice, block = b"", 0
    while len(dice) < 2:
        mac = keyed.copy()
        mac.update(f"{label}|{block}".encode())
        dice += faces(mac.digest())
        block += 1
    return dice[0], dice[1]


def _below(keyed: hmac.HMAC, label: str, count: int) -> int:
    """The first pair of bytes that favours no number below `count`, as such a number."""
    fair = _PAIRS - _PAIRS % count
    block = 0
    while True:
        mac = keyed.copy()
        mac.update(f"{label}|{block}".encode())
        for number in struct.unpack(">16H", mac.digest()):
            if number < fair:
                return int(number) % count
        block += 1


class Dice:
    """The dice of one match: its secret, and the rolls that follow from it."""

    __slots__ = ("_keyed", "match_id", "secret")

    def __init__(self, secret: bytes, match_id: str) -> None:
        """`secret` is 32 random bytes that nobody else knows yet."""
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a dice secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.match_id = match_id
        self._keyed = _keyed(secret)

    @property
    def seal(self) -> str:
        """The commitment, to be shown before seeds are taken."""
        return seal(self.secret)

    def roll(self, seeds: tuple[str, str], n: int) -> tuple[int, int]:
        """Roll number `n`: the same answer however often it is asked."""
        return _two(self._keyed, f"{self.match_id}|{seeds[0]}|{seeds[1]}|{n}")

    def drawn_number(self, seeds: tuple[str, str], count: int) -> int:
        """The number below `count` that is drawn before the match begins; see `drawn_number`."""
        return _below(self._keyed, f"{self.match_id}|{seeds[0]}|{seeds[1]}|0", count)

    def __repr__(self) -> str:
        """Without the secret, which must not reach a log."""
        return f"Dice({self.match_id!r})"
