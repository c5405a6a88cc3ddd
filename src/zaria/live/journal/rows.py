"""Conversion of events to rows of the journal."""

from collections.abc import Sequence
from typing import get_args

from zaria.live.journal.base import Mark, Row
from zaria.match import events as ev
from zaria.match.match import Match

_TAGS: dict[type, str] = {kind: kind.__struct_config__.tag for kind in get_args(ev.Event)}


def row(seq: int, event: ev.Event, actor: str = "", cid: str = "") -> Row:
    """Event number `seq` as a row."""
    return Row(seq, event.at, _TAGS[type(event)], ev.encode(event), actor, cid)


def rows(first: int, events: Sequence[ev.Event], actor: str = "", cid: str = "") -> list[Row]:
    """`events` as rows, numbered from `first`; the last one names the command."""
    *earlier, last = events
    numbered = [row(seq, event) for seq, event in enumerate(earlier, first)]
    numbered.append(row(first + len(numbered), last, actor, cid))
    return numbered


def mark(before: Match | None, events: Sequence[ev.Event]) -> Mark:
    """The effect of `events` on the match as a whole; `before` is None for a new one."""
    last = events[-1]
    if isinstance(last, ev.MatchEnded):
        return Mark.OVER
    if before is None:
        return Mark.RUNNING if isinstance(last, ev.Opened) and last.until is not None else Mark.NONE
    if before.phase == "open" and any(isinstance(event, ev.GameStarted) for event in events):
        if before.terms.clock:
            return Mark.RUNNING
        return Mark.NONE if before.until is None else Mark.RESTING
    return Mark.NONE
