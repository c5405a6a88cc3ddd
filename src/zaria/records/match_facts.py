"""The facts of a record by which a collection lists it, and a digest by which it knows a second copy."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from zaria.match import events as ev
from zaria.match.match import Match
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed
from zaria.records.main_line import standing

_DIGEST_BYTES = 16
_DAY_MS = 86_400_000
_ACTS = (
    *(ev.Rolled, ev.TurnPlayed, ev.Doubled, ev.Beavered, ev.Raccooned, ev.Taken, ev.Dropped),
    *(ev.Moved, ev.GameEnded),
)
"""Events that every format tells."""


class MatchFacts(NamedTuple):
    """The facts of a match; `won` is the winning side, `played_at` the moment of play (ms), 0 if unknown."""

    game: str
    names: tuple[str, str]
    length: int
    score: tuple[int, int]
    won: int | None
    is_over: bool
    played_at: int
    digest: str


def facts_of(events: Sequence[ev.Event]) -> MatchFacts:
    """Return the facts of a match; raises `InvalidRecordError` for events that cannot follow one another."""
    match: Match | None = None
    for _event, state in followed(events):
        match = state
    if match is None or not any(isinstance(event, ev.GameStarted) for event in events):
        raise InvalidRecordError("a match without a game")
    first, second = ("" if player is None else player.name for player in match.players)
    end = events[-1]
    is_over = isinstance(end, ev.MatchEnded)
    return MatchFacts(
        game=match.terms.game,
        names=(first, second),
        length=match.terms.length,
        score=match.score,
        won=end.winner if isinstance(end, ev.MatchEnded) else None,
        is_over=is_over,
        played_at=max(0, events[0].at),
        digest=_digest(events, match, (first, second)),
    )


def _digest(events: Sequence[ev.Event], match: Match, names: tuple[str, str]) -> str:
    """A hash of what was played, by whom and on what terms, whatever the format of the file.

    A game without dice may be played twice in the same way: its day belongs to it.
    """
    day = events[0].at // _DAY_MS if match.game.is_board else 0
    head = [match.terms.game, match.terms.length, [name.casefold() for name in names], day]
    acts = [_act(events[place]) for place in standing(events, with_cut_game=True)]
    body = msgspec.json.encode([head, [act for act in acts if act]])
    return hashlib.blake2b(body, digest_size=_DIGEST_BYTES).hexdigest()


def _act(event: ev.Event) -> list[object]:
    """The part of an event that every format has; nothing for one that some formats leave out."""
    if not isinstance(event, _ACTS):
        return []
    if isinstance(event, ev.GameEnded):
        return [event.winner, event.points]
    if isinstance(event, ev.TurnPlayed):
        return [event.side, sorted(event.moves)]
    if isinstance(event, ev.Moved):
        return [event.side, event.move]
    dice = sorted(event.dice) if isinstance(event, ev.Rolled) else []
    return [event.side, type(event).__name__, dice]
