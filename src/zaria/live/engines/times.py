"""How long a program waits before it acts, so that it can be followed, and how long it may think.

Neither may cost much of what its clock has left.
"""

from typing import NamedTuple

from zaria.bots import levels
from zaria.match import events as ev
from zaria.match import squares
from zaria.match.clock import SEEN
from zaria.match.match import Match

BETWEEN_GAMES = 2_000
"""Milliseconds that a program leaves for the result of a game to be seen."""

THRIFT = 60
"""A pause takes at most one part in so many of what a program's bank holds."""

HARD = 8.0
"""Seconds after which nobody waits for an answer any more."""


class Bounds(NamedTuple):
    """How long (s) a program should think at most, None: as it is used to; and when it is given up."""

    soft: float | None
    hard: float


def pace(match: Match, side: int, last: ev.Event, pause: int) -> int:
    """How long (ms) the program on `side` waits after the event `last`, so that one sees what happened."""
    if not pause:
        return 0
    pause = min(pause, _spare(match, side))
    if isinstance(last, ev.TurnPlayed):
        return pause + SEEN * len(last.moves)
    if isinstance(last, ev.Moved):
        return pause + squares.SEEN
    if isinstance(last, ev.GameStarted):
        return pause + BETWEEN_GAMES
    return pause


def linger(match: Match, side: int, doubt: float, pause: int) -> int:
    """How much longer (ms) it seems to think: the harder the choice and the better the player, the longer."""
    player = match.players[side]
    level = levels.level_of(player.bot or "") if player is not None else None
    if not pause or level is None:
        return 0
    return min(int(pause * doubt * (1 + level) / 4), _spare(match, side))


def bounds(match: Match, side: int) -> Bounds:
    """How long the program on `side` may think: a part of what its clock will give it."""
    terms, clock = match.terms.clock, match.clock
    if terms is None or clock is None:
        return Bounds(None, HARD)
    seconds = (terms.delay / 4 + clock.bank[side] / THRIFT) / 1000
    hard = max(0.1, min(HARD, (terms.delay + clock.bank[side]) / 5000))
    return Bounds(min(max(0.02, seconds), hard), hard)


def _spare(match: Match, side: int) -> int:
    """The longest pause (ms) that the clock allows.

    Games on squares are long and their delays small: there even what is not saved is kept for thinking.
    """
    terms, clock = match.terms.clock, match.clock
    if terms is None or clock is None:
        return 60_000
    if match.squares is not None:
        return (terms.delay + clock.bank[side]) // THRIFT
    return terms.delay // 4 + clock.bank[side] // THRIFT
