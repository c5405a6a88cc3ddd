"""Bitmaps of the stored positions by feature, in which patterns are found among millions within milliseconds.

The ids of the positions are the places in the bitmaps, in blocks of `BLOCK`. A pattern is the AND of some
bitmaps of each block, a few kilobytes each, whatever it asks for: no order of columns in an index would serve
all patterns. A worker makes the bitmaps of a block when its ids are all given out; the few positions after
the last block, and blocks that are to be made anew, are read from the table by their ids.

A bit whose position is gone, or that the reader may not see, is passed over when the rows are read.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max, Q

from zaria.club.library.models import CLUB_SHELF, PUBLIC_SHELF, IndexedMatch, PositionBlock, StoredPosition
from zaria.records.turn_positions import PointMasks

BLOCK_BITS = 15
BLOCK = 1 << BLOCK_BITS
"""Positions of a block."""
MOST_UNMADE = 4
"""Blocks without bitmaps that a search reads from the table: the latest."""
BLOCKS_AT_ONCE = 32
FEATURES_AT_ONCE = 4
"""Blocks and features whose bitmaps one query reads."""
_ALL = ""
_OPEN = "open"
"""The feature of the positions of the club's matches and of public collections."""
_MASKS = PointMasks._fields
_EMPTY = "empty"
_EVERY_POINT = (1 << 25) - 1
_COLUMNS = ("id", "shelf", "game", *_MASKS)


class Pattern(NamedTuple):
    """A pattern of points: those that must be made or have blots, and those that must be empty."""

    masks: PointMasks
    empty: int = 0

    @property
    def is_blank(self) -> bool:
        """True for a pattern that every position fits."""
        return not any((*self.masks, self.empty))


def features_of(pattern: Pattern, game: str, shelf: int) -> list[str]:
    """Return the features of a pattern of a game, on a member's shelf, or on those that are open to all.

    The shelf comes first, because a member has positions in few blocks.
    """
    features = [_OPEN if shelf in (CLUB_SHELF, PUBLIC_SHELF) else f"shelf:{shelf}", f"game:{game}"]
    for name, mask in zip((*_MASKS, _EMPTY), (*pattern.masks, pattern.empty), strict=True):
        features += [f"{name}:{bit}" for bit in _bits(mask)]
    return features


def ids_of(pattern: Pattern, game: str, shelf: int) -> Iterator[int]:
    """Yield the ids of the positions that fit a pattern, the latest first.

    `CLUB_SHELF` stands for all that is open to everybody.
    """
    features = features_of(pattern, game, shelf)
    complete = _blocks_with(features[0])
    last = StoredPosition.objects.aggregate(last=Max("id"))["last"] or 0
    whole = set(_blocks_with(_ALL))
    unmade = [block for block in range(last >> BLOCK_BITS, -1, -1) if block not in whole][:MOST_UNMADE]
    blocks = sorted({*complete, *unmade}, reverse=True)
    for start in range(0, len(blocks), BLOCKS_AT_ONCE):
        batch = blocks[start : start + BLOCKS_AT_ONCE]
        fitting = _fitting(features, [block for block in batch if block not in unmade])
        for block in batch:
            if block in unmade:
                yield from _read_ids(block, pattern, game, shelf)
            else:
                yield from _places(block, fitting.get(block, 0))


def _blocks_with(feature: str) -> list[int]:
    return list(PositionBlock.objects.filter(feature=feature).values_list("block", flat=True))


def _fitting(features: Sequence[str], blocks: Sequence[int]) -> dict[int, int]:
    """The positions with all features, as bits, by block; a block that has none left is read no further."""
    fitting = dict.fromkeys(blocks, -1)
    for start in range(0, len(features), FEATURES_AT_ONCE):
        names = features[start : start + FEATURES_AT_ONCE]
        rows = PositionBlock.objects.filter(feature__in=names, block__in=list(fitting))
        bitmaps = {(block, name): bits for block, name, bits in rows.values_list("block", "feature", "bits")}
        for block in list(fitting):
            for name in names:
                fitting[block] &= int.from_bytes(bytes(bitmaps.get((block, name), b"")), "little")
            if not fitting[block]:
                del fitting[block]
    return fitting


def _places(block: int, bits: int) -> Iterator[int]:
    while bits:
        place = bits.bit_length() - 1
        bits ^= 1 << place
        yield (block << BLOCK_BITS) + place


def _read_ids(block: int, pattern: Pattern, game: str, shelf: int) -> Iterator[int]:
    """The same from the table, for a block without bitmaps."""
    first = block << BLOCK_BITS
    shelves = (CLUB_SHELF, PUBLIC_SHELF) if shelf in (CLUB_SHELF, PUBLIC_SHELF) else (shelf,)
    rows = StoredPosition.objects.filter(id__gte=first, id__lt=first + BLOCK, game=game, shelf__in=shelves)
    for name, mask in zip(_MASKS, pattern.masks, strict=True):
        if mask:
            rows = rows.annotate(**{f"has_{name}": F(name).bitand(mask)}).filter(Q(**{f"has_{name}": mask}))
        if pattern.empty:
            rows = rows.annotate(**{f"no_{name}": F(name).bitand(pattern.empty)}).filter(**{f"no_{name}": 0})
    yield from rows.order_by("-id").values_list("id", flat=True)


def make_next() -> bool:
    """Make the bitmaps of the next block that is complete; return False if none is without."""
    block = _next_block()
    if block is None:
        return False
    make(block)
    return True


def is_left() -> bool:
    """Return whether a block is complete and without bitmaps."""
    return _next_block() is not None


def _next_block() -> int | None:
    last = StoredPosition.objects.aggregate(last=Max("id"))["last"] or 0
    whole = set(PositionBlock.objects.filter(feature=_ALL).values_list("block", flat=True))
    # a block behind the last one: ids that were given out may not be stored yet
    complete = (last >> BLOCK_BITS) - 1
    return next((number for number in range(complete) if number not in whole), None)


def make(block: int) -> None:
    """Make the bitmaps of a block."""
    first = block << BLOCK_BITS
    bitmaps: dict[str, bytearray] = defaultdict(lambda: bytearray(BLOCK >> 3))
    bitmaps[_ALL] = bytearray(BLOCK >> 3)
    rows = StoredPosition.objects.filter(id__gte=first, id__lt=first + BLOCK)
    for position_id, shelf, game, *masks in rows.values_list(*_COLUMNS).iterator():
        place = position_id - first
        byte, bit = place >> 3, 1 << (place & 7)
        names = [f"game:{game}", _OPEN if shelf in (CLUB_SHELF, PUBLIC_SHELF) else f"shelf:{shelf}", _ALL]
        taken = reduce(or_, masks)
        empty = _EVERY_POINT & ~taken if taken else 0
        for name, mask in zip((*_MASKS, _EMPTY), (*masks, empty), strict=True):
            names += [f"{name}:{number}" for number in _bits(mask)]
        for name in names:
            bitmaps[name][byte] |= bit
    with transaction.atomic():
        PositionBlock.objects.filter(block=block).delete()
        PositionBlock.objects.bulk_create(
            PositionBlock(block=block, feature=name, bits=bytes(bits)) for name, bits in bitmaps.items()
        )


def forget(matches: Sequence[IndexedMatch]) -> None:
    """Delete the bitmaps of the blocks with positions of these matches, which have gone to another shelf."""
    ids = StoredPosition.objects.filter(match__in=matches).values_list("id", flat=True)
    blocks = {position_id >> BLOCK_BITS for position_id in ids}
    PositionBlock.objects.filter(block__in=blocks).delete()


@lru_cache(100_000)
def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)
