"""The pauses of programs, so that people can follow, and their thinking times.

Neither may cost much of what the program's clock has left.
"""

from collections.abc import Callable
from typing import NamedTuple

from zaria.bots import levels
from zaria.games.protocols import GameKind
from zaria.match import events as ev
from zaria.match.board_play import moves
from zaria.match.clock.clock import SEEN
from zaria.match.match import Match
from zaria.match.plays import play_of

BETWEEN_GAMES = 2_000
"""Milliseconds that a program leaves for people to see the result of a game."""

THRIFT = 60
"""A pause takes at most this fraction (1/n) of the program's bank."""

HARD = 8.0
"""Seconds after which a question is given up."""

QUARTER = 4
"""Fraction (1/n) of the remaining delay for a pause, or for thinking: more of them may follow before the
delay begins anew. The hard limit takes the same fraction of all that is left."""

MARGIN = 300
"""Milliseconds of the clock that are not spent on pauses: a busy machine may need them."""

SEARCH: dict[GameKind, int] = {"dice": 1, "board": 8}
"""Fraction (1/n) of the hard limit that is the time of a program. A board-game search stops at its limit; the
rest is for detecting that it hangs, and for answering instead."""


class ThinkingTimes(NamedTuple):
    """The soft limit of a program's thinking (s; None: its own), and the hard one."""

    soft: float | None
    hard: float


def pace(match: Match, side: int, last: ev.Event, pause: int, now: int) -> int:
    """The pause (ms) of the program on `side` after the event `last`, so that people see what happened."""
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
    """The additional pause (ms), longer for a harder choice and a stronger player.

    `now` is the start of the pause.
    """
    player = match.players[side]
    level = levels.level_of(player.bot or "") if player is not None else None
    if not pause or level is None:
        return 0
    return min(int(pause * doubt * (1 + level) / 4), _spare(match, side, now))


def bounds(match: Match, side: int, now: int) -> ThinkingTimes:
    """The thinking times of the program on `side`: a part of its clock."""
    remaining = _remaining_time(match, side, now)
    if remaining is None:
        return ThinkingTimes(None, HARD)
    delay, bank = remaining
    hard = max(0.1, min(HARD, (delay + bank) / QUARTER / 1000))
    soft = max(0.02, (delay / QUARTER + bank / THRIFT) / 1000)
    return ThinkingTimes(min(soft, hard / SEARCH[play_of(match).kind]), hard)


def _remaining_time(match: Match, side: int, now: int) -> tuple[int, int] | None:
    """The remaining delay and bank of a side (ms); None: no clock runs."""
    terms, clock = match.terms.clock, match.clock
    if terms is None or clock is None:
        return None
    used = max(0, now - clock.since) if clock.running == side else 0
    return max(0, terms.delay - used), max(0, clock.bank[side] - max(0, used - terms.delay))


def _spare(match: Match, side: int, now: int) -> int:
    """The longest pause (ms) that the clock allows."""
    remaining = _remaining_time(match, side, now)
    if remaining is None:
        return 60_000
    delay, bank = remaining
    return _SPARE[play_of(match).kind](delay, bank)


def _spare_with_dice(delay: int, bank: int) -> int:
    return min(delay // QUARTER + bank // THRIFT, max(0, delay + bank - MARGIN) // QUARTER)


def _spare_on_squares(delay: int, bank: int) -> int:
    """Board games are long and their delays small: even unsaved time is kept for thinking."""
    return (delay + bank) // THRIFT


_SPARE: dict[GameKind, Callable[[int, int], int]] = {"dice": _spare_with_dice, "board": _spare_on_squares}
