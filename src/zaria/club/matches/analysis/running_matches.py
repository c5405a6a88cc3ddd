"""Analyses that would answer a question about a running rated match of the visitor."""

from collections.abc import Sequence
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest

from zaria.club.matches.analysis import record_sources
from zaria.club.matches.engine_access import Silence, silence_for
from zaria.club.site.bounded_cache import BoundedCache
from zaria.live.matches.board_keys import BoardKey
from zaria.match.events import Event, Opened
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed

_met: BoundedCache[tuple[str, frozenset[BoardKey]], bool] = BoundedCache(1_000)
"""By a match's id and boards: True if the analysis of the match judges one of them."""


class AnalysisSilence(NamedTuple):
    """The part of an analysis that a visitor must not read: all of it, or the lines expected to follow."""

    whole: bool = False
    lines: bool = False


async def silence_about(request: HttpRequest, match_id: str) -> AnalysisSilence:
    """Return what the visitor must not read now of the analysis of a finished match."""
    events = await record_sources.record(request, match_id)
    opened = events[0] if events else None
    if events is None or not isinstance(opened, Opened):
        return AnalysisSilence()
    silence = await silence_for(request, opened.terms.game)
    if silence.whole_game or not silence.boards:
        return AnalysisSilence(whole=silence.whole_game)
    key = match_id, silence.boards
    meets = _met.get(key)
    if meets is None:
        meets = await sync_to_async(_meets, thread_sensitive=False)(events, silence)
        _met.put(key, meets)
    return AnalysisSilence(whole=meets, lines=not meets)


def _meets(events: Sequence[Event], silence: Silence) -> bool:
    """Return whether the match contains a position that is covered; also where it cannot be followed."""
    last = None
    try:
        for _, match in followed(events):
            if match.phase != "open" and match.position is not last and silence.covers(match.position):
                return True
            last = match.position
    except InvalidRecordError:
        return True
    return False
