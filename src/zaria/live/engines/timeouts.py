"""How long a program waits before it acts, so that it can be followed, and how long it may think.

Neither may cost much of what its clock has left.
"""

from collections.abc import Callable
from typing import NamedTuple

from zaria.bots import levels
from zaria.match import events as ev
from zaria.match.board_play import moves
from zaria.match.clock.clock import SEEN
from zaria.match.match import Match
from zaria.match.play import Kind
from zaria.match.plays import play_of

BETWEEN_GAMES = 2_000
"""Milliseconds that a program leaves for the result of a game to be seen."""

THRIFT = 60
"""A pause takes at most one part in so many of what a program's bank holds."""

HARD = 8.0
"""Seconds after which nobody waits for an answer any more."""

QUARTER = 4
"""One part in so many of the delay that is left may be spent on a pause, or a thought: there are more to come
before the delay begins anew. Of all that is left it is what a program is waited for."""

MARGIN = 300
"""Milliseconds of the clock that are not spent on pauses: what a busy machine may take."""

SEARCH: dict[Kind, int] = {"dice": 1, "board": 8}
"""One part in so many of what a program is waited for is told to it. A search on squares stops as late as it
may: the rest is for finding out that it hangs, and answering in its stead."""


class ThinkingTimes(NamedTuple):
    """How long (s) a program should think at most, None: as it is used to; and when it is given up."""

    soft: float | None
    hard: float


def pace(match: Match, side: int, last: ev.Event, pause: int, now: int) -> int:
    """How long (ms) the program on `side` waits after the event `last`, so that one sees what happened."""
    if not pause:
        return 0
    pause = min(pause, _spare(match, side, now))
    if isinstance(last, ev.TurnPlayed):
        return pause + SEEN * len(last.moves)
    if isinstance(last, ev.Moved):
        return pause + moves.SEEN
    if isinstance(last, ev.GameStarted):
        return pause + BETWEEN_GAMES
    return pause


def linger(match: Match, side: int, doubt: float, pause: int, now: int) -> int:
    """How much longer (ms) it seems to think: the harder the choice and the better the player, the longer.

    `now` is the moment from which on it lingers.
    """
    player = match.players[side]
    level = levels.level_of(player.bot or "") if player is not None else None
    if not pause or level is None:
        return 0
    return min(int(pause * doubt * (1 + level) / 4), _spare(match, side, now))


def bounds(match: Match, side: int, now: int) -> ThinkingTimes:
    """How long the program on `side` may think: a part of what its clock will give it."""
    left = _left(match, side, now)
    if left is None:
        return ThinkingTimes(None, HARD)
    delay, bank = left
    hard = max(0.1, min(HARD, (delay + bank) / QUARTER / 1000))
    soft = max(0.02, (delay / QUARTER + bank / THRIFT) / 1000)
    return ThinkingTimes(min(soft, hard / SEARCH[play_of(match).kind]), hard)


def _left(match: Match, side: int, now: int) -> tuple[int, int] | None:
    """What is left of the delay and of the bank of a side (ms); None: no clock runs here."""
    terms, clock = match.terms.clock, match.clock
    if terms is None or clock is None:
        return None
    used = max(0, now - clock.since) if clock.running == side else 0
    return max(0, terms.delay - used), max(0, clock.bank[side] - max(0, used - terms.delay))


def _spare(match: Match, side: int, now: int) -> int:
    """The longest pause (ms) that the clock allows."""
    left = _left(match, side, now)
    if left is None:
        return 60_000
    delay, bank = left
    return _SPARE[play_of(match).kind](delay, bank)


def _spare_with_dice(delay: int, bank: int) -> int:
    return min(delay // QUARTER + bank // THRIFT, max(0, delay + bank - MARGIN) // QUARTER)


def _spare_on_squares(delay: int, bank: int) -> int:
    """These games are long and their delays small: even what is not saved is kept for thinking."""
    return (delay + bank) // THRIFT


_SPARE: dict[Kind, Callable[[int, int], int]] = {"dice": _spare_with_dice, "board": _spare_on_squares}
