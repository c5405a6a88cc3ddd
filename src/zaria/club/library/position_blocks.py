"""Bitmaps of the stored positions by feature, in which patterns are found among millions within milliseconds.

The ids of the positions are the places in the bitmaps, in blocks of `BLOCK`. A pattern is the AND of some
bitmaps of each block, a few kilobytes each, whatever it asks for: no order of columns in an index would serve
all patterns. A worker makes the bitmaps of a block when its ids are all given out; the few positions after
the last block, and blocks that are to be made anew, are read from the table by their ids.

A bit whose position is gone, or that the reader may not see, is passed over when the rows are read.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
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
_ALL = ""
_OPEN = "open"
"""The feature of the positions of the club's matches and of public collections."""
_MASKS = PointMasks._fields
_COLUMNS = ("id", "shelf", "game", *_MASKS)


class Pattern(NamedTuple):
    """A pattern of points: those that must be made or have blots, and those that must be empty."""

    masks: PointMasks
    empty: int = 0

    @property
    def is_blank(self) -> bool:
        """True for a pattern that every position fits."""
        return not any((*self.masks, self.empty))


class Features(NamedTuple):
    """The features that a position must have, and those that it must not have."""

    present: list[str]
    absent: list[str]


def features_of(pattern: Pattern, game: str, shelf: int) -> Features:
    """Return the features of a pattern of a game, on a member's shelf, or on those that are open to all."""
    present = [f"game:{game}", _OPEN if shelf in (CLUB_SHELF, PUBLIC_SHELF) else f"shelf:{shelf}"]
    for name, mask in zip(_MASKS, pattern.masks, strict=True):
        present += [f"{name}:{bit}" for bit in _bits(mask)]
    absent = [f"{name}:{bit}" for bit in _bits(pattern.empty) for name in _MASKS]
    return Features(present, absent)


def ids_of(pattern: Pattern, game: str, shelf: int) -> Iterator[int]:
    """Yield the ids of the positions that fit a pattern, the latest first.

    `CLUB_SHELF` stands for all that is open to everybody.
    """
    features = features_of(pattern, game, shelf)
    complete = _blocks_with(features.present[1])
    last = StoredPosition.objects.aggregate(last=Max("id"))["last"] or 0
    whole = set(PositionBlock.objects.filter(feature=_ALL).values_list("block", flat=True))
    unmade = [block for block in range(last >> BLOCK_BITS, -1, -1) if block not in whole][:MOST_UNMADE]
    bitmaps = _bitmaps(features, complete)
    for block in sorted({*complete, *unmade}, reverse=True):
        if block in unmade:
            yield from _read_ids(block, pattern, game, shelf)
        else:
            yield from _places(block, _fitting(bitmaps, block, features))


def _blocks_with(feature: str) -> list[int]:
    return list(PositionBlock.objects.filter(feature=feature).values_list("block", flat=True))


def _bitmaps(features: Features, blocks: Sequence[int]) -> dict[tuple[int, str], bytes]:
    names = [*features.present, *features.absent]
    rows = PositionBlock.objects.filter(feature__in=names)
    if len(blocks) < BLOCK_BITS:  # a member's few blocks
        rows = rows.filter(block__in=blocks)
    return {(block, name): bytes(bits) for block, name, bits in rows.values_list("block", "feature", "bits")}


def _fitting(bitmaps: dict[tuple[int, str], bytes], block: int, features: Features) -> int:
    """The positions of a block with all features, as bits."""
    fitting = -1
    for name in features.present:
        fitting &= int.from_bytes(bitmaps.get((block, name), b""), "little")
    for name in features.absent:
        fitting &= ~int.from_bytes(bitmaps.get((block, name), b""), "little")
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
    last = StoredPosition.objects.aggregate(last=Max("id"))["last"] or 0
    whole = set(PositionBlock.objects.filter(feature=_ALL).values_list("block", flat=True))
    # a block behind the last one: ids that were given out may not be stored yet
    complete = (last >> BLOCK_BITS) - 1
    block = next((number for number in range(complete) if number not in whole), None)
    if block is None:
        return False
    make(block)
    return True


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
        for name, mask in zip(_MASKS, masks, strict=True):
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


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
