"""The records to analyse: those of live play, and those that other rooms hold under ids of their own."""

from collections.abc import Callable
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.urls import reverse

from zaria.club.site.asgi import live_of
from zaria.match.events import Event


class RecordSource(NamedTuple):
    """A room's matches, whose ids begin with a letter that no id of a table has.

    `load` reads the record of a match, `result_address` is that of an analysis of a depth. Who may see a
    match the room decides before it calls this one.
    """

    load: Callable[[str], list[Event] | None]
    result_address: Callable[[str, str], str]


_sources: dict[str, RecordSource] = {}


def register(letter: str, source: RecordSource) -> None:
    """Let a room have its matches analysed."""
    _sources[letter] = source


def source_of(match_id: str) -> RecordSource | None:
    """Return the source of a match; None: live play has it."""
    return _sources.get(match_id[:1])


async def record(request: HttpRequest, match_id: str) -> list[Event] | None:
    """Return the events of a match, None if there is no such record."""
    source = source_of(match_id)
    if source is None:
        return await live_of(request).record(match_id)
    return await sync_to_async(source.load)(match_id)


def result_address(match_id: str, depth: str) -> str:
    """Return the address of an analysis."""
    source = source_of(match_id)
    if source is None:
        return reverse("analysis_result", args=[match_id, depth])
    return source.result_address(match_id, depth)
