"""Stores the positions of finished matches. Call it in a thread: it waits for the database."""

import logging
from collections.abc import Sequence

import brotli
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from msgspec import MsgspecError

from zaria.bots.analysis import VERSION, decode
from zaria.club.library.models import CLUB_SHELF, IndexedMatch, StoredPosition
from zaria.club.matches.analysis.models import DONE, Analysis
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS
from zaria.club.site.database import bulk
from zaria.match.events import Event
from zaria.records.errors import InvalidRecordError
from zaria.records.turn_positions import PointMasks, TurnPosition, turn_positions

AT_ONCE = 10
"""Matches that are looked up in one query."""
LATE_MS = DAY_MS
"""The time by which the result of a match may be recorded after that of a later one."""
LONGEST_TEXT = 60
"""Letters of a turn; no game has a longer one."""

_VALUES = ("key", "dice", "frame", "side", "cube", "own_away", "opponent_away", "text", "points", "game")
_FIELDS = ("match_id", "shelf", "loss", *_VALUES, *PointMasks._fields)

log = logging.getLogger(__name__)


def unindexed() -> list[Played]:
    """The next finished matches whose positions are not stored, in the order of their ends."""
    last = IndexedMatch.objects.aggregate(last=Max("ended"))["last"] or 0
    is_indexed = Exists(IndexedMatch.objects.filter(match_id=OuterRef("match_id")))
    rows = Played.objects.filter(~is_indexed, ended__gte=last - LATE_MS)
    return list(rows.order_by("ended", "match_id").only("match_id", "ended", "void", "training")[:AT_ONCE])


def has_positions(match: Played) -> bool:
    """Return whether the positions of a match are worth finding: training and void matches are not."""
    return not (match.void or match.training)


@transaction.atomic
def index(match: Played, events: Sequence[Event]) -> int:
    """Store the positions of a match, once; return how many. A record that breaks the rules has none."""
    row, is_new = IndexedMatch.objects.get_or_create(match_id=match.match_id, defaults={"ended": match.ended})
    if not is_new:
        return 0
    positions = _positions(match.match_id, events)
    store(row, positions, CLUB_SHELF, losses_of(match.match_id))
    return len(positions)


def store(row: IndexedMatch, positions: Sequence[TurnPosition], shelf: int, losses: dict[int, int]) -> None:
    """Store the positions of a match on a shelf, with what its turns gave away by frame."""
    values = (
        (row.pk, shelf, losses.get(position.frame), *_values(position), *position.masks)
        for position in positions
    )
    bulk.insert(StoredPosition, _FIELDS, values)


def grade(match_id: str) -> None:
    """Store what the turns of a match gave away, by its deepest analysis."""
    losses = losses_of(match_id)
    positions = list(StoredPosition.objects.filter(match__match_id=match_id).only("pk", "frame", "loss"))
    for position in positions:
        position.loss = losses.get(position.frame, position.loss)
    StoredPosition.objects.bulk_update(positions, ["loss"])


def losses_of(match_id: str) -> dict[int, int]:
    """Return the losses of the turns of a match, in thousandths, by frame; empty without an analysis."""
    row = Analysis.objects.filter(match_id=match_id, state=DONE, version=VERSION).order_by("-effort").first()
    if row is None or row.body is None:
        return {}
    try:
        analysis = decode(brotli.decompress(bytes(row.body)))
    except MsgspecError as error:
        log.warning("library: the analysis of %s cannot be read: %s", match_id, error)
        return {}
    return {
        decision.frame: round(1000 * decision.loss)
        for decision in analysis.decisions
        if decision.kind == "turn"
    }


def _positions(match_id: str, events: Sequence[Event]) -> list[TurnPosition]:
    try:
        return turn_positions(events) if events else []
    except InvalidRecordError as error:
        log.warning("library: the record of %s cannot be read: %s", match_id, error)
        return []


def _values(position: TurnPosition) -> tuple[int | str, ...]:
    return (
        position.key,
        dice_number(position.dice),
        position.frame,
        position.side,
        position.cube,
        position.away[0],
        position.away[1],
        position.text[:LONGEST_TEXT],
        position.points,
        position.game,
    )


def dice_number(dice: tuple[int, ...]) -> int:
    """A roll as the table has it: 63 for 6-3, 0 for none."""
    return 10 * max(dice) + min(dice) if dice else 0
