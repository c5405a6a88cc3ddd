"""The clock of a match over a real board: taps drive it, and it states a flag without enforcing it. Pure.

A side has `delay` ms for each turn before its bank runs, and a finished turn adds `increment` ms to the bank.
So it is the clock of federations of backgammon (12 s a turn and 2 min a point), Fischer's, or a plain bank.
"""

from typing import Annotated

import msgspec

from zaria.club.site.clock import MINUTE_MS
from zaria.match.events import Side
from zaria.match.moment import ClockView

LONGEST_BANK_MS = 24 * 60 * MINUTE_MS
LONGEST_TURN_MS = 60 * MINUTE_MS
MOST_LATE_MS = 10 * MINUTE_MS
"""The longest time after which a tap that could not be sent still counts from its moment."""

Bank = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_BANK_MS)]
PerTurn = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_TURN_MS)]


class _Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="t"):
    pass


class SetClock(_Act, frozen=True, tag="set"):
    """Set a clock, which stands at its start."""

    delay: PerTurn
    bank: Bank
    increment: PerTurn


class Press(_Act, frozen=True, tag="press"):
    """End the turn of a side; the first press starts the clock of the opponent."""

    side: Side


class PauseClock(_Act, frozen=True, tag="pause"):
    """Let the clock stand."""


class ResumeClock(_Act, frozen=True, tag="resume"):
    """Let the clock run again."""


class CorrectClock(_Act, frozen=True, tag="correct"):
    """Set both banks and the side whose turn it is, of a clock that stands."""

    bank: tuple[Bank, Bank]
    turn: Side


class RemoveClock(_Act, frozen=True, tag="remove"):
    """Play without a clock."""


ClockAct = SetClock | Press | PauseClock | ResumeClock | CorrectClock | RemoveClock


class BoardClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The times in ms. `turn` is the side whose clock is on, None before the start.

    `since` is the moment from which it runs, None where it stands; at that moment `delay_left` and `bank`
    were what they are here.
    """

    delay: int
    increment: int
    bank: tuple[int, int]
    delay_left: int = 0
    turn: Side | None = None
    since: int | None = None

    def at(self, moment: int) -> "BoardClock":
        """Return the clock with the times as of a moment."""
        if self.turn is None or self.since is None:
            return self
        spent = max(0, moment - self.since)
        bank = max(0, self.bank[self.turn] - max(0, spent - self.delay_left))
        return msgspec.structs.replace(
            self,
            bank=(bank, self.bank[1]) if self.turn == 0 else (self.bank[0], bank),
            delay_left=max(0, self.delay_left - spent),
            since=moment,
        )

    def view(self) -> ClockView:
        """Return the clock as boards draw it."""
        running = None if self.since is None else self.turn
        return ClockView(self.bank, running, self.since or 0, self.delay_left)


class ClockRefusedError(Exception):
    """The act cannot follow."""


class StoredClock(msgspec.Struct, frozen=True):
    """A clock and the number of acts that made it; `last` is the last one. None: there is no clock."""

    revision: int = 0
    clock: BoardClock | None = None
    last: ClockAct | None = None


def after(clock: BoardClock | None, act: ClockAct, moment: int) -> BoardClock | None:
    """Return the clock after an act at a moment (ms); raises `ClockRefusedError`."""
    if isinstance(act, SetClock):
        if act.bank + act.delay == 0:
            raise ClockRefusedError
        return BoardClock(act.delay, act.increment, (act.bank, act.bank), act.delay)
    if isinstance(act, RemoveClock):
        return None
    if clock is None:
        raise ClockRefusedError
    if isinstance(act, Press):
        return _pressed(clock, act.side, moment)
    is_running = clock.since is not None
    if clock.turn is None and not isinstance(act, CorrectClock):
        raise ClockRefusedError
    if isinstance(act, PauseClock):
        return _standing(clock, moment) if is_running else clock
    if isinstance(act, ResumeClock):
        return clock if is_running else msgspec.structs.replace(clock, since=moment)
    if is_running:
        raise ClockRefusedError
    is_same_turn = act.turn == clock.turn
    delay_left = clock.delay_left if is_same_turn else clock.delay
    return msgspec.structs.replace(clock, bank=act.bank, turn=act.turn, delay_left=delay_left)


def _standing(clock: BoardClock, moment: int) -> BoardClock:
    return msgspec.structs.replace(clock.at(moment), since=None)


def _pressed(clock: BoardClock, side: Side, moment: int) -> BoardClock:
    if clock.turn is not None and (clock.turn != side or clock.since is None):
        raise ClockRefusedError
    now = clock.at(moment)
    bank = list(now.bank)
    if clock.turn is not None:
        bank[side] = min(LONGEST_BANK_MS, bank[side] + clock.increment)
    return msgspec.structs.replace(
        now, bank=(bank[0], bank[1]), turn=1 - side, since=moment, delay_left=clock.delay
    )


class ClockState(msgspec.Struct, frozen=True):
    """The clock as pages show it, at the moment `now` (ms); without `clocks` there is none."""

    revision: int
    now: int
    delay: int = 0
    increment: int = 0
    turn: int | None = None
    clocks: ClockView | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(StoredClock)


def encode(stored: StoredClock) -> str:
    """Return a clock as JSON."""
    return _encoder.encode(stored).decode()


def decode(body: str) -> StoredClock:
    """Read a stored clock; "" is none."""
    return _decoder.decode(body) if body else StoredClock()


def state_of(body: str, now: int) -> ClockState:
    """Return a stored clock as pages show it."""
    stored = decode(body)
    clock = stored.clock
    if clock is None:
        return ClockState(stored.revision, now)
    return ClockState(stored.revision, now, clock.delay, clock.increment, clock.turn, clock.view())
