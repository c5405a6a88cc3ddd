"""Conversion of events to rows of the journal."""

from collections.abc import Sequence
from typing import get_args

from zaria.live.journal.base import Mark, Row, Wait
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline
from zaria.match.match import Match

Ids = tuple[str | None, str | None]

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
        waits = isinstance(last, ev.Opened) and last.until is not None and not last.terms.by_day
        return Mark.RUNNING if waits else Mark.NONE
    if before.terms.by_day:
        return Mark.NONE
    if before.phase == "open" and any(isinstance(event, ev.GameStarted) for event in events):
        if before.terms.clock:
            return Mark.RUNNING
        return Mark.NONE if before.until is None else Mark.RESTING
    return Mark.NONE


def wait(before: Match | None, match: Match, events: Sequence[ev.Event], ids: Ids) -> Wait | None:
    """The wait in which `events` leave a match by the day; None for another match.

    `before` is the match before them, `ids` are the players' (seated or expected). It is a new wait if the
    opponent of the side to act has acted or offers the result, or nobody has played before.
    """
    if not match.terms.by_day:
        return None
    side = match.to_act()
    if match.phase == "over" or side is None:
        return Wait(None, deadline(match), is_new=before is None, players=ids)
    answered = any(isinstance(event, ev.Act | ev.ResultOffered) and event.side != side for event in events)
    is_new = answered or before is None or before.to_act() != side
    return Wait(side, deadline(match), is_new, ids)
