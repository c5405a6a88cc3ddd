"""Matches for tests of the formats: recorded ones, and what of a match the formats keep."""

from pathlib import Path

from tests.support.finished_matches import PLAYED, played
from zaria.match import events as ev
from zaria.match.events import Event

FILES = Path(__file__).resolve().parents[2] / "records/files"
HIT = (
    "tabla-single",
    "tabla-match",
    "tabla-bg-single",
    "tavla-single",
    "short-nardy-single",
    "short-nardy-5s-single",
    "backgammon-single",
    "nackgammon-single",
    "longgammon-single",
    "hypergammon-single",
)
"""Golden playthroughs that a `.mat` can hold."""

_KEPT = (ev.TurnPlayed, ev.Doubled, ev.Beavered, ev.Raccooned, ev.Taken, ev.Dropped, ev.GameEnded)


def kept(events: list[Event]) -> list[tuple[object, ...]]:
    """The common content of all formats: turns, the cube and who won what."""
    content: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, ev.TurnPlayed):
            content.append(("turn", event.side, event.moves))
        elif isinstance(event, ev.GameEnded):
            content.append(("game", event.winner, event.points))
        elif isinstance(event, _KEPT):
            content.append((type(event).__name__, event.side))
    return content


__all__ = ["FILES", "HIT", "PLAYED", "kept", "played"]
